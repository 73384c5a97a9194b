import CellGraphics
import MapModel
import DataSets
import Streams

extension AppState {
    // MARK: - Reloading

    /// Reloads the data; what is shown stays until it is there.
    mutating func reload() -> [Effect] {
        data.origin.isQueried ? refreshFromServer() : readAgain(.reload)
    }

    /// Reads the data with latitude and longitude swapped; the same once more undoes it.
    mutating func swapCoordinates() -> [Effect] {
        guard data.origin.can(.swap) else {
            report("The rows of a server cannot be swapped here: start with --swap", .warning)
            return []
        }
        return readAgain(.swapCoordinates)
    }

    private mutating func readAgain(_ effect: Effect) -> [Effect] {
        if data.isReading {
            report("Still loading")
            return []
        }
        return data.beginReload() ? [effect] : []
    }

    /// The files changed.
    mutating func noteChange() -> [Effect] {
        guard data.isReading, !data.origin.isQueried else { return reload() }
        data.noteChange()
        return []
    }

    /// What changed while the data was read is read now.
    mutating func reloadAgain() -> [Effect] { data.takeRepeatedReload() ? reload() : [] }

    /// View, selection and panels stay; rows have other numbers now.
    mutating func receive(_ loaded: LoadedData, _ reload: Reload) -> [Effect] {
        data.endReload()
        data.loading = .done
        let bounds = data.bounds
        let hadSelection = selection.current != nil
        let markedCount = marks.count
        let lostSort = panels.table.adopt(loaded.columnNames, after: data.columnNames)
        let effects = rowsChanged(.reloaded(loaded, reload))
        var losses: [KeyedText] = []
        if hadSelection, selection.current == nil { losses.append("the selected row is gone") }
        let lostMarks = markedCount - marks.count
        if lostMarks > 0 {
            losses.append("\(lostMarks.counted("marked row")) \(lostMarks == 1 ? "is" : "are") gone")
        }
        if let lostSort {
            losses.append(
                KeyedText(
                    DisplayText(sanitising: "the table is not sorted (no column \(lostSort))", limit: 80)))
        }
        if reload.isSwap {
            fitData()
            if data.bounds == bounds {
                report("Nothing to swap: these places are not columns of latitudes and longitudes", .warning)
                return effects + reloadAgain()
            }
        }
        let lost = losses.reduce("") { (text: KeyedText, loss: KeyedText) in text + "; " + loss }
        report(text(of: reload) + lost, losses.isEmpty ? .information : .warning)
        let wasShown = data.readings?.areShown ?? false
        data.readings = reload.isSwap ? nil : ReadingChanges(losses: lost, areShown: wasShown)
        return effects + reloadAgain() + (reload.isSwap ? [] : [.compareReadings])
    }

    private func text(of reload: Reload) -> KeyedText {
        let changes: KeyedText
        if reload.isSwap {
            let skipped: KeyedText =
                data.skipped.total == 0 ? "" : ", \(data.skipped.total.grouped) skipped"
            changes =
                "Latitude and longitude swapped: \(data.tree.count.counted("row"))" + skipped
                + " (\(key: .swapCoordinates) undoes it)"
        } else if let (added, removed) = reload.changes {
            changes =
                added == 0 && removed == 0
                ? "Reloaded: no rows added or removed"
                : "Reloaded: \(added.counted("row")) added, \(removed.grouped) removed"
        } else {
            changes = "Reloaded: \(data.tree.count.counted("row"))"
        }
        return changes
    }

    mutating func failReload(_ error: SourceError) -> [Effect] {
        data.endReload()
        report(KeyedText(error.description), .error)
        return reloadAgain()
    }

    // MARK: - Sources shown and hidden

    mutating func toggleSource(_ index: Int) -> [Effect] {
        var query = data.query
        query.hiddenSources.formSymmetricDifference([index])
        return ask(query)
    }
}
