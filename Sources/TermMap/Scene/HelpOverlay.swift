import App
import CellGraphics
import MapModel

/// Draws the help over the map.
struct HelpOverlay {
    let help: HelpState
    let layout: HelpLayout
    let appearance: Appearance
    /// Which key closes it.
    let close: DisplayText

    func draw(into frame: inout CellBuffer) {
        let area = layout.area
        frame.fill(area, paper: Role.panel.index)
        drawBorder(&frame)
        drawHead(&frame)
        let limit = layout.scrollLimit
        let scroll = min(help.scroll, limit)
        var x = area.column + 3
        for column in layout.columns {
            let place = CellRect(
                column: x, row: area.row + 4, width: min(column.width, area.endColumn - 3 - x),
                height: layout.room)
            draw(column, from: scroll, in: place, &frame)
            x += column.width + HelpLayout.gap
        }
        if limit > 0 {
            let more: DisplayText = scroll < limit ? "↓ more" : "↑ more"
            put(&frame, more, area.endColumn - 3 - more.width, area.endRow - 1, .panelKey)
        }
    }

    @discardableResult
    private func put(
        _ frame: inout CellBuffer, _ text: DisplayText, _ column: Int, _ row: Int, _ role: Role,
        _ attributes: Attributes = []
    ) -> Int {
        column
            + frame.put(
                text, at: CellPoint(column: column, row: row), style: Style(role, on: .panel, attributes))
    }

    private func drawBorder(_ frame: inout CellBuffer) {
        let area = layout.area
        let isASCII = appearance.charset == .ascii
        let sides = String(repeating: isASCII ? "-" : "─", count: max(area.width - 2, 0))
        func line(_ left: String, _ right: String) -> DisplayText {
            DisplayText(sanitising: isASCII ? "+\(sides)+" : left + sides + right)
        }
        put(&frame, line("┌", "┐"), area.column, area.row, .panelRule)
        for row in area.row + 1..<max(area.endRow - 1, area.row + 1) {
            for column in [area.column, area.endColumn - 1] {
                put(&frame, isASCII ? "|" : "│", column, row, .panelRule)
            }
        }
        put(&frame, line("└", "┘"), area.column, area.endRow - 1, .panelRule)
    }

    private func drawHead(_ frame: inout CellBuffer) {
        let area = layout.area
        var column = put(&frame, "Keys", area.column + 3, area.row + 1, .panelStrong, .bold) + 2
        let typed = help.filter.text
        column = put(
            &frame, typed.isEmpty ? "type to filter" : "/\(typed)", column, area.row + 1,
            typed.isEmpty ? .panelDim : .panelKey)
        if column + close.width + 4 < area.endColumn {
            put(&frame, close, area.endColumn - 3 - close.width, area.row + 1, .panelDim)
        }
        let rule = String(
            repeating: appearance.charset == .ascii ? "-" : "─", count: max(area.width - 6, 0))
        put(&frame, DisplayText(sanitising: rule), area.column + 3, area.row + 2, .panelRule)
    }

    private func draw(
        _ column: HelpLayout.Column, from first: Int, in area: CellRect, _ frame: inout CellBuffer
    ) {
        let keyWidth = min(column.keyWidth, area.width / 2)
        for (index, line) in column.lines.dropFirst(first).prefix(area.height).enumerated() {
            let row = area.row + index
            if line.isTitle {
                put(&frame, line.text, area.column, row, .panelDim, .bold)
                continue
            }
            if let count = line.sample {
                drawSample(count, endColumn: area.column + keyWidth, row, area, &frame)
                put(
                    &frame, line.text.clipped(to: area.width - keyWidth - 2), area.column + keyWidth + 2, row,
                    .panelText)
                continue
            }
            let keys = line.keys.clipped(to: keyWidth)
            put(&frame, keys, area.column + keyWidth - keys.width, row, .panelKey, .bold)
            let text = line.text.clipped(to: area.width - keyWidth - 2)
            put(&frame, text, area.column + keyWidth + 2, row, .panelText)
        }
    }

    /// A badge as on the map; the tall ones only where their three rows are inside.
    private func drawSample(
        _ count: Int, endColumn: Int, _ row: Int, _ area: CellRect, _ frame: inout CellBuffer
    ) {
        let isTall =
            ClusterScale.sizeClass(of: count) >= 5 && appearance.charset != .ascii
            && row > area.row && row + 1 < area.endRow
        let width = count == 1 ? 1 : ClusterScale.abbreviatedCount(count).count + 2
        let rect = CellRect(
            column: endColumn - width, row: isTall ? row - 1 : row, width: width, height: isTall ? 3 : 1)
        BadgePainter(charset: appearance.charset, theme: appearance.theme)
            .drawSample(count: count, rect: rect, into: &frame)
    }
}
