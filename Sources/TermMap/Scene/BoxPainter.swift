import App
import CellGraphics

/// Draws the box whose rows are to be marked.
struct BoxPainter {
    private let rect: CellRect
    private let corner: CellPoint
    private let area: CellRect
    private let isASCII: Bool
    /// The box hides no badge.
    private let badges: [CellRect]

    /// Nil without a box.
    init?(_ state: AppState) {
        guard let box = state.marks.box else { return nil }
        rect = box.rect
        corner = box.corner
        area = state.visibleMap
        badges = state.annotations.placed.map(\.rect).filter { $0.intersects(box.rect) }
        isASCII = state.screen.appearance.charset == .ascii
    }

    func draw(into frame: inout CellBuffer) {
        let (right, bottom) = (rect.endColumn - 1, rect.endRow - 1)
        for column in rect.column...right {
            put(isASCII ? "-" : "─", column, rect.row, &frame)
            put(isASCII ? "-" : "─", column, bottom, &frame)
        }
        for row in rect.row...bottom {
            put(isASCII ? "|" : "│", rect.column, row, &frame)
            put(isASCII ? "|" : "│", right, row, &frame)
        }
        put(isASCII ? "+" : "┌", rect.column, rect.row, &frame)
        put(isASCII ? "+" : "┐", right, rect.row, &frame)
        put(isASCII ? "+" : "└", rect.column, bottom, &frame)
        put(isASCII ? "+" : "┘", right, bottom, &frame)
        // The corner that moves.
        frame.put(
            isASCII ? "*" : "┼", at: corner, style: Style(.selectionText, on: .selection, .bold), within: area
        )
    }

    private func put(_ sign: DisplayText, _ column: Int, _ row: Int, _ frame: inout CellBuffer) {
        let cell = CellPoint(column: column, row: row)
        if badges.contains(where: { $0.contains(cell) }) { return }
        frame.put(
            sign, at: cell, style: Style(.selection, .bold),
            keepingPaper: true,
            within: area)
    }
}
