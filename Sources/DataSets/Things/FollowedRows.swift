import MapModel
import Platform
import Rows
import Streams

/// The rows of a stream that are things, as they were heard last.
struct FollowedRows: Sendable {
    private var tracker: ThingTracker
    /// What the stream said last, to see what has fallen silent since.
    private(set) var last: LoadedSource?
    /// Things that were there at the last moment.
    private(set) var things = ThingSet()
    /// What is to be told of.
    var watch = AlertWatch()
    private var columns: (names: [String], ThingColumns)?

    init(_ choice: ThingTimeChoice) { tracker = ThingTracker(choice) }

    /// Follows the rows of the next part, and leaves out those that are gone.
    ///
    /// - Parameter clock: seconds of a clock that nobody sets.
    mutating func follow(_ source: LoadedSource, clock: Double) throws(SourceError) -> LoadedSource {
        last = source
        guard let heard = source.heardRows else { return source }
        let reports = try reports(of: source, heard)
        var marked = reports.makeIterator()
        var next = marked.next()
        let places = source.points.keeping { row in
            while let report = next, report.row < row { next = marked.next() }
            return next?.row == row
        }
        things = tracker.take(
            reports, at: places, messages: tellsMessages ? nil : heard.reduce(0) { $0 + Int($1) },
            clock: clock)
        guard things.things.count < places.count else { return source }
        var kept = source
        kept.points = source.points.keeping { row in
            row >= heard.count || heard[Int(row)] == 0 || things[row] != nil
        }
        return kept
    }

    /// The rows count their messages themselves.
    private var tellsMessages: Bool { columns?.1.tellMessages ?? false }

    /// Things are back when they are heard again.
    mutating func forget() { tracker.forget() }

    private mutating func reports(
        of source: LoadedSource, _ heard: [UInt32]
    ) throws(SourceError) -> [ThingReport] {
        let names = source.table.columnNames
        if columns?.names != names { columns = (names, ThingColumns(names, id: source.table.roles.id)) }
        guard let columns = columns?.1 else { return [] }
        let rows = source.points.placedRows.filter { $0 < heard.count && heard[Int($0)] > 0 }
        var reports: [ThingReport] = []
        reports.reserveCapacity(rows.count)
        let mark = source.table.decimalMark
        try source.table.visitRows(rows) { row in
            var report = columns.report(of: row, decimalMark: mark)
            if !columns.tellMessages { report.messages = Int(heard[Int(row.row)]) }
            reports.append(report)
        }
        return reports
    }
}
