import CellGraphics
import MapModel
import MapSources

extension AppState {
    // MARK: - Reading anew

    /// Reads the data anew; what is shown stays until it is there.
    mutating func reload() -> [Effect] {
        guard case .reading = loading else {
            guard !isReloading else { return [] }
            isReloading = true
            if server != nil {
                isReloading = false
                return askServerAgain()
            }
            return [.reload(rows: selection.map { [$0.row] } ?? [])]
        }
        tell("still reading")
        return []
    }

    /// View, selection and panels stay; rows have other numbers now.
    mutating func receive(_ data: LoadedData, _ reload: Reload) -> [Effect] {
        isReloading = false
        loading = .done
        skipped = data.skipped
        notices = data.notices
        let hidden = hiddenSources.filter { $0 < data.sources.count }
        sources = data.sources
        hiddenSources = hidden
        rowLabels = [:]
        rowSummaries = [:]
        shapes = data.shapes
        adopt(data.rows)
        let lost = followSelection(reload)
        var effects = refreshAnnotations(animated: true) + findNearby() + indexNames() + refreshMembers()
        if case .details = panel, selection == nil { effects += closePanel() }
        effects += readSelection() + readLists()
        if !hidden.isEmpty { effects.append(.hideSources(hidden)) }
        tell(reload.text(lostSelection: lost), lost ? .warning : .information)
        return effects
    }

    /// The selected row as it is numbered now, and where it is now; whether it is gone.
    private mutating func followSelection(_ reload: Reload) -> Bool {
        guard let selection else { return false }
        guard let row = reload.moved[selection.row], let place = tree.place(ofRow: row) else {
            self.selection = nil
            record = nil
            return true
        }
        self.selection = Selection(selection, asRow: row, at: place)
        return false
    }

    mutating func failReload(_ message: String) -> [Effect] {
        isReloading = false
        tell(DisplayText(sanitising: message), .error)
        return []
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

    /// The source that a row comes from, where there are several.
    func source(ofRow row: UInt32) -> SourceLayer? {
        sources.count > 1 ? sources.first { $0.rows.contains(row) } : nil
    }
}

extension Reload {
    /// What the user is told.
    fileprivate func text(lostSelection: Bool) -> DisplayText {
        let changes: DisplayText =
            added == 0 && removed == 0
            ? "read anew: nothing has changed"
            : "read anew: \(added.counted("row")) added, \(removed.grouped) removed"
        return lostSelection ? changes + "; the selected row is gone" : changes
    }
}
