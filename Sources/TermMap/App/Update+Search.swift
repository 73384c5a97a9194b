import CellGraphics
import MapModel

extension AppState {
    private static let keptSearches = 100
    /// A village is shown with its surroundings.
    private static let deepestPlaceZoom = 12.0
    /// The zoom at which a chosen row is shown when it was part of a cluster.
    private static let rowZoom = 10.0

    mutating func beginSearch(_ scope: Search.Scope) -> [Effect] {
        if case .search = panel, search?.scope == scope { return [] }
        let origin = Search.Origin(viewport: viewport, selection: selection, placemark: placemark)
        let ticket = nextSearchTicket()
        search = Search(scope: scope, ticket: ticket, origin: origin)
        search?.section = scope == .rows ? .rows : .places
        nearby = nil
        return [.cancelSearch, .preparePlaces] + indexNames() + open(.search)
    }

    private mutating func nextSearchTicket() -> Int {
        searchTicket += 1
        return searchTicket
    }

    /// Whether rows can be found, now or when they are read and gathered.
    var canFindRows: Bool {
        if case .failed = loading { return false }
        if case .failed = nameIndexing { return false }
        return !tree.isEmpty
    }

    /// Gathers the names of the rows, once they are read and someone searches.
    mutating func indexNames() -> [Effect] {
        guard loading == .done, search?.scope == .rows, nameIndexing == .notAsked, !tree.isEmpty else {
            return []
        }
        nameIndexing = .running(fraction: 0)
        return [.indexNames]
    }

    /// In a wider view than this nobody looks at any one place.
    private static let widestSearchMeters = 4_000_000.0

    /// The place that distances are told from, and near which results come first: the middle of the view in which
    /// the search began, unless that shows a continent.
    var searchCenter: Coordinate? {
        let view = search?.origin.viewport ?? viewport
        let middle = WebMercator.unproject(view.center)
        let span = view.metersPerDot(at: middle.latitude) * Double(view.size.width)
        return span <= Self.widestSearchMeters ? middle : nil
    }

    // MARK: - Typing

    mutating func typeInSearch(_ edit: TextEdit) -> [Effect] {
        switch edit {
        case .cancel: return cancelSearch()
        case .accept: return chooseResult()
        case .previous, .next: return recallSearch(older: edit == .previous)
        default:
            search?.field.apply(edit)
            search?.recalled = nil
            return refreshQuery()
        }
    }

    /// Asks for what the field says now; what is shown stays until the answer is there.
    private mutating func refreshQuery() -> [Effect] {
        guard var search, case let query = SearchQuery(search.field.text), query != search.query else {
            return []
        }
        defer { self.search = search }
        takeBackPreview(of: search)
        search.query = query
        search.ticket = nextSearchTicket()
        search.rowPosition = Search.Position()
        search.placePosition = Search.Position()
        search.section = search.scope == .rows ? .rows : .places
        search.choosesFirst = false
        search.hasMoved = false
        search.isWaitingForRows = query.isLongEnough && search.scope == .rows && canFindRows
        search.isWaitingForPlaces = query.isLongEnough && (atlas != nil || isAtlasAwaited)
        guard query.isLongEnough else {
            search.rows = nil
            search.places = nil
            self.search = search
            lightRows()
            return [.cancelSearch]
        }
        return requests(for: search)
    }

    /// Another query is another question: what arrows have shown of the last one goes.
    private mutating func takeBackPreview(of search: Search) {
        guard search.hasMoved else { return }
        viewport = search.origin.viewport.resized(to: viewport.size)
        selection = search.origin.selection
        placemark = search.origin.placemark
        _ = refreshAnnotations(animated: false)
    }

    func requests(for search: Search) -> [Effect] {
        var effects: [Effect] = []
        if search.isWaitingForPlaces, atlas != nil {
            effects.append(.findPlaces(search.query, near: searchCenter, ticket: search.ticket))
        }
        if search.isWaitingForRows, isNameIndexUsable {
            effects.append(.findRows(search.query, near: searchCenter, ticket: search.ticket))
        }
        return effects
    }

    /// Names that are gathered so far can be searched already.
    private var isNameIndexUsable: Bool {
        switch nameIndexing {
        case .running(let fraction): fraction > 0
        case .done: true
        case .notAsked, .failed: false
        }
    }

