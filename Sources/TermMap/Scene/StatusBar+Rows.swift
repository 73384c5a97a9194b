import App
import CellGraphics
import DataSets

// How many rows, things, areas or changes are in view, and of how many.
extension StatusBar {
    var rowsField: BarField {
        journeyField ?? areasField ?? changesField ?? thingsField ?? countField
    }

    /// How many things are heard.
    private var thingsField: BarField? {
        let query = state.data.answeredQuery
        guard var spans = thingsSpans else { return nil }
        if isTable {
            let row = state.panels.table.cursor.index + 1
            spans.insert(BarSpan(text: "row \(row.grouped) of ", role: .barText), at: 0)
        }
        if !query.filter.isEmpty {
            let key = BarSpan(
                text: keyMap.words("\(key: .filter) ", in: state), role: .barKey, attributes: .bold)
            spans.insert(key, at: 0)
        }
        return BarField(priority: 1, spans: spans)
    }

    /// What the strip, or the list of stops, is about.
    private var journeyField: BarField? {
        state.journeyStatus.map {
            BarField(
                priority: 1,
                spans: [BarSpan(text: $0.count, role: .barText), BarSpan(text: $0.rest, role: .barDim)])
        }
    }

    /// How many of the differences of two sources are in view.
    private var changesField: BarField? {
        state.changesStatus.map {
            BarField(
                priority: 1,
                spans: [BarSpan(text: $0.count, role: .barText), BarSpan(text: $0.rest, role: .barDim)])
        }
    }

    /// How many rows lie in areas, or which area the cursor of their table is on.
    private var areasField: BarField? {
        if let (row, rest) = state.areaTableStatus {
            return BarField(
                priority: 1, spans: [BarSpan(text: row, role: .barText), BarSpan(text: rest, role: .barDim)])
        }
        guard let (rows, rest) = state.areaStatus, !isTable, state.nearby == nil,
            state.search.session?.rows == nil
        else { return nil }
        var spans = [BarSpan(text: rows, role: .barText), BarSpan(text: rest, role: .barDim)]
        let query = state.data.answeredQuery
        if !query.filter.isEmpty {
            let key = BarSpan(
                text: keyMap.words("\(key: .filter) ", in: state), role: .barKey, attributes: .bold)
            spans.insert(key, at: 0)
        }
        if isWide, !query.asksForAll {
            spans.append(BarSpan(text: " of \(state.data.unfilteredTotal.grouped)", role: .barDim))
        }
        return BarField(priority: 1, spans: spans)
    }

    private var countField: BarField {
        let query = state.data.answeredQuery
        if let field = windowField(query) { return field }
        if rowsText == "?", !state.data.origin.isTotalKnown {
            return BarField(priority: 1, spans: [BarSpan(text: "? rows", role: .barText)])
        }
        guard !query.asksForAll else {
            return BarField(
                priority: 1,
                spans: [
                    BarSpan(text: rowsText, role: .barText),
                    BarSpan(
                        text: isTable
                            ? ", \(totalText) in all"
                            : " of " + (state.data.addresses == nil ? totalText : state.addressedTotal),
                        role: .barDim),
                ])
        }
        // "12 in view, 34 of 56 match": what was searched for, or is near, names itself.
        let isCount = !isTable && state.nearby == nil && state.search.session?.rows == nil
        var spans = [
            BarSpan(
                text: query.filter.isEmpty ? "" : keyMap.words("\(key: .filter) ", in: state), role: .barKey,
                attributes: .bold),
            BarSpan(text: rowsText, role: .barText),
            BarSpan(text: isCount ? " in view, " : ", ", role: .barDim),
            BarSpan(text: totalText, role: .barText),
        ]
        if isWide {
            spans.append(BarSpan(text: " of \(state.data.unfilteredTotal.grouped)", role: .barDim))
        }
        let verb: DisplayText =
            query.hiddenClasses.isEmpty
            ? (state.data.rowTotal == 1 && !isWide ? " matches" : " match") : " shown"
        spans.append(BarSpan(text: verb, role: .barDim))
        if state.screen.columns >= Self.columnsForFileName, query.testsRows {
            let texts = [query.time?.text ?? "", query.filter.text].filter { !$0.isEmpty }
            let text = DisplayText(sanitising: texts.joined(separator: " · "), limit: 200)
            spans.append(
                BarSpan(
                    text: "  " + text.clipped(to: Self.filterWidth, ellipsis: isASCII ? .tilde : .unicode),
                    role: .barDim))
        }
        return BarField(priority: 1, spans: spans)
    }

    /// Rows in view of a window of time, of all times, and all: `t 1,424 of 1,632 of 16,884`, `116 · 1,383 of 16,884` of two.
    private func windowField(_ query: RowQuery) -> BarField? {
        guard query.time?.windows.isEmpty == false, query.filter.isEmpty, query.hiddenClasses.isEmpty,
            !isTable, state.nearby == nil, state.search.session?.rows == nil, state.data.rows.coversWorld
        else { return nil }
        let total = " of \(state.data.unfilteredTotal.grouped)"
        var spans: [BarSpan] = []
        if let rows = state.rowsOfWindows {
            let mark = state.showsTwoMaps ? (isASCII ? " | " : " · ") : isASCII ? " - " : " − "
            let texts =
                state.showsTwoMaps
                ? (rows.first.grouped, rows.second.grouped) : (rows.second.grouped, rows.first.grouped)
            spans = [BarSpan(text: DisplayText(sanitising: texts.0 + mark + texts.1), role: .barText)]
        } else {
            guard let all = state.rowsInViewAtAllTimes else { return nil }
            if state.map.band == nil {
                spans.append(BarSpan(text: "t ", role: .barKey, attributes: .bold))
            }
            spans.append(BarSpan(text: rowsText, role: .barText))
            spans.append(BarSpan(text: " of \(all.grouped)", role: .barDim))
        }
        return BarField(
            priority: 1, spans: spans + [BarSpan(text: DisplayText(sanitising: total), role: .barDim)])
    }

    /// The count of rows begins with the row that the cursor of the table is on.
    private var isTable: Bool { state.panels.current == .table }

    /// Columns for the text of the filter.
    private static let filterWidth = 40

    /// What is counted while something is looked for is what was found.
    private var rowsText: DisplayText {
        if isTable { return state.tableStatus }
        if let nearby = state.nearby { return "\(state.nearText(nearby)) near" }
        if let rows = state.search.session?.rows { return "\(state.foundText(rows)) found" }
        guard state.data.origin.isCountKnown(at: state.now) else { return "?" }
        return "\(state.rowsInView.grouped)"
    }

    /// All rows; of a large table what the server takes for their number.
    private var totalText: DisplayText {
        guard state.data.origin.isTotalKnown else { return "?" }
        let isEstimate = state.data.origin.isCountEstimated
        let mark: DisplayText = isEstimate ? (isASCII ? "about " : "≈ ") : ""
        return mark + "\(state.data.rowTotal.grouped)" + (state.data.origin.lacksLayers ? " + ?" : "")
    }
}
