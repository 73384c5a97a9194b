import CellGraphics
import MapModel

extension AppState {
    static let keptSearches = 100
    /// A village is shown with its surroundings.
    static let deepestPlaceZoom = 12.0
    /// The zoom at which a chosen row is shown when it was part of a cluster.
    static let rowZoom = 10.0

    mutating func beginSearch(_ scope: Search.Scope) -> [Effect] {
        if case .search = panel, search?.scope == scope { return [] }
        let origin = Search.Origin(viewport: viewport, selection: selection, placemark: placemark)
        search = Search(scope: scope, origin: origin)
        search?.section = scope == .rows ? .rows : .places
        nearby = nil
        return [.cancelSearch, .preparePlaces] + indexNames() + open(.search)
    }

    mutating func nextSearchTicket() -> Int {
        searchTicket += 1
        return searchTicket
    }

    /// Whether rows can be found, now or when they are read and gathered.
    var canFindRows: Bool {
        if case .failed = loading { return false }
        if case .failed = nameIndexing { return false }
        return !hasNoPlaces
    }

    /// All is read, or a stream has brought something.
    private var isReadable: Bool { loading == .done || loading == .reading(fraction: nil) }

    /// Gathers the names of the rows, once they are read and someone searches.
    mutating func indexNames() -> [Effect] {
        guard !origin.findsRows, isReadable, search?.scope == .rows, nameIndexing == .notAsked,
            !tree.isEmpty
        else {
            return []
        }
        nameIndexing = .running(fraction: 0)
        return [.indexNames]
    }

    /// In a wider view than this nobody looks at any one place.
    static let widestSearchMeters = 4_000_000.0

