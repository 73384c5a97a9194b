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
    /// Words of other fields begin with a word of the query.
    case fieldWord
    /// A word of the query is found inside words only.
    case inside

    public static func < (first: MatchKind, second: MatchKind) -> Bool { first.rawValue < second.rawValue }

    /// The next worse kind, for names that are found in another spelling than was typed.
    var worse: MatchKind { MatchKind(rawValue: rawValue + 1) ?? .inside }
}