    private mutating func recallSearch(older: Bool) -> [Effect] {
        guard var search, !searchHistory.isEmpty else { return [] }
        guard older || search.recalled != nil else { return [] }
        let next = (search.recalled ?? -1) + (older ? 1 : -1)
        guard next < searchHistory.count else { return [] }
        search.recalled = next < 0 ? nil : next
        search.field = TextField(next < 0 ? "" : searchHistory[searchHistory.count - 1 - next])
        self.search = search
        return refreshQuery()
    }

    // MARK: - Answers

    /// Results are a moment away: what is not text means them, and not those from before.
    var awaitsResults: Bool {
        guard let search, case .search = panel else { return false }
        return search.isWaitingForPlaces || (search.isWaitingForRows && nameIndexing == .done)
    }

    static let spinnerStep = Duration.milliseconds(100)

    /// How long until the sign of a running search turns.
    var timeToNextSpinnerStep: Duration? {
        guard case .search = panel, search?.isWaiting == true else { return nil }
        return Self.spinnerStep - .milliseconds(now.milliseconds % Self.spinnerStep.milliseconds)
    }

    mutating func receive(_ matches: RowMatches, _ ticket: Int) -> [Effect] {
        guard var search, search.ticket == ticket else { return [] }
        let current = search.hasMoved && search.section == .rows ? search.current : nil
        search.rows = matches
        search.rowsTicket = ticket
        // The cursor stays on its row, wherever that is now.
        if case .row(let match) = current, let index = matches.listed.firstIndex(of: match) {
            search.rowPosition.cursor = index
        } else {
            search.rowPosition.cursor = min(search.rowPosition.cursor, max(matches.listed.count - 1, 0))
        }
        if case .running = nameIndexing {} else { search.isWaitingForRows = matches.isPartial }
        self.search = search
        lightRows()
        return settleResults()
    }

    mutating func receive(_ matches: PlaceMatches, _ ticket: Int) -> [Effect] {
        guard search?.ticket == ticket else { return [] }
        search?.places = matches
        search?.placesTicket = ticket
        search?.isWaitingForPlaces = false
        return settleResults()
    }

    mutating func receive(_ indexing: NameIndexing) -> [Effect] {
        nameIndexing = indexing
        guard var search else { return [] }
        if search.isWaitingForRows {
            // An answer from the names gathered before must not be taken for the last word.
            search.ticket = nextSearchTicket()
            if !search.isWaitingForPlaces { search.placesTicket = search.ticket }
            self.search = search
        }
        if case .failed(let reason) = indexing {
            self.search?.isWaitingForRows = false
            tell(DisplayText(sanitising: reason), .error)
            return settleResults()
        }
        return requests(for: search)
    }

    mutating func receive(_ summaries: [UInt32: RowSummary]) -> [Effect] {
        if rowSummaries.count > Self.keptSummaries { rowSummaries = [:] }
        rowSummaries.merge(summaries) { $1 }
        return scrollResults()
    }

    private static let keptSummaries = 5_000

    /// Puts the cursor where there is something, and carries out an Enter that came too early.
    private mutating func settleResults() -> [Effect] {
        guard case .search = panel, var search else { return [] }
        if search.section == .rows, search.count(of: .rows) == 0, search.count(of: .places) > 0 {
            search.section = .places
        } else if search.scope == .rows, search.count(of: .rows) > 0, !search.hasMoved {
            search.section = .rows
        }
        self.search = search
        let isAnswered = search.isUpToDate && search.current != nil
        if search.choosesFirst, isAnswered || !search.isWaiting { return chooseResult() }
        return scrollResults()
    }

    // MARK: - Moving among the results

    mutating func moveInResults(by count: Int) -> [Effect] {
        // Up from an empty field, or from the top of an earlier search, goes back in the history.
        if count == -1, let search, !search.hasMoved, search.field.text.isEmpty || search.recalled != nil {
            return recallSearch(older: true)
        }
        guard var search, search.count(of: search.section) > 0 else { return [] }
        let last = search.count(of: search.section) - 1
        let (sum, overflow) = search.position.cursor.addingReportingOverflow(count)
        let target = overflow ? (count > 0 ? last : 0) : sum
        // A single step at the end of the rows goes on to the places, and back.
        if count == 1, target > last, search.section == .rows, search.count(of: .places) > 0 {
            search.section = .places
            search.placePosition.cursor = 0
        } else if count == -1, target < 0, search.section == .places, search.count(of: .rows) > 0 {
            search.section = .rows
        } else {
            search.position.cursor = min(max(target, 0), last)
        }
        search.hasMoved = true
        self.search = search
        return scrollResults() + previewResult()
    }

