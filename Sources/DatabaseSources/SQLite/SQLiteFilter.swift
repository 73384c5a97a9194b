import Rows
import SQLiteFiles

/// The SQL of a filter for SQLite, with its values bound.
///
/// The values of an SQLite column may be of any type: each is read by a function of this connection, by the rules that
/// columns in memory follow. What is not of the column's type is NULL.
struct SQLiteFilter {
    /// True for the rows that match.
    private(set) var sql = ""
    /// The values of `?n` and so on.
    private(set) var values: [SQLiteValue] = []

    private let relation: SQLiteRelation
    private let kinds: [Int: ColumnKind]
    private let qualifier: String
    private let firstNumber: Int

    /// - Parameters:
    ///   - qualifier: what stands before the names of columns, such as `t.`.
    ///   - firstNumber: the number of the first value.
    init(
        _ condition: FilterCondition, _ relation: SQLiteRelation, kinds: [Int: ColumnKind],
        qualifier: String = "", firstNumber: Int = 1
    ) {
        self.relation = relation
        self.kinds = kinds
        self.qualifier = qualifier
        self.firstNumber = firstNumber
        sql = test(condition)
    }

    private mutating func bind(_ value: SQLiteValue) -> String {
        values.append(value)
        return "?\(firstNumber + values.count - 1)"
    }

    private mutating func bind(_ text: String) -> String { bind(.text(Array(text.utf8))) }

    // MARK: - Conditions

    private mutating func test(_ condition: FilterCondition) -> String {
        switch condition {
        case .all(let parts): return joined(parts[...], "AND") ?? "1"
        case .any(let parts): return joined(parts[...], "OR") ?? "0"
        case .numbers(let first, let comparison, let second):
            return "\(number(first)) \(comparison.sql) \(number(second))"
        case .among(let subject, let numbers, let isNegated):
            let list = numbers.map { bind(.real($0)) }.joined(separator: ", ")
            return "\(number(subject)) \(isNegated ? "NOT " : "")IN (\(list))"
        case .word(let column, let folding, let test): return word(text(column, folding), test)
        case .words(let first, let comparison, let second, let folding):
            return "\(text(first, folding)) \(comparison.sql) \(text(second, folding))"
        case .truth(let column, let value): return "\(self.value(column)) = \(value ? 1 : 0)"
        case .truths(let first, let second, let areEqual):
            return "\(value(first)) \(areEqual ? "=" : "<>") \(value(second))"
        case .missing(let column): return "\(value(column)) IS NULL"
        case .present(let column): return "\(value(column)) IS NOT NULL"
        }
    }

    /// Halves in brackets: SQLite limits the depth of expressions, and counts a list in a row as deep.
    private mutating func joined(_ parts: ArraySlice<FilterCondition>, _ word: String) -> String? {
        guard let first = parts.first else { return nil }
        if parts.count == 1 { return test(first) }
        let middle = parts.startIndex + parts.count / 2
        let left = joined(parts[..<middle], word) ?? ""
        let right = joined(parts[middle...], word) ?? ""
        return "(\(left) \(word) \(right))"
    }

    private mutating func word(_ text: String, _ test: FilterTextTest) -> String {
        switch test {
        case .compared(let comparison, let other): return "\(text) \(comparison.sql) \(bind(other))"
        case .among(let texts, let isNegated):
            let list = texts.map { bind($0) }.joined(separator: ", ")
            return "\(text) \(isNegated ? "NOT " : "")IN (\(list))"
        case .like(let pattern, let isNegated):
            return "\(SQLiteFunctions.like)(\(text), \(bind(pattern.like))) = \(isNegated ? 0 : 1)"
        }
    }

    // MARK: - Values

    private func name(_ column: Int) -> String { qualifier + relation.quotedColumn(column) }

    /// A column as its type has it; NULL for anything else.
    private func value(_ column: Int) -> String {
        "\(SQLiteFunctions.reader(of: kinds[column] ?? .text))(\(name(column)))"
    }

    private func text(_ column: Int, _ folding: FilterFolding) -> String {
        var text = value(column)
        if folding.contains(.accents) { text = "\(SQLiteFunctions.accents)(\(text))" }
        if folding.contains(.case) { text = "\(SQLiteFunctions.case)(\(text))" }
        return text
    }

    private mutating func number(_ number: FilterNumber) -> String {
        switch number {
        case .column(let column): return value(column)
        case .constant(let constant): return bind(.real(constant))
        case .arithmetic(let first, let operation, let second):
            return "(\(operand(first)) \(operation.rawValue) \(operand(second)))"
        }
    }

    /// NULL beyond the limits of arithmetic.
    private mutating func operand(_ number: FilterNumber) -> String {
        if case .constant(let constant) = number {
            return FilterArithmetic.accepts(constant) ? bind(.real(constant)) : "NULL"
        }
        let inner = self.number(number)
        let isInside = "v = 0 OR abs(v) < 1e150 AND abs(v) > 1e-150"
        return "(SELECT CASE WHEN \(isInside) THEN v END FROM (SELECT \(inner) AS v))"
    }
}
