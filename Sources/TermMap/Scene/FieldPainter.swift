import App
import CellGraphics

/// Draws a line of text being edited; a long one is shifted so that its caret stays in sight.
struct FieldPainter {
    let paper: Role
    let isASCII: Bool

    /// Returns the columns that the text takes on the screen.
    @discardableResult
    func draw(_ field: TextField, in rect: CellRect, into frame: inout CellBuffer) -> Int {
        guard rect.width > 0 else { return 0 }
        let before = DisplayText(sanitising: field.textBeforeCaret)
        let text = DisplayText(sanitising: field.text)
        let shift = max(before.width - (rect.width - 1), 0)
        let style = Style(.barStrong, on: paper, .bold)
        frame.put(text, at: CellPoint(column: rect.column - shift, row: rect.row), style: style, within: rect)
        drawCaret(
            at: CellPoint(column: rect.column + before.width - shift, row: rect.row), isAtEnd: before == text,
            &frame)
        return min(max(text.width - shift, 0), rect.width)
    }

    /// A bar behind the text, or the character that the caret stands on in reverse.
    private func drawCaret(at point: CellPoint, isAtEnd: Bool, _ frame: inout CellBuffer) {
        guard isAtEnd else {
            frame[point.column, point.row].style.attributes.insert(.reverse)
            return
        }
        frame.put(isASCII ? "|" : "▏", at: point, style: Style(.barKey, on: paper))
    }
}
