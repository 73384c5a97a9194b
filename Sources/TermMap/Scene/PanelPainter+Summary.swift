import App
import CellGraphics
import MapModel
import RowValues
import Streams

extension PanelPainter {
    /// How many rows there are, how far apart, and what their columns have in common.
    func drawSummary(
        of subject: SummarySubject, _ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer
    ) {
        let total = state.summarizedTotal(of: subject)
        let isAll = if case .all = subject { true } else { false }
        let title = title(of: subject)
        let share = share(of: total, isAll: isAll)
        let remark: DisplayText = isAll ? share : words("\(key: .members) lists them · \(share)")
        drawTitle(title, title.width + remark.width + 6 <= area.width ? remark : share, area, &frame)
        let body = PanelMetrics.textBody(of: area)
        switch state.selection.summary {
        case nil:
            let share = state.selection.summaryProgress.map { " \(Int($0 * 100)) %" } ?? ""
            put(
                &frame, DisplayText(sanitising: "loading …" + share), body.column + 2, body.row, .panelDim)
        case .failure(let error):
            drawError(error, body, &frame)
        case .success:
            if PanelMetrics.isTall(area) {
                put(
                    &frame, state.summaryExtent(of: subject).clipped(to: area.width - 4, ellipsis: ellipsis),
                    area.column + 2, area.row + 2, .panelDim)
            }
            drawSummaryLines(scroll, body, &frame)
        }
    }

    /// How many rows it is about.
    func title(of subject: SummarySubject) -> DisplayText {
        let total = state.summarizedTotal(of: subject)
        let word = state.data.hasLines ? "line" : "row"
        guard case .all = subject else { return "\(total.counted(word)) here" }
        return state.data.answeredQuery.asksForAll
            ? "All \(total.counted(word))" : "\(total.counted("matching \(word)"))"
    }

    private func share(of total: Int, isAll: Bool) -> DisplayText {
        if isAll {
            return total < state.data.unfilteredTotal ? "of \(state.data.unfilteredTotal.grouped)" : ""
        }
        let all = max(state.data.rowTotal, 1)
        let percent = Double(total) / Double(all) * 100
        let text = percent < 0.1 ? "< 0.1" : percent.trimmed(percent < 10 ? 1 : 0)
        return "\(DisplayText(sanitising: text)) % of \(all.grouped)"
    }

    func drawSummaryLines(_ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        let lines = state.summaryLines
        let page = ScrollPage(of: lines.count, height: area.height, scroll: scroll)
        drawRange(page, area, &frame)
        let current = state.valueLine
        for (row, index) in page.shown.enumerated() {
            let line = lines[index]
            let place = CellRect(column: area.column, row: area.row + row, width: area.width, height: 1)
            let paper: Role = index == current ? .currentRow : .panel
            if index == current {
                frame.fill(place, paper: paper.index)
                put(&frame, isASCII ? ">" : "▌", place.column, place.row, .barKey, on: paper)
            }
            draw(
                line, CellRect(column: place.column + 2, row: place.row, width: place.width - 4, height: 1),
                paper, &frame)
        }
    }

    private func draw(_ line: SummaryLine, _ rect: CellRect, _ paper: Role, _ frame: inout CellBuffer) {
        switch (line.content, line.column.range) {
        case (.field(let field), _): draw(field, rect, &frame)
        case (.head, _):
            let remark = DisplayText(sanitising: line.column.remark()).clipped(
                to: rect.width * 2 / 3, ellipsis: ellipsis)
            let name = DisplayText(sanitising: line.column.name, limit: 200)
                .clipped(to: max(rect.width - remark.width - 2, 1), ellipsis: ellipsis)
            put(&frame, name, rect.column, rect.row, .panelStrong, .bold, on: paper)
            put(&frame, remark, rect.endColumn - remark.width, rect.row, .panelDim, on: paper)
        case (.bars(let row), let numbers?): drawBars(row, numbers, rect, &frame)
        case (.axis, let numbers?): drawAxis(numbers, line.column.kind, rect, &frame)
        case (.word(let word), _): drawWord(word, line.column, rect, paper, &frame)
        case (.others(let count, let rows), _):
            let words: DisplayText = count.map { "\($0.grouped) more" } ?? "others"
            put(&frame, words, rect.column, rect.row, .panelDim)
            drawCount(rows, of: line.column.filledCount, rect, .panel, &frame, isDim: true)
        default: break
        }
    }

    // MARK: - Numbers

    /// The bar of each column of the screen; the one with the mean stands out.
    private func drawBars(
        _ row: Int, _ numbers: ColumnSummary.Range, _ rect: CellRect, _ frame: inout CellBuffer
    ) {
        let bars = numbers.histogram
        if bars.isEmpty { return }
        let highest = max(bars.max() ?? 1, 1)
        let mean = column(of: numbers.mean, numbers, rect)
        for column in 0..<rect.width {
            // The highest of its bars, where the panel has fewer columns.
            let first = column * bars.count / rect.width
            let count = bars[first..<max((column + 1) * bars.count / rect.width, first + 1)].max() ?? 0
            let steps = 8 * SummaryLine.barRows
            let height = count == 0 ? 0 : max(count * steps / highest, 1)
            let part = min(max(height - (SummaryLine.barRows - 1 - row) * 8, 0), 8)
            guard part > 0 else { continue }
            let ink: Role = column == mean ? .histogramMean : .histogram
            let bar = BarGlyph(filled: part, ink: ink, on: state.screen.appearance)
            put(&frame, bar.text, rect.column + column, rect.row, ink, on: bar.paper ?? .panel)
        }
    }

