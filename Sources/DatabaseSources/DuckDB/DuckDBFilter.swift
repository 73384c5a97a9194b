import Rows

/// The SQL of a filter for DuckDB. No value makes a statement fail: what is not of a column's type is NULL, as in memory.
struct DuckDBFilter {
    private let dialect: DuckDBDialect
    private let columns: [EngineColumn]

    init(_ dialect: DuckDBDialect, _ columns: [EngineColumn]) {
        self.dialect = dialect
        self.columns = columns
    }

    /// True for the rows that match.
    func sql(_ condition: FilterCondition) -> String {
        switch condition {
        case .all(let parts): return parts.isEmpty ? "true" : joined(parts, "AND")
        case .any(let parts): return parts.isEmpty ? "false" : joined(parts, "OR")
        case .numbers(.column(let column), let comparison, .constant(let moment))
        where columns[column].kind == .time:
            return time(columns[column], comparison, moment)
        case .numbers(let first, let comparison, let second):
            return "\(number(first)) \(comparison.sql) \(number(second))"
        case .among(let subject, let numbers, let isNegated):
            if numbers.isEmpty { return isNegated ? "\(number(subject)) IS NOT NULL" : "false" }
            let list = numbers.map(dialect.literal).joined(separator: ", ")
            return "\(number(subject)) \(isNegated ? "NOT " : "")IN (\(list))"
        case .word(let column, let folding, let test): return word(columns[column], folding, test)
        case .words(let first, let comparison, let second, let folding):
            let one = folded(dialect.value(of: columns[first]), folding, into: nil)
            return
                "\(one) \(comparison.sql) \(folded(dialect.value(of: columns[second]), folding, into: nil))"
        case .truth(let column, let value): return "\(columns[column].sql) = \(value)"
        case .truths(let first, let second, let areEqual):
            return "\(columns[first].sql) \(areEqual ? "=" : "<>") \(columns[second].sql)"
        case .missing(let column): return "(\(dialect.value(of: columns[column]))) IS NULL"
        case .present(let column): return "(\(dialect.value(of: columns[column]))) IS NOT NULL"
        }
    }

    private func joined(_ parts: [FilterCondition], _ word: String) -> String {
        "(" + parts.map { sql($0) }.joined(separator: " \(word) ") + ")"
    }

    // MARK: - Numbers

    private func number(_ number: FilterNumber) -> String {
        switch number {
        case .column(let column): return "(\(dialect.value(of: columns[column])))"
        case .constant(let constant):
            return constant.isFinite ? dialect.literal(constant) : "CAST(NULL AS DOUBLE)"
        case .arithmetic(let first, let operation, let second):
            let (one, other) = (operand(first), operand(second))
            return "(\(one) \(operation.rawValue) \(operation == .divided ? "nullif(\(other), 0)" : other))"
        }
    }

    /// NULL beyond the limits of arithmetic.
    private func operand(_ number: FilterNumber) -> String {
        if case .constant(let constant) = number {
            return FilterArithmetic.accepts(constant) ? dialect.literal(constant) : "CAST(NULL AS DOUBLE)"
        }
        let inner = self.number(number)
        return
            "(CASE WHEN \(inner) = 0 OR (abs(\(inner)) < 1e150 AND abs(\(inner)) > 1e-150) THEN \(inner) END)"
    }

    // MARK: - Times

    /// The column itself is compared, so that blocks are skipped; comparisons with moments are `<` or `>=`, which need no
    /// rounding to milliseconds.
    private func time(
        _ column: EngineColumn, _ comparison: FilterComparison, _ milliseconds: Double
    ) -> String {
        guard comparison == .less || comparison == .atLeast, let text = ColumnKind.timestamp(milliseconds)
        else {
            return
                "(\(DuckDBDialect.milliseconds(column))) \(comparison.sql) \(dialect.literal(milliseconds))"
        }
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

    // MARK: - Texts

    private func word(_ column: EngineColumn, _ folding: FilterFolding, _ test: FilterTextTest) -> String {
        let value = dialect.value(of: column)
        switch test {
        case .compared(.equal, let other) where folding.isEmpty && !other.isEmpty:
            // The column itself, whose blocks are skipped.
            return "\(DuckDBType(column.type).isText ? column.sql : value) = \(dialect.literal(other))"
        case .compared(let comparison, let other):
            let isOrdered = comparison != .equal && comparison != .notEqual
            let text = folded(value, folding, into: isOrdered ? nil : Set(other.unicodeScalars))
            return "\(text) \(comparison.sql) \(dialect.literal(other))"
        case .among(let texts, let isNegated):
            if texts.isEmpty { return isNegated ? "\(value) IS NOT NULL" : "false" }
            let text = folded(value, folding, into: Set(texts.flatMap(\.unicodeScalars)))
            let list = texts.map(dialect.literal).joined(separator: ", ")
            return "\(text) \(isNegated ? "NOT " : "")IN (\(list))"
        case .like(let pattern, let isNegated):
            let text = folded(value, folding, into: pattern.literals)
            return "\(text) \(isNegated ? "NOT " : "")LIKE \(dialect.literal(pattern.like)) ESCAPE '\\'"
        }
    }

    /// Characters that become one of `letters` are enough where texts are only compared for equality.
    private func folded(
        _ text: String, _ folding: FilterFolding, into letters: Set<Unicode.Scalar>?
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
        return "translate(\(text), \(dialect.literal(String(from))), \(dialect.literal(String(to))))"
    }
}
