import RowValues

// The one way from a filter to SQL. No value makes a statement fail: what is not of its column's type is NULL, as in
// memory, and so is arithmetic without a result.
extension FilterDialect {
    /// True for the rows that match, in SQL's logic with three values.
    mutating func test(_ condition: FilterCondition) -> String {
        switch condition {
        case .all(let parts): return joined(parts[...], "AND") ?? "1 = 1"
        case .any(let parts): return joined(parts[...], "OR") ?? Self.never
        case .numbers(let first, let comparison, .constant(let constant)):
            return numbers(first, comparison, constant)
        case .numbers(let first, let comparison, let second):
            guard first.hasResult, second.hasResult else { return Self.never }
            return "\(number(first)) \(comparison.sql) \(number(second))"
        case .among(let subject, let numbers, let isNegated):
            guard subject.hasResult else { return Self.never }
            return isAmong(number(subject), numbers.map { sql($0) }, isNegated)
        case .word(let column, let folding, let test): return word(column, folding, test)
        case .words(let first, let comparison, let second, let folding):
            let one = folded(value(of: first), folding, into: nil)
            let other = folded(value(of: second), folding, into: nil)
            return "\(one)\(byteOrder) \(comparison.sql) \(other)\(byteOrder)"
        case .truth(let column, let isTrue): return (isTrue ? "" : "NOT ") + value(of: column)
        case .truths(let first, let second, let areEqual):
            return "\(value(of: first)) \(areEqual ? "=" : "<>") \(value(of: second))"
        case .missing(let column): return "\(value(of: column)) IS NULL"
        case .present(let column): return "\(value(of: column)) IS NOT NULL"
        case .place(let number, let isNegated):
            guard places.indices.contains(number) else { return Self.never }
            return isNegated ? places[number].isFalse : places[number].isTrue
        }
    }

    private static var never: String { "1 = 0" }

    /// Halves in brackets: SQLite limits the depth of expressions, and counts a list in a row as deep.
    private mutating func joined(_ parts: ArraySlice<FilterCondition>, _ word: String) -> String? {
        guard let first = parts.first else { return nil }
        if parts.count == 1 { return test(first) }
        let middle = parts.startIndex + parts.count / 2
        guard let left = joined(parts[..<middle], word), let right = joined(parts[middle...], word) else {
            return nil
        }
        return "(\(left) \(word) \(right))"
    }

    private func isAmong(_ value: String, _ list: [String], _ isNegated: Bool) -> String {
        if list.isEmpty { return isNegated ? "\(value) IS NOT NULL" : Self.never }
        return isAmong(value, list, isNegated: isNegated)
    }

    // MARK: - Numbers

    private mutating func numbers(
        _ subject: FilterNumber, _ comparison: FilterComparison, _ constant: Double
    ) -> String {
        if case .column(let column) = subject, let test = time(column, comparison, constant) { return test }
        guard subject.hasResult, constant.isFinite || comparison.holds(0, constant) else { return Self.never }
        let value = number(subject)
        return constant.isFinite
            ? "\(value) \(comparison.sql) \(sql(constant))" : "\(value) IS NOT NULL"
    }

    /// NULL where a row has none.
    mutating func number(_ number: FilterNumber) -> String {
        switch number {
        case .column(let column): return value(of: column)
        case .constant(let constant): return sql(constant)
        case .clock(let column, let clock): return part(of: column, clock)
        case .arithmetic(let first, let operation, let second):
            let (one, other) = (operand(first), operand(second))
            return "(\(one) \(operation.rawValue) \(operation == .divided ? "nullif(\(other), 0.0)" : other))"
        }
    }

    /// NULL beyond the limits of arithmetic, where some databases fail.
    private mutating func operand(_ number: FilterNumber) -> String {
        if case .constant(let constant) = number { return sql(constant) }
        let (low, high) = (1 / FilterArithmetic.limit, FilterArithmetic.limit)
        return once(self.number(number)) {
            "CASE WHEN \($0) = 0 OR (abs(\($0)) < \(high) AND abs(\($0)) > \(low)) THEN \($0) END"
        }
    }

    // MARK: - Texts

    private mutating func word(_ column: Int, _ folding: FilterFolding, _ test: FilterTextTest) -> String {
        switch test {
        case .compared(.equal, let other) where folding.isEmpty && !other.isEmpty:
            return "\(plainText(of: column)) = \(sql(other))"
        case .compared(let comparison, let other):
            let isOrdered = comparison != .equal && comparison != .notEqual
            let text = folded(value(of: column), folding, into: isOrdered ? nil : Set(other.unicodeScalars))
            return "\(text)\(byteOrder) \(comparison.sql) \(sql(other))"
        case .among(let texts, let isNegated):
            let text = folded(value(of: column), folding, into: Set(texts.flatMap(\.unicodeScalars)))
            return isAmong(text + byteOrder, texts.map { sql($0) }, isNegated)
        // Refused before: a server does not read addresses.
        case .within: return Self.never
        case .like(let pattern, let isNegated):
            let text = folded(value(of: column), folding, into: pattern.literals)
            return like(text, sql(pattern.like), isNegated: isNegated)
        }
    }
}

extension FilterNumber {
    /// Whether some row may have a value.
    fileprivate var hasResult: Bool {
        switch self {
        case .column, .clock: true
        case .constant(let constant): constant.isFinite
        case .arithmetic(let first, _, let second): first.isOperand && second.isOperand
        }
    }

    private var isOperand: Bool {
        if case .constant(let constant) = self { FilterArithmetic.accepts(constant) } else { hasResult }
    }
}
