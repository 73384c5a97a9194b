import App
import CellGraphics
import MapModel
import RowValues

/// Draws the legend of the colours of rows.
struct LegendPainter {
    private let appearance: Appearance
    private let palette: ClassPalette?
    private let keyMap: KeyMap
    private let isOfChanges: Bool

    init(_ state: AppState, _ keyMap: KeyMap) {
        self.keyMap = keyMap
        isOfChanges = state.showsChanges
        appearance = state.screen.appearance
        palette = ClassPalette(state)
    }

    /// The key that hides a line of the legend, where one column has room for it.
    private func key(_ index: Int) -> DisplayText {
        let key = keyMap.key(of: .toggleClass(index + 1), in: [.map]).map { "\($0)" } ?? ""
        return key.count == 1 ? DisplayText(sanitising: key) : " "
    }

    /// Of a class that is hidden: a minus is that of removed rows.
    private var hiddenSign: DisplayText { isASCII ? isOfChanges ? "." : "-" : "–" }

    private var isASCII: Bool { appearance.charset == .ascii }

    func draw(_ legend: Legend, into frame: inout CellBuffer) {
        if legend.form == .line { return drawLine(legend, &frame) }
        let contentWidth = legend.rect.width - 2 * LegendBox.padding
        var box = LegendBox(title: legend.title, note: legend.note, contentWidth: contentWidth)
        if let ranges = legend.ranges {
            box.rows += histogram(legend, ranges, contentWidth) + [breaks(ranges, legend.kind, contentWidth)]
            if legend.hasKeyRow { box.rows.append(keys(legend.entries, contentWidth)) }
        }
        if legend.form == .whole {
            for (index, entry) in legend.entries.enumerated() {
                let key = legend.canHide ? key(index) : " "
                box.rows.append(line(entry, key: key, isRange: legend.ranges != nil, contentWidth))
            }
        }
        if !legend.remark.isEmpty {
            box.rows.append([LegendBox.Span(column: 4, text: legend.remark, ink: .panelDim)])
        }
        box.draw(into: &frame, rect: legend.rect)
    }

    // MARK: - Lines

    /// Where the figures of classes stand.
    private static let noteColumn = 13
    private static let leastForNotes = 30

    private func line(_ entry: Legend.Entry, key: DisplayText, isRange: Bool, _ width: Int) -> [LegendBox
        .Span]
    {
        var count = DisplayText(sanitising: entry.count.grouped)
        if entry.label.width + count.width + (isRange ? 6 : 5) > width, isRange {
            count = DisplayText(sanitising: ClusterScale.abbreviatedCount(entry.count))
        }
        let text: Role = entry.isHidden ? .panelDim : .panelText
        let hue = palette?.hue(of: entry.classNumber)
        let sign = entry.isHidden ? hiddenSign : isASCII ? hue?.plainSign : hue?.sign
        let isBlock = isRange && entry.classNumber > 0 && !entry.isHidden && !isASCII
        return [
            LegendBox.Span(column: 0, text: key, ink: .panelKey),
            LegendBox.Span(
                column: 2, text: isBlock ? "██" : sign ?? " ",
                ink: entry.isHidden ? .panelDim : hue?.line ?? .panelText, attributes: .bold),
            LegendBox.Span(
                column: isRange ? 5 : 4,
                text: entry.label.clipped(
                    to: max(width - count.width - (isRange ? 6 : 5), 1), ellipsis: isASCII ? .tilde : .unicode
                ),
                ink: text),
            LegendBox.Span(
                column: Self.noteColumn,
                text: width < Self.leastForNotes
                    ? ""
                    : entry.note.clipped(
                        to: max(width - count.width - 1 - Self.noteColumn, 0),
                        ellipsis: isASCII ? .tilde : .unicode), ink: .panelDim),
            LegendBox.Span(column: width - count.width, text: count, ink: .panelDim),
        ]
    }

    /// `● Chicago ■ New York …`, as many as there is room for; first the rows that it covers, where it covers any.
    private func drawLine(_ legend: Legend, _ frame: inout CellBuffer) {
        frame.fill(legend.rect, paper: Role.panel.index)
        var column = legend.rect.column + 1
        func put(_ text: DisplayText, _ ink: Role, _ attributes: Attributes = []) {
            column += frame.put(
                text, at: CellPoint(column: column, row: legend.rect.row),
                style: Style(ink, on: .panel, attributes), within: legend.rect)
        }
        put(legend.title.clipped(to: legend.rect.width / 3) + " ", .panelStrong, .bold)
        if legend.place.coveredRows > 0 {
            put("\(legend.place.coveredRows.grouped) under this ", .panelDim)
        }
        for (index, entry) in legend.entries.enumerated() {
            let label = entry.label.clipped(to: Legend.lineLabel)
            let isLast = index == legend.entries.count - 1
            let needed = label.width + Legend.lineEntryExtra - (isLast ? 1 : -1)
            guard column + needed <= legend.rect.endColumn else {
                put(isASCII ? "~" : "…", .panelDim)
                return
            }
            let hue = palette?.hue(of: entry.classNumber)
            if index < 9, legend.canHide { put(key(index), .panelKey) }
            let sign = entry.isHidden ? hiddenSign : isASCII ? hue?.plainSign : hue?.sign
            put(sign ?? " ", entry.isHidden ? .panelDim : hue?.line ?? .panelText, .bold)
            put(label + " ", entry.isHidden ? .panelDim : .panelText)
        }
    }

