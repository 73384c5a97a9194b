import Rows

/// The SQL of a filter for ClickHouse.
///
/// No value makes a statement fail: what is not of a column's type is NULL, as in memory. `IN` of ClickHouse takes NULL
/// for a value that is in no list, so it follows a test for one.
struct ClickHouseFilter {
    private let dialect: ClickHouseDialect
    private let columns: [EngineColumn]

    init(_ dialect: ClickHouseDialect, _ columns: [EngineColumn]) {
        self.dialect = dialect
        self.columns = columns
    }

    /// True for the rows that match.
    func sql(_ condition: FilterCondition) -> String {
        switch condition {
        case .all(let parts): return parts.isEmpty ? "1 = 1" : joined(parts, "AND")
        case .any(let parts): return parts.isEmpty ? "1 = 0" : joined(parts, "OR")
        case .numbers(let first, let comparison, let second):
            return "\(number(first)) \(comparison.sql) \(number(second))"
        case .among(let subject, let numbers, let isNegated):
            return among(number(subject), numbers.map(dialect.literal), isNegated)
        case .word(let column, let folding, let test): return word(value(column), folding, test)
        case .words(let first, let comparison, let second, let folding):
            let (one, other) = (
                folded(value(first), folding, into: nil), folded(value(second), folding, into: nil)
            )
            return "\(one) \(comparison.sql) \(other)"
        case .truth(let column, let isTrue): return "\(value(column)) = \(isTrue ? 1 : 0)"
        case .truths(let first, let second, let areEqual):
            return "\(value(first)) \(areEqual ? "=" : "!=") \(value(second))"
        case .missing(let column): return "\(value(column)) IS NULL"
        case .present(let column): return "\(value(column)) IS NOT NULL"
        }
    }

    private func joined(_ parts: [FilterCondition], _ word: String) -> String {
        "(" + parts.map { sql($0) }.joined(separator: " \(word) ") + ")"
    }

    private func value(_ column: Int) -> String { "(\(dialect.value(of: columns[column])))" }

    private func among(_ value: String, _ list: [String], _ isNegated: Bool) -> String {
        if list.isEmpty { return isNegated ? "\(value) IS NOT NULL" : "1 = 0" }
        return
            "(\(value) IS NOT NULL AND \(value) \(isNegated ? "NOT " : "")IN (\(list.joined(separator: ", "))))"
    }

    // MARK: - Numbers

    private func number(_ number: FilterNumber) -> String {
        switch number {
        case .column(let column): return value(column)
        case .constant(let constant): return constant.isFinite ? dialect.literal(constant) : "NULL"
        case .arithmetic(let first, let operation, let second):
            let (one, other) = (operand(first), operand(second))
            return "(\(one) \(operation.rawValue) \(operation == .divided ? "nullIf(\(other), 0.0)" : other))"
        }
    }

    /// NULL beyond the limits of arithmetic.
    private func operand(_ number: FilterNumber) -> String {
        if case .constant(let constant) = number {
            return FilterArithmetic.accepts(constant) ? dialect.literal(constant) : "NULL"
        }
        let inner = self.number(number)
        return
            "(CASE WHEN \(inner) = 0 OR (abs(\(inner)) < 1e150 AND abs(\(inner)) > 1e-150) THEN \(inner) END)"
    }

    // MARK: - Texts

    private func word(_ value: String, _ folding: FilterFolding, _ test: FilterTextTest) -> String {
        switch test {
        case .compared(let comparison, let other):
            let isOrdered = comparison != .equal && comparison != .notEqual
            let text = folded(value, folding, into: isOrdered ? nil : Set(other.unicodeScalars))
            return "\(text) \(comparison.sql) \(dialect.literal(other))"
        case .among(let texts, let isNegated):
            let text = folded(value, folding, into: Set(texts.flatMap(\.unicodeScalars)))
            return among(text, texts.map(dialect.literal), isNegated)
        case .like(let pattern, let isNegated):
            let text = folded(value, folding, into: pattern.literals)
            return "\(text) \(isNegated ? "NOT " : "")LIKE \(dialect.literal(pattern.like))"
        }
    }

    /// Character by character, since `translate` is too new for some servers. Characters that become one of `letters`
    /// are enough where texts are only compared for equality.
    private func folded(
        _ text: String, _ folding: FilterFolding, into letters: Set<Unicode.Scalar>?
    ) -> String {
        if folding.isEmpty { return text }
        let (changed, removed) = folding.changes(into: letters)
        let from =
            changed.map { dialect.literal(String($0.from)) } + removed.map { dialect.literal(String($0)) }
        if from.isEmpty { return text }
        let to = changed.map { dialect.literal(String($0.to)) } + removed.map { _ in "''" }
        let list = "[\(from.joined(separator: ", "))], [\(to.joined(separator: ", "))]"
        let letters = "extractAll(ifNull(\(text), ''), '(?s).')"
        let result = "arrayStringConcat(arrayMap(tm_l -> transform(tm_l, \(list), tm_l), \(letters)))"
        return "(CASE WHEN \(text) IS NOT NULL THEN \(result) END)"
    }
}
