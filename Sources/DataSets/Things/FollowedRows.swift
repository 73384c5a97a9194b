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
    /// What was said since the alerts judged it.
    private(set) var messages: [ThingMessages] = []
    private var columns: (names: [String], ThingColumns)?
    /// What things said when all of it was read last, and when they were heard since.
    private var known: [UInt32: (report: ThingReport, heard: Int64)] = [:]
    /// When that was.
    private var knownClock = -Double.infinity
    /// A thing had a place.
    private var hasBegun = false
    /// The newest time that a thing told.
    private var newestTime: Double?

    /// Where a table tells how things move without texts, all that it says is read only so often.
    private static let wholeSeconds = 2.0

    init(_ choice: ThingTimeChoice) { tracker = ThingTracker(choice) }

    /// What there is to say of lost connections, also of a feed beside files.
    private static func connectionFaults(_ table: any RowTable) -> [String] {
        if let moving = table as? any MovingTable { return moving.connectionFaults }
        return (table as? any JoinedTables)?.tables.flatMap(connectionFaults) ?? []
    }

    /// Follows the rows of the next part, and leaves out those that are gone.
    ///
    /// - Parameter clock: seconds of a clock that nobody sets.
    mutating func follow(_ source: LoadedSource, clock: Double) throws(SourceError) -> LoadedSource {
        last = source
        last?.messages = []
        messages += source.messages
        defer { things.connectionFaults = Self.connectionFaults(source.table) }
        guard let heard = source.heardRows else { return source }
        let reports = try reports(of: source, heard, clock)
        // Trails count from the first time that a thing tells: a feed may begin with names alone.
        guard hasBegun || !reports.isEmpty else {
            things = ThingSet()
            things.clock = clock
            return source
        }
        hasBegun = true
        noteTime(of: reports)
        // Not those of the things: they would be fewer when a thing is gone.
        let total = source.layers.reduce(0) { $0 + $1.recordCount + $1.replacedCount }
        var marked = reports.makeIterator()
        var next = marked.next()
        let places = source.points.keeping { row in
            while let report = next, report.row < row { next = marked.next() }
            return next?.row == row
        }
        things = tracker.take(reports, at: places, messages: total, clock: clock)
        guard things.things.count < places.count else { return source }
        var kept = source
        kept.points = source.points.keeping { row in
            row >= heard.count || heard[Int(row)] == 0 || things[row] != nil
        }
        return kept
    }

    /// A source whose clock was years off until it was corrected begins again: trails hold thirteen years.
    private mutating func noteTime(of reports: [ThingReport]) {
        let newest = reports.reduce(-Double.infinity) { max($0, $1.time ?? -.infinity) }
        guard newest.isFinite else { return }
        if let newestTime, abs(newest - newestTime) > Self.longestStep {
            tracker = ThingTracker(tracker.choice)
        }
        newestTime = newest
    }

    private static let longestStep = 30.0 * 86_400

    /// What was said since the last time that this was asked for.
    mutating func takeMessages() -> [ThingMessages] {
        defer { messages = [] }
        return messages
    }

    /// Things are back when they are heard again.
    mutating func forget() { tracker.forget() }

    private mutating func reports(
        of source: LoadedSource, _ heard: [UInt32], _ clock: Double
    ) throws(SourceError) -> [ThingReport] {
        let rows = source.points.placedRows.filter { $0 < heard.count && heard[Int($0)] > 0 }
        guard let table = source.table as? any MovingTable else { return try read(rows, source, heard) }
        if clock - knownClock >= Self.wholeSeconds {
            knownClock = clock
            let whole = try read(rows, source, heard)
            var next: [UInt32: (report: ThingReport, heard: Int64)] = [:]
            next.reserveCapacity(whole.count)
            for report in whole {
                let heard = table.motion(ofRow: report.row)?.heard?.milliseconds ?? 0
                var report = report
                report.time = Self.later(report.time, known[report.row]?.report.time)
                next[report.row] = (report: report, heard: heard)
            }
            known = next
        }
        var reports: [ThingReport] = []
        reports.reserveCapacity(rows.count)
        for row in rows {
            if let motion = table.motion(ofRow: row) { reports.append(report(row, motion)) }
        }
        return reports
    }

    /// Clocks of sources are corrected while they are heard: a time that goes back by less is that before.
    private static let correctedSeconds = 60.0

    private static func later(_ time: Double?, _ before: Double?) -> Double? {
        guard let time, let before, time < before, before - time < correctedSeconds else { return time }
        return before
    }

    /// What a thing says now, with what is known of it besides.
    private mutating func report(_ row: UInt32, _ motion: ThingMotion) -> ThingReport {
        var item = known[row] ?? (report: ThingReport(row: row), heard: 0)
        let heard = motion.heard?.milliseconds ?? 0
        if heard != item.heard {
            item.report.messages += 1
            item.heard = heard
        }
        func number(_ value: Double?) -> Float { value.map { abs($0) < 1e6 ? Float($0) : .nan } ?? .nan }
        item.report.kind = motion.kind
        item.report.state = motion.state
        item.report.course = number(motion.courseDegrees)
        item.report.speed = number(motion.speedMetersPerSecond)
        item.report.altitude = number(motion.altitudeMeters)
        item.report.climb = number(motion.climbMetersPerSecond)
        item.report.accuracy = number(motion.accuracyMeters)
        item.report.time = Self.later(motion.time.map { Double($0.milliseconds) / 1000 }, item.report.time)
        item.report.emergency = motion.emergency
        known[row] = item
        return item.report
    }

    /// What rows say, by their columns.
    private mutating func read(
        _ rows: [UInt32], _ source: LoadedSource, _ heard: [UInt32]
    ) throws(SourceError) -> [ThingReport] {
        let names = source.table.columnNames
        if columns?.names != names { columns = (names, ThingColumns(names, id: source.table.roles.id)) }
        guard let columns = columns?.1 else { return [] }
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
