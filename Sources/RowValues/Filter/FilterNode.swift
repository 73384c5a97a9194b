/// A filter as it was written: conditions and values with their places in the text.
struct FilterNode: Equatable, Sendable {
    indirect enum Content: Equatable, Sendable {
        case all([FilterNode])
        case any([FilterNode])
        case not(FilterNode)
        case comparison(FilterNode, FilterComparison, FilterNode)
        case like(FilterNode, FilterNode, escape: String?, isNegated: Bool)
        case contains(FilterNode, FilterNode, isNegated: Bool)
        case among(FilterNode, [FilterNode], isNegated: Bool)
        case between(FilterNode, FilterNode, FilterNode, isNegated: Bool)
        case isNull(FilterNode, isNegated: Bool)
        /// An address is one of a network.
        case within(FilterNode, FilterNode, isNegated: Bool)
        /// The test of this number among the places of the filter.
        case place(Int)

        case arithmetic(FilterNode, FilterArithmetic, FilterNode)
        case folded(FilterNode, FilterFolding)
        /// What a clock or a calendar shows at the time of a column.
        case clock(FilterNode, TimeFold.Part)
        /// A column, or a text without quotes.
        case name(String, isQuoted: Bool)
        case column(Int)
        case text(String)
        case number(Double)
        case boolean(Bool)
        case time(TimeSpan)
    }

    let content: Content
    /// Bytes of the text in UTF-8.
    let range: Range<Int>

    init(_ content: Content, _ range: Range<Int>) {
        self.content = content
        self.range = range
    }

    /// Whether a column is part of a value.
    var hasColumn: Bool {
        switch content {
        case .column: true
        case .folded(let node, _), .clock(let node, _): node.hasColumn
        case .arithmetic(let first, _, let second): first.hasColumn || second.hasColumn
        default: false
        }
    }

    /// Whether it is true or false, not a value.
    var isCondition: Bool {
        switch content {
        case .all, .any, .not, .comparison, .like, .contains, .among, .between, .isNull, .within, .place: true
        default: false
        }
    }
}

/// How two values are compared.
package enum FilterComparison: Sendable, CaseIterable {
    case equal, notEqual, less, atMost, greater, atLeast

    /// True for the values for which this is false.
    var negated: Self {
        switch self {
        case .equal: .notEqual
        case .notEqual: .equal
        case .less: .atLeast
        case .atMost: .greater
        case .greater: .atMost
        case .atLeast: .less
        }
    }

    /// The same with the sides exchanged.
    var mirrored: Self {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .atMost: .atLeast
        case .greater: .less
        case .atLeast: .atMost
        }
    }

    /// Its sign in SQL.
    package var sql: String {
        switch self {
        case .equal: "="
        case .notEqual: "<>"
        case .less: "<"
        case .atMost: "<="
        case .greater: ">"
        case .atLeast: ">="
        }
    }

    /// Whether it holds for `first` and `second`, neither of which is NaN.
    package func holds<Value: Comparable>(_ first: Value, _ second: Value) -> Bool {
        switch self {
        case .equal: first == second
        case .notEqual: first != second
        case .less: first < second
        case .atMost: first <= second
        case .greater: first > second
        case .atLeast: first >= second
        }
    }
}

/// A basic operation of arithmetic.
package enum FilterArithmetic: Character, Sendable, CaseIterable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"

    /// Numbers of more than this, or nearer to 0 than its inverse, have no result: no database overflows below it.
    package static let limit = 1e150

    /// Whether arithmetic is done with a number.
    package static func accepts(_ number: Double) -> Bool {
        number == 0 || (abs(number) < limit && abs(number) > 1 / limit)
    }

    /// The result; NaN for none, as when dividing by 0.
    func result(_ first: Double, _ second: Double) -> Double {
        guard Self.accepts(first), Self.accepts(second) else { return .nan }
        switch self {
        case .plus: return first + second
        case .minus: return first - second
        case .times: return first * second
        case .divided: return second == 0 ? .nan : first / second
        }
    }
}
