import MapModel
import RowValues
import Rows

/// The rows that a query leaves at all times, in the order of their times.
package struct RowTimeline: Sendable {
    /// Another one for other rows or times.
    package let number: Int
    /// The rows at all times.
    package let tree: QuadTree
    /// Their order.
    package let order: TimeOrder
    /// When all rows are.
    package let times: RowTimes

    /// Orders the points of a tree.
    package init(number: Int, tree: QuadTree, times: RowTimes) {
        (self.number, self.tree, self.times) = (number, tree, times)
        order = TimeOrder(of: tree, moments: times.starts.moments)
    }

    /// The points whose times are in all windows.
    ///
    /// - Complexity: O(points), of two moments without looking at their times.
    package func points(in question: TimeQuestion) -> PointSet {
        guard times.ends == nil, let (from, until) = question.moments else {
            return tree.points(of: times.rows(question))
        }
        return order.points(at: order.positions(from: from, until: until))
    }

    /// How many rows of some points are between each two of some moments, which ascend.
    package func counts(between edges: [Int64], in window: WorldWindow) -> [Int] {
        order.counts(between: edges, in: tree.indices(in: window))
    }
}
