import Rows

/// The relation to show, where its rows are, and how they are identified and read.
struct PostgreSQLLayout: Sendable {
    let relation: PostgreSQLRelation
    let columns: [PostgreSQLColumn]
    let coordinates: PostgreSQLCoordinates
    let key: PostgreSQLKey
    let roles: ColumnRoles
    /// Choices to report, a line each.
    let notices: [String]

    /// The longest label that is requested.
    private static let labelLimit = 400

    /// The label of a row, cut when it is too long for any screen.
    var label: String {
        guard let label = roles.label else { return "''" }
        return "left(\(columns[label].reading), \(Self.labelLimit))"
    }

    /// The parts of the key, each with the name it has in a sub-select.
    var keys: [(sql: String, name: String)] {
        key.expressions.enumerated().map { ("\($0.element)::text", "k\($0.offset)") }
    }

    var keyNames: String { keys.map(\.name).joined(separator: ", ") }

    /// What is grouped one by one: the partitions of a table that is spread over servers, else the relation.
    var groupedRelations: [PostgreSQLRelation] { relation.shards.isEmpty ? [relation] : relation.shards }

    /// A sub-select of all rows with key, x, y and label, and other expressions, as `p`.
    func rows(_ others: [(sql: String, name: String)] = [], where condition: String?) -> String {
        places(keys + [(label, "label")] + others, in: relation, where: condition)
    }

    /// A sub-select of x and y, and of other expressions, as `p`.
    func places(
        _ others: [(sql: String, name: String)] = [], in relation: PostgreSQLRelation,
        where condition: String?
    ) -> String {
        "(\n" + coordinates.select(others, from: relation, where: condition) + "\n) AS p"
    }
}
