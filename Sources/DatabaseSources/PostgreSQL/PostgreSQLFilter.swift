import Rows

/// The SQL of filters for PostgreSQL. It depends on no collation and no setting of the server.
struct PostgreSQLFilter: FilterDialect {
    let columns: [PostgreSQLColumn]

    func sql(_ number: Double) -> String { PostgreSQLLiteral.sql(number) }
    func sql(_ text: String) -> String { PostgreSQLLiteral.sql(text) }
    func value(of column: Int) -> String { "(\(columns[column].filterValue))" }
    func plainText(of column: Int) -> String { columns[column].filterText }
    var byteOrder: String { " COLLATE \"C\"" }

    /// The server does not optimise across OFFSET 0.
    func once(_ value: String, _ expression: (String) -> String) -> String {
        "(SELECT \(expression("v")) FROM (SELECT \(value) AS v OFFSET 0) AS s)"
    }

    func time(_ column: Int, _ comparison: FilterComparison, _ milliseconds: Double) -> String? {
        let column = columns[column]
        guard column.filterKind == .time else { return nil }
        let time = FilterColumnTime(column)
        let isUpper = comparison == .less || comparison == .atMost
        return "(\(column.quoted) \(comparison.sql) \(time.moment(milliseconds)) "
            + "AND \(isUpper ? time.isAfterFirst : time.isBeforeLast))"
    }
}

/// Values as literals, which are read alike whatever the settings of the server.
enum PostgreSQLLiteral {
    /// A finite number that is read as a double.
    static func sql(_ number: Double) -> String { "\(number)::float8" }

    /// A text up to its first NUL, which no text of the server has.
    static func sql(_ text: String) -> String {
        let known = text.prefix { $0 != "\0" }
        return "E'" + known.replacing("\\", with: "\\\\").replacing("'", with: "''") + "'"
    }
}

/// How the times of a column are compared.
private struct FilterColumnTime {
    private let column: PostgreSQLColumn

    init(_ column: PostgreSQLColumn) { self.column = column }

    private var hasZone: Bool { column.type == "timestamptz" }

    /// The years 1 to 9999, as in memory; infinity is beyond them.
    var isAfterFirst: String { "\(column.quoted) >= \(literal("0001-01-01 00:00:00"))" }
    var isBeforeLast: String { "\(column.quoted) < \(literal("10000-01-01 00:00:00"))" }

    /// Without its zone.
    private var utc: String {
        switch column.type {
        case "timestamptz": "(\(column.quoted) AT TIME ZONE 'UTC')"
        case "date": "\(column.quoted)::timestamp"
        default: column.quoted
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

extension PostgreSQLColumn {
    /// The type that filters take it for.
    var filterKind: ColumnKind {
        if isNumber { return .number }
        switch type {
        case "bool": return .boolean
        case "date", "timestamp", "timestamptz": return .time
        default: return .text
        }
    }

    /// What filters compare; NULL where there is none.
    var filterValue: String {
        switch filterKind {
        case .number: filterNumber
        case .time: FilterColumnTime(self).milliseconds
        case .boolean: quoted
        case .text: "nullif(\(filterText), '')"
        }
    }

    /// Its text; the column itself where it is one, so that an index can be used.
    fileprivate var filterText: String {
        type == "text" || type == "varchar" ? "\(quoted)::text" : "(\(reading))"
    }

    /// As a double; NULL for what is no number, and for whole numbers of more than 2^53.
    private var filterNumber: String {
        switch type {
        case "float8": "CASE WHEN \(quoted) > '-Infinity' AND \(quoted) < 'Infinity' THEN \(quoted) END"
        // As it is written: 0.1, not 0.100000001490116.
        case "float4":
            "CASE WHEN \(quoted) > '-Infinity' AND \(quoted) < 'Infinity' THEN \(quoted)::text::float8 END"
        case "int8":
            "CASE WHEN \(quoted) BETWEEN -9007199254740992 AND 9007199254740992 THEN \(quoted)::float8 END"
        case "numeric":
            "CASE WHEN abs(\(quoted)) < 1e-300 THEN 0 WHEN abs(\(quoted)) <= 9007199254740992 "
                + "OR abs(\(quoted)) < 1e300 AND scale(\(quoted)) > 0 THEN \(quoted)::float8 END"
        default: "\(quoted)::float8"
        }
    }
}
