import App
import CellGraphics

/// Draws the band of time.
package struct BandPainter {
    private let picture: BandPicture
    private let appearance: Appearance
    /// The colours of the classes that bars are made of, in their order.
    private let hues: [LayerHue]

    private var layout: BandLayout { picture.layout }
    private var theme: Theme { appearance.theme }
    private var isASCII: Bool { appearance.charset == .ascii }

    init(_ picture: BandPicture, _ appearance: Appearance, hues: [LayerHue] = []) {
        (self.picture, self.appearance, self.hues) = (picture, appearance, hues)
    }

    func draw(into frame: inout CellBuffer) {
        frame.fill(layout.area, paper: Role.panel.index)
        TimeTitle(start: picture.title, end: picture.titleEnd, row: layout.title).draw(into: &frame)
        for bar in picture.bars.indices { draw(bar: bar, &frame) }
        picture.gaps.forEach { draw($0, &frame) }
        drawRail(&frame)
        drawLabels(&frame)
        drawReadout(&frame)
    }

    private func put(
        _ frame: inout CellBuffer, _ text: DisplayText, _ column: Int, _ row: Int, _ ink: Role,
        _ attributes: Attributes = [], keepingPaper: Bool = false, within rect: CellRect? = nil
    ) {
        frame.put(
            text, at: CellPoint(column: column, row: row), style: Style(ink, on: .panel, attributes),
            keepingPaper: keepingPaper, within: rect ?? layout.area)
    }

    // MARK: - Bars

    private func draw(bar: Int, _ frame: inout CellBuffer) {
        let (bounds, width) = (layout.bars, picture.columnsPerBar)
        let (shown, first) = (picture.bars[bar], layout.bars.column + bar * picture.columnsPerBar)
        for row in 0..<bounds.height {
            let cell = cell(of: shown, from: 8 * (bounds.height - 1 - row))
            for column in first..<first + width {
                frame.put(
                    cell.text, at: CellPoint(column: column, row: bounds.row + row), style: cell.style,
                    within: bounds)
            }
        }
    }

    /// A cell of a bar that begins some eighths of a row above the ground.
    private func cell(of bar: BandPicture.Bar, from bottom: Int) -> (text: DisplayText, style: Style) {
        let filled = min(max(bar.height - bottom, 0), 8)
        let isChosen = bar.side == .inside || bar.side == .other
        let ground: Role = isChosen && theme.mode.isTinted ? .currentRow : .panel
        let weight = weight(of: bar.side)
        let parts = hues.isEmpty || isASCII ? [] : shares(of: bar, from: bottom, filled: filled)
        guard let lowest = parts.first else {
            if isASCII {
                let sign: DisplayText = filled == 0 ? " " : filled > 5 ? "#" : filled > 2 ? ":" : "."
                return (sign, Style(ink(of: bar.side), on: ground, weight))
            }
            let glyph = BarGlyph(filled: filled, ink: ink(of: bar.side), on: appearance)
            return (glyph.text, Style(ink(of: bar.side), on: glyph.paper ?? ground, weight))
        }
        let most = parts.max { $0.eighths < $1.eighths } ?? lowest
        // With fewer colours a class has no faint one, and a paper is never dim.
        if isDim(bar.side) {
            let glyph = BarGlyph(filled: filled, ink: most.ink, on: appearance)
            return (glyph.text, Style(most.ink, on: ground, weight))
        }
        // A cell has two colours: of a full one the two lowest classes, else the one with most of it.
        if filled == 8, parts.count > 1 {
            let glyph = BarGlyph(filled: min(max(lowest.eighths, 1), 7), ink: lowest.ink, on: appearance)
            return (glyph.text, Style(lowest.ink, on: parts[1].ink, weight))
        }
        let glyph = BarGlyph(filled: filled, ink: most.ink, on: appearance)
        return (glyph.text, Style(most.ink, on: glyph.paper ?? ground, weight))
    }

    /// The classes of a cell from the bottom, and how much of it each has.
    private func shares(of bar: BandPicture.Bar, from bottom: Int, filled: Int) -> [(
        ink: Role, eighths: Int
    )] {
        var (shares, start): ([(ink: Role, eighths: Int)], Double) = ([], 0)
        for part in bar.parts {
            defer { start = part.top }
            let common = min(part.top, Double(bottom + filled)) - max(start, Double(bottom))
            guard common > 0.01 else { continue }
            shares.append((color(ofClass: part.classIndex, bar.side), Int(common.rounded())))
        }
        return shares
    }

    private func ink(of side: BandPicture.Side) -> Role {
        switch side {
        case .all: .histogram
        case .inside: .timeInside
        case .outside: .timeOutside
        case .other: .category1
        }
    }

    /// Outside the window faint: mixed into the ground.
    private func color(ofClass index: Int, _ side: BandPicture.Side) -> Role {
        let hue = hues[min(max(index, 0), hues.count - 1)]
        guard side == .outside else { return hue.badge }
        return theme.background == .dark ? hue.sea : hue.land
    }

    private func isDim(_ side: BandPicture.Side) -> Bool {
        side == .outside && (theme.mode == .mono || !hues.isEmpty && theme.mode != .truecolor)
    }

    private func weight(of side: BandPicture.Side) -> Attributes {
        if isDim(side) { return .dim }
        return (side == .inside || side == .other) && theme.mode == .mono ? .bold : []
    }

    private func draw(_ gap: BandPicture.Gap, _ frame: inout CellBuffer) {
        let (row, left) = (layout.bars.endRow - 1, layout.bars.column)
        let start = left + gap.columns.lowerBound + (gap.columns.count - gap.text.width) / 2
        for column in left + gap.columns.lowerBound + 1..<left + gap.columns.upperBound - 1
        where column < start - 1 || column > start + gap.text.width {
            put(
                &frame, isASCII ? "." : "·", column, row, .panelRule, keepingPaper: true,
                within: layout.bars)
        }
        put(&frame, gap.text, start, row, .panelDim, keepingPaper: true, within: layout.bars)
    }

    // MARK: - Rail

    private func drawRail(_ frame: inout CellBuffer) {
        guard let row = layout.railRow else { return }
        let rail = CellRect(column: layout.bars.column, row: row, width: layout.bars.width, height: 1)
        let columns = picture.bars.count * picture.columnsPerBar
        for column in 0..<min(columns, rail.width) {
            put(&frame, isASCII ? "-" : "─", rail.column + column, row, .panelRule, within: rail)
        }
        for label in picture.labels where label.column < columns {
            put(&frame, isASCII ? "+" : "┬", rail.column + label.column, row, .panelDim, within: rail)
        }
        for window in picture.windows {
            let ink: Role = window.isOther ? .category1 : .selection
            for (column, sign) in zip(window.columns, signs(ofWindow: window.columns.count)) {
                put(&frame, sign, rail.column + column, row, ink, .bold, within: rail)
            }
        }
        if let cursor = picture.cursor {
            put(&frame, isASCII ? "o" : "●", rail.column + cursor, row, .place, .bold, within: rail)
        }
    }

    private func signs(ofWindow width: Int) -> [DisplayText] {
        guard width > 1 else { return [isASCII ? "#" : "█"] }
        let line: DisplayText = isASCII ? "=" : "━"
        return [isASCII ? "[" : "▐"] + Array(repeating: line, count: width - 2) + [isASCII ? "]" : "▌"]
    }

    // MARK: - Texts

    private func drawLabels(_ frame: inout CellBuffer) {
        let rect = CellRect(
            column: layout.bars.column, row: layout.labelRow, width: layout.bars.width, height: 1)
        for label in picture.labels where label.isShown {
            put(
                &frame, label.text, rect.column + label.column, rect.row,
                label.isMajor ? .panelStrong : .panelDim, label.isMajor ? .bold : [], within: rect)
        }
    }

    private func drawReadout(_ frame: inout CellBuffer) {
        guard let rect = layout.readout else { return }
        for (index, line) in picture.readout.enumerated() {
            put(&frame, line.name, rect.column, rect.row + index, .panelDim, within: rect)
            put(
                &frame, line.value, max(rect.endColumn - line.value.width, rect.column), rect.row + index,
                line.isStrong ? .panelStrong : .panelText, line.isStrong ? .bold : [], within: rect)
        }
    }
}

/// The first row of the band and of the fold.
struct TimeTitle {
    let start: [BandPicture.Span]
    let end: [BandPicture.Span]
    let row: CellRect

    func draw(into frame: inout CellBuffer) {
        draw(start, from: row.column, &frame)
        draw(end, from: row.endColumn - end.reduce(0) { $0 + $1.text.width }, &frame)
    }

    private func draw(_ spans: [BandPicture.Span], from column: Int, _ frame: inout CellBuffer) {
        var column = column
        for span in spans {
            let (ink, attributes) = Self.look(span.look)
            column += frame.put(
                span.text, at: CellPoint(column: column, row: row.row),
                style: Style(ink, on: .panel, attributes), within: row)
        }
    }

    static func look(_ look: BandPicture.Span.Look) -> (ink: Role, attributes: Attributes) {
        switch look {
        case .strong: (.panelStrong, .bold)
        case .plain: (.panelText, [])
        case .dim: (.panelDim, [])
        case .first: (.category1, .bold)
        case .second, .playing: (.panelKey, .bold)
        }
    }
}