    // MARK: - Histograms

    /// The keys of the classes and their colours, in place of a line for each of them: `1██ 2██ 3––`.
    private func keys(_ entries: [Legend.Entry], _ width: Int) -> [LegendBox.Span] {
        let step = min(max(width / max(entries.count, 1), 2), 4)
        return entries.enumerated().flatMap { index, entry -> [LegendBox.Span] in
            guard index < 9, (index + 1) * step <= width + 1 else { return [] }
            let hue = palette?.hue(of: entry.classNumber)
            let sign = entry.isHidden ? hiddenSign : isASCII ? "#" : "█"
            let ink = entry.isHidden ? .panelDim : hue?.line ?? .panelText
            return [
                LegendBox.Span(
                    column: index * step, text: key(index), ink: entry.isHidden ? .panelDim : .panelKey),
                LegendBox.Span(
                    column: index * step + 1,
                    text: DisplayText(sanitising: String(repeating: sign.text, count: max(step - 2, 1))),
                    ink: ink, attributes: .bold),
            ]
        }
    }

    /// Bars of two rows, each in the colour of its class; those of hidden classes are dim.
    private func histogram(_ legend: Legend, _ ranges: NumberRanges, _ width: Int) -> [[LegendBox.Span]] {
        let hidden = Set(legend.entries.filter(\.isHidden).map(\.classNumber))
        let bars = ranges.histogram
        guard let highest = bars.max(), highest > 0 else { return [[], []] }
        let steps = 8 * Legend.histogramRows
        let heights = (0..<width).map { column -> Int in
            let count = bars[min(column * bars.count / max(width, 1), bars.count - 1)]
            return count == 0 ? 0 : max(Int((Double(count) / Double(highest) * Double(steps)).rounded()), 1)
        }
        let least = ranges.edges.first ?? 0
        let step = (ranges.histogramEnd - least) / Double(max(width, 1))
        return (0..<Legend.histogramRows).map { row in
            let base = (Legend.histogramRows - 1 - row) * 8
            return heights.enumerated().compactMap { column, height in
                let part = min(max(height - base, 0), 8)
                guard part > 0 else { return nil }
                let middle = least + (Double(column) + 0.5) * step
                let number = ranges.classOfNumber(middle)
                let ink = hidden.contains(number) ? .panelDim : palette?.color(of: number) ?? .panelText
                let bar = BarGlyph(filled: part, ink: ink, on: appearance)
                return LegendBox.Span(column: column, text: bar.text, ink: ink, paper: bar.paper ?? .panel)
            }
        }
    }

    /// The least number and what the axis ends with; between them the breaks that have room.
    private func breaks(_ ranges: NumberRanges, _ kind: ColumnKind, _ width: Int) -> [LegendBox.Span] {
        guard let least = ranges.edges.first, let greatest = ranges.edges.last else { return [] }
        let first = DisplayText(sanitising: FigureText.long(least, kind))
        let isCut = greatest > ranges.histogramEnd
        let end =
            (isCut ? (isASCII ? ">= " : "≥ ") : "")
            + DisplayText(
                sanitising: FigureText.long(ranges.histogramEnd, kind))
        var spans = [
            LegendBox.Span(column: 0, text: first, ink: .panelText),
            LegendBox.Span(column: max(width - end.width, 0), text: end, ink: .panelText),
        ]
        var free = first.width + 1
        for value in ranges.edges.dropFirst().dropLast() where ranges.histogramEnd > least {
            let text = DisplayText(sanitising: FigureText.long(value, kind))
            let share = (value - least) / (ranges.histogramEnd - least)
            let place = abs(share) <= 1 ? Int(share * Double(width)) - text.width / 2 : -1
            guard place >= free, place + text.width < width - end.width else { continue }
            spans.append(LegendBox.Span(column: place, text: text, ink: .panelDim))
            free = place + text.width + 1
        }
        return spans
    }
}
