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

    /// A sub-select of all rows with key, x, y and label, as `p`.
    func rows(where condition: String?) -> String {
        "(\n" + coordinates.select(keys + [(label, "label")], from: relation, where: condition) + "\n) AS p"
    }

    /// A sub-select of x and y alone, as `p`.
    func places(where condition: String?) -> String {
        "(\n" + coordinates.select([], from: relation, where: condition) + "\n) AS p"
    }
}
