import RowValues

/// The SQL of filters for PostgreSQL. It depends on no collation and no setting of the server.
struct PostgreSQLFilter: FilterDialect {
    let dialect: PostgreSQLDialect
    let columns: [EngineColumn]
    let places: [PlaceConditions.Test]

    func sql(_ number: Double) -> String { dialect.literal(number) }
    func sql(_ text: String) -> String { dialect.literal(text) }
    func value(of column: Int) -> String { "(\(dialect.value(of: columns[column])))" }
    func plainText(of column: Int) -> String { PostgreSQLDialect.plainText(of: columns[column]) }
    var byteOrder: String { " COLLATE \"C\"" }

    /// The server does not optimise across OFFSET 0.
    func once(_ value: String, _ expression: (String) -> String) -> String {
        "(SELECT \(expression("v")) FROM (SELECT \(value) AS v OFFSET 0) AS s)"
    }

    func hasZone(_ column: Int) -> Bool { dialect.hasZone(columns[column]) }

    func part(_ part: TimeFold.Part, ofWall milliseconds: String) -> String {
        let field = part == .weekday ? "isodow" : part.rawValue
        return "extract(\(field) FROM to_timestamp((\(milliseconds)) / 1000.0) AT TIME ZONE 'UTC')::float8"
    }

    func time(_ column: Int, _ comparison: FilterComparison, _ milliseconds: Double) -> String? {
        let column = columns[column]
        guard column.kind == .time else { return nil }
        let time = PostgreSQLTime(column)
        let isUpper = comparison == .less || comparison == .atMost
        return "(\(column.sql) \(comparison.sql) \(time.moment(milliseconds)) "
            + "AND \(isUpper ? time.isAfterFirst : time.isBeforeLast))"
    }
}

/// How the times of a column are compared.
struct PostgreSQLTime {
    private let column: EngineColumn

    init(_ column: EngineColumn) { self.column = column }

    private var hasZone: Bool { column.type == "timestamptz" }

    /// The years 1 to 9999, as in memory; infinity is beyond them.
    var isAfterFirst: String { "\(column.sql) >= \(literal("0001-01-01 00:00:00"))" }
    var isBeforeLast: String { "\(column.sql) < \(literal("10000-01-01 00:00:00"))" }

    /// Without its zone.
    private var utc: String {
        switch column.type {
        case "timestamptz": "(\(column.sql) AT TIME ZONE 'UTC')"
        case "date": "\(column.sql)::timestamp"
        default: column.sql
        }
    }

    /// In milliseconds since 1970.
    var milliseconds: String {
        "extract(epoch FROM date_trunc('milliseconds', "
            + "CASE WHEN \(isAfterFirst) AND \(isBeforeLast) THEN \(utc) END))::float8 * 1000"
    }

    /// Milliseconds since 1970 as the server reads them.
    func moment(_ milliseconds: Double) -> String {
        if let instant = ColumnKind.timestamp(milliseconds) { return literal(instant) }
        return literal(milliseconds < 0 ? "-infinity" : "10000-01-01 00:00:00")
    }

    private func literal(_ text: String) -> String {
        let type = hasZone ? "timestamptz" : "timestamp"
        return "'\(text)\(hasZone && !text.hasSuffix("infinity") ? "+00" : "")'::\(type)"
    }
}
