import App
import CellGraphics
import MapModel

/// What is said of the open panel or the help: its title, the lines of its page, and the line under the cursor.
struct SpokenPanel: Sendable {
    /// A line of a page, by its number among all.
    struct Item: Hashable, Sendable {
        let number: Int
        let text: DisplayText
    }

    var title: DisplayText
    var items: [Item] = []
    /// "lines 1 to 12 of 40"; empty where all are shown.
    var range: DisplayText = .empty
    var line: DisplayText?
    /// What it shows is being read.
    var isAwaited = false
    private let kind: Kind

    private enum Kind: Equatable {
        case help
        case panel(Panel)
    }

    /// Nil where none is open.
    init?(_ state: AppState, keyMap: KeyMap) {
        if let help = state.panels.help {
            kind = .help
            title = ""
            readHelp(help, state, keyMap)
            return
        }
        guard let panel = state.panels.current else { return nil }
        kind = .panel(panel)
        title = .empty
        switch panel {
        case .list(let list): fill(with: SpokenList(list, state, keyMap))
        case .details, .summary: describe(panel, state, keyMap)
        case .skipped: listSkipped(state)
        case .about, .place, .position, .spot, .journey:
            title = PanelPainter(state: state, keyMap: keyMap).head(of: panel).title
            list(state.panelFields ?? [], state)
        }
    }

    private mutating func fill(with list: SpokenList) {
        (title, line, isAwaited) = (list.title, list.line, list.isAwaited)
    }

    /// The keys that matter now, then page after page of all of them; of those that are looked for the first page.
    private mutating func readHelp(_ help: HelpState, _ state: AppState, _ keyMap: KeyMap) {
        let lines = state.helpLayout(help).spokenLines
        let keys: KeyedText =
            ": \(key: .help) reads on, letters find a key, \(key: .cancel) closes"
        title = "Help, \(lines.count { !$0.isTitle }.counted("key"))" + keyMap.words(keys, in: [.map])
        let size = AppState.spokenHelpLines
        let isSearch = !help.filter.text.isEmpty
        guard help.page > 0 || isSearch else {
            let hints = keyMap.hints(for: state.belowHelp).prefix(size)
            items = hints.enumerated().map { number, hint in
                let text = "\(hint.keys.withArrowsSpelled): \(hint.text)"
                return Item(number: number - size, text: DisplayText(sanitising: text))
            }
            return
        }
        let first = min((help.page - (isSearch ? 0 : 1)) * size, lines.count)
        items = lines[first...].prefix(size).enumerated().map { number, line in
            Item(number: first + number, text: line.isTitle ? line.text : line.keys + ": " + line.text)
        }
        note(first, items.count, of: lines.count)
    }

    // MARK: - Lines

    private mutating func describe(_ panel: Panel, _ state: AppState, _ keyMap: KeyMap) {
        let painter = PanelPainter(state: state, keyMap: keyMap)
        if let area = state.selectedArea, panel == .details {
            title = state.name(ofArea: area)
            isAwaited = state.selection.summary == nil && state.areaAnswer?.counts[area] ?? 0 > 0
            return summarize(state)
        }
        if let subject = state.summarySubject {
            title = painter.title(of: subject)
            let extent = state.summaryExtent(of: subject)
            if !extent.isEmpty { title += ", " + extent }
            isAwaited = state.selection.summary == nil
            return summarize(state)
        }
        guard state.selection.current != nil else { return title = "Nothing selected" }
        let selection = SpokenSelection(state)
        title = .list([selection.name ?? .empty, selection.offset], separator: "; ")
        isAwaited = state.selection.record == nil || selection.name == nil
        list(state.selectedFields, state)
        let fields = state.selectedFields
        if !fields.isEmpty { line = fields[min(state.panels.valueCursor, fields.count - 1)].spoken() }
        if case .failure(let error) = state.selection.record {
            items = [Item(number: 0, text: keyMap.words(state.data.words(of: error), in: state))]
        }
    }

