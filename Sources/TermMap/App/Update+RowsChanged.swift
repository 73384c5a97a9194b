import MapModel
import MapSources

/// Why other rows are known than before.
enum RowsChange: Sendable {
    /// More of the source was read; a stream may never end.
    case grown(LoadedData, isStream: Bool)
    case loaded(LoadedData)
    case reloaded(LoadedData, Reload)
    /// Sources were hidden or shown.
    case hidden(ShownRows)
    /// A server answered for the view.
    case answered(ViewportAnswer)
    /// What a server answered before is shown until it answers again.
    case cached(ViewportAnswer)
    /// A server found rows by their words, or near a place.
    case matched(MatchAnswer)
    case near([ExportedRow], NearbyQuestion)
}

extension AppState {
    /// Adopts other rows and brings up to date all that was made from the old ones. Nothing else adopts rows.
    ///
    /// Each step needs those before it: positions are found in the new tree, annotations count the positions that are
    /// highlighted, lists and panels show what the annotations hold.
    mutating func rowsChanged(_ change: RowsChange) -> [Effect] {
        adoptTexts(change)
        adoptRows(change)
        refreshPositions(change)
        let selection = followSelection(change)
        if change.fitsView, !isViewChosen, let bounds = tree.bounds { viewport = fitted(to: bounds) }
        // A view that is being refreshed shows cached rows and goes on by itself.
        if case .cached = change { return [] }
        var effects = refreshAnnotations(animated: change.isAnimated)
        if case .loaded = change { effects += answerRequest() }
        effects += labelRequest(for: nearbyRows) + refreshMembers() + indexNames()
        if case .details = panel, selection == .lost { effects += closePanel() }
        return effects + readRows(change, selection) + hideAgain(change)
    }

    /// What is known of rows moves with their numbers, and is forgotten where rows may have changed.
    private mutating func adoptTexts(_ change: RowsChange) {
        switch change {
        case .grown(let data, _), .loaded(let data):
            if data.rows.numbering != numbering { renumber(data.sources) }
        case .reloaded:
            rowLabels = [:]
            rowSummaries = [:]
            toldProblem = nil
        case .hidden, .answered, .cached, .matched, .near: break
        }
    }

    private mutating func adoptRows(_ change: RowsChange) {
        switch change {
        case .grown(let data, _), .loaded(let data): adopt(data)
        case .reloaded(let data, _):
            hiddenSources = hiddenSources.filter { $0 < data.sources.count }
            adopt(data)
        case .hidden(let rows): adopt(rows)
        case .answered(let answer): origin.server?.receive(answer)
        case .cached(let answer): origin.server?.show(cached: answer)
        case .matched(let answer): origin.server?.receive(answer)
        case .near(let rows, let question): origin.server?.receive(rows, question)
        }
        guard let points = origin.server?.points else { return }
        tree = QuadTree(points)
        generation += 1
    }

    private mutating func adopt(_ data: LoadedData) {
        skipped = data.skipped
        notices = data.notices + heard
        sources = data.sources
        shapes = data.shapes
        adopt(data.rows)
    }

    private mutating func adopt(_ rows: ShownRows) {
        tree = rows.tree
        generation = rows.generation
        numbering = rows.numbering
        layerRows = rows.layerRows
        layerMarks = rows.layerMarks
    }

    /// Positions in the old tree mean nothing now: what is near is found again, and what a search found.
    private mutating func refreshPositions(_ change: RowsChange) {
        listNearby()
        switch change {
        case .grown, .loaded, .reloaded, .hidden:
            nameIndexing = .notAsked
            askForRowsAgain()
        case .answered, .cached, .near:
            let matches = serverMatches
            if search?.rows != nil { search?.rows = matches }
        case .matched: search?.rows = nil
        }
    }

    // MARK: - Selection

    /// What became of the selected row.
    private enum SelectedRow { case same, moved, lost }

    private mutating func followSelection(_ change: RowsChange) -> SelectedRow {
        guard change.movesRows, let selection, selection.hasRow else { return .same }
        guard let row = row(selection, after: change), let place = tree.place(ofRow: row) else {
            guard mustHold(selection, change) else { return .same }
            self.selection = nil
            record = nil
            return .lost
        }
        guard row != selection.row || place != selection.coordinate else { return .same }
        self.selection = Selection(selection, asRow: row, at: place)
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
        return tree.position(ofRow: selection.row, at: selection.coordinate.coordinate).map { _ in
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
        case .grown, .loaded, .hidden, .cached, .matched, .near: return false
        }
    }

    // MARK: - Reading

    /// Asks for what is shown of rows, where it may have changed.
    private mutating func readRows(_ change: RowsChange, _ selected: SelectedRow) -> [Effect] {
        switch change {
        case .grown(_, let isStream): isStream ? readAgain() : []
        // What could not be read while the file was, is asked for again.
        case .loaded: selection == nil ? [] : readSelection()
        case .reloaded: readSelection() + readLists()
        case .answered: selected == .moved ? readSelection() : []
        case .hidden, .cached, .matched, .near: []
        }
    }

    /// In a stream a row may come again with other values: what is shown stays until it is read again.
    private mutating func readAgain() -> [Effect] {
        let shown = annotations.compactMap(\.row)
        var effects: [Effect] =
            viewport.zoom >= Self.nameZoom && !shown.isEmpty ? [.readLabels(rows: shown)] : []
        if let selection, selection.hasRow {
            recordTicket += 1
            effects += [
                .readLabels(rows: [selection.row]), .readRecord(row: selection.row, ticket: recordTicket),
            ]
        }
        return effects
    }

    /// The rows of hidden sources came with the others: they are hidden again.
    private func hideAgain(_ change: RowsChange) -> [Effect] {
        switch change {
        case .grown, .loaded, .reloaded: hiddenSources.isEmpty ? [] : [.hideSources(hiddenSources)]
        case .hidden, .answered, .cached, .matched, .near: []
        }
    }
}

extension RowsChange {
    /// New annotations bounce; what grows all the time, or is highlighted while one types, would never stop.
    fileprivate var isAnimated: Bool {
        switch self {
        case .loaded, .reloaded, .hidden, .answered: true
        case .grown, .cached, .matched, .near: false
        }
    }

    /// All rows are to be in view until the user moves the map; so are those of a stream, which may never end.
    fileprivate var fitsView: Bool {
        switch self {
        case .grown(_, let isStream): isStream
        case .loaded: true
        case .reloaded, .hidden, .answered, .cached, .matched, .near: false
        }
    }

    /// The rows, and not only those that are known, may be others than before.
    fileprivate var movesRows: Bool {
        switch self {
        case .grown, .loaded, .reloaded, .hidden, .answered: true
        case .cached, .matched, .near: false
        }
    }
}
