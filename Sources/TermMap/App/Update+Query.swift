import CellGraphics
import MapModel
import Rows

/// Asking the rows: filter, colours, figures.
extension AppState {
    /// Asks for other rows, or other colours of them; what is shown stays until they are there.
    mutating func ask(_ query: RowQuery) -> [Effect] {
        guard query != data.query else { return [] }
        data.query = query
        return [.chooseRows(query)]
    }

    mutating func receive(_ rows: ShownRows, of query: RowQuery) -> [Effect] {
        guard query == data.query else { return [] }
        let before = selection.current
        let wasShown = before.map { data.isShown($0) } ?? false
        data.noteAnswer(to: query)
        let effects = rowsChanged(.chosen(rows))
        if wasShown, let before, before.hasRow, !data.isShown(before) {
            report("\(title(ofRow: before.row)) is filtered out", .warning)
        }
        return effects
    }

    /// The last rows that could be chosen stay.
    mutating func receive(_ failure: QueryFailure, of query: RowQuery) -> [Effect] {
        guard query == data.query else { return [] }
        data.failQuery()
        let message = DisplayText(sanitising: failure.message, limit: 200)
        if panels.prompt?.purpose == .rows {
            panels.prompt?.error = message
        } else {
            report(message, .error)
        }
        return []
    }

    mutating func receive(_ columns: [ColumnOutline], _ numbering: Int) {
        if numbering == data.numbering { data.columns = columns }
    }

    // MARK: - Filter

    /// `f`: the filter is typed on the last row, beginning with the present one.
    mutating func askForFilter() -> [Effect] {
        guard data.origin.holdsAllRows || data.origin.server != nil else { return [] }
        ask(.rows)
        panels.prompt?.field = TextField(data.query.filter)
        panels.prompt?.filterBefore = data.query.filter
        return data.columns.isEmpty ? [.outlineColumns] : []
    }

    /// `F`: all rows are shown again.
    mutating func clearFilter() -> [Effect] {
        guard !data.query.filter.isEmpty || !data.query.hiddenClasses.isEmpty else {
            report("No filter: f sets one")
            return []
        }
        return setFilter("", keepingClasses: false)
    }

    mutating func setFilter(_ text: String, keepingClasses: Bool = true) -> [Effect] {
        var query = data.query
        query.filter = text
        if !keepingClasses { query.hiddenClasses = [] }
        return ask(query)
    }

    /// Each text that is right so far filters the rows; one that is unfinished or wrong changes nothing.
    mutating func typeFilter(_ text: String) -> [Effect] {
        let trimmed = text.allSatisfy(\.isWhitespace) ? "" : text
        panels.prompt?.error = nil
        guard !trimmed.isEmpty else { return setFilter("") }
        do throws(FilterProblem) {
            _ = try Filter(trimmed, columns: data.columnNames)
            return setFilter(trimmed)
        } catch {
            if !error.isUnfinished { panels.prompt?.error = DisplayText(sanitising: error.description, limit: 200) }
            return []
        }
    }

    /// Enter: an unfinished filter stays in the field and is explained.
    mutating func acceptFilter(_ text: String) -> [Effect] {
        do throws(FilterProblem) {
            if !text.allSatisfy(\.isWhitespace) { _ = try Filter(text, columns: data.columnNames) }
            guard panels.prompt?.error == nil else { return [] }
            panels.prompt = nil
            return setFilter(text.allSatisfy(\.isWhitespace) ? "" : text)
        } catch {
            panels.prompt?.error = DisplayText(sanitising: error.description, limit: 200)
            return []
        }
    }
}