    /// The fields of which the page shows a line.
    private mutating func list(_ fields: [PanelField], _ state: AppState) {
        guard let area = state.layout.panel else { return }
        let layout = state.layOut(fields, in: state.textBody(of: area))
        let page = layout.page(scroll: state.panels.scroll)
        let shown = Set(
            layout.columns.flatMap { $0.dropFirst(page.shown.lowerBound).prefix(page.shown.count) }.map(
                \.field))
        items = shown.sorted().map { Item(number: $0, text: fields[$0].spoken()) }
        note(shown.min() ?? 0, items.count, of: fields.count)
    }

    private mutating func summarize(_ state: AppState) {
        guard let area = state.layout.panel else { return }
        let lines = state.summaryLines
        let body = PanelMetrics.textBody(of: area)
        let page = ScrollPage(of: lines.count, height: body.height, scroll: state.panels.scroll)
        items = page.shown.compactMap { number in
            lines[number].spoken.map { Item(number: number, text: $0) }
        }
        if page.isPaged { note(page.shown.lowerBound, page.shown.count, of: lines.count) }
        let current = state.valueLine
        line = lines.indices.contains(current) ? lines[current].spoken : nil
    }

    private mutating func listSkipped(_ state: AppState) {
        guard let area = state.layout.panel else { return }
        title = "\(state.data.skipped.total.counted("row")) skipped"
        let lines = state.skippedLines(width: 1_000)
        let body = PanelMetrics.listBody(of: area)
        let page = ScrollPage(of: lines.count, height: body.height, scroll: state.panels.scroll)
        items = page.shown.map { Item(number: $0, text: lines[$0].text) }
        note(page.shown.lowerBound, page.shown.count, of: lines.count)
    }

    private mutating func note(_ first: Int, _ count: Int, of all: Int) {
        guard count < all else { return }
        range = "lines \((first + 1).grouped) to \((first + count).grouped) of \(all.grouped)"
    }

    // MARK: - What is new

    /// The title of a list that has just been opened, while its rows are looked for; nil where nothing is to be said.
    func withTitleAlone(after former: SpokenPanel?) -> SpokenPanel? {
        guard case .panel(.list) = kind, former?.kind != kind, !title.isEmpty else { return nil }
        var panel = self
        (panel.items, panel.line) = ([], nil)
        return panel
    }

    func lines(after former: SpokenPanel?) -> [DisplayText] {
        guard let former, former.kind == kind, former.title == title || items.isEmpty else {
            return [title] + (items.isEmpty ? [line ?? .empty] : items.map(\.text) + [range])
        }
        let head = former.title == title ? [] : [title]
        let known = Set(former.items)
        let new = items.filter { !known.contains($0) }
        if line != former.line, new.count < 2 { return head + [line ?? .empty] }
        return head + new.map(\.text) + (new.count > 1 ? [range] : [])
    }
}

extension SummaryLine {
    /// What the line says; nil for what is only drawn.
    fileprivate var spoken: DisplayText? {
        switch content {
        case .blank, .bars: return nil
        case .field(let field): return field.spoken()
        case .head: return DisplayText(sanitising: column.name + ": " + column.remark(), limit: 400)
        case .axis:
            guard let range = column.range else { return nil }
            func text(_ value: Double) -> String { FigureText.long(value, column.kind, in: range) }
            let median = range.median.map { ", median " + text($0) } ?? ""
            return DisplayText(
                sanitising: "from \(text(range.least)) to \(text(range.greatest)), mean \(text(range.mean))"
                    + median)
        case .word(let word):
            return DisplayText(sanitising: word.value, limit: 200) + ": \(word.count.counted("row"))"
        case .others(let count, let rows):
            return "\(count.map { "\($0.grouped) more" } ?? "others"): \(rows.counted("row"))"
        }
    }
}
