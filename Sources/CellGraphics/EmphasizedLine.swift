/// A line of text with emphasised ranges.
public struct EmphasizedLine: Hashable, Sendable {
    /// A stretch of a line that is emphasised throughout, or not at all.
    public struct Piece: Hashable, Sendable {
        /// The text of the piece.
        public var text: DisplayText
        /// Whether it lies in one of the ranges.
        public var isEmphasized: Bool
    }

    /// The pieces from left to right; those next to each other differ in their emphasis.
    public private(set) var pieces: [Piece] = []

    /// Columns.
    public var width: Int { pieces.reduce(0) { $0 + $1.text.width } }

    /// A line without emphasis.
    public init(_ text: DisplayText) { pieces = [Piece(text: text, isEmphasized: false)] }

    fileprivate init() {}
}

extension DisplayText {
    /// The lines of `wrapped(to:)`, with the parts of `text` inside `ranges` emphasised.
    ///
    /// - Parameter ranges: ranges of `text`, ascending and disjoint.
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
            // Marks stay with their base.
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
        // Cut from sanitised text: sanitising again changes only a mark that was alone.
        pieces.append(Piece(text: DisplayText(sanitising: text), isEmphasized: isEmphasized))
    }
}

/// Follows the whole text while its lines are read; wrapping has left out some blanks.
private struct EmphasisCursor {
    let scalars: String.UnicodeScalarView
    var ranges: ArraySlice<Range<String.Index>>
    var index: String.Index

    init(scalars: String.UnicodeScalarView, ranges: ArraySlice<Range<String.Index>>) {
        self.scalars = scalars
        self.ranges = ranges
        index = scalars.startIndex
    }

    /// Whether the next scalar of a line is emphasised; moves on to the one after it.
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
