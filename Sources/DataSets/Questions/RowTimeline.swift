import MapModel
import RowValues
import Rows

/// The rows that a query leaves at all times, in the order of their times.
package struct RowTimeline: Sendable {
    /// Another one for other rows or times.
    package let number: Int
    /// The rows at all times.
    package let tree: QuadTree
    /// Their order, by when they begin.
    package let order: TimeOrder
    /// Those that end, by when; nil where rows have one time.
    package let ends: TimeOrder?
    /// When all rows are.
    package let times: RowTimes
    /// For the trees of windows: the next one is made in the memory of the one before the last.
    package let memory: TreeMemory

    /// Orders the points of a tree.
    package init(number: Int, tree: QuadTree, times: RowTimes, memory: TreeMemory = TreeMemory()) {
        (self.number, self.tree, self.times, self.memory) = (number, tree, times, memory)
        order = TimeOrder(of: tree, moments: times.starts.moments, by: .processors)
        ends = times.ends.map { ends in
            // What has no beginning is in no window, and what has a misfit for its end has ended before all.
            let starts = times.starts.moments
            let moments = ends.moments.enumerated().map { row, end in
                guard TimeColumn.isMoment(starts[row]), end != TimeColumn.none else { return TimeOrder.none }
                return end == TimeColumn.misfit ? TimeOrder.none + 1 : end
            }
            return TimeOrder(of: tree, moments: moments, by: .processors)
        }
    }

    /// The points whose times are in all windows.
    ///
    /// - Complexity: O(points), of two moments without looking at their times.
    package func points(in question: TimeQuestion) -> PointSet {
        guard let (from, until) = question.moments else { return tree.points(of: times.rows(question)) }
        return points(from: from, until: until)
    }

    /// The points of a window; nil for no end. What lasts is in it as long as it overlaps it.
    package func points(from: Int64?, until: Int64?) -> PointSet {
        guard let ends else {
            return order.points(at: order.positions(from: from, until: until), by: .processors)
        }
        var points = order.points(at: order.positions(from: nil, until: until), by: .processors)
        // Those whose end is none are in no window, not even in one without a beginning.
        let first = from ?? TimeOrder.none + 2
        points.subtract(ends.points(at: ends.positions(from: nil, until: first), by: .processors))
        return points
    }

    /// How many rows of some points are between each two of some moments, which ascend: what lasts is in each bar that it
    /// overlaps.
    package func counts(between edges: [Int64], in window: WorldWindow) -> [Int] {
        let indices = tree.indices(in: window)
        guard let ends, let first = edges.first, let last = edges.last else {
            return order.counts(between: edges, in: indices)
        }
        // Begun before the end of a bar, less what ended before its beginning.
        let begun = order.counts(between: [.min + 2] + edges, in: indices)
        let ended = ends.counts(between: [.min + 2] + edges, in: indices)
        precondition(first <= last)
        var (beginnings, endings) = (begun[0], ended[0])
        return (1..<begun.count).map { bar in
            beginnings += begun[bar]
            defer { endings += ended[bar] }
            return beginnings - endings
        }
    }

    /// The end of a window that has some more of the moments at which rows in view begin than one that ends at a moment; nil
    /// where there are none.
    package func end(of count: Int, after end: Int64, in view: WorldWindow) -> Int64? {
        var (left, last) = (count, Int64?.none)
        var position = order.positions(from: end, until: nil).lowerBound
        while position < order.count {
            let moment = order.moment(at: position)
            // Equal times come together.
            if moment != last, tree.isPoint(order.index(at: position), in: view) {
                if left == 0 { break }
                (left, last) = (left - 1, moment)
            }
            position += 1
        }
        return last.map { $0 + 1 }
    }
}
