extension Filter {
    /// A word that a column is compared with.
    package struct ComparedWord: Equatable, Sendable {
        package let column: Int
        package let word: String
    }

    /// The words that columns must be equal to, or be among, in the order of the text.
    package var comparedWords: [ComparedWord] { Self.words(in: root) }

    private static func words(in node: FilterNode) -> [ComparedWord] {
        switch node.content {
        case .all(let nodes), .any(let nodes): nodes.flatMap(words)
        case .not(let node): words(in: node)
        case .comparison(let first, .equal, let second):
            [(first, second), (second, first)].compactMap { word($0.0, $0.1) }
        case .among(let value, let others, isNegated: false): others.compactMap { word(value, $0) }
        default: []
        }
    }

    private static func word(_ value: FilterNode, _ other: FilterNode) -> ComparedWord? {
        let word: String
        switch other.content {
        case .text(let text): word = text
        case .name(let text, isQuoted: _): word = text
        default: return nil
        }
        switch value.content {
        case .column(let column): return ComparedWord(column: column, word: word)
        case .folded(let inner, _): return Self.word(inner, other)
        default: return nil
        }
    }
}
