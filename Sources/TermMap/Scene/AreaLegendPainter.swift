import App
import CellGraphics
import TerminalInput

/// Draws what the colours of areas mean.
struct AreaLegendPainter {
    private let legend: AreaLegend
    private let palette: AreaPalette
    private let appearance: Appearance
    private let keyMap: KeyMap

    /// Nil where areas have no legend.
    init?(_ state: AppState, _ keyMap: KeyMap) {
        guard let legend = state.areaLegend, let answer = state.areaAnswer else { return nil }
        self.legend = legend
        self.keyMap = keyMap
        palette = AreaPalette(of: answer, isOther: state.areas.usesOtherPalette)
        appearance = state.screen.appearance
    }

    private var isTinted: Bool { appearance.theme.mode.isTinted }
    private var isASCII: Bool { appearance.charset == .ascii }
    private var contentWidth: Int { legend.rect.width - 2 * LegendBox.padding }

    func draw(into frame: inout CellBuffer) {
        var box = LegendBox(title: legend.title, note: legend.note, contentWidth: contentWidth)
        box.rows = legend.isSmall ? [strip, breaks] : lines + totals
        box.draw(into: &frame, rect: legend.rect)
    }

    // MARK: - Classes

    /// Cells in the colour of a class; a dash where it is hidden.
    private func swatch(_ line: AreaLegend.Line, column: Int, width: Int) -> LegendBox.Span {
        func text(_ glyph: Glyph) -> DisplayText {
            DisplayText(sanitising: String(repeating: Character(glyph.scalar ?? " "), count: width))
        }
        if line.isHidden {
            return LegendBox.Span(column: column, text: text(Glyph(isASCII ? "-" : "–")), ink: .panelDim)
        }
        let step = AreaPalette.step(ofClass: line.number, of: legend.lines.count)
        let fill = palette.fill(step)
        if isTinted, !isASCII {
            return LegendBox.Span(column: column, text: text(.space), ink: fill, paper: fill)
        }
        let style = AreaLook.style(of: step, palette, appearance.theme)
        let glyph = AreaLook.glyph(of: step, dots: AreaLook.bits(of: step), appearance.charset)
        return LegendBox.Span(
            column: column, text: text(glyph), ink: Role(rawValue: style.ink.rawValue) ?? .panelText,
            attributes: style.attributes)
    }

    private func key(_ number: Int) -> DisplayText {
        let key = keyMap.key(of: .toggleClass(number), in: [.map]).map { "\($0)" } ?? ""
        return key.count == 1 ? DisplayText(sanitising: key) : " "
    }

    /// `1 ██  20 – 100 ▄▄▄▄▄▄  83`
    private var lines: [[LegendBox.Span]] {
        let ends = legend.lines.flatMap { [$0.from.width, $0.to.width] }.max() ?? 0
        let most = max(legend.lines.map(\.areas).max() ?? 1, 1)
        let counts = legend.lines.map { DisplayText(sanitising: $0.areas.grouped) }
        let countWidth = counts.map(\.width).max() ?? 0
        let barStart = 5 + 2 * ends + 4
        let room = max(contentWidth - countWidth - 2 - barStart, 0)
        return zip(legend.lines, counts).map { line, count in
            let ink: Role = line.isHidden ? .panelDim : .panelText
            var spans = [
                LegendBox.Span(
                    column: 0, text: key(line.number), ink: line.isHidden ? .panelDim : .panelKey,
                    attributes: .bold),
                swatch(line, column: 2, width: 2),
                LegendBox.Span(column: 5 + ends - line.from.width, text: line.from, ink: ink),
                LegendBox.Span(column: 6 + ends, text: isASCII ? "-" : "–", ink: .panelDim),
                LegendBox.Span(column: 8 + 2 * ends - line.to.width, text: line.to, ink: ink),
                LegendBox.Span(column: contentWidth - count.width, text: count, ink: .panelDim),
            ]
            if let bar = bar(line, Double(line.areas) / Double(most) * Double(room)) {
                spans.append(LegendBox.Span(column: barStart, text: bar, ink: barInk(line)))
            }
            return spans
        }
    }

    private func barInk(_ line: AreaLegend.Line) -> Role {
        guard isTinted, !line.isHidden else { return .panelDim }
        return palette.fill(AreaPalette.step(ofClass: line.number, of: legend.lines.count))
    }

    /// A bar of so many cells, by halves; at least half a one for any area.
    private func bar(_ line: AreaLegend.Line, _ cells: Double) -> DisplayText? {
        guard line.areas > 0, !isASCII else { return nil }
        let halves = max(Int((cells * 2).rounded()), 1)
        return DisplayText(
            sanitising: String(repeating: "▄", count: halves / 2) + (halves % 2 == 1 ? "▖" : ""))
    }

    private var totals: [[LegendBox.Span]] {
        func line(_ words: DisplayText, _ count: Int, _ ink: Role, sign: DisplayText? = nil) -> [LegendBox
            .Span]
        {
            let text = DisplayText(sanitising: count.grouped)
            return (sign.map { [LegendBox.Span(column: 2, text: $0, ink: .panelDim)] } ?? []) + [
                LegendBox.Span(column: 5, text: words, ink: .panelDim),
                LegendBox.Span(column: contentWidth - text.width, text: text, ink: ink),
            ]
        }
        var rows = [line("outside", legend.outside, .panelText)]
        if legend.emptyAreas > 0 {
            rows.insert(
                line(legend.emptyWords, legend.emptyAreas, .panelDim, sign: isASCII ? "-" : "–"), at: 0)
        }
        if legend.unmatched > 0 { rows.append(line("unmatched", legend.unmatched, .panelText)) }
        return rows
    }

    // MARK: - Small screens

    private var classWidth: Int { max((contentWidth - 1) / max(legend.lines.count, 1), 1) }

    private var strip: [LegendBox.Span] {
        legend.lines.enumerated().map { swatch($1, column: $0 * classWidth, width: classWidth) }
    }

    /// What classes begin with, each under its colour, and what the last one ends with where there is room.
    private var breaks: [LegendBox.Span] {
        var spans: [LegendBox.Span] = []
        var free = 0
        for (index, line) in legend.lines.enumerated() {
            let column = index * classWidth
            guard column >= free, column + line.from.width <= contentWidth else { continue }
            spans.append(LegendBox.Span(column: column, text: line.from, ink: .panelText))
            free = column + line.from.width + 1
        }
        if let last = legend.lines.last?.to, contentWidth - last.width >= free {
            spans.append(LegendBox.Span(column: contentWidth - last.width, text: last, ink: .panelDim))
        }
        return spans
    }
}
