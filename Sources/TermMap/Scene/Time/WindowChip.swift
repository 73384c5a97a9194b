import App
import CellGraphics

/// Says on the map which of two windows it shows: `A  12 May – 15 Jun 2025  116 rows`.
struct WindowChip {
    /// Of two maps the left one.
    let isFirst: Bool
    /// The window in words.
    let window: DisplayText
    let rows: Int

    /// Its cells, one from the top left of a map; nil where there is no room.
    func rect(in map: CellRect) -> CellRect? {
        let rect = CellRect(column: map.column + 1, row: map.row + 1, width: width, height: 1)
        return rect.endColumn < map.endColumn && map.height > 2 ? rect : nil
    }

    private var count: DisplayText { DisplayText(sanitising: rows.counted("row")) }
    private var width: Int { window.width + count.width + 7 }

    func draw(into frame: inout CellBuffer, in map: CellRect) {
        guard let rect = rect(in: map) else { return }
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
