import RowValues

/// The SQL of filters for ClickHouse, in functions that versions from 18 on have.
struct ClickHouseFilter: FilterDialect {
    let dialect: ClickHouseDialect
    let columns: [EngineColumn]
    let places: [PlaceConditions.Test]

    func sql(_ number: Double) -> String { dialect.literal(number) }
    func sql(_ text: String) -> String { dialect.literal(text) }
    func value(of column: Int) -> String { "(\(dialect.value(of: columns[column])))" }

    func hasZone(_ column: Int) -> Bool { dialect.hasZone(columns[column]) }

    func part(_ part: TimeFold.Part, ofWall milliseconds: String) -> String {
        ClickHouseCalendar(milliseconds, once).part(part)
    }

    /// By an array with one element: a name would be known in the whole statement.
    func once(_ value: String, _ expression: (String) -> String) -> String {
        "arrayElement(arrayMap(tm_o -> \(expression("tm_o")), [\(value)]), 1)"
    }

    /// `IN` of ClickHouse takes NULL for a value that is in no list.
    func isAmong(_ value: String, _ list: [String], isNegated: Bool) -> String {
        let test = "\(value) \(isNegated ? "NOT " : "")IN (\(list.joined(separator: ", ")))"
        return "(\(value) IS NOT NULL AND \(test))"
    }

    /// Character by character, since `translate` is too new for some servers.
    func translated(
        _ text: String, _ changed: [(from: Unicode.Scalar, to: Unicode.Scalar)], _ removed: [Unicode.Scalar]
    ) -> String {
        func list(_ letters: [Unicode.Scalar]) -> [String] { letters.map { dialect.literal(String($0)) } }
        let from = list(changed.map(\.from) + removed).joined(separator: ", ")
        let to = (list(changed.map(\.to)) + removed.map { _ in "''" }).joined(separator: ", ")
        let letters = "extractAll(ifNull(\(text), ''), '(?s).')"
        let result =
            "arrayStringConcat(arrayMap(tm_l -> transform(tm_l, [\(from)], [\(to)], tm_l), \(letters)))"
        return "(CASE WHEN \(text) IS NOT NULL THEN \(result) END)"
    }
}
