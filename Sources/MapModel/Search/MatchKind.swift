/// How well a name matches a query, the best first.
public enum MatchKind: UInt8, Sendable, Comparable, CaseIterable {
    /// The query is the whole label.
    case exactLabel
    /// The label begins with the query.
    case labelPrefix
    /// Words of the label begin with the words of the query.
    case labelWord
    /// Another field, such as a code, is the word of the query.
    case exactField
    /// Another field begins with a word of the query.
    case fieldPrefix
    /// Words of other fields begin with a word of the query.
    case fieldWord
    /// A word of the query is found inside words only.
    case inside
    /// A name that is spelled nearly like the query; only places are found so, and only when nothing else is.
    case similar

    /// Whether the query is a whole name, or a whole word such as a code.
    public var isWhole: Bool { self == .exactLabel || self == .exactField }

    /// Orders from the best match to the worst.
    public static func < (first: MatchKind, second: MatchKind) -> Bool { first.rawValue < second.rawValue }

    /// The kind for names that match only in another spelling than was typed.
    var worse: MatchKind {
        switch self {
        case .exactLabel: .labelPrefix
        case .labelPrefix: .labelWord
        case .exactField: .fieldPrefix
        case .labelWord, .fieldPrefix: .fieldWord
        case .fieldWord, .inside: .inside
        case .similar: .similar
        }
    }
}
