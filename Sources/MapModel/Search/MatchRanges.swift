/// Which ranges of a text match a query, to show them in bold.
public enum MatchRanges {
    /// The ranges of `text` that any word of `query` matches, inside words as well: ascending, disjoint,
    /// whole characters.
    ///
    /// Characters that vanish when text is folded are included in a match that continues after them: `obrien`
    /// is all of O'Brien.
    ///
    /// - Complexity: O(n) for a text of n characters and a query of few letters.
    public static func ranges(of query: SearchQuery, in text: String) -> [Range<String.Index>] {
        let folded = OwnedText(text)
        var isMatched = [Bool](repeating: false, count: folded.characterCount)
        for spelling in query.terms.flatMap(\.spellings) {
            for start in folded.places(of: spelling) {
                let first = folded.owners[start]
                let last = folded.owners[start + spelling.count - 1]
                for character in first...last { isMatched[character] = true }
            }
        }
        return runs(of: isMatched, in: text)
    }

    private static func runs(of isMatched: [Bool], in text: String) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var start: String.Index?
        for (index, isMatched) in zip(text.indices, isMatched) {
            if isMatched {
                start = start ?? index
            } else if let first = start {
                ranges.append(first..<index)
                start = nil
            }
        }
        if let start { ranges.append(start..<text.endIndex) }
        return ranges
    }
}

extension SearchQuery {
    /// Whether all of its words occur in a text, inside words as well.
    ///
    /// - Complexity: O(n) for a text of n characters and a query of few letters.
    public func matches(_ text: String) -> Bool {
        let folded = OwnedText(text)
        return terms.allSatisfy { term in
            term.spellings.contains { !folded.places(of: $0).isEmpty }
        }
    }
}

/// Folded text with the index of the original character for each byte.
private struct OwnedText {
    private(set) var bytes: [UInt8] = []
    private(set) var owners: [Int] = []
    private(set) var characterCount = 0

    init(_ text: String) {
        for character in text {
            if let byte = Self.plain(character) {
                bytes.append(byte)
                owners.append(characterCount)
            } else {
                let folded = FoldedText.folded(character)
                bytes += folded
                owners += repeatElement(characterCount, count: folded.count)
            }
            characterCount += 1
        }
    }

    /// What an ASCII letter or digit folds to; nil for any other character.
    private static func plain(_ character: Character) -> UInt8? {
        switch character.utf8.count == 1 ? character.asciiValue : nil {
        case .some(let byte) where (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte): byte
        case .some(let byte) where (0x41...0x5A).contains(byte): byte | 0x20
        default: nil
        }
    }

    /// The ranges where `needle`, which has no blanks, occurs.
    func places(of needle: [UInt8]) -> [Int] {
        guard let first = needle.first, needle.count <= bytes.count else { return [] }
        return (0...bytes.count - needle.count).filter { start in
            bytes[start] == first && bytes[start..<start + needle.count].elementsEqual(needle)
        }
    }
}
