import RowValues

/// The SQL of filters for DuckDB.
struct DuckDBFilter: FilterDialect {
    let dialect: DuckDBDialect
    let columns: [EngineColumn]
    let places: [PlaceConditions.Test]

    func sql(_ number: Double) -> String { dialect.literal(number) }
    func sql(_ text: String) -> String { dialect.literal(text) }
    func value(of column: Int) -> String { "(\(dialect.value(of: columns[column])))" }

    /// The column itself, whose blocks are skipped.
    func plainText(of column: Int) -> String {
        DuckDBType(columns[column].type).isText ? columns[column].sql : value(of: column)
    }

    func like(_ text: String, _ pattern: String, isNegated: Bool) -> String {
        "\(text) \(isNegated ? "NOT " : "")LIKE \(pattern) ESCAPE '\\'"
    }

    func hasZone(_ column: Int) -> Bool { dialect.hasZone(columns[column]) }

    func part(_ part: TimeFold.Part, ofWall milliseconds: String) -> String {
        let function = part == .weekday ? "isodow" : part.rawValue
        return "CAST(\(function)(make_timestamp(CAST(\(milliseconds) AS BIGINT) * 1000)) AS DOUBLE)"
    }

    /// The column itself is compared, so that blocks are skipped.
    func time(_ column: Int, _ comparison: FilterComparison, _ milliseconds: Double) -> String? {
        let column = columns[column]
        guard column.kind == .time, comparison == .less || comparison == .atLeast,
            let text = ColumnKind.timestamp(milliseconds)
        else { return nil }
        let hasZone = DuckDBType(column.type).hasZone
        func moment(_ text: String) -> String {
            hasZone ? "CAST('\(text)+00' AS TIMESTAMPTZ)" : "CAST('\(text)' AS TIMESTAMP)"
        }
        // Infinity is beyond the years 1 to 9999, and so are other years.
        let limit =
            comparison == .less
            ? "\(column.sql) >= \(moment("0001-01-01 00:00:00"))"
            : "\(column.sql) <= \(moment("9999-12-31 23:59:59.999999"))"
        return "(\(column.sql) \(comparison.sql) \(moment(text)) AND \(limit))"
    }
}
