import App
import CellGraphics
import MapModel

/// Draws the lines of moved rows below the badges, from a circle at the old place to the new one.
struct MovePainter {
    private let charset: Charset
    private let cells: LineCells
    private let starts: [CellPoint]

    /// Nil where no line is in view.
    init?(_ state: AppState) {
        let lines = state.annotations.moves.lines
        guard !lines.isEmpty else { return nil }
        charset = state.screen.appearance.charset
        let viewport = state.map.viewport
        let area = state.visibleMap
        var dots = DotBitmap(width: viewport.size.width, height: viewport.size.height)
        var starts: [CellPoint] = []
        for line in lines {
            viewport.visitStretches(of: [line.from, line.to]) { start, end in
                dots.drawLine(from: start, to: end)
                let cell = DotPoint(x: start.x, y: start.y).cell
                if area.contains(cell) { starts.append(cell) }
            }
        }
        self.starts = starts
        cells = LineCells(in: area) { (dots.brailleBits(x: $0, y: $1), .category1) }
    }

    /// Names keep off.
    func take(from occupancy: inout CellOccupancy) {
        for rect in cells.rects { occupancy.take(rect) }
        for cell in starts {
            occupancy.take(CellRect(column: cell.column, row: cell.row, width: 1, height: 1))
        }
    }

    func draw(into frame: inout CellBuffer) {
        cells.draw(into: &frame, charset)
        for cell in starts {
            frame.put(
                charset == .ascii ? "o" : "○", at: cell, style: Style(.category1, .bold), keepingPaper: true)
        }
    }
}
