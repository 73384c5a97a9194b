import CellGraphics
import MapModel
import DataSets
import RowValues
import Rows

/// Asking the rows: filter, colours, figures.
extension AppState {
    /// Asks for other rows, or other colours of them; what is shown stays until they are there.
    mutating func ask(_ query: RowQuery) -> [Effect] {
        guard query != data.query else { return [] }
        data.ask(query)
        return [.chooseRows(query)]
    }

    mutating func receive(_ rows: RowSnapshot, of query: RowQuery) -> [Effect] {
        guard query == data.query else { return [] }
        let before = selection.current
        let wasShown = before.map { data.isShown($0) } ?? false
        let (known, formerAreas, formerEdges) = (
            data.queryNotices, areaAnswer?.set, areaAnswer?.classes.edges
        )
        // What is asked again was reported when it was asked first.
        let isReported = data.isAskingAgain || panels.prompt?.purpose == .rows
        data.noteAnswer(to: query)
        map.journeys.dropReplaced()
        let effects = rowsChanged(.chosen(rows))
        // A digit means another range now.
        if areaAnswer?.classes.edges != formerEdges { areas.hiddenClasses = [] }
        if !isReported {
            reportAreas(after: formerAreas)
            reportQueryNotice(besides: known)
        }
        if wasShown { reportHiddenSelection() }
        suggestFilter()
        let isAreaUnread = panels.showsDetails && selection.record == nil
        return effects + columnsForSuggestion() + colorView() + (isAreaUnread ? readArea() : [])
    }

    /// Says what a filter that no row matches may have meant.
    private mutating func suggestFilter() {
        data.suggestion =
            data.listed.isEmpty ? filterSuggestion.map { DisplayText(sanitising: $0, limit: 20) } : nil
    }

    mutating func receive(_ values: [Int: ColumnValues], _ numbering: Int) {
        guard numbering == data.numbering else { return }
        data.columnValues.merge(values) { $1 }
        suggestFilter()
    }

    /// Values that a filter or a figure leaves out.
    private mutating func reportQueryNotice(besides known: [String] = []) {
        guard let notice = data.queryNotices.first(where: { !known.contains($0) }) else { return }
        report(KeyedText(notice, limit: 200), .warning)
    }

    /// The selected row stays selected while the query leaves it out.
    private mutating func reportHiddenSelection() {
        guard let selected = selection.current, selected.hasRow, !data.isShown(selected) else { return }
        report("\(title(ofRow: selected.row)) is filtered out", .warning)
    }

    private static let lapseWords = " off for now"

    /// The last rows that could be chosen stay; after a reload, what is left of the query is asked.
    mutating func receive(_ failure: QueryFailure, of query: RowQuery) -> [Effect] {
        guard query == data.query else { return [] }
        let isAskedAgain = data.failQuery(failure.part)
        if !data.query.ordersTimes { closeBand() }
        let showsStrip = map.band == nil && restoreStrip()
        if areaAnswer == nil, areas.displayBefore != nil {
            followAreas()
            refreshAnnotations(animated: false)
        }
        if isAskedAgain {
            if let parts = data.takeSuspendedParts() {
                let words = parts.joined(separator: " and ") + Self.lapseWords
                let text: KeyedText = "\(words): \(failure.onScreen)"
                // What else the reload has lost is said before; fewer parts that are off are among these.
                let other = screen.message.flatMap {
                    $0.kind == .warning && !$0.text.text.contains(Self.lapseWords) ? $0.text + "; " : nil
                }
                report(other.map { $0 + text } ?? text, .warning)
            }
            return data.query.isPlain ? [] : [.chooseRows(data.query)]
        }
        let message = failure.onScreen
        if let prompt = panels.prompt, prompt.purpose == .rows {
            // The answer may be about a text that was typed on.
            guard prompt.field.text == query.filter.text else { return [] }
            if failure.problem?.isUnfinished == true {
                panels.prompt?.refusal = (message, failure.problem?.range)
            } else {
                panels.prompt?.error = message
                panels.prompt?.errorRange = failure.problem?.range
            }
        } else if showsStrip, strip?.shown?.hasTimes == true, failure.message.contains(RowTimes.noColumn) {
            report(
                "The rows have no column of times; \(key: .strip(.axis)) shows the track by time", .warning)
        } else {
            report(message, .error)
        }
        return []
    }

    mutating func receive(_ columns: [ColumnOutline], _ numbering: Int) -> [Effect] {
        guard numbering == data.numbering else {
            if panels.columns?.choosesFirst == true { return [.outlineColumns] }
            return []
        }
        data.columns = columns
        if data.origin.isQueried { data.name(columns.map(\.name)) }
        panels.columns?.begin(with: columns)
        if let picker = panels.columns, picker.choosesFirst { return choose(picker) }
        return panels.columns == nil ? [] : readLists()
    }

    // MARK: - Filter

    /// `f`: the filter is typed on the last row, beginning with the present one.
    mutating func askForFilter() -> [Effect] {
        if let test = filterOfArea { return askForFilter(adding: test) }
        ask(.rows)
        panels.prompt?.field = TextField(data.query.filter.text)
        panels.prompt?.filterBefore = data.query.filter.text
        // Layers may have changed since they were asked for.
        data.filterAreas = nil
        return data.columns.isEmpty ? [.outlineColumns] : []
    }

    /// The same with another test, which filters at once.
    mutating func askForFilter(adding test: String) -> [Effect] {
        let before = data.query.filter.text
        let filter = FilterText.adding(test, to: before)
        ask(.rows)
        panels.prompt?.field = TextField(filter)
        panels.prompt?.filterBefore = before
        data.filterAreas = nil
        return (data.columns.isEmpty ? [.outlineColumns] : []) + typeFilter(filter)
    }

