import RowValues
import Rows
import Streams

/// Places that rows without coordinates get by their values, in SQL.
struct ClickHousePlaces {
    /// The columns that are compared.
    let columns: [EngineColumn]
    /// All columns that statements may name.
    let all: [String]
    /// A control character that no value has.
    let separator: String

    private static let dialect = ClickHouseDialect()

    /// The columns of a table; nil where values have all control characters that may separate them.
    init?(_ columns: [EngineColumn], of all: [ClickHouseColumn], values: [[String]]) {
        let separators = ["\u{1F}", "\u{1E}", "\u{1D}", "\u{1C}", "\u{1}", "\u{2}"]
        guard
            let free = separators.first(where: { separator in
                !values.contains { $0.contains { $0.contains(separator) } }
            })
        else { return nil }
        (self.columns, separator) = (columns, free)
        self.all = all.map { Self.dialect.quoted($0.name) }
    }

    /// A sub-select with the places of rows.
    ///
    /// The values of a row become a number, and the number becomes a place.
    func select(_ base: String, _ listed: EnginePlaces.Listed) -> String {
        let none = separator + separator
        let keys = listed.latitudes.indices.map { row in
            listed.values.map { $0[row] }.joined(separator: separator)
        }
        let numbers = "[" + (1...listed.count + 1).map { "\($0)" }.joined(separator: ",") + "]"
        let number = "transform(\(key), \(texts([none] + keys)), \(numbers), 0)"
        let columns = [listed.latitudes, listed.longitudes].map { degrees in
            "transform(tm_w, \(numbers), [\((["nan"] + degrees.map { "\($0)" }).joined(separator: ","))], nan)"
        }
        let words = listed.texts.map { "transform(tm_w, \(numbers), \(texts([""] + $0)), '')" }
        let added = zip(columns + words, EnginePlaces.names).map { "\($0) AS \($1)" }
        let own = all.joined(separator: ", ")
        return """
            (SELECT \(own), \(added.joined(separator: ",\n"))
            FROM (SELECT \(own), \(number) AS tm_w FROM \(base)) AS tm_q) AS t
            """
    }

    private var key: String {
        let parts = columns.map { EnginePlaces.text($0, Self.dialect) }
        let separator = Self.dialect.literal(separator)
        return parts.count == 1 ? parts[0] : "concat(\(parts.joined(separator: ", \(separator), ")))"
    }

    private func texts(_ texts: [String]) -> String {
        "[\(texts.map(Self.dialect.literal).joined(separator: ","))]"
    }
}

extension ClickHouseCatalog {
    /// Where the rows of a table are by their names and codes; nil where they have coordinates.
    func placed(
        _ relation: Relation, _ columns: [ClickHouseColumn], _ detected: DetectedColumns
    ) throws(SourceError) -> EnginePlaces? {
        guard let roles = detected.placeRoles, let placer = options.placer else { return nil }
        let asked = EnginePlaces.Asked(
            title: relation.title, columns: columns.map(\.engineColumn), roles: roles, bases: [relation.sql],
            dialect: ClickHouseDialect())
        let combined = asked.combined(placer)
        return try EnginePlaces(
            asked, placer, name: session.address.name,
            join: { base, listed in
                ClickHousePlaces(combined, of: columns, values: listed.values)?.select(base, listed) ?? base
            }, isCancelled: isCancelled
        ) { (sql, columnCount) throws(SourceError) in try run(sql, columnCount: columnCount) }
    }
}