    mutating func switchSection() -> [Effect] {
        guard case .search = panel, var search else { return [] }
        let other: Search.Section = search.section == .rows ? .places : .rows
        guard search.count(of: other) > 0 else { return [] }
        search.section = other
        search.hasMoved = true
        self.search = search
        return scrollResults() + previewResult()
    }

    /// Puts the cursor on the result that takes a row of the screen.
    mutating func clickResult(atRow row: Int) -> [Effect] {
        let entries = ResultList(state: self).entries
        guard let entry = entries.first(where: { (($0.row)..<($0.row + $0.height)).contains(row) }) else {
            return []
        }
        search?.section = entry.section
        search?.position.cursor = entry.index
        search?.hasMoved = true
        return scrollResults() + previewResult()
    }

    /// Scrolls so that the cursor is on the screen, and asks for what the lines there say.
    mutating func scrollResults() -> [Effect] {
        guard case .search = panel, search != nil else { return [] }
        let list = ResultList(state: self)
        search?.rowPosition.top = list.rowTop
        search?.placePosition.top = list.placeTop
        let missing = list.entries.compactMap { entry -> UInt32? in
            guard case .row(let match) = entry.result, rowSummaries[match.row] == nil else { return nil }
            return match.row
        }
        return missing.isEmpty ? [] : [.readSummaries(rows: missing)]
    }

    /// Shows the result under the cursor on the map; Esc takes it back.
    private mutating func previewResult() -> [Effect] {
        switch search?.current {
        case .row(let match):
            placemark = search?.origin.placemark
            select(match)
            return readSelection() + bringToView(selection?.point)
        case .place(let match):
            selection = search?.origin.selection
            return mark(match) + fitPlacemark() + readSelection()
        case nil: return []
        }
    }

    private mutating func select(_ match: RowMatch) {
        selection = Selection(row: match.row, at: tree.fixedCoordinate(at: match.position))
    }

    private mutating func mark(_ match: PlaceMatch) -> [Effect] {
        guard let place = atlas?.gazetteer.place(match.place) else { return [] }
        placemark = Placemark(place)
        return []
    }

    /// Moves the map, without a trace in its history, so that `point` is its middle unless it is in sight.
    private mutating func bringToView(_ point: WorldPoint?) -> [Effect] {
        guard let point, !visibleMap.contains(viewport.dot(of: point).cell) else {
            return refreshAnnotations(animated: false)
        }
        viewport = viewport.offset(point, to: visibleMap.dots)
        return refreshAnnotations(animated: false)
    }

    private mutating func fitPlacemark() -> [Effect] {
        guard let placemark else { return [] }
        viewport = fitted(to: placemark)
        return refreshAnnotations(animated: false)
    }

    /// The region of a place, or the surroundings of a coordinate.
    func fitted(to placemark: Placemark) -> Viewport {
        if let place = placemark.place { return fitted(to: place.bounds, maximumZoom: Self.deepestPlaceZoom) }
        let view = Viewport(
            center: placemark.point, zoom: max(viewport.zoom, Self.rowZoom), size: viewport.size)
        return view.offset(placemark.point, to: visibleMap.dots)
    }

    // MARK: - Choosing

    mutating func chooseResult() -> [Effect] {
        guard let search else { return [] }
        self.search?.choosesFirst = false
        guard search.isUpToDate, let result = search.current else {
            if let target = try? CoordinateText(search.field.text) { return choose(target) }
            if search.isWaiting {
                self.search?.choosesFirst = true
            } else if search.query.isLongEnough {
                tell("nothing matches “\(DisplayText(sanitising: search.field.text, limit: 60))”", .warning)
            }
            return []
        }
        remember(search.field.text)
        isViewChosen = true
        panelMove = nil
        let effects: [Effect]
        switch result {
        case .row(let match): effects = choose(match)
        case .place(let match): effects = choose(match)
        }
        if viewport != search.origin.viewport { history.leave(search.origin.viewport, by: .jump) }
        return effects
    }

