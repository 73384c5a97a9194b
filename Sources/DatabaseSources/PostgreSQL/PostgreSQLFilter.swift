import Rows

/// The SQL of a filter for PostgreSQL, with its values bound.
///
/// It depends on no collation and no setting of the server, and no value makes a statement fail: what is not of a
/// column's type, such as infinity, is NULL, as in memory.
struct PostgreSQLFilter {
    private let columns: [PostgreSQLColumn]
    private let condition: FilterCondition

    init(_ condition: FilterCondition, _ columns: [PostgreSQLColumn]) {
        self.condition = condition
        self.columns = columns
    }

    /// True for the rows that match; its values are bound to `statement`.
    func sql(in statement: inout SQLStatement) -> String { test(condition, &statement) }

    // MARK: - Conditions

    private func test(_ condition: FilterCondition, _ statement: inout SQLStatement) -> String {
        switch condition {
        case .all(let parts): return joined(parts, "AND", &statement) ?? "true"
        case .any(let parts): return joined(parts, "OR", &statement) ?? "false"
        case .numbers(.column(let column), let comparison, .constant(let moment))
        where columns[column].filterKind == .time:
            return time(columns[column], comparison, moment, &statement)
        case .numbers(let first, let comparison, let second):
            return "\(number(first, &statement)) \(comparison.sql) \(number(second, &statement))"
        case .among(let subject, let numbers, let isNegated):
            let list = statement.bind(numbers)
            return "\(number(subject, &statement)) \(isNegated ? "<> ALL" : "= ANY") (\(list))"
        case .word(let column, let folding, let test): return word(columns[column], folding, test, &statement)
        case .words(let first, let comparison, let second, let folding):
            let one = folded(Self.text(columns[first]), folding, into: nil, &statement)
            let other = folded(Self.text(columns[second]), folding, into: nil, &statement)
            return "\(one) COLLATE \"C\" \(comparison.sql) \(other) COLLATE \"C\""
        case .truth(let column, let value): return "\(columns[column].quoted) IS \(value ? "TRUE" : "FALSE")"
        case .truths(let first, let second, let areEqual):
            return "\(columns[first].quoted) \(areEqual ? "=" : "<>") \(columns[second].quoted)"
        case .missing(let column): return "\(Self.value(columns[column])) IS NULL"
        case .present(let column): return "\(Self.value(columns[column])) IS NOT NULL"
        }
    }

    private func joined(
        _ parts: [FilterCondition], _ word: String, _ statement: inout SQLStatement
    ) -> String? {
        guard !parts.isEmpty else { return nil }
        var tests: [String] = []
        for part in parts { tests.append(test(part, &statement)) }
        return "(" + tests.joined(separator: " \(word) ") + ")"
    }

    // MARK: - Numbers

    private func number(_ number: FilterNumber, _ statement: inout SQLStatement) -> String {
        switch number {
        case .column(let column):
            let column = columns[column]
            return column.filterKind == .time
                ? "date_trunc('milliseconds', \(Self.value(column)))" : Self.value(column)
        case .constant(let constant): return statement.bind(constant)
        case .arithmetic(let first, let operation, let second):
            let (one, other) = (operand(first, &statement), operand(second, &statement))
            return "(\(one) \(operation.rawValue) \(operation == .divided ? "nullif(\(other), 0)" : other))"
        }
    }

    /// NULL beyond the limits of arithmetic, where the server would fail; calculated once.
    private func operand(_ number: FilterNumber, _ statement: inout SQLStatement) -> String {
        if case .constant(let constant) = number {
            return FilterArithmetic.accepts(constant) ? statement.bind(constant) : "NULL::float8"
        }
        let inner = self.number(number, &statement)
        let isInside = "v = 0 OR (abs(v) < 1e150::float8 AND abs(v) > 1e-150::float8)"
        return "(SELECT CASE WHEN \(isInside) THEN v END FROM (SELECT \(inner) AS v OFFSET 0) AS s)"
    }

    // MARK: - Times

    /// The column itself is compared, so that an index can be used; comparisons with moments are `<` or `>=`, which
    /// need no rounding to milliseconds.
    private func time(
        _ column: PostgreSQLColumn, _ comparison: FilterComparison, _ milliseconds: Double,
        _ statement: inout SQLStatement
    ) -> String {
        let kind = FilterColumnTime(column)
        let test =
            "\(column.quoted) \(comparison.sql) \(statement.bind(kind.text(milliseconds), as: kind.type))"
        let isUpper = comparison == .less || comparison == .atMost
        return "(\(test) AND \(isUpper ? kind.isAfterFirst : kind.isBeforeLast))"
    }

    // MARK: - Texts

