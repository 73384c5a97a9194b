import App
import CellGraphics
import RowValues

/// Draws a filter being typed, each word in the colour of what it is, and what can follow in a list above it.
struct FilterPainter {
    let columns: [String]
    let isASCII: Bool

    /// Draws the text into the last row and returns the columns that it takes.
    func draw(_ prompt: Prompt, in rect: CellRect, into frame: inout CellBuffer) -> Int {
        let used = FieldPainter(paper: .hintBar, isASCII: isASCII).draw(prompt.field, in: rect, into: &frame)
        let text = prompt.field.text
        let before = DisplayText(sanitising: prompt.field.textBeforeCaret)
        let shift = max(before.width - (rect.width - 1), 0)
        for piece in FilterText.roles(of: text, columns: columns) {
            color(
                piece.range, of: text, piece.role.ink, piece.role == .keyword ? .bold : [], rect, shift,
                &frame)
        }
        if let range = prompt.errorRange {
            color(range, of: text, .error, .underline, rect, shift, &frame)
        }
        return used
    }

    /// Gives the cells of a range of bytes another ink.
    private func color(
        _ range: Range<Int>, of text: String, _ ink: Role, _ attributes: Attributes, _ rect: CellRect,
        _ shift: Int, _ frame: inout CellBuffer
    ) {
        let bytes = Array(text.utf8)
        guard range.upperBound <= bytes.count else { return }
        func width(_ end: Int) -> Int {
            DisplayText(sanitising: String(decoding: bytes[..<end], as: UTF8.self)).width
        }
        let start = rect.column + width(range.lowerBound) - shift
        let end = rect.column + width(range.upperBound) - shift
        for column in max(start, rect.column)..<max(min(end, rect.endColumn), max(start, rect.column)) {
            // The caret is in reverse.
            let old = frame[column, rect.row].style.attributes.intersection(.reverse)
            frame[column, rect.row].style.ink = ink.index
            frame[column, rect.row].style.attributes = attributes.union(old)
        }
    }
}

extension FilterText.Role {
    package var ink: Role {
        switch self {
        case .column: .barText
        case .keyword: .barKey
        case .text: .category3
        case .number: .category1
        case .sign: .barDim
        }
    }
}
