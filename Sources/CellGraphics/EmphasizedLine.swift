/// A line of text with emphasised ranges.
public struct EmphasizedLine: Hashable, Sendable {
    public struct Piece: Hashable, Sendable {
        public var text: DisplayText
        public var isEmphasized: Bool
    }

    public private(set) var pieces: [Piece] = []

    /// Columns.
    public var width: Int { pieces.reduce(0) { $0 + $1.text.width } }

    public init(_ text: DisplayText) { pieces = [Piece(text: text, isEmphasized: false)] }

    fileprivate init() {}
}

extension DisplayText {
    /// The lines of `wrapped(to:)`, with the parts of `text` inside `ranges` emphasised.
    ///
    /// - Parameter ranges: ranges of `text`, ascending and apart.
    /// - Complexity: O(length).
    public func wrapped(
        to columns: Int, first: Int? = nil, emphasizing ranges: [Range<String.Index>]
    ) -> [EmphasizedLine] {
        let lines = wrapped(to: columns, first: first)
        guard !ranges.isEmpty else { return lines.map { EmphasizedLine($0) } }
        var source = EmphasisCursor(scalars: text.unicodeScalars, ranges: ranges[...])
        return lines.map { $0.emphasized(by: &source) }
    }

    private func emphasized(by source: inout EmphasisCursor) -> EmphasizedLine {
        var line = EmphasizedLine()
        var piece = ""
        var isEmphasized = false
        for scalar in text.unicodeScalars {
            let isNext = source.isEmphasized(scalar)
            // Marks stay with what they stand on.
            if isNext != isEmphasized, CharacterWidth.columns(scalar) > 0 {
                line.append(piece, isEmphasized)
                piece = ""
                isEmphasized = isNext
            }
            piece.unicodeScalars.append(scalar)
        }
        line.append(piece, isEmphasized)
        return line
    }
}

extension EmphasizedLine {
    fileprivate mutating func append(_ text: String, _ isEmphasized: Bool) {
        guard !text.isEmpty else { return }
        // Cut from text that was sanitised: nothing changes by doing it again but a mark that stood alone.
        pieces.append(Piece(text: DisplayText(sanitising: text), isEmphasized: isEmphasized))
    }
}

/// Walks along the whole text while its lines are read; wrapping left blanks out here and there.
private struct EmphasisCursor {
    let scalars: String.UnicodeScalarView
    var ranges: ArraySlice<Range<String.Index>>
    var index: String.Index

    init(scalars: String.UnicodeScalarView, ranges: ArraySlice<Range<String.Index>>) {
        self.scalars = scalars
        self.ranges = ranges
        index = scalars.startIndex
    }

    /// Whether the next scalar of a line stands out; moves on to the one after it.
    mutating func isEmphasized(_ scalar: Unicode.Scalar) -> Bool {
        while scalar != " ", index < scalars.endIndex, scalars[index] == " " {
            index = scalars.index(after: index)
        }
        guard index < scalars.endIndex else { return false }
        while let range = ranges.first, range.upperBound <= index { ranges = ranges.dropFirst() }
        defer { index = scalars.index(after: index) }
        return ranges.first.map { $0.contains(index) } ?? false
    }
}