    /// A place is chosen: it is what one looks at now, not the rows that have a name like it.
    private mutating func choose(_ match: PlaceMatch) -> [Effect] {
        search?.scope = .places
        search?.rows = nil
        search?.section = .places
        selection = nil
        record = nil
        return mark(match) + openPlace(fitting: true)
    }

    /// A coordinate was typed where a name is asked for.
    private mutating func choose(_ target: CoordinateText) -> [Effect] {
        guard let origin = search?.origin else { return [] }
        remember(search?.field.text ?? "")
        search = nil
        selection = nil
        record = nil
        placemark = Placemark(
            coordinate: target.coordinate, name: PlaceText.coordinate(target.coordinate, zoom: 7), place: nil)
        isViewChosen = true
        history.leave(origin.viewport, by: .jump)
        return openPlace(fitting: true) + [.cancelSearch]
    }

    private mutating func remember(_ text: String) {
        searchHistory.removeAll { $0 == text }
        searchHistory.append(text)
        if searchHistory.count > Self.keptSearches { searchHistory.removeFirst() }
    }

    private mutating func choose(_ match: RowMatch) -> [Effect] {
        placemark = search?.origin.placemark
        select(match)
        panel = .details(scroll: 0, back: nil)
        nearby = nil
        return showSelectedRow() + readSelection()
    }

    /// Shows the selected row: where it is in sight by itself nothing moves.
    private mutating func showSelectedRow() -> [Effect] {
        guard let selection else { return [] }
        let effects = refreshAnnotations(animated: false)
        if let annotation = selectedAnnotation, annotation.isPlace { return effects }
        let view = Viewport(
            center: selection.point, zoom: max(viewport.zoom, Self.rowZoom), size: viewport.size)
        viewport = view.offset(selection.point, to: visibleMap.dots)
        return refreshAnnotations(animated: true)
    }

    /// Opens the panel of the placemark.
    mutating func openPlace(fitting: Bool) -> [Effect] {
        panel = .place(scroll: 0)
        nearby = nil
        if fitting { return fitPlacemark() }
        return refreshAnnotations(animated: false)
    }

    private mutating func cancelSearch() -> [Effect] {
        guard let origin = search?.origin else { return closePanel() }
        panel = nil
        panelMove = nil
        search = nil
        viewport = origin.viewport.resized(to: viewport.size)
        selection = origin.selection
        placemark = origin.placemark
        return refreshAnnotations(animated: false) + readSelection() + [.cancelSearch]
    }

    /// Forgets what was found.
    mutating func clearSearch() -> [Effect] {
        search = nil
        lightRows()
        return [.cancelSearch]
    }

    // MARK: - Walking through the matches

    mutating func selectMatch(forward: Bool) -> [Effect] {
        guard let search, let total = search.matchCount, total > 0 else {
            tell(search?.isWaiting == true ? "still searching" : "nothing was searched for: / searches")
            return []
        }
        let step = forward ? 1 : -1
        if search.scope == .places || search.count(of: .rows) == 0 {
            let places = search.places?.listed ?? []
            let index = wrapped((search.placePosition.cursor) + step, places.count)
            self.search?.placePosition.cursor = index
            history.leave(viewport, by: .jump)
            selection = nil
            record = nil
            let effects = mark(places[index]) + openPlace(fitting: true)
            tell("\((index + 1).grouped) of \(places.count.grouped) places")
            return effects
        }
        let rows = search.rows?.listed ?? []
        let current = selection.flatMap { selected in rows.firstIndex { $0.row == selected.row } }
        let index = current.map { wrapped($0 + step, rows.count) } ?? (forward ? 0 : rows.count - 1)
        self.search?.rowPosition.cursor = index
        select(rows[index])
        let before = viewport
        let effects = bringToView(selection?.point)
        if viewport != before { history.leave(before, by: .jump) }
        tell("match \((index + 1).grouped) of \(rows.count.grouped)" + beyondList(search))
        return effects + readSelection()
    }

    private func beyondList(_ search: Search) -> DisplayText {
        guard let rows = search.rows, rows.total > rows.listed.count else { return "" }
        return ", the best of \(rows.total.grouped)"
    }

    private func wrapped(_ index: Int, _ count: Int) -> Int { (index + count) % count }
}

extension Search {
    /// Matches that can be walked through; nil when nothing was asked.
    var matchCount: Int? {
        guard query.isLongEnough else { return nil }
        return scope == .rows && count(of: .rows) > 0 ? count(of: .rows) : count(of: .places)
    }
}
