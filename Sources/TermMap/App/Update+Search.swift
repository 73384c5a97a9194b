import CellGraphics
import MapModel
import Streams

extension AppState {
    mutating func beginSearch(_ scope: Search.Scope) -> [Effect] {
        if panels.list == .search, search.session?.scope == scope { return [] }
        if scope == .rows, data.isUnplaced { return searchUnplacedRows() }
        let origin = Search.Origin(
            view: map.home, selection: selection.current, placemark: selection.placemark)
        search.session = Search(scope: scope, origin: origin)
        nearby = nil
        return [.cancelSearch, .preparePlaces] + indexNames() + open(.search)
    }

    /// Rows without a place are found in their table.
    private mutating func searchUnplacedRows() -> [Effect] {
        let effects = panels.list == .table ? [] : open(.table)
        ask(.table)
        return effects
    }

    /// Whether rows can be found, now or when they are read and indexed.
    var canFindRows: Bool {
        if case .failed = search.nameIndexing { return false }
        return !data.hasFailed && !data.hasNoPlaces
    }

    /// Indexes the names of the rows, once they are read and someone searches.
    mutating func indexNames() -> [Effect] {
        guard !data.origin.findsRows, data.isReadable, search.session?.scope == .rows,
            search.nameIndexing == .notAsked, !data.tree.isEmpty
        else { return [] }
        search.nameIndexing = .running(fraction: 0)
        return [.indexNames]
    }

    /// In a wider view than this, single places do not matter.
    private static let widestSearchMeters = 4_000_000.0

    /// The place that distances are measured from, and near which results come first: the middle of the view in which
    /// the search began, unless that shows a continent.
    var searchCenter: Coordinate? {
        let view = search.session?.origin.view ?? map.home
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
            let before = search.session?.field.characters
            search.session?.field.apply(edit)
            search.session?.recalled = nil
            // Where the caret moves, or the field is full, nothing is asked for.
            return search.session?.field.characters == before ? [] : refreshQuery()
        }
    }

    mutating func recallSearch(older: Bool) -> [Effect] { search.recall(older: older) ? refreshQuery() : [] }

    /// Asks for what the field says now; what is shown stays until the answer is there.
    private mutating func refreshQuery() -> [Effect] {
        guard let session = search.session, case let query = SearchQuery(session.field.text),
            query != session.query
        else { return [] }
        takeBackPreview(of: session)
        search.ask(query, rows: canFindRows, places: shipped.atlas != nil || shipped.isAtlasAwaited)
        guard query.isLongEnough else {
            // Two letters may be the code of a country.
            if query.isShortCode, session.scope == .places { return placeRequest }
            highlightRows()
            return [.cancelSearch]
        }
        return placeRequest + rowRequest
    }

    /// Another query is another question: what arrows have shown of the last one goes.
    private mutating func takeBackPreview(of session: Search) {
        guard session.hasMoved else { return }
        map.show(session.origin.view)
        selection.current = session.origin.selection
        selection.placemark = session.origin.placemark
        refreshAnnotations(animated: false)
        keepAllInView()
    }

    /// What asks for the places that are waited for, once their names are read.
    var placeRequest: [Effect] {
        guard let session = search.session, session.placeQuestion.isWaiting, shipped.atlas != nil else {
            return []
        }
        return [.findPlaces(session.query, near: searchCenter, ticket: session.placeQuestion.ticket)]
    }

    /// What asks for the rows that are waited for, once some of their names are indexed.
    private var rowRequest: [Effect] {
        guard let session = search.session, session.rowQuestion.isWaiting else { return [] }
        let ticket = session.rowQuestion.ticket
        if data.origin.findsRows { return [.matchRows(session.field.text, ticket: ticket)] }
        return search.isNameIndexUsable
            ? [.findRows(session.query, near: searchCenter, ticket: ticket)] : []
    }

    // MARK: - Answers

    /// Results are a moment away: what is not text means them, and not those from before.
    package var awaitsResults: Bool {
        if panels.current == .table { return panels.table.awaitsAnswer && data.isReadable }
        if panels.current == .areas { return panels.areas.isAwaited }
        if awaitsAreas || awaitsTimes || awaitsJourneys { return true }
        guard let session = search.session, panels.list == .search else { return false }
        return session.placeQuestion.isWaiting
            || (session.rowQuestion.isWaiting && (search.nameIndexing == .done || data.origin.findsRows))
    }

    package static let spinnerStep = Duration.milliseconds(100)

    /// How long until the spinner turns; nil when nothing is awaited.
    var timeToNextSpinnerStep: Duration? {
        let isSearching = panels.list == .search && search.session?.isWaiting == true
        guard isSearching || data.isAwaited else { return nil }
        return Self.spinnerStep - .milliseconds(now.milliseconds % Self.spinnerStep.milliseconds)
    }

    mutating func receive(_ matches: RowMatches?, _ ticket: Int) -> [Effect] {
        guard let matches else { return failRowSearch(ticket) }
        guard matches.generation == data.generation else { return [] }
        // Of names that are still being indexed no answer is the last.
        let isPartial = search.isIndexing || matches.isPartial
        guard search.session?.receive(matches, ticket, isPartial: isPartial) == true else { return [] }
        highlightRows()
        return settleResults()
    }

    private mutating func failRowSearch(_ ticket: Int) -> [Effect] {
        guard search.session?.rowQuestion.ticket == ticket else { return [] }
        search.session?.rowQuestion.drop()
        return settleResults()
    }

    mutating func receive(_ matches: PlaceMatches?, _ ticket: Int) -> [Effect] {
        guard let matches else { return failPlaceSearch(ticket) }
        guard search.session?.placeQuestion.accept(ticket: ticket) == true else { return [] }
        let all = withStreets(matches)
        search.session?.places = all
        return settleResults()
    }

    private mutating func failPlaceSearch(_ ticket: Int) -> [Effect] {
        guard search.session?.placeQuestion.ticket == ticket else { return [] }
        search.session?.placeQuestion.drop()
        return settleResults()
    }

    mutating func receive(_ indexing: NameIndexing, _ generation: Int) -> [Effect] {
        // Names of rows that are no longer shown: those of the new rows are asked for.
        guard generation == data.generation else { return [] }
        search.nameIndexing = indexing
        guard let session = search.session else { return [] }
        if case .failed(let reason) = indexing {
            search.session?.rowQuestion.drop()
            report(reason, .error)
            return settleResults()
        }
        guard session.rowQuestion.isWaiting else { return [] }
        search.askRowsAgain()
        return rowRequest
    }

    // MARK: - Keys typed ahead

    mutating func reportWaitingKeys(_ count: Int) {
        report("\(count.counted("key")) waiting for results: \(key: .edit(.cancel)) discards them")
    }

    mutating func reportDroppedKeys(_ count: Int) {
        guard count > 0 else { return }
        report(
            "No results yet: \(count.counted("key")) discarded; \(key: .edit(.cancel)) closes the search",
            .warning)
    }

    /// Puts the cursor where there is something, and carries out an Enter that came too early.
    mutating func settleResults() -> [Effect] {
        guard panels.list == .search else { return [] }
        search.session?.settle()
        guard let session = search.session else { return [] }
        let isAnswered = session.isUpToDate && session.current != nil
        if session.choosesFirst, isAnswered || !session.isWaiting { return chooseResult() }
        return scrollResults()
    }
}
