import App
import CellGraphics

/// Says on the map which of two windows it shows: `A  12 May – 15 Jun 2025  116 rows`.
struct WindowChip {
    /// Of two maps the left one.
    let isFirst: Bool
    /// The window in words.
    let window: DisplayText
    let rows: Int

    /// Its cells, one from a corner of a map that others leave free; nil where there is no room.
    func rect(in map: CellRect, besides others: [CellRect] = []) -> CellRect? {
        guard width + 1 <= map.width, map.height > 2 else { return nil }
        return FreeCorner.rect(width: width, height: 1, in: map, besides: others)
    }

    private var count: DisplayText { DisplayText(sanitising: rows.counted("row")) }
    private var width: Int { window.width + count.width + 7 }

    func draw(into frame: inout CellBuffer, in map: CellRect, besides others: [CellRect] = []) {
        guard let rect = rect(in: map, besides: others) else { return }
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
