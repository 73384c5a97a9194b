import MapModel
import Streams

/// How many rows there are in each unit of the calendar, from the first to the last, those without rows included.
package struct TimeSeries: Sendable, Equatable {
    /// Where each bar begins, and the end of the last.
    package let edges: [Int64]
    /// Rows of each bar.
    package let counts: [Int]

    /// More bars than these are refused.
    package static let limit = 100_000

    /// The moments in some rows, all for nil; nil where there are more bars than `limit`.
    ///
    /// - Parameter ends: by row when it ended; those without an end are still open. Then a bar has the rows that overlap it. Nil
    ///   where rows have one time.
    /// - Complexity: O(rows + bars · log bars), with ends O(rows · log bars).
    package init?(
        _ moments: [Int64], until ends: [Int64]? = nil, of rows: RowSet? = nil, per step: CalendarStep,
        in zone: ZoneTable
    ) {
        var (least, greatest) = (Int64.max, Int64.min)
        for row in moments.indices where TimeColumn.isMoment(moments[row]) {
            guard rows?.contains(UInt32(row)) ?? true else { continue }
            least = min(least, moments[row])
            greatest = max(greatest, moments[row], ends?[row] ?? .min)
        }
        guard least <= greatest else {
            (edges, counts) = ([], [])
            return
        }
        guard let edges = step.edges(covering: least...greatest, atMost: Self.limit, in: zone) else {
            return nil
        }
        if let ends {
            (self.edges, counts) = (edges, Self.overlapping(edges, moments, until: ends, of: rows))
            return
        }
        var counts = [Int](repeating: 0, count: edges.count - 1)
        var bar = 0
        for row in moments.indices {
            let moment = moments[row]
            guard TimeColumn.isMoment(moment), rows?.contains(UInt32(row)) ?? true else { continue }
            if moment < edges[bar] || moment >= edges[bar + 1] {
                bar = Bisection.first(in: edges.indices) { edges[$0] > moment } - 1
            }
            counts[bar] += 1
        }
        (self.edges, self.counts) = (edges, counts)
    }

    /// Rows that last, in all bars that they overlap, as in all windows.
    private static func overlapping(
        _ edges: [Int64], _ moments: [Int64], until ends: [Int64], of rows: RowSet?
    ) -> [Int] {
        func bar(of moment: Int64) -> Int { Bisection.first(in: edges.indices) { edges[$0] > moment } - 1 }
        var changes = [Int](repeating: 0, count: edges.count)
        for row in moments.indices where TimeColumn.isMoment(moments[row]) {
            guard rows?.contains(UInt32(row)) ?? true, ends[row] != TimeColumn.misfit else { continue }
            let isOpen = ends[row] == TimeColumn.none
            let (first, last) = (bar(of: moments[row]), isOpen ? edges.count - 2 : bar(of: ends[row]))
            guard first <= last else { continue }
            changes[first] += 1
            changes[last + 1] -= 1
        }
        var sum = 0
        return changes.dropLast().map { change in
            sum += change
            return sum
        }
    }
}

