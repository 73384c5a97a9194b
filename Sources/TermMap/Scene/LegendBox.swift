import App
import CellGraphics

/// A small panel on the map that says what its colours mean: a title, a note at the right, and rows of cells.
struct LegendBox {
    /// Columns between the edge of the panel and what stands in it.
    static let padding = 2

    /// Text, or bars, at a column of the contents.
    struct Span {
        var column: Int
        var text: DisplayText
        var ink: Role
        /// The panel by default.
        var paper = Role.panel
        var attributes: Attributes = []
    }

    var title: DisplayText
    var note = DisplayText.empty
    /// Columns of the contents, the padding left out.
    var contentWidth: Int
    var rows: [[Span]] = []
    /// A small map has no room for the title.
    var showsTitle = true

    var width: Int { contentWidth + 2 * Self.padding }
    var height: Int { rows.count + (showsTitle ? 1 : 0) }

    /// The column at which a text of `width` columns ends at the right edge of the contents.
    func column(ofRight text: DisplayText) -> Int { contentWidth - text.width }

    /// The cells of the box one cell from the top left of `visible`; nil where it would cover most of the map.
    func rect(in visible: CellRect) -> CellRect? {
        let rect = CellRect(column: visible.column + 1, row: visible.row + 1, width: width, height: height)
        guard rect.endColumn < visible.endColumn, height * 3 <= visible.height else { return nil }
        return rect
    }

    /// Draws the box into `rect`, one that `rect(in:)` returned.
    func draw(into frame: inout CellBuffer, rect: CellRect) {
        frame.fill(rect, paper: Role.panel.index)
        let left = rect.column + Self.padding
        var row = rect.row
        if showsTitle {
            // What the colours are about comes before what the numbers count.
            let note = title.width + 1 + note.width <= contentWidth ? note : .empty
            frame.put(
                title.clipped(to: contentWidth),
                at: CellPoint(column: left, row: row),
                style: Style(.panelStrong, on: .panel, .bold), within: rect)
            frame.put(
                note, at: CellPoint(column: left + column(ofRight: note), row: row),
                style: Style(.panelDim, on: .panel), within: rect)
            row += 1
        }
        for spans in rows {
            for span in spans {
                frame.put(
                    span.text, at: CellPoint(column: left + span.column, row: row),
                    style: Style(span.ink, on: span.paper, span.attributes), within: rect)
            }
            row += 1
        }
    }
}
