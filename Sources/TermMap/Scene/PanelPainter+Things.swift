import App
import CellGraphics
import MapModel
import Rows

/// The panel of a thing: how it moves, above its columns.
extension PanelPainter {
    /// Columns that the numbers beside a plot take.
    private static let numberColumns = 7

    func drawThing(_ area: CellRect, _ frame: inout CellBuffer) {
        guard let panel = state.thingPanel(in: area) else { return }
        var row = PanelMetrics.textBody(of: area).row
        for part in panel.parts {
            draw(part, row, area, &frame)
            row += part.height
        }
    }

    private func draw(_ part: ThingPanel.Part, _ row: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        let (start, room) = (area.column + 2, area.width - 4)
        switch part {
        case .gap: break
        case .fields(let fields):
            let width = room / (state.layout.isSidePanel ? 1 : 2)
            for (index, field) in fields.enumerated() {
                let column = start + index * (width + 1)
                put(&frame, field.name, column, row, .panelDim)
                for (number, line) in field.lines.enumerated() {
                    put(&frame, line, column + ThingPanel.nameColumns, row + number, .panelText)
                }
            }
        case .heading(let title, let end):
            put(&frame, title, start, row, .panelDim, .bold)
            let length = room - title.width - 1 - (end.isEmpty ? 0 : end.width + 1)
            let line = DisplayText(sanitising: String(repeating: isASCII ? "-" : "─", count: max(length, 0)))
            put(&frame, line, start + title.width + 1, row, .panelRule)
            put(&frame, end, area.endColumn - 2 - end.width, row, .panelDim)
        case .plot(let plot):
            draw(plot, CellRect(column: start, row: row, width: room, height: plot.rows), &frame)
        case .line(let line): draw(line, row, area, &frame)
        }
    }

    private func draw(_ plot: ThingPanel.Plot, _ area: CellRect, _ frame: inout CellBuffer) {
        let width = max(area.width - max(plot.most.width, plot.least.width, Self.numberColumns - 1) - 1, 1)
        let end = area.column + area.width
        put(&frame, plot.most, end - plot.most.width, area.row, .panelText)
        if plot.least != plot.most {
            put(&frame, plot.least, end - plot.least.width, area.row + area.height - 1, .panelDim)
        }
        guard let first = plot.values.first, let last = plot.values.last else { return }
        let numbers = plot.values.map(\.number)
        let (least, most) = (numbers.min() ?? 0, numbers.max() ?? 0)
        let reach = max(most - least, plot.leastSpan)
        let top = (most + least + reach) / 2
        let size = DotSize(width: width * Viewport.dotsPerColumn, height: area.height * Viewport.dotsPerRow)
        var dots = DotBitmap(width: size.width, height: size.height)
        func position(_ value: (seconds: Double, number: Float)) -> DotPosition {
            let x = (value.seconds - first.seconds) / max(last.seconds - first.seconds, 1e-9)
            let y = Double((top - value.number) / reach)
            return DotPosition(x: x * Double(size.width - 1) + 0.5, y: y * Double(size.height - 1) + 0.5)
        }
        for (from, to) in zip(plot.values, plot.values.dropFirst()) {
            dots.drawLine(from: position(from), to: position(to))
        }
        for row in 0..<area.height {
            for column in 0..<width {
                let bits = dots.brailleBits(x: column * Viewport.dotsPerColumn, y: row * Viewport.dotsPerRow)
                guard bits != 0 else { continue }
                let glyph = isASCII ? AsciiPattern.glyph(for: bits) : Glyph(braille: bits)
                frame[area.column + column, area.row + row] = Cell(
                    glyph, Style(ink: plot.ink.index, paper: Role.panel.index))
            }
        }
    }

    private func draw(_ line: ThingPanel.Line, _ row: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        var column = area.column + 2
        if let number = line.row, let sign = ThingPainter(state)?.sign(ofRow: number) {
            put(&frame, sign.text, column, row, sign.role, .bold)
            column += 2
        }
        let middle = area.column + 2 + line.middleColumn
        put(
            &frame, line.start.clipped(to: max(middle - column - 1, 1), ellipsis: ellipsis), column, row,
            .panelText)
        put(&frame, line.middle, middle, row, line.row == nil ? .panelText : .panelDim)
        let first = max(line.endColumn.map { area.column + 2 + $0 } ?? 0, middle + line.middle.width + 1)
        let end = line.end.clipped(to: max(area.endColumn - 2 - first, 1), ellipsis: ellipsis)
        let place = line.endColumn == nil ? area.endColumn - 2 - end.width : first
        put(&frame, end, place, row, line.endRole)
    }
}
