/// Finds the texts that contain all words of a query, many of them one after the other.
public struct TextMatcher: ~Copyable {
    private let spellings: [[[UInt8]]]
    private var buffer = FoldingBuffer()

    /// A matcher of `query`; one without words matches all texts.
    public init(_ query: SearchQuery) { spellings = query.terms.map(\.spellings) }

    /// Whether all words of the query occur in some texts together, inside words as well.
    ///
    /// - Complexity: O(n) for n bytes and a query of few letters.
    public mutating func matches(_ texts: some Sequence<String>) -> Bool {
        buffer.clear()
        for var text in texts {
            text.withUTF8 { buffer.append($0) }
            // No word contains a blank: none begins in one text and ends in the next.
            buffer.append(byte: 0x20)
        }
        return buffer.withBytes { folded in
            spellings.allSatisfy { $0.contains { Self.occurs($0, in: folded) } }
        }
    }

    private static func occurs(_ needle: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = needle.first, needle.count <= text.count else { return needle.isEmpty }
        return needle.withUnsafeBufferPointer { needle in
            search: for start in 0...text.count - needle.count where text[start] == first {
                for offset in 1..<max(needle.count, 1) where text[start + offset] != needle[offset] {
                    continue search
                }
                return true
            }
            return false
        }
    }
}
