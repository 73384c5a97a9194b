/// What is wrong with the text of a filter, and where.
package struct FilterProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bytes of the text, in UTF-8, that are wrong; empty at the end of an unfinished text.
    package let range: Range<Int>
    /// One short line, such as `no column elevaton: elevation?`.
    package let description: String
    /// The text may become right when more is typed.
    package let isUnfinished: Bool

    /// A problem with a range of a text, in bytes of UTF-8.
    package init(_ description: String, at range: Range<Int>, isUnfinished: Bool = false) {
        self.range = range
        self.description = description
        self.isUnfinished = isUnfinished
    }

    /// The name in a text that no column has; nil for another problem.
    package func missingColumn(in text: String) -> String? {
        guard description.hasPrefix("no column ") else { return nil }
        let bytes = Array(text.utf8)
        guard range.upperBound <= bytes.count else { return nil }
        return FilterLexer.tokens(of: String(decoding: bytes[range], as: UTF8.self)).first?.value
    }

    /// The text and a line of `^` under the range, for output without a screen.
    ///
    /// A long text is cut to about 70 characters around the place.
    package func excerpt(of text: String) -> [String] {
        let place = FilterText.characters(range, in: text)
        let all = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
        let start = max(0, min(place.lowerBound - Self.lead, all.count - Self.width))
        let shown = all[start..<min(start + Self.width, all.count)]
        let marks = max(1, min(place.upperBound, start + Self.width) - place.lowerBound)
        return [
            "  " + String(shown),
            "  " + String(repeating: " ", count: place.lowerBound - start)
                + String(repeating: "^", count: marks),
        ]
    }

    private static let width = 70
    private static let lead = 40
}
