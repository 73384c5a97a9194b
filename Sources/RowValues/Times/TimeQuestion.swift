import MapModel
import Streams

/// What is asked of the times of rows: in which column they are, how they are read, and which are meant.
package struct TimeQuestion: Equatable, Sendable {
    /// All must hold; none for all rows.
    package var windows: [TimeWindow] = []
    /// Where all of these hold, those need not; none where they must. Of rows that stay in a database.
    package var alternatives: [TimeWindow] = []
    /// The windows as they were written.
    package var text = ""
    /// The column, or those of beginnings and ends; none for the one that is found.
    package var columns: [String] = []
    /// How times are written, where it is given.
    package var format: TimeFormat?
    /// The zone of clocks without an offset.
    package var readZone = ZoneTable.utc
    /// The zone of calendars.
    package var shownZone = ZoneTable.utc

    /// All times of the column that is found, in UTC.
    package init() {}

    /// How the times of a column are written, where that is given: for the column of times, or for all dates.
    package func format(of column: String) -> TimeFormat? {
        if case .order = format { return format }
        return columns.isEmpty || columns.contains(column) ? format : nil
    }

    /// The windows of hours, days and months that come again.
    package var recurring: [TimeWindow] { windows.filter(\.recurs) }

    /// The same without them: those that a band of time shows as a window.
    package var withoutRecurring: TimeQuestion {
        var rest = self
        rest.windows.removeAll(where: \.recurs)
        return rest
    }

    /// The moments between which all windows are, nil for no end; nil where a window is no two moments.
    package var moments: (from: Int64?, until: Int64?)? {
        var (from, until) = (Int64?.none, Int64?.none)
        for window in windows {
            guard case .between(let first, let last) = window else { return nil }
            from = [from, first].compactMap { $0 }.max()
            until = [until, last].compactMap { $0 }.min()
        }
        return (from, until)
    }

    /// The moments of one window with two ends, besides those that recur; nil for any other windows.
    package var window: Range<Int64>? {
        guard let moments = withoutRecurring.moments, let from = moments.from, let until = moments.until,
            from < until
        else { return nil }
        return from..<until
    }

    /// Whether the same times are read for another question.
    package func readsLike(_ other: TimeQuestion) -> Bool {
        columns == other.columns && format == other.format && readZone == other.readZone
    }

    /// The rows whose times are in all windows.
    ///
    /// - Parameter ends: by row when it ended; those without an end are still open. Nil where rows have one time.
    /// - Complexity: O(rows).
    package func rows(of starts: TimeColumn, ends: TimeColumn? = nil) -> RowSet {
        let test = TimeTest(self, newest: starts.range?.upperBound)
        let moments = starts.moments
        var zones = ZoneCursor(shownZone)
        if let ends {
            return RowSet(capacity: moments.count) { row in
                test.contains(moments[row], until: ends.moments[row], &zones)
            }
        }
        return RowSet(capacity: moments.count) { test.contains(moments[$0], &zones) }
    }
}

/// The windows of a question, with all that is to be known of the rows.
private struct TimeTest {
    private var from = TimeColumn.misfit + 1
    private var until = Int64.max
    /// No row is newer than the windows that end with the newest.
    private var recurrences: [TimeRecurrence] = []
    private var isEmpty = false

    init(_ question: TimeQuestion, newest: Int64?) {
        for window in question.windows {
            switch window {
            case .between(let first, let last):
                from = max(from, first ?? from)
                until = min(until, last ?? until)
            case .last(let length):
                guard let newest,
                    let start = length.moment(from: newest, isLater: false, in: question.shownZone)
                else {
                    isEmpty = newest == nil
                    continue
                }
                from = max(from, start + 1)
            case .recurring(let recurrence): recurrences.append(recurrence)
            }
        }
        if isEmpty { until = from }
    }

    @inline(__always)
    func contains(_ moment: Int64, _ zones: inout ZoneCursor) -> Bool {
        guard moment >= from, moment < until else { return false }
        return recurrences.isEmpty || recurs(moment, &zones)
    }

    /// A row that lasts overlaps the window; of days and hours that come again its beginning counts.
    func contains(_ start: Int64, until end: Int64, _ zones: inout ZoneCursor) -> Bool {
        guard TimeColumn.isMoment(start), start < until, end == TimeColumn.none || end >= from else {
            return false
        }
        return recurrences.isEmpty || recurs(start, &zones)
    }

    private func recurs(_ moment: Int64, _ zones: inout ZoneCursor) -> Bool {
        let wall = zones.wall(at: moment)
        return recurrences.allSatisfy { $0.contains(wall: wall) }
    }
}

/// Turns moments that are near each other into the times of a clock.
package struct ZoneCursor: Sendable {
    private let zone: ZoneTable
    private var stretch: ZoneTable.Stretch

    /// Begins in 1970.
    package init(_ zone: ZoneTable) {
        self.zone = zone
        stretch = zone.offset(at: 0)
    }

    /// The offset at a moment, in milliseconds.
    package mutating func offset(at moment: Int64) -> Int64 {
        if !stretch.contains(moment) { stretch = zone.offset(at: moment) }
        return stretch.offsetMilliseconds
    }

    /// What the clock shows at a moment.
    package mutating func wall(at moment: Int64) -> Int64 { moment + offset(at: moment) }

    /// `2026-03-29T01:30:00.000+01:00`; with `Z` for UTC, and without milliseconds where there are none unless they are
    /// wanted always.
    package mutating func text(at moment: Int64, milliseconds: Bool = false) -> String {
        let offset = offset(at: moment)
        let wall = WallTime(milliseconds: moment + offset)
        let clock = wall.clockText
        let shown = milliseconds || wall.millisecond != 0 ? clock : String(clock.dropLast(4))
        return "\(wall.dateText)T\(shown)" + (zone == .utc ? "Z" : Self.text(offset))
    }

    private static func text(_ offset: Int64) -> String {
        let minutes = abs(offset) / 60_000
        func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(offset < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
    }
}
