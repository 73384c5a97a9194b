import RowValues

/// How a database writes the values and the tests of a filter; `FilterDialect.test` walks through its cases, once for all
/// databases. Expressions are SQL text.
protocol FilterDialect {
    /// The place tests of the filter in SQL, by their numbers.
    var places: [PlaceConditions.Test] { get }
    /// A finite number: a literal, or the place of a value that is bound.
    mutating func sql(_ number: Double) -> String
    /// A text in the same way, whatever bytes it has.
    mutating func sql(_ text: String) -> String
    /// What is compared of a column, in brackets where it needs them: a double, a text that is not empty, a truth value, or a time as a double in
    /// milliseconds since 1970; NULL where there is none.
    func value(of column: Int) -> String
    /// A column that equals a text that is not empty, so that an index can be used.
    func plainText(of column: Int) -> String
    /// A time compared with milliseconds since 1970, so that an index can be used; nil where its value is compared.
    /// Comparisons with moments are `<` or `>=`, which need no rounding to milliseconds.
    func time(_ column: Int, _ comparison: FilterComparison, _ milliseconds: Double) -> String?
    /// Whether the times of a column are moments; others are those of a clock, in a zone that the column does not have.
    func hasZone(_ column: Int) -> Bool
    /// A part of the time that a clock shows, as a number; the time is a double in milliseconds since 1970-01-01 00:00.
    func part(_ part: TimeFold.Part, ofWall milliseconds: String) -> String
    /// What follows a text that is compared byte by byte.
    var byteOrder: String { get }
    /// A value is one of a list that is not empty, or is there and none of it.
    func isAmong(_ value: String, _ list: [String], isNegated: Bool) -> String
    /// A text is like a pattern, or is not.
    func like(_ text: String, _ pattern: String, isNegated: Bool) -> String
    /// A text without what is ignored; characters that become one of `letters` are enough where it is only compared for
    /// equality.
    mutating func folded(
        _ text: String, _ folding: FilterFolding, into letters: Set<Unicode.Scalar>?
    ) -> String
    /// A text whose characters `changed` are others, and `removed` are left out; one of the two is not empty.
    mutating func translated(
        _ text: String, _ changed: [(from: Unicode.Scalar, to: Unicode.Scalar)], _ removed: [Unicode.Scalar]
    ) -> String
    /// An expression of a value that is calculated once, where that is possible.
    func once(_ value: String, _ expression: (String) -> String) -> String
}

extension FilterDialect {
    var places: [PlaceConditions.Test] { [] }
    func plainText(of column: Int) -> String { value(of: column) }
    func time(_ column: Int, _ comparison: FilterComparison, _ milliseconds: Double) -> String? { nil }
    var byteOrder: String { "" }

    func isAmong(_ value: String, _ list: [String], isNegated: Bool) -> String {
        "\(value) \(isNegated ? "NOT " : "")IN (\(list.joined(separator: ", ")))"
    }

    func like(_ text: String, _ pattern: String, isNegated: Bool) -> String {
        "\(text)\(byteOrder) \(isNegated ? "NOT " : "")LIKE \(pattern)"
    }

    mutating func folded(
        _ text: String, _ folding: FilterFolding, into letters: Set<Unicode.Scalar>?
    ) -> String {
        if folding.isEmpty { return text }
        let (changed, removed) = folding.changes(into: letters)
        return changed.isEmpty && removed.isEmpty ? text : translated(text, changed, removed)
    }

    mutating func translated(
        _ text: String, _ changed: [(from: Unicode.Scalar, to: Unicode.Scalar)], _ removed: [Unicode.Scalar]
    ) -> String {
        var (from, to) = (String.UnicodeScalarView(), String.UnicodeScalarView())
        from.append(contentsOf: changed.map(\.from) + removed)
        to.append(contentsOf: changed.map(\.to))
        return "translate(\(text), \(sql(String(from))), \(sql(String(to))))"
    }

    func once(_ value: String, _ expression: (String) -> String) -> String { "(\(expression(value)))" }
}
