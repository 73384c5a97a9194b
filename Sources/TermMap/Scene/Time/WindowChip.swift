import App
import CellGraphics

/// Says on the map which of two windows it shows: `A  12 May – 15 Jun 2025  116 rows`.
struct WindowChip {
    /// Of two maps the left one.
    let isFirst: Bool
    /// The window in words.
    let window: DisplayText
    let rows: Int

    /// Its cells, one from the top left of a map, or from the top right beside a legend; nil where there is no room.
    func rect(in map: CellRect, besides legend: CellRect? = nil) -> CellRect? {
        var rect = CellRect(column: map.column + 1, row: map.row + 1, width: width, height: 1)
        if legend?.intersects(rect) == true { rect.column = map.endColumn - 1 - width }
        if rect.column < map.column || legend?.intersects(rect) == true { return nil }
        return rect.endColumn <= map.endColumn && map.height > 2 ? rect : nil
    }

    private var count: DisplayText { DisplayText(sanitising: rows.counted("row")) }
    private var width: Int { window.width + count.width + 7 }

    func draw(into frame: inout CellBuffer, in map: CellRect, besides legend: CellRect? = nil) {
        guard let rect = rect(in: map, besides: legend) else { return }
        frame.fill(rect, paper: Role.panel.index)
        let pieces: [(DisplayText, BandPicture.Span.Look)] = [
            (isFirst ? "A" : "B", isFirst ? .first : .second), (window, .strong), (count, .dim),
        ]
        var column = rect.column + 1
        for (text, look) in pieces {
            let (ink, attributes) = TimeTitle.look(look)
            frame.put(
                text, at: CellPoint(column: column, row: rect.row), style: Style(ink, on: .panel, attributes),
                within: rect)
            column += text.width + 2
        }
    }
}
