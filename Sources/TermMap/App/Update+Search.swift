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
        let ticket = nextSearchTicket()
        search = Search(scope: scope, ticket: ticket, origin: origin)
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
        guard server == nil, isReadable, search?.scope == .rows, nameIndexing == .notAsked, !tree.isEmpty
        else {
            return []
        }
        nameIndexing = .running(fraction: 0)
        return [.indexNames]
    }

    /// In a wider view than this nobody looks at any one place.
    static let widestSearchMeters = 4_000_000.0

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
    mutating func refreshQuery() -> [Effect] {
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
    mutating func takeBackPreview(of search: Search) {
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
        if search.isWaitingForRows, server != nil {
            effects.append(.matchRows(search.field.text, ticket: search.ticket))
        } else if search.isWaitingForRows, isNameIndexUsable {
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
        return search.isWaitingForPlaces
            || (search.isWaitingForRows && (nameIndexing == .done || server != nil))
    }

    static let spinnerStep = Duration.milliseconds(100)

    /// How long until the sign of a running search turns.
    var timeToNextSpinnerStep: Duration? {
        let isSearching = if case .search = panel { search?.isWaiting == true } else { false }
        guard isSearching || isReloading || server?.isWaiting == true else { return nil }
        return Self.spinnerStep - .milliseconds(now.milliseconds % Self.spinnerStep.milliseconds)
    }

    mutating func receive(_ matches: RowMatches, _ ticket: Int) -> [Effect] {
        guard var search, search.ticket == ticket, matches.generation == generation else { return [] }
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

    static let keptSummaries = 5_000

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
