import CellGraphics
import MapModel
import Rows
import Streams

extension AppState {
    // MARK: - Reloading

    /// Reloads the data; what is shown stays until it is there.
    mutating func reload() -> [Effect] {
        if !data.origin.holdsAllRows { return refreshFromServer() }
        if data.isReading {
            report("Still loading")
            return []
        }
        return data.beginReload() ? [.reload] : []
    }

    /// The files changed.
    mutating func noteChange() -> [Effect] {
        guard data.isReading, data.origin.holdsAllRows else { return reload() }
        data.noteChange()
        return []
    }

    /// What changed while the data was read is read now.
    mutating func reloadAgain() -> [Effect] { data.takeRepeatedReload() ? reload() : [] }

    /// View, selection and panels stay; rows have other numbers now.
    mutating func receive(_ loaded: LoadedData, _ reload: Reload) -> [Effect] {
        data.endReload()
        data.loading = .done
        let hadSelection = selection.current != nil
        let markedCount = marks.count
        let lostSort = panels.table.adopt(loaded.columnNames, after: data.columnNames)
        let effects = rowsChanged(.reloaded(loaded, reload))
        var losses: [DisplayText] = []
        if hadSelection, selection.current == nil { losses.append("the selected row is gone") }
        let lostMarks = markedCount - marks.count
        if lostMarks > 0 {
            losses.append("\(lostMarks.counted("marked row")) \(lostMarks == 1 ? "is" : "are") gone")
        }
        if let lostSort {
            losses.append(
                DisplayText(sanitising: "the table is not sorted (no column \(lostSort))", limit: 80))
        }
        let text = losses.reduce(text(of: reload)) { $0 + "; " + $1 }
        report(text, losses.isEmpty ? .information : .warning)
        return effects + reloadAgain()
    }

    private func text(of reload: Reload) -> DisplayText {
        let changes: DisplayText
        if let (added, removed) = reload.changes {
            changes =
                added == 0 && removed == 0
                ? "Reloaded: no rows added or removed"
                : "Reloaded: \(added.counted("row")) added, \(removed.grouped) removed"
        } else {
            changes = "Reloaded: \(data.tree.count.counted("row"))"
        }
        return changes
    }

    mutating func failReload(_ message: String) -> [Effect] {
        data.endReload()
        report(DisplayText(sanitising: message), .error)
        return reloadAgain()
    }

    // MARK: - Sources shown and hidden

    mutating func toggleSource(_ index: Int) -> [Effect] {
        var query = data.query
        query.hiddenSources.formSymmetricDifference([index])
        return ask(query)
    }
}
