import MapModel
import Platform
import RowValues
import Rows
import Synchronization

/// Keeps the order of times of the rows that a query leaves, while it is asked for: another window needs nothing else.
final class TimelineWork: Sendable {
    private struct Kept: Sendable {
        var number = 0
        var reading = -1
        var query = RowQuery()
        var rows: ChosenRows?
        /// For the trees of windows, whatever the query.
        var memory = TreeMemory()
    }

    /// Bytes of free memory for each point, four times as many as are prepared.
    private static let plentyPerPoint = 100

    private let kept = Mutex(Kept())

    /// What a query leaves at all times, where that was worked out before.
    func rows(of query: RowQuery, _ loaded: LoadedRows) -> ChosenRows? {
        kept.withLock { $0.reading == loaded.reading && $0.query == Self.key(query) ? $0.rows : nil }
    }

    /// Orders rows, and keeps them.
    func order(_ rows: ChosenRows, _ times: RowTimes, of query: RowQuery, _ loaded: LoadedRows) -> ChosenRows
    {
        let (number, memory) = kept.withLock { kept in
            kept.number += 1
            return (kept.number, kept.memory)
        }
        var rows = rows
        rows.timeline = RowTimeline(number: number, tree: rows.tree, times: times, memory: memory)
        // Before a key asks for the first window, while the band is drawn.
        let count = rows.tree.count
        _ = BlockingThread.detach {
            // Where there is little, it comes as it is needed.
            guard AvailableMemory.byteCount ?? .max > count * Self.plentyPerPoint else { return }
            memory.prepare(capacity: count)
        }
        kept.withLock { kept in
            (kept.reading, kept.query, kept.rows) = (loaded.reading, Self.key(query), rows)
        }
        return rows
    }

    /// Gives the memory back.
    func forget() {
        kept.withLock { kept in
            kept.rows = nil
            kept.memory = TreeMemory()
        }
    }

    /// What the rows and their classes depend on.
    private static func key(_ query: RowQuery) -> RowQuery {
        var key = query.atAllTimes.without(.figure).without(.areas)
        key.time?.windows = query.time?.recurring ?? []
        (key.otherWindow, key.newFrom) = (nil, nil)
        key.figureMethod = .quantiles
        return key
    }
}

/// The rows that a query leaves, and their classes.
struct ChosenRows: Sendable {
    var tree: QuadTree
    /// Those without a place as well; nil for all.
    var lateRows: LateRows
    /// Rows with a place in the sources that are shown.
    let total: Int
    let classes: RowClasses?
    /// Nil where it was not asked for.
    var timeline: RowTimeline?
    /// Rows that are left out since no more is known of them than a country, by its code.
    var roughCounts: [String: Int] = [:]

    /// The rows at all times, where a time is all that is asked.
    var atAllTimes: QuadTree?
    /// Those of two windows that are shown as one.
    var sides: WindowSides?
    /// Those that the window did not have before.
    var newPoints: PointSet?

    /// Leaves out those that are not in the windows.
    ///
    /// - Parameters:
    ///   - other: a window whose rows are kept as well.
    ///   - newFrom: from when on rows are new.
    mutating func narrow(
        to question: TimeQuestion, of loaded: LoadedRows, or other: TimeQuestion? = nil,
        newFrom: Int64? = nil
    ) {
        // Hours and days that come again are chosen with the filter.
        let question = question.withoutRecurring
        guard let timeline, !question.windows.isEmpty || other != nil else { return }
        var points = timeline.points(in: question)
        if let newFrom {
            let positions = timeline.order.positions(from: newFrom, until: question.moments?.until)
            newPoints = points.renumbered(timeline.order.points(at: positions))
        }
        if let other {
            let (first, second) = (timeline.points(in: other.withoutRecurring), points)
            points.formUnion(first)
            sides = WindowSides(first: points.renumbered(first), second: points.renumbered(second))
        }
        tree = QuadTree(timeline.tree, keeping: points, in: timeline.memory, by: .processors)
        let recordCount = loaded.table.recordCount
        if loaded.tree.count == recordCount {
            lateRows = LateRows { [points] in
                timeline.tree.rows(of: points, capacity: recordCount, by: .processors)
            }
        } else {
            // Rows without a place are in no tree.
            lateRows = LateRows { [lateRows] in
                var rows = timeline.times.rows(question)
                if let other { rows.formUnion(timeline.times.rows(other.withoutRecurring)) }
                if let kept = lateRows.rows { rows.formIntersection(kept) }
                return rows
            }
        }
    }
}
