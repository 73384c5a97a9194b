import MapModel
import DataSets
import Rows

/// Why other rows are known than before.
enum RowsChange: Sendable {
    /// More of the source was read; a stream may never end.
    case grown(LoadedData, isStream: Bool)
    case loaded(LoadedData)
    case reloaded(LoadedData, Reload)
    /// The rows that a source had the time before came to those that it has, or left them.
    case compared(LoadedData)
    /// Other rows of the same source are shown: sources were hidden, rows filtered or coloured.
    case chosen(RowSnapshot)
    /// A server answered for the view.
    case answered(ViewportAnswer)
    /// What a server answered before is shown until it answers again.
    case cached(ViewportAnswer)
    /// A server found rows by their words, or near a place.
    case matched(MatchAnswer)
    case near([ExportedRow], NearbyQuestion)
    /// A server sent members of a cluster.
    case fetched(MatchAnswer)
}

extension AppState {
    /// Adopts other rows and brings up to date all that was made from the old ones. Nothing else adopts rows.
    ///
    /// Each step needs those before it: indices are found in the new tree, annotations count the points that are
    /// highlighted, lists and panels show what the annotations hold.
    mutating func rowsChanged(_ change: RowsChange) -> [Effect] {
        adoptTexts(change)
        adoptMarks(change)
        adoptRows(change)
        let headings = adoptThings(change)
        marks.adopt(data.tree)
        let tree = data.tree
        data.vague?.adopt(tree)
        refreshPositions(change)
        let selected = followSelection(change)
        followAreas()
        if change.fitsView, !map.isViewChosen, let bounds = data.bounds, mustFit(bounds) {
            map.viewport = viewOfArrivingData(bounds)
            things.hasFitted = things.areFollowed
        }
        // A view that is being refreshed shows cached rows and goes on by itself.
        if case .cached = change { return [] }
        followThing()
        refreshAnnotations(animated: change.isAnimated && !things.areFollowed)
        var effects: [Effect] = if case .loaded = change { answerRequest() + headings } else { headings }
        if case .chosen = change { effects += followSelectedCluster() }
        effects += refreshMembers() + indexNames()
        if panels.showsDetails, selected == .lost { effects += closePanel() }
        return effects + readRows(change, selected) + chooseAgain(change)
    }

    /// What is known of rows moves with their numbers, and is forgotten where rows may have changed.
    private mutating func adoptTexts(_ change: RowsChange) {
        switch change {
        case .grown(let loaded, _), .loaded(let loaded), .compared(let loaded):
            if loaded.rows.numbering != data.numbering { renumber(loaded.sources) }
        case .reloaded: texts.reset()
        case .chosen, .answered, .cached, .matched, .near, .fetched: break
        }
    }

    /// Files beside a server were read again: what was answered of them is asked again, and rows are followed.
    mutating func adopt(_ reload: Reload, _ next: [SourceLayer]) {
        renumber(next, reload)
        texts.forget()
        panels.table.forgetFetched()
        _ = data.origin.server?.forgetAnswers()
        data.origin.server?.isCounting = false
    }

    /// Streams that grow side by side move the rows of those after them, and so do files that are read again. Rows that a stream
    /// has dropped are in front of all others.
    private mutating func renumber(_ next: [SourceLayer], _ reload: Reload? = nil) {
        let before = data.sources
        func moved(_ row: UInt32) -> UInt32? {
            if let before = reload?.before, let after = reload?.after, row < before.count {
                return before.row(row, in: after)
            }
            guard let index = before.firstIndex(where: { $0.rows.contains(row) }), index < next.count else {
                return nil
            }
            let dropped = next[index].droppedCount - before[index].droppedCount
            let number = Int(row - before[index].firstRow) - dropped
            return number < 0 ? nil : next[index].firstRow + UInt32(number)
        }
        texts.renumber(moved)
        marks.renumber(moved)
        guard let selected = selection.current, selected.hasRow else { return }
        selection.current = moved(selected.row).map {
            Selection(selected, asRow: $0, at: selected.coordinate)
        }
    }

    private mutating func adoptRows(_ change: RowsChange) {
        switch change {
        case .grown(let loaded, _) where data.origin.isQueried: data.origin.showEarly(loaded.rows.tree)
        case .grown(let loaded, _), .loaded(let loaded): data.adopt(loaded)
        case .reloaded(let loaded, _), .compared(let loaded): data.adopt(loaded, isReload: true)
        case .chosen(let rows): data.adopt(rows)
        case .answered(let answer): data.origin.server?.receive(answer)
        case .cached(let answer): data.origin.server?.show(cached: answer)
        case .matched(let answer): data.origin.server?.receive(answer)
        case .near(let rows, let question): data.origin.server?.receive(rows, question)
        case .fetched(let page): data.origin.server?.members += page.matches
        }
        if let server = data.origin.server { data.adopt(rowsOf: server) }
    }

