import MapModel
import RowValues
import Rows

/// What the band of time shows of the rows in view, and of what it is counted. On large trees that takes longer than a frame.
package struct BandQuestion: Sendable, Equatable {
    /// The rows at all times.
    package let timeline: RowTimeline
    /// The part of the world that is in view.
    package let view: WorldWindow
    /// Where each bar begins, and the end of the last.
    package let edges: [Int64]
    /// Of days and longer units.
    package let zone: ZoneTable
    /// The classes of rows, from 0 on; nil without colours.
    package var classes: RowClasses?
    /// How many there are.
    package var classCount = 0

    /// Bars of one timeline in one view.
    package init(_ timeline: RowTimeline, view: WorldWindow, edges: [Int64], zone: ZoneTable) {
        (self.timeline, self.view, self.edges, self.zone) = (timeline, view, edges, zone)
    }

    /// Whether the same is counted: other classes come with another timeline.
    package static func == (left: Self, right: Self) -> Bool {
        left.timeline.number == right.timeline.number && left.view == right.view && left.edges == right.edges
            && left.zone == right.zone && (left.classes == nil) == (right.classes == nil)
    }

    /// Counts.
    package func counts(by workers: Workers) -> BandCounts {
        var counts = BandCounts(bars: timeline.counts(between: edges, in: view))
        if let classes, timeline.ends == nil {
            counts.classes = timeline.order.counts(
                between: edges, in: timeline.tree.indices(in: view), classOfRow: classes.byRow,
                classCount: classCount, by: workers)
        }
        guard timeline.order.count > 0 else { return counts }
        let range = timeline.order.moment(at: 0)...timeline.order.moment(at: timeline.order.count - 1)
        for unit in [CalendarStep.Unit.day, .month, .year] where counts.units == nil {
            let step = CalendarStep(1, unit)
            let length = Double(range.upperBound) - Double(range.lowerBound)
            guard length / Double(step.typicalMilliseconds) < Double(BandCounts.mostUnits),
                let edges = step.edges(covering: range, atMost: BandCounts.mostUnits, in: zone)
            else { continue }
            counts.units = BandCounts.Units(
                unit: unit, edges: edges, counts: timeline.counts(between: edges, in: view))
        }
        return counts
    }
}

/// Rows in view by bar, by class, and by day.
package struct BandCounts: Sendable, Equatable {
    /// Rows of each bar.
    package let bars: [Int]
    /// The same for each class; empty without colours, and of rows that last.
    package var classes: [[Int]] = []
    /// Rows by day, month or year.
    package var units: Units?

    static let mostUnits = 40_000

    init(bars: [Int]) { self.bars = bars }

    /// Rows of each unit of the calendar.
    package struct Units: Sendable, Equatable {
        /// What is counted.
        package let unit: CalendarStep.Unit
        let edges: [Int64]
        let counts: [Int]

        /// The first of the units wholly inside some moments with most rows; nil where they have none.
        package func busiest(in window: Range<Int64>?) -> (moments: Range<Int64>, rows: Int)? {
            var (most, found) = (0, -1)
            var first = 0
            if let window { first = Bisection.first(in: edges.indices) { edges[$0] >= window.lowerBound } }
            var unit = first
            while unit < counts.count, window.map({ edges[unit + 1] <= $0.upperBound }) ?? true {
                if counts[unit] > most { (most, found) = (counts[unit], unit) }
                unit += 1
            }
            return found < 0 ? nil : (edges[found]..<edges[found + 1], most)
        }
    }
}

/// Which rows a grid of hours and days counts.
package struct FoldQuestion: Sendable, Equatable {
    /// The rows that are shown.
    package let tree: QuadTree
    /// Another one for other rows.
    package let generation: Int
    /// When they are.
    package let times: TimeColumn
    /// Which of them.
    package let counted: RowsInView
    /// The classes of the rows of the tree, where badges keep them apart.
    package var classes: ClassCounts?
    /// What the rows and the columns of the grid are.
    package let parts: [TimeFold.Part]
    /// Of the clock.
    package let zone: ZoneTable

    /// Rows in view by two parts of their times.
    package init(
        _ tree: QuadTree, generation: Int, _ times: TimeColumn, of counted: RowsInView,
        rows: TimeFold.Part, columns: TimeFold.Part, zone: ZoneTable
    ) {
        (self.tree, self.generation, self.times) = (tree, generation, times)
        (self.counted, parts, self.zone) = (counted, [rows, columns], zone)
    }

    /// Whether the same is counted.
    package static func == (left: Self, right: Self) -> Bool {
        left.generation == right.generation && left.counted == right.counted
            && left.parts == right.parts && left.zone == right.zone
    }

    /// The grid; nil where no row in view has a time, and with too many years.
    package func fold(by workers: Workers) -> TimeFold? {
        guard counted.keepsClassesApart else {
            return TimeFold(
                times, of: tree, in: counted.runs(of: tree), parts[0], parts[1], in: zone, by: workers)
        }
        let rows = counted.rows(of: tree, classes, capacity: times.moments.count)
        return TimeFold(times, of: rows, parts[0], parts[1], in: zone)
    }
}
