import CellGraphics
import MapModel
import Rows
import Streams

extension AppState {
    // MARK: - Reloading

    /// Reloads the data; what is shown stays until it is there.
    mutating func reload() -> [Effect] {
        if server != nil { return askServerAgain() }
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
        if case .reading = loading, server == nil {
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
        skipped = data.skipped
        notices = data.notices + heard
        let hidden = hiddenSources.filter { $0 < data.sources.count }
        sources = data.sources
        hiddenSources = hidden
        rowLabels = [:]
        rowSummaries = [:]
        toldProblem = nil
        shapes = data.shapes
        adopt(data.rows)
        let lost = followSelection(reload)
        var effects = refreshAnnotations(animated: true) + findNearby() + indexNames() + refreshMembers()
        if case .details = panel, selection == nil { effects += closePanel() }
        effects += readSelection() + readLists() + hideAgain()
        tell(text(of: reload, lostSelection: lost), lost ? .warning : .information)
        return effects + reloadAgain()
    }

    /// The selected row as it is numbered now, and where it is now; whether it is gone.
    private mutating func followSelection(_ reload: Reload) -> Bool {
        guard let selection else { return false }
        guard let row = row(selection, after: reload), let place = tree.place(ofRow: row) else {
            self.selection = nil
            record = nil
            return true
        }
        self.selection = Selection(selection, asRow: row, at: place)
        return false
    }

    /// The number that the selected row has now. Where rows cannot be recognised, a row of the same number at the same
    /// place is taken for it.
    private func row(_ selection: Selection, after reload: Reload) -> UInt32? {
        if let before = reload.before, let after = reload.after {
            return before.row(selection.row, in: after)
        }
        return tree.position(ofRow: selection.row, at: selection.coordinate.coordinate).map { _ in
            selection.row
        }
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
        adopt(rows)
        return refreshAnnotations(animated: true) + findNearby() + refreshMembers() + indexNames()
    }

    /// Other rows have come: those of hidden sources are hidden again.
    func hideAgain() -> [Effect] { hiddenSources.isEmpty ? [] : [.hideSources(hiddenSources)] }

    /// The source that a row comes from, where there are several.
    func source(ofRow row: UInt32) -> SourceLayer? {
        sources.count > 1 ? sources.first { $0.rows.contains(row) } : nil
    }
}
