import DataSets
import MapModel

/// The list of what differs: its order, what is searched for, and the lines once they are there.
package struct ChangeLines: Sendable {
    package internal(set) var order = ChangeListing.Order.change
    /// The words that were searched for; nil for none.
    package internal(set) var search: String?
    var cursor = ListCursor()
    package private(set) var lines: [ChangeListing.Line] = []
    /// Lines are being sorted.
    package private(set) var isAwaited = false
    private var asked: ChangeListing.Question?
    private(set) var ticket = 0

    /// Records that rows are to be listed; the question and its ticket, or nil when that was done already.
    mutating func ask(
        _ changes: ShownChanges, _ kept: RowSet?, generation: Int
    ) -> (question: ChangeListing.Question, ticket: Int)? {
        let question = ChangeListing.Question(
            changes: changes, kept: kept, generation: generation, order: order, search: search)
        guard question != asked else { return nil }
        // Rows of another generation have other numbers.
        if question.generation != asked?.generation { lines = [] }
        asked = question
        ticket += 1
        isAwaited = true
        return (question, ticket)
    }

    /// Takes the lines; an answer to an older question changes nothing.
    mutating func receive(_ listing: ChangeListing?, ticket: Int) -> Bool {
        guard ticket == self.ticket, isAwaited else { return false }
        (lines, isAwaited) = (listing?.lines ?? [], false)
        return true
    }

    mutating func turnOrder(by step: Int) {
        let all = ChangeListing.Order.allCases
        let index = (all.firstIndex(of: order) ?? 0) + step
        order = all[(index + all.count) % all.count]
        cursor = ListCursor()
    }

    /// Looks for words; all rows are listed for none.
    mutating func find(_ text: String) {
        search = text.allSatisfy { $0 == " " } ? nil : text
        cursor = ListCursor()
    }
}

/// The list of changed columns, once they are counted.
package struct ChangedColumnLines: Sendable {
    var cursor = ListCursor()
    package internal(set) var columns: [ChangedColumn]?
    /// Of the rows that they were counted of.
    var generation = -1
}
