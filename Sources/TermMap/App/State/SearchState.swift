import CellGraphics
import MapModel

/// Searches: the one that is open or was last, what was searched for before, and the names that can be searched.
package struct SearchState: Sendable {
    private static let keptSearches = 100

    package var session: Search?
    /// Of the newest query; never used twice, so that a late answer cannot be taken for one to another search.
    package private(set) var ticket = 0
    /// What was searched for before, the newest last.
    package private(set) var history: [String] = []
    /// The names of the rows in memory.
    package var nameIndexing = NameIndexing.notAsked

    /// Names that are indexed so far can be searched already.
    var isNameIndexUsable: Bool {
        switch nameIndexing {
        case .running(let fraction): fraction > 0
        case .done: true
        case .notAsked, .failed: false
        }
    }

    var isIndexing: Bool { if case .running = nameIndexing { true } else { false } }

    mutating func nextTicket() -> Int {
        ticket += 1
        return ticket
    }

    mutating func remember(_ text: String) {
        history.removeAll { $0 == text }
        history.append(text)
        if history.count > Self.keptSearches { history.removeFirst() }
    }

    /// Puts an earlier search into the field; whether there was one.
    mutating func recall(older: Bool) -> Bool {
        guard var search = session, !history.isEmpty else { return false }
        guard older || search.recalled != nil else { return false }
        let next = (search.recalled ?? -1) + (older ? 1 : -1)
        guard next < history.count else { return false }
        search.recalled = next < 0 ? nil : next
        search.field = TextField(next < 0 ? "" : history[history.count - 1 - next])
        session = search
        return true
    }

    /// Asks for what `query` finds; earlier queries are superseded.
    ///
    /// - Parameters:
    ///   - rows: rows can be found, now or later.
    ///   - places: the names of places are there, or will be.
    package mutating func ask(_ query: SearchQuery, rows: Bool, places: Bool) {
        guard var search = session else { return }
        search.begin(query)
        if query.isLongEnough || (query.isShortCode && search.scope == .places) {
            if search.scope == .rows, rows { search.rowQuestion.ask(ticket: nextTicket()) }
            if places { search.placeQuestion.ask(ticket: nextTicket()) }
        } else {
            search.rows = nil
            search.places = nil
        }
        session = search
    }

    /// Other rows have come: what was found among the old ones is asked for again when their names are indexed.
    mutating func forgetRows(asksAgain: Bool) {
        guard var search = session else { return }
        search.rows = nil
        search.rowQuestion = Question()
        if search.scope == .rows, search.query.isLongEnough, asksAgain {
            search.rowQuestion.ask(ticket: nextTicket())
        }
        session = search
    }

    /// More names are indexed: an answer from those before must not be taken for the last one.
    mutating func askRowsAgain() {
        let ticket = nextTicket()
        session?.rowQuestion.ask(ticket: ticket)
    }
}