    private func column(of number: Double, _ numbers: ColumnSummary.Range, _ rect: CellRect) -> Int {
        let span = numbers.greatest - numbers.least
        let share = (number - numbers.least) / span
        return span > 0 && share.isFinite ? min(max(Int(share * Double(rect.width)), 0), rect.width - 1) : 0
    }

    /// The ends of the axis, the mean under its bar, the median where there is room.
    private func drawAxis(
        _ numbers: ColumnSummary.Range, _ kind: ColumnKind, _ rect: CellRect, _ frame: inout CellBuffer
    ) {
        var ends = [numbers.least, numbers.greatest].map {
            DisplayText(sanitising: FigureText.long($0, kind, in: numbers))
        }
        if ends[0].width + 1 + ends[1].width > rect.width {
            ends = [numbers.least, numbers.greatest].map {
                DisplayText(sanitising: FigureText.short($0, .mean, kind)).clipped(to: rect.width / 2)
            }
        }
        let (least, greatest) = (ends[0], ends[1])
        put(&frame, least, rect.column, rect.row, .panelText)
        put(&frame, greatest, rect.endColumn - greatest.width, rect.row, .panelText)
        let start = rect.column + least.width + 1
        var free = start..<max(rect.endColumn - greatest.width - 1, start)
        let mean = DisplayText(sanitising: "mean " + FigureText.long(numbers.mean, kind, in: numbers))
        guard mean.width <= free.count else { return }
        let middle = rect.column + column(of: numbers.mean, numbers, rect) - mean.width / 2
        let place = min(max(middle, free.lowerBound), free.upperBound - mean.width)
        put(&frame, mean, place, rect.row, .histogramMean)
        guard let middle = numbers.median else { return }
        let median = DisplayText(sanitising: "median " + FigureText.long(middle, kind, in: numbers))
        free = (place + mean.width + 2)..<max(free.upperBound, place + mean.width + 2)
        if median.width <= free.count {
            put(&frame, median, free.lowerBound, rect.row, .panelDim)
        } else if rect.column + least.width + 2 + median.width + 2 <= place {
            put(&frame, median, place - 2 - median.width, rect.row, .panelDim)
        }
    }

    // MARK: - Words

    private static let widestWord = 20
    /// Columns of "100 %" and of the count.
    private static let percentWidth = 6

    private func drawWord(
        _ word: ColumnSummary.Frequency, _ column: ColumnSummary, _ rect: CellRect, _ paper: Role,
        _ frame: inout CellBuffer
    ) {
        let longest = column.frequent.map { DisplayText(sanitising: $0.value, limit: 60).width }.max() ?? 0
        let width = min(longest, Self.widestWord, rect.width / 2)
        let text = DisplayText(sanitising: word.value, limit: 200).clipped(to: width, ellipsis: ellipsis)
        put(&frame, text, rect.column, rect.row, paper == .panel ? .panelText : .panelStrong, on: paper)
        let countWidth = drawCount(word.count, of: column.filledCount, rect, paper, &frame)
        let room = rect.width - width - 1 - countWidth - 1
        guard room > 2, let most = column.frequent.first?.count else { return }
        let halves = max(word.count * room * 2 / max(most, 1), 1)
        let bar =
            isASCII
            ? String(repeating: "=", count: (halves + 1) / 2)
            : String(repeating: "▄", count: halves / 2) + (halves % 2 == 1 ? "▖" : "")
        put(
            &frame, DisplayText(sanitising: bar), rect.column + width + 1, rect.row, barRole(word, column),
            on: paper)
    }

    /// Of the column that colours the map, a value's bar has its colour.
    private func barRole(_ word: ColumnSummary.Frequency, _ column: ColumnSummary) -> Role {
        guard let classes = state.data.coloring?.classes, classes.column == column.name,
            case .categories(let categories) = classes.scheme, let palette = ClassPalette(state)
        else { return .histogram }
        let index = categories.firstIndex { $0.value == word.value && $0.valueCount == 1 }
        return palette.color(of: (index ?? RowClasses.categoryLimit) + 1)
    }

    @discardableResult
    private func drawCount(
        _ count: Int, of total: Int, _ rect: CellRect, _ paper: Role, _ frame: inout CellBuffer,
        isDim: Bool = false
    ) -> Int {
        let text = DisplayText(sanitising: count.grouped)
        put(&frame, text, rect.endColumn - text.width, rect.row, isDim ? .panelDim : .panelStrong, on: paper)
        let share = Double(count) / Double(max(total, 1)) * 100
        let percent: DisplayText = share < 1 && count > 0 ? "< 1 %" : "\(Int(share.rounded())) %"
        let countWidth = max(text.width, 5)
        put(&frame, percent, rect.endColumn - countWidth - 1 - percent.width, rect.row, .panelDim, on: paper)
        return countWidth + 1 + Self.percentWidth
    }
}
