import DataSets
import MapModel
import Rows
import Streams

/// What the user picked out: a row or a cluster, with the columns of its row, and a place marked on the map.
package struct SelectionState: Sendable {
    package var current: Selection? { didSet { isUnchosen = false } }
    /// Whether a table selected it by opening: then it stays with the cursor, and is cleared when the table closes.
    var isUnchosen = false
    /// The rows that are marked.
    package var marks = MarkState()
    /// The selected row's columns, once read.
    package private(set) var record: Result<NamedRow, SourceError>?
    /// Of the newest request for them.
    private(set) var recordTicket = 0
    /// The differences around the selected row of a comparison.
    package internal(set) var near = ChangesNear()
    /// What the rows of the selected cluster have in common, once read.
    package private(set) var summary: Result<RowsSummary, SourceError>?
    /// How much of the columns is read for it, 0…1; nil where that is not known.
    package private(set) var summaryProgress: Double?
    /// The cluster that was asked about last, and the ticket.
    private var summarized: (subject: SummarySubject, ticket: Int)?

    /// A place or coordinate that was searched for, marked until cleared.
    package var placemark: Placemark?
    /// The notation in which a coordinate was typed last, and is copied; nil for degrees.
    package var notation: CodeNotation?

    /// Selects nothing; the placemark stays.
    package mutating func clear() {
        current = nil
        record = nil
    }

    /// Records that a cluster is asked about; the ticket, or nil when that was done already.
    mutating func askSummary(of subject: SummarySubject) -> Int? {
        guard subject != summarized?.subject else { return nil }
        // A stream may grow faster than its rows are summarized: an answer that is awaited comes first.
        if summary == nil, summarized?.subject.isAll == true, subject.isAll { return nil }
        let ticket = (summarized?.ticket ?? 0) + 1
        summarized = (subject, ticket)
        (summary, summaryProgress) = (nil, nil)
        return ticket
    }

    mutating func noteSummaryProgress(_ share: Double, _ ticket: Int) {
        if ticket == summarized?.ticket { summaryProgress = share }
    }

    package mutating func receive(_ result: Result<RowsSummary, SourceError>, _ ticket: Int) {
        if ticket == summarized?.ticket { summary = result }
    }

    /// Asks for the columns of the selected row; what was read of another one goes.
    package mutating func readRecord() -> [Effect] {
        record = nil
        return rereadRecord()
    }

    /// Asks for them again; what is shown stays until they are there.
    mutating func rereadRecord() -> [Effect] {
        recordTicket += 1
        guard let current, current.hasRow else { return [] }
        return [.readRecord(row: current.row, ticket: recordTicket)]
    }

    /// Asks for the columns of an area of a set.
    mutating func readRecord(ofArea area: Int, in set: String) -> [Effect] {
        record = nil
        recordTicket += 1
        return [.readArea(set: set, area, ticket: recordTicket)]
    }

    package mutating func receive(_ result: Result<NamedRow, SourceError>, _ ticket: Int) {
        if ticket == recordTicket { record = result }
    }
}

extension Selection {
    /// Where the selected row, or the row that represents a cluster, is on the world plane.
    package var point: WorldPoint { QuantumPoint(coordinate).worldPoint }

    package var isCluster: Bool { id.cell != nil }
}

/// Rows to be summarized.
package enum SummarizedRows: Equatable, Sendable {
    /// Rows that are here.
    case known(TableQuestion)
    /// So many that a server has: all that match, or those in windows.
    case elsewhere(Int, in: [WorldWindow]?)
}

/// What a summary is about.
package enum SummarySubject: Equatable, Sendable {
    case cluster(MemberList)
    /// All rows that match, of a tree by its generation.
    case all(generation: Int, filter: RowFilter)

    var isAll: Bool { if case .all = self { true } else { false } }

    /// Where the rows of a server's cluster are; nil for anywhere.
    package var windows: [WorldWindow]? {
        if case .cluster(let list) = self { list.fetched?.windows } else { nil }
    }
}
