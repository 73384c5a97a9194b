import Addresses

/// A filter whose columns and types are known, in the form in which NOT stands at single tests only.
///
/// A test is true for the rows of which it is certain: a row without a value is in no test but `.missing`. Since tests
/// are negated one by one, the rows for which the whole is true are those of SQL's logic with three values.
package indirect enum FilterCondition: Equatable, Sendable {
    /// All of them are true.
    case all([FilterCondition])
    /// One of them is true.
    case any([FilterCondition])
    /// Numbers, or times in milliseconds since 1970, compared.
    case numbers(FilterNumber, FilterComparison, FilterNumber)
    /// A number is in a list, or in none of it.
    case among(FilterNumber, [Double], isNegated: Bool)
    /// A column of text, and what its values fulfil.
    case word(column: Int, FilterFolding, FilterTextTest)
    /// Two columns of text compared.
    case words(Int, FilterComparison, Int, FilterFolding)
    /// A column of truth values has this one.
    case truth(column: Int, Bool)
    /// Two columns of truth values are equal, or are not.
    case truths(Int, Int, areEqual: Bool)
    /// A column has no value.
    case missing(column: Int)
    /// A column has a value.
    case present(column: Int)
    /// A test of places, by its number in the filter, is true; or the row has a place and it is not.
    case place(Int, isNegated: Bool)

    /// True for all rows.
    package static let always = FilterCondition.all([])
    /// True for no row.
    package static let never = FilterCondition.any([])

    /// Whether addresses are looked for in networks, which is done in memory alone.
    package var testsNetworks: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.testsNetworks)
        case .word(_, _, .within): true
        default: false
        }
    }

    /// The same where no row has a value in the columns from `first` on.
    func withoutValues(from first: Int) -> FilterCondition {
        let names: [Int]
        switch self {
        case .all(let parts): return .all(parts.map { $0.withoutValues(from: first) })
        case .any(let parts): return .any(parts.map { $0.withoutValues(from: first) })
        case .place: return self
        case .missing(let column): return column < first ? self : .always
        case .numbers(let one, _, let other): names = one.columns + other.columns
        case .among(let number, _, _): names = number.columns
        case .words(let one, _, let other, _), .truths(let one, let other, _): names = [one, other]
        case .word(let column, _, _), .truth(let column, _), .present(let column): names = [column]
        }
        return names.allSatisfy { $0 < first } ? self : .never
    }
}

/// A number that a row has.
package indirect enum FilterNumber: Equatable, Sendable {
    /// The value of a column; of a time its milliseconds since 1970.
    case column(Int)
    case constant(Double)
    /// No result where an operand has none, is beyond `FilterArithmetic.limit`, or divides by 0.
    case arithmetic(FilterNumber, FilterArithmetic, FilterNumber)
    /// What a clock or a calendar shows at the time of a column.
    case clock(column: Int, FilterClock)

    /// Those that it names.
    fileprivate var columns: [Int] {
        switch self {
        case .column(let column), .clock(let column, _): [column]
        case .constant: []
        case .arithmetic(let first, _, let second): first.columns + second.columns
        }
    }
}

/// What a text fulfils. Texts are compared byte by byte in UTF-8, which is the order of code points.
package enum FilterTextTest: Equatable, Sendable {
    case compared(FilterComparison, String)
    case among([String], isNegated: Bool)
    case like(TextPattern, isNegated: Bool)
    /// An address of one of some networks; what is no address is in no result of either.
    case within([AddressNetwork], isNegated: Bool)
}

/// A text in the order of its bytes: Swift's own order takes composed and decomposed letters for equal.
struct ByteOrder: Comparable, Hashable {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    static func < (first: Self, second: Self) -> Bool { first.bytes.lexicographicallyPrecedes(second.bytes) }
}
