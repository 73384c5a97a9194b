import CellGraphics
import MapModel
import MapSources

extension AppState {
    // MARK: - Reloading

    /// Reloads the data; what is shown stays until it is there.
    mutating func reload() -> [Effect] {
        if !origin.holdsAllRows { return askServerAgain() }
        if case .reading = loading {
            tell("Still loading")
            return []
        }
        // What changes meanwhile is read after that.
        mustReloadAgain = isReloading
        if isReloading { return [] }
        isReloading = true
        return [.reload]
    }

    /// The files changed.
    mutating func noteChange() -> [Effect] {
        if case .reading = loading, origin.holdsAllRows {
            mustReloadAgain = true
            return []
        }
        return reload()
    }

    /// What changed while the data was read is read now.
    mutating func reloadAgain() -> [Effect] {
        guard mustReloadAgain else { return [] }
        mustReloadAgain = false
        return reload()
    }

    /// View, selection and panels stay; rows have other numbers now.
    mutating func receive(_ data: LoadedData, _ reload: Reload) -> [Effect] {
        isReloading = false
        loading = .done
        let hadSelection = selection != nil
        let effects = rowsChanged(.reloaded(data, reload))
        let isLost = hadSelection && selection == nil
        tell(text(of: reload, lostSelection: isLost), isLost ? .warning : .information)
        return effects + reloadAgain()
    }

    private func text(of reload: Reload, lostSelection: Bool) -> DisplayText {
        let changes: DisplayText
        if let before = reload.before, let after = reload.after {
            let (added, removed) = before.changes(to: after)
            changes =
                added == 0 && removed == 0
                ? "Reloaded: no rows added or removed"
                : "Reloaded: \(added.counted("row")) added, \(removed.grouped) removed"
        } else {
            changes = "Reloaded: \(tree.count.counted("row"))"
        }
        return lostSelection ? changes + "; the selected row is gone" : changes
    }

    mutating func failReload(_ message: String) -> [Effect] {
        isReloading = false
        tell(DisplayText(sanitising: message), .error)
        return reloadAgain()
    }

    // MARK: - Sources shown and hidden

    mutating func toggleSource(_ index: Int) -> [Effect] {
        hiddenSources.formSymmetricDifference([index])
        return [.hideSources(hiddenSources)]
    }

    mutating func receive(_ rows: ShownRows, hiding hidden: Set<Int>) -> [Effect] {
        guard hidden == hiddenSources else { return [] }
        return rowsChanged(.hidden(rows))
    }

    /// The source that a row comes from, where there are several.
    func source(ofRow row: UInt32) -> SourceLayer? {
        sources.count > 1 ? sources.first { $0.rows.contains(row) } : nil
    }
}
