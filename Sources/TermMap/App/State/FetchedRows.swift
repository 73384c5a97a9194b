import MapModel
import Rows

/// Rows in some windows that a server sends a page at a time, in the order of their keys.
package struct FetchedRows: Equatable, Sendable {
    /// Rows of a page.
    let pageLimit: Int
    /// Where they are.
    package let windows: [WorldWindow]
    /// Those that are here.
    package private(set) var matches: [MatchAnswer.Match] = []
    package private(set) var isComplete = false
    /// Of the request for the next page; nil when none is awaited.
    package private(set) var awaitedTicket: Int?
    /// The next page failed to load.
    private var hasFailed = false

    package init(windows: [WorldWindow], pageLimit: Int) {
        self.windows = windows
        self.pageLimit = pageLimit
    }

    /// The end of what is here is near the page from `top` on, and more is not on its way.
    func needsMore(top: Int, pageRows: Int) -> Bool {
        !isComplete && awaitedTicket == nil && !hasFailed && top + 2 * pageRows >= matches.count
    }

    mutating func awaitPage(ticket: Int) { awaitedTicket = ticket }

    /// Appends a page; an answer to an older request changes nothing.
    package mutating func receive(_ page: MatchAnswer, ticket: Int) -> Bool {
        guard ticket == awaitedTicket else { return false }
        matches += page.matches
        isComplete = !page.isCut
        awaitedTicket = nil
        return true
    }

    /// Whether the request that failed is the one that is awaited.
    package mutating func fail(ticket: Int) -> Bool {
        guard ticket == awaitedTicket else { return false }
        (awaitedTicket, hasFailed) = (nil, true)
        return true
    }
}

extension Effect {
    /// Asks for the page that follows the rows that are here.
    package static func fetchMembers(after rows: FetchedRows, ticket: Int) -> Effect {
        .fetchMembers(rows.windows, after: rows.matches.last?.row, limit: rows.pageLimit, ticket: ticket)
    }
}