    /// The place that distances are measured from, and near which results come first: the middle of the view in which
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
            let before = search?.field.characters
            search?.field.apply(edit)
            search?.recalled = nil
            // Where the caret moves, or the field is full, nothing is asked for.
            return search?.field.characters == before ? [] : refreshQuery()
        }
    }

    /// Asks for what the field says now; what is shown stays until the answer is there.
    mutating func refreshQuery() -> [Effect] {
        guard var search, case let query = SearchQuery(search.field.text), query != search.query else {
            return []
        }
        defer { self.search = search }
        takeBackPreview(of: search)
        search.query = query
        search.rowPosition = Search.Position()
        search.placePosition = Search.Position()
        search.section = search.scope == .rows ? .rows : .places
        search.choosesFirst = false
        search.hasMoved = false
        search.rowQuestion = Question()
        search.placeQuestion = Question()
        guard query.isLongEnough else {
            search.rows = nil
            search.places = nil
            self.search = search
            lightRows()
            return [.cancelSearch]
        }
        if search.scope == .rows, canFindRows { search.rowQuestion.ask(ticket: nextSearchTicket()) }
        if atlas != nil || isAtlasAwaited { search.placeQuestion.ask(ticket: nextSearchTicket()) }
        return placeRequest(for: search) + rowRequest(for: search)
    }

    /// Another query is another question: what arrows have shown of the last one goes.
    mutating func takeBackPreview(of search: Search) {
        guard search.hasMoved else { return }
        viewport = search.origin.viewport.resized(to: viewport.size)
        selection = search.origin.selection
        placemark = search.origin.placemark
        _ = refreshAnnotations(animated: false)
    }

    /// What asks for the places that are waited for, once their names are read.
    func placeRequest(for search: Search) -> [Effect] {
        guard search.placeQuestion.isWaiting, atlas != nil else { return [] }
        return [.findPlaces(search.query, near: searchCenter, ticket: search.placeQuestion.ticket)]
    }

    /// What asks for the rows that are waited for, once some of their names are gathered.
    private func rowRequest(for search: Search) -> [Effect] {
        guard search.rowQuestion.isWaiting else { return [] }
        let ticket = search.rowQuestion.ticket
        if origin.findsRows { return [.matchRows(search.field.text, ticket: ticket)] }
        return isNameIndexUsable ? [.findRows(search.query, near: searchCenter, ticket: ticket)] : []
    }

    /// Other rows have come: what was found among the old ones is asked for again when the names are gathered.
    mutating func askForRowsAgain() {
        guard var search else { return }
        search.rows = nil
        search.rowQuestion = Question()
        if search.scope == .rows, search.query.isLongEnough, canFindRows {
            search.rowQuestion.ask(ticket: nextSearchTicket())
        }
        self.search = search
    }

    /// Names that are gathered so far can be searched already.
    private var isNameIndexUsable: Bool {
        switch nameIndexing {
        case .running(let fraction): fraction > 0
        case .done: true
        case .notAsked, .failed: false
        }
    }

    mutating func recallSearch(older: Bool) -> [Effect] {
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
        return search.placeQuestion.isWaiting
            || (search.rowQuestion.isWaiting && (nameIndexing == .done || origin.findsRows))
    }

    static let spinnerStep = Duration.milliseconds(100)

    /// How long until the sign of a running search turns.
    var timeToNextSpinnerStep: Duration? {
        let isSearching = if case .search = panel { search?.isWaiting == true } else { false }
        let isConnecting = activity == .connecting
        guard isSearching || isReloading || isConnecting || origin.isWaiting else { return nil }
        return Self.spinnerStep - .milliseconds(now.milliseconds % Self.spinnerStep.milliseconds)
    }

    mutating func receive(_ matches: RowMatches, _ ticket: Int) -> [Effect] {
        guard var search, matches.generation == generation else { return [] }
        // Of names that are still being gathered no answer is the last.
        let isIndexing = if case .running = nameIndexing { true } else { false }
        guard search.rowQuestion.accept(ticket: ticket, isPartial: isIndexing || matches.isPartial) else {
            return []
        }
        let current = search.hasMoved && search.section == .rows ? search.current : nil
        search.rows = matches
        // The cursor stays on its row, wherever that is now.
        if case .row(let match) = current, let index = matches.listed.firstIndex(of: match) {
            search.rowPosition.cursor = index
        } else {
            search.rowPosition.cursor = min(search.rowPosition.cursor, max(matches.listed.count - 1, 0))
        }
        self.search = search
        lightRows()
        return settleResults()
    }

    mutating func failRowSearch(_ ticket: Int) -> [Effect] {
        guard search?.rowQuestion.ticket == ticket else { return [] }
        search?.rowQuestion.drop()
        return settleResults()
    }

    mutating func receive(_ matches: PlaceMatches, _ ticket: Int) -> [Effect] {
        guard search?.placeQuestion.accept(ticket: ticket) == true else { return [] }
        search?.places = matches
        return settleResults()
    }

    mutating func failPlaceSearch(_ ticket: Int) -> [Effect] {
        guard search?.placeQuestion.ticket == ticket else { return [] }
        search?.placeQuestion.drop()
        return settleResults()
    }

    mutating func receive(_ indexing: NameIndexing, _ generation: Int) -> [Effect] {
        // Names of rows that are no longer shown: those of the new rows are asked for.
        guard generation == self.generation else { return [] }
        nameIndexing = indexing
        guard var search else { return [] }
        if case .failed(let reason) = indexing {
            self.search?.rowQuestion.drop()
            tell(DisplayText(sanitising: reason), .error)
            return settleResults()
        }
        guard search.rowQuestion.isWaiting else { return [] }
        // An answer from the names gathered before must not be taken for the last word.
        search.rowQuestion.ask(ticket: nextSearchTicket())
        self.search = search
        return rowRequest(for: search)
    }

    // MARK: - Keys typed ahead

    mutating func sayWhatKeysWaitFor(_ count: Int) -> [Effect] {
        tell("\(count.counted("key")) waiting for results: Esc discards them")
        return []
    }

    mutating func sayKeysAreDropped(_ count: Int) -> [Effect] {
        tell("No results yet: \(count.counted("key")) discarded; Esc closes the search", .warning)
        return []
    }

    /// Puts the cursor where there is something, and carries out an Enter that came too early.
    mutating func settleResults() -> [Effect] {
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
}
