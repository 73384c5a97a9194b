import App
import CellGraphics

/// Draws the strip of a journey.
struct StripPainter {
    private let picture: StripPicture
    private let appearance: Appearance

    private var layout: StripLayout { picture.layout }
    private var isASCII: Bool { appearance.charset == .ascii }
    private var isTinted: Bool { appearance.theme.mode.isTinted }

    init(_ picture: StripPicture, _ appearance: Appearance) {
        (self.picture, self.appearance) = (picture, appearance)
    }

    func draw(into frame: inout CellBuffer) {
        frame.fill(layout.area, paper: Role.panel.index)
        TimeTitle(start: picture.title, end: picture.titleEnd, row: layout.title).draw(into: &frame)
        for (index, column) in picture.columns.enumerated() where index < layout.plot.width {
            draw(column, layout.plot.column + index, &frame)
        }
        drawScale(&frame)
        drawAxis(&frame)
        if let row = layout.range {
            TimeTitle(start: picture.figures, end: [], row: row).draw(into: &frame)
        }
        guard !picture.note.isEmpty else { return }
        put(
            &frame, picture.note, layout.plot.column + max((layout.plot.width - picture.note.width) / 2, 0),
            layout.plot.row + layout.plot.height / 2, .panelDim, within: layout.plot)
    }

    private func put(
        _ frame: inout CellBuffer, _ text: DisplayText, _ column: Int, _ row: Int, _ ink: Role,
        on paper: Role = .panel, _ attributes: Attributes = [], within rect: CellRect? = nil
    ) {
        frame.put(
            text, at: CellPoint(column: column, row: row), style: Style(ink, on: paper, attributes),
            within: rect ?? layout.area)
    }

    // MARK: - Plot

    private func draw(_ column: StripPicture.Column, _ x: Int, _ frame: inout CellBuffer) {
        let plot = layout.plot
        let paper: Role = column.isInRange && isTinted ? .currentRow : .panel
        for row in 0..<plot.height {
            let filled = min(max((column.height ?? 0) - 8 * (plot.height - 1 - row), 0), 8)
            if filled == 0, column.side == .cursor {
                put(
                    &frame, isASCII ? "|" : "│", x, plot.row + row, .selection, on: paper, .bold, within: plot
                )
                continue
            }
            if isASCII {
                let sign: DisplayText =
                    filled == 0 ? " " : column.side == .cursor ? "|" : filled > 4 ? "#" : ":"
                put(
                    &frame, sign, x, plot.row + row, ink(column.side), on: paper, weight(column), within: plot
                )
                continue
            }
            let glyph = BarGlyph(filled: filled, ink: ink(column.side), on: appearance)
            put(
                &frame, glyph.text, x, plot.row + row, ink(column.side), on: glyph.paper ?? paper,
                weight(column), within: plot)
        }
    }

    private func ink(_ side: StripPicture.Side) -> Role {
        switch side {
        case .plain: .timeOutside
        case .range: .timeInside
        case .cursor: .selection
        case .stop: .panelRule
        }
    }

    private func weight(_ column: StripPicture.Column) -> Attributes {
        column.side == .range && appearance.theme.mode == .mono && isASCII ? .bold : []
    }

    // MARK: - Texts

    private func drawScale(_ frame: inout CellBuffer) {
        guard let end = layout.scaleEnd else { return }
        for (row, text) in picture.scale {
            put(&frame, text, max(end - text.width, layout.area.column), row, .panelDim)
        }
    }

    private func drawAxis(_ frame: inout CellBuffer) {
        let plot = layout.plot
        if let row = layout.axisRow {
            for column in 0..<plot.width {
                let isInRange = picture.range?.contains(column) ?? false
                let line: DisplayText = isInRange ? isASCII ? "=" : "━" : isASCII ? "-" : "─"
                put(
                    &frame, line, plot.column + column, row, isInRange ? .selection : .panelRule,
                    on: .panel, isInRange ? .bold : [])
            }
            for tick in picture.ticks {
                put(&frame, isASCII ? "+" : "┴", plot.column + tick.column, row, .panelDim)
            }
        }
        var end = layout.area.column
        for (index, tick) in picture.ticks.enumerated() {
            let start = plot.column + tick.column - (index == 0 ? 0 : tick.text.width / 2)
            guard start >= end, start + tick.text.width <= layout.area.endColumn else { continue }
            put(&frame, tick.text, start, layout.labelRow, .panelDim)
            end = start + tick.text.width + 1
        }
    }
}