    /// `F`: all rows are shown again.
    mutating func clearFilter() -> [Effect] {
        let isUsual = data.query.hiddenClasses == data.query.usualHiddenClasses
        guard data.query.asksForAll, isUsual else { return showAllRows() }
        let isGivenUp = data.giveUpFilter()
        report(
            isGivenUp
                ? "The filter from before the reload is given up" : "No filter: \(key: .filter) sets one")
        return []
    }

    /// Without a filter, at all times and with all classes.
    private mutating func showAllRows() -> [Effect] {
        _ = data.giveUpFilter()
        var query = data.query
        query.filter = RowFilter()
        query.time = query.ordersTimes ? query.atAllTimes.time : nil
        map.band?.window = nil
        map.band?.playing = nil
        map.band?.endComparison()
        (query.otherWindow, query.newFrom) = (nil, nil)
        query.hiddenClasses = query.usualHiddenClasses
        return ask(query)
    }

    mutating func setFilter(_ filter: RowFilter) -> [Effect] {
        _ = data.giveUpFilter()
        var query = data.query
        query.filter = filter
        return ask(query)
    }

    mutating func setTime(_ time: TimeQuestion?) -> [Effect] {
        var query = data.query
        query.time = time
        return ask(query)
    }

    /// Each text that is right so far filters the rows; one that is unfinished or wrong changes nothing.
    mutating func typeFilter(_ text: String) -> [Effect] {
        let trimmed = text.allSatisfy(\.isWhitespace) ? "" : text
        panels.prompt?.error = nil
        panels.prompt?.errorRange = nil
        panels.prompt?.refusal = nil
        guard !trimmed.isEmpty else { return setFilter("") }
        do throws(FilterProblem) {
            return setFilter(try RowFilter(trimmed, columns: data.columnNames))
        } catch {
            if !error.isUnfinished { explain(error) }
            return []
        }
    }

    /// Enter: an unfinished filter stays in the field and is explained.
    mutating func acceptFilter(_ text: String) -> [Effect] {
        do throws(FilterProblem) {
            // Mostly what was parsed as it was typed.
            let isBlank = text.allSatisfy(\.isWhitespace)
            let filter: RowFilter
            if isBlank {
                filter = RowFilter()
            } else {
                let known = data.query.filter
                filter = text == known.text ? known : try RowFilter(text, columns: data.columnNames)
            }
            guard panels.prompt?.error == nil else { return [] }
            if let refusal = panels.prompt?.refusal {
                panels.prompt?.error = refusal.text
                panels.prompt?.errorRange = refusal.range
                return []
            }
            panels.remember(text, for: .rows)
            panels.prompt = nil
            let effects = setFilter(filter)
            // While one types the row of messages is that of the filter.
            if effects.isEmpty {
                reportQueryNotice()
                reportHiddenSelection()
            }
            return effects
        } catch {
            explain(error)
            return []
        }
    }

    private mutating func explain(_ problem: FilterProblem) {
        panels.prompt?.error = KeyedText(problem.description, limit: 200)
        panels.prompt?.errorRange = problem.range
    }

    // MARK: - Completion

    /// Longer filters are not typed by hand, and each key would take longer than the one before.
    private static let longestCompleted = 500

    /// What can follow at the caret; nil where there is nothing to propose, or the prompt is about something else.
    package var filterCompletion: FilterCompletion? { panels.prompt?.offer }

    /// Works that out, once for update and frame; asks for the values that it lacks when the text has changed.
    mutating func offerCompletions(after former: Prompt?) -> [Effect] {
        guard panels.prompt?.purpose == .rows else { return [] }
        let offer = offeredCompletion
        panels.prompt?.offer = offer
        guard let former, former.field.text != panels.prompt?.field.text, let offer else { return [] }
        if offer.wantsAreas, data.filterAreas == nil {
            data.filterAreas = FilterCompletion.Areas()
            return [.outlineAreas]
        }
        return offer.wantedColumn.map { [.readColumn($0)] } ?? []
    }

    private var offeredCompletion: FilterCompletion? {
        guard let prompt = panels.prompt, prompt.purpose == .rows, !data.columnNames.isEmpty,
            prompt.field.characters.count <= Self.longestCompleted
        else {
            return nil
        }
        let columns = data.columnNames.enumerated().map { index, name in
            if let values = data.columnValues[index] { return FilterCompletion.Column(values) }
            guard index < data.columns.count else { return FilterCompletion.Column(name: name) }
            let outline = data.columns[index]
            return FilterCompletion.Column(name: name, kind: outline.kind, missingShare: outline.missingShare)
        }
        return FilterCompletion.complete(
            prompt.field.text, caret: prompt.field.caretByte, columns: columns, limit: 50,
            areas: data.filterAreas ?? FilterCompletion.Areas()
        ) { data.columnValues[$0] }
    }

    mutating func moveInCompletions(by step: Int) {
        guard let count = filterCompletion?.candidates.count, count > 0 else { return }
        let current = panels.prompt?.completion ?? (step > 0 ? -1 : count)
        panels.prompt?.completion = (current + step + count) % count
    }

    /// Tab: the chosen completion, or the first.
    mutating func takeCompletion() {
        guard let completion = filterCompletion, let prompt = panels.prompt, !completion.candidates.isEmpty
        else { return }
        let index = min(prompt.completion ?? 0, completion.candidates.count - 1)
        let taken = completion.taking(completion.candidates[index], in: prompt.field.text)
        panels.prompt?.field = TextField(taken.text, caretByte: taken.caret)
        panels.prompt?.completion = nil
    }
}