    /// Positions in the old tree mean nothing now: what is near is found again, and what a search found.
    private mutating func refreshPositions(_ change: RowsChange) {
        refreshNearby()
        switch change {
        case .grown, .loaded, .reloaded, .compared, .chosen:
            search.nameIndexing = .notAsked
            search.forgetRows(asksAgain: canFindRows)
        case .answered, .cached, .near, .fetched:
            let matches = serverMatches
            if search.session?.rows != nil { search.session?.rows = matches }
        case .matched: search.session?.rows = nil
        }
    }

    // MARK: - Selection

    /// What became of the selected row.
    private enum SelectedRow { case same, moved, lost }

    private mutating func followSelection(_ change: RowsChange) -> SelectedRow {
        guard change.movesRows, let selected = selection.current, selected.hasRow else { return .same }
        guard let row = row(selected, after: change), let place = data.tree.place(ofRow: row) else {
            guard mustHold(selected, change) else { return .same }
            selection.clear()
            return .lost
        }
        guard row != selected.row || place != selected.coordinate else { return .same }
        selection.current = Selection(selected, asRow: row, at: place)
        return .moved
    }

    /// The number that the selected row has now; nil when it is gone.
    ///
    /// Where rows cannot be recognised after a reload, a row of the same number at the same place is taken for it.
    private func row(_ selection: Selection, after change: RowsChange) -> UInt32? {
        guard case .reloaded(_, let reload) = change else { return selection.row }
        if let before = reload.before, let after = reload.after {
            return before.row(selection.row, in: after)
        }
        return data.tree.index(ofRow: selection.row, at: selection.coordinate.coordinate).map { _ in
            selection.row
        }
    }

    /// Whether a row that is not there now no longer exists. It may also be hidden, not yet read or out of view.
    private func mustHold(_ selection: Selection, _ change: RowsChange) -> Bool {
        switch change {
        case .reloaded: return true
        case .answered(let answer):
            guard case .rows = answer.content else { return false }
            return answer.question.window.contains(QuantumPoint(selection.coordinate))
        case .grown, .loaded, .compared, .chosen, .cached, .matched, .near, .fetched: return false
        }
    }

    /// The query leaves out the row that represents the selected cluster: another one does, where any of its rows is left.
    private mutating func followSelectedCluster() -> [Effect] {
        guard let selected = selection.current, selected.isCluster, !data.isShown(selected) else { return [] }
        let (tree, grid) = (data.tree, annotations.set.grid)
        let left =
            annotations.annotation(showing: selected, evenIfCovered: true)
            ?? annotations.placed.first { annotation in
                guard let index = annotation.leader.firstIndex else { return false }
                return grid.id(of: QuantumPoint(tree.fixedCoordinate(at: index))) == selected.id.cell
            }
        guard let left else { return [] }
        selection.current = Selection(left.leader, in: tree)
        return selection.readRecord()
    }

    // MARK: - Reading

    /// Asks for what is shown of rows, where it may have changed.
    private mutating func readRows(_ change: RowsChange, _ selected: SelectedRow) -> [Effect] {
        switch change {
        case .grown(_, let isStream): isStream ? readAgain() : []
        // What could not be read while the file was, is asked for again.
        case .loaded: selection.current == nil ? [] : selection.readRecord()
        case .reloaded, .compared: selection.readRecord() + readLists()
        case .answered: selected == .moved ? selection.readRecord() : []
        case .chosen, .cached, .matched, .near, .fetched: []
        }
    }

    /// In a stream a row may come again with other values: what is shown stays until it is read again.
    private mutating func readAgain() -> [Effect] {
        panels.table.expireCells()
        var rows = map.viewport.zoom >= Self.nameZoom ? annotations.rows : []
        if let selected = selection.current, selected.hasRow { rows.append(selected.row) }
        return (rows.isEmpty ? [] : [.readLabels(rows: rows)]) + selection.rereadRecord()
    }

    /// The rows that a query leaves out came with the others: it is asked again.
    private func chooseAgain(_ change: RowsChange) -> [Effect] {
        switch change {
        case .grown, .loaded, .reloaded, .compared: data.query.isPlain ? [] : [.chooseRows(data.query)]
        case .chosen, .answered, .cached, .matched, .near, .fetched: []
        }
    }
}

extension RowsChange {
    /// New annotations bounce; what grows all the time, or is highlighted while one types, would never stop.
    fileprivate var isAnimated: Bool {
        switch self {
        case .loaded, .reloaded, .compared, .chosen, .answered: true
        case .grown, .cached, .matched, .near, .fetched: false
        }
    }

    /// All rows are to be in view until the user moves the map; so are those of a stream, which may never end.
    fileprivate var fitsView: Bool {
        switch self {
        case .grown(_, let isStream): isStream
        case .loaded: true
        case .reloaded, .compared, .chosen, .answered, .cached, .matched, .near, .fetched: false
        }
    }

    /// The rows, and not only those that are known, may be others than before.
    fileprivate var movesRows: Bool {
        switch self {
        case .grown, .loaded, .reloaded, .compared, .chosen, .answered: true
        case .cached, .matched, .near, .fetched: false
        }
    }
}