    private func word(
        _ column: PostgreSQLColumn, _ folding: FilterFolding, _ test: FilterTextTest,
        _ statement: inout SQLStatement
    ) -> String {
        switch test {
        case .compared(.equal, let other) where folding.isEmpty && !other.isEmpty:
            return "\(column.filterText) = \(statement.bind(other, as: "text"))"
        case .compared(let comparison, let other):
            let isOrdered = comparison != .equal && comparison != .notEqual
            let letters = isOrdered ? nil : Set(other.unicodeScalars)
            let text = folded(Self.text(column), folding, into: letters, &statement)
            return "\(text) COLLATE \"C\" \(comparison.sql) \(statement.bind(other, as: "text"))"
        case .among(let texts, let isNegated):
            let letters = Set(texts.flatMap(\.unicodeScalars))
            let text = folded(Self.text(column), folding, into: letters, &statement)
            let list = statement.bind(SQLStatement.array(texts), as: "text[]")
            return "\(text) COLLATE \"C\" \(isNegated ? "<> ALL" : "= ANY") (\(list))"
        case .like(let pattern, let isNegated):
            let text = folded(Self.text(column), folding, into: pattern.literals, &statement)
            let like = statement.bind(pattern.like, as: "text")
            return "\(text) COLLATE \"C\" \(isNegated ? "NOT LIKE" : "LIKE") \(like)"
        }
    }

    /// Characters that become one of `letters` are enough where texts are only compared for equality.
    private func folded(
        _ text: String, _ folding: FilterFolding, into letters: Set<Unicode.Scalar>?,
        _ statement: inout SQLStatement
    ) -> String {
        if folding.isEmpty { return text }
        let (changed, removed) = folding.changes(into: letters)
        var (from, to) = (String.UnicodeScalarView(), String.UnicodeScalarView())
        for change in changed {
            from.append(change.from)
            to.append(change.to)
        }
        from.append(contentsOf: removed)
        if from.isEmpty { return text }
        let places = (
            statement.bind(String(from), as: "text"), statement.bind(String(to), as: "text")
        )
        return "translate(\(text), \(places.0), \(places.1))"
    }

    /// An empty text is no value.
    private static func text(_ column: PostgreSQLColumn) -> String { "nullif(\(column.filterText), '')" }

    /// The value of a column, or NULL.
    static func value(_ column: PostgreSQLColumn) -> String {
        switch column.filterKind {
        case .number: return column.filterNumber
        case .time:
            let kind = FilterColumnTime(column)
            return "CASE WHEN \(kind.isAfterFirst) AND \(kind.isBeforeLast) THEN \(kind.utc) END"
        case .boolean: return column.quoted
        case .text: return text(column)
        }
    }
}

extension PostgreSQLFilter {
    /// The number or the time of a column, the latter in milliseconds since 1970 as in memory; NULL for none.
    static func figure(_ column: PostgreSQLColumn) -> String {
        column.filterKind == .time ? milliseconds(value(column)) : value(column)
    }

    /// A time in milliseconds since 1970.
    static func milliseconds(_ time: String) -> String {
        "extract(epoch FROM date_trunc('milliseconds', \(time)))::float8 * 1000"
    }
}

/// How the times of a column are compared.
private struct FilterColumnTime {
    private let column: PostgreSQLColumn

    init(_ column: PostgreSQLColumn) { self.column = column }

    private var hasZone: Bool { column.type == "timestamptz" }

    /// The type of the values that it is compared with.
    var type: String { hasZone ? "timestamptz" : "timestamp" }

    /// The years 1 to 9999, as in memory; infinity is beyond them.
    var isAfterFirst: String { "\(column.quoted) >= '\(literal("0001-01-01 00:00:00"))'::\(type)" }
    var isBeforeLast: String { "\(column.quoted) < '\(literal("10000-01-01 00:00:00"))'::\(type)" }

    /// Without its zone.
    var utc: String {
        switch column.type {
        case "timestamptz": "(\(column.quoted) AT TIME ZONE 'UTC')"
        case "date": "\(column.quoted)::timestamp"
        default: column.quoted
        }
    }

    /// Milliseconds since 1970 as the server reads them.
    func text(_ milliseconds: Double) -> String {
        guard let instant = ColumnKind.timestamp(milliseconds) else {
            return milliseconds < 0 ? "-infinity" : literal("10000-01-01 00:00:00")
        }
        return literal(instant)
    }

    private func literal(_ text: String) -> String { text + (hasZone ? "+00" : "") }
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

    /// Its text; the column itself where it is one, so that an index can be used.
    fileprivate var filterText: String {
        type == "text" || type == "varchar" ? "\(quoted)::text" : "(\(reading))"
    }

    /// As a double; NULL for what is no number, and for whole numbers of more than 2^53.
    fileprivate var filterNumber: String {
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
