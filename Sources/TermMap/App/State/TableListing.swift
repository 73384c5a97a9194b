import CellGraphics
import MapModel

/// The column that a table is sorted by.
package struct TableSort: Hashable, Sendable {
    /// Of the rows' own table.
    package var column: Int
    package var isDescending = false
}

/// Rows of a tree that a table is to list, and in which order.
package struct TableQuestion: Sendable {
    package enum Rows: Equatable, Sendable {
        /// Those that are shown in a part of the world, or a few of them.
        case annotations([Annotation], WorldWindow)
        /// All in some cells of a view.
        case cells(CellRect, Viewport)
        /// Those that were found, wherever they are.
        case points(PointSet)
    }

    package let tree: QuadTree
    /// Of the tree, and of the rows' numbers.
    package let generation: Int
    package let numbering: Int
    package let rows: Rows
    /// The classes of the rows of the tree, where badges keep them apart.
    package var classes: ClassCounts?
    /// Nil for the order of the data.
    package var sort: TableSort?

    /// How many rows there are; in cells at the edge of the world it may be a few more.
    ///
    /// - Complexity: O(annotations).
    package var count: Int {
        switch rows {
        case .annotations(let parts, _): parts.reduce(0) { $0 + $1.count }
        case .cells(let cells, let view): tree.count(in: view.window(of: cells.dots))
        case .points(let points): points.count
        }
    }

    /// Their indices in the tree, ascending.
    ///
    /// - Complexity: O(points of the tree / 64 + rows).
    package func indices() -> [UInt32] { points.indices }

    /// Them as points of the tree.
    ///
    /// - Complexity: O(points of the tree / 64), and O(rows) of cells.
    package var points: PointSet {
        var chosen = PointSet(capacity: tree.count)
        switch rows {
        case .annotations(let parts, let window):
            for part in parts { tree.members(of: part, in: window, classes).insert(into: &chosen) }
        case .cells(let cells, let view):
            tree.visit(in: view.window(of: cells.dots)) { index in
                // Beside a world that is narrower than the map is nothing, and not the world once more.
                if cells.contains(view.dot(of: tree.worldPoint(at: index)).cell) { chosen.insert(index) }
                return true
            }
        case .points(let points): chosen = points
        }
        return chosen
    }

    /// Whether the same rows are listed, in whatever order.
    func listsSameRows(as other: TableQuestion) -> Bool {
        generation == other.generation && tree.count == other.tree.count && rows == other.rows
    }
}

extension TableQuestion: Equatable {
    /// Trees are the same when their generation is; while a file is read they grow in it.
    package static func == (left: TableQuestion, right: TableQuestion) -> Bool {
        left.sort == right.sort && left.listsSameRows(as: right)
    }
}

/// The rows of a table in their order.
package struct TableListing: Sendable {
    package let question: TableQuestion
    /// Indices in the question's tree.
    package let order: [UInt32]

    package init(question: TableQuestion, order: [UInt32]) {
        self.question = question
        self.order = order
    }

    package var count: Int { order.count }

    /// The number of the row at a position.
    package func row(at position: Int) -> UInt32 { question.tree.row(at: Int(order[position])) }

    /// Where a row is listed; nil where it is not.
    ///
    /// - Complexity: O(rows), some milliseconds for ten million.
    package func position(of selection: Selection) -> Int? {
        guard selection.hasRow else { return nil }
        guard let index = question.tree.index(ofRow: selection.row, at: selection.coordinate.coordinate)
        else {
            // It has moved since.
            return order.firstIndex { question.tree.row(at: Int($0)) == selection.row }
        }
        return order.firstIndex(of: UInt32(index))
    }

    /// The next position from `start` on, or before it, whose index is among `points`; round the end.
    package func position(from start: Int, forward: Bool, among points: PointSet) -> Int? {
        guard points.capacity == question.tree.count else { return nil }
        for step in order.indices {
            let position = (start + (forward ? step : count - step)) % count
            if points.contains(Int(order[position])) { return position }
        }
        return nil
    }
}