/// How many rows there are by two parts of their times, such as the hour and the day of the week.
package struct TimeFold: Sendable, Equatable {
    /// A part of a time.
    package enum Part: String, Sendable, CaseIterable {
        case hour, weekday, day, month, year

        /// Its value of a clock's time: weekdays from 1, Monday.
        package func value(_ wall: Int64) -> Int {
            switch self {
            case .hour:
                let rest = wall - WallTime.day(wall) * WallTime.millisecondsPerDay
                return Int(rest / WallTime.millisecondsPerHour)
            case .weekday: return WallTime.weekday(ofDay: WallTime.day(wall))
            case .day: return date(wall).day
            case .month: return date(wall).month
            case .year: return date(wall).year
            }
        }

        private func date(_ wall: Int64) -> (year: Int, month: Int, day: Int) {
            UTCInstant.date(daysSince1970: Int(WallTime.day(wall)))
        }

        /// All values that there are; nil where the rows say so.
        fileprivate var all: ClosedRange<Int>? {
            switch self {
            case .hour: 0...23
            case .weekday: 1...7
            case .day: 1...31
            case .month: 1...12
            case .year: nil
            }
        }

        fileprivate func range(_ range: ClosedRange<Int64>, in zone: ZoneTable) -> ClosedRange<Int> {
            all ?? value(zone.wall(at: range.lowerBound))...value(zone.wall(at: range.upperBound))
        }

        /// A value as it is printed.
        package func text(_ value: Int) -> String {
            guard self == .weekday else { return "\(value)" }
            return ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][value - 1]
        }
    }

    /// The values of the outer part.
    package let outer: ClosedRange<Int>
    /// Those of the inner part.
    package let inner: ClosedRange<Int>
    /// The rows of each outer value, by inner value.
    package let counts: [Int]

    /// The times of a column in some rows, all for nil; nil without any, and with too many years.
    package init?(
        _ times: TimeColumn, of rows: RowSet? = nil, _ first: Part, _ second: Part, in zone: ZoneTable
    ) {
        guard let range = times.range(of: rows) else { return nil }
        let (outer, inner) = (first.range(range, in: zone), second.range(range, in: zone))
        guard outer.count * inner.count <= TimeSeries.limit else { return nil }
        var counts = [Int](repeating: 0, count: outer.count * inner.count)
        var cells = FoldCells(first, outer, second, inner, range, in: zone)
        let moments = times.moments
        if let rows {
            for row in rows.rows where Int(row) < moments.count && TimeColumn.isMoment(moments[Int(row)]) {
                counts[cells.cell(of: moments[Int(row)])] += 1
            }
        } else {
            for moment in moments where TimeColumn.isMoment(moment) { counts[cells.cell(of: moment)] += 1 }
        }
        (self.outer, self.inner, self.counts) = (outer, inner, counts)
    }

    /// Rows that were counted elsewhere, a cell once or several times; nil without any, and with too many years.
    package init?(counted cells: [(outer: Int, inner: Int, rows: Int)], _ first: Part, _ second: Part) {
        func range(_ part: Part, _ values: [Int]) -> ClosedRange<Int>? {
            part.all ?? values.min().flatMap { least in values.max().map { least...$0 } }
        }
        guard !cells.isEmpty, let outer = range(first, cells.map(\.outer)),
            let inner = range(second, cells.map(\.inner)), outer.count * inner.count <= TimeSeries.limit
        else { return nil }
        var counts = [Int](repeating: 0, count: outer.count * inner.count)
        for cell in cells where outer.contains(cell.outer) && inner.contains(cell.inner) {
            counts[(cell.outer - outer.lowerBound) * inner.count + cell.inner - inner.lowerBound] += cell.rows
        }
        (self.outer, self.inner, self.counts) = (outer, inner, counts)
    }

    /// The times of the points of a tree, by row, in some runs of its indices; nil without any, and with too many years.
    ///
    /// - Complexity: O(points), shared by the workers.
    package init?(
        _ times: TimeColumn, of tree: QuadTree, in runs: IndexRuns, _ first: Part, _ second: Part,
        in zone: ZoneTable, by workers: Workers
    ) {
        guard let all = times.range else { return nil }
        let moments = times.moments
        // Only years depend on what there is.
        let range = first == .year || second == .year ? tree.range(of: moments, in: runs, by: workers) : all
        guard let range else { return nil }
        let (outer, inner) = (first.range(range, in: zone), second.range(range, in: zone))
        let size = outer.count * inner.count
        guard size <= TimeSeries.limit else { return nil }
        let cells = FoldCells(first, outer, second, inner, range, in: zone)
        let counts = workers.shares(of: runs.count) { share in
            var (cells, counts) = (cells, [Int](repeating: 0, count: size))
            tree.visitMoments(moments, in: runs, share) { counts[cells.cell(of: $0)] += 1 }
            return counts
        }
        (self.outer, self.inner) = (outer, inner)
        self.counts = counts.reduce(into: [Int](repeating: 0, count: size)) { sums, counts in
            for cell in counts.indices { sums[cell] += counts[cell] }
        }
        if self.counts.allSatisfy({ $0 == 0 }) { return nil }
    }
}
