import CellGraphics
import MapModel

/// The rows that the user has marked, and what becomes of them at the end.
///
/// Marks belong to rows by their numbers: they survive everything that shows other rows, also filters and reloads.
package struct MarkState: Sendable {
    /// How many rows are printed at the end.
    package enum Picking: Sendable { case none, one, several }

    /// What the user wants of the program that ends.
    package enum Outcome: Equatable, Sendable {
        /// Nothing was picked.
        case nothing
        case picked(RowSet)
        /// Nothing is to be printed, whatever is marked.
        case abandoned
    }

    /// What marks become.
    package enum Change: Sendable { case mark, unmark, invert }

    package var picking = Picking.none
    package var outcome = Outcome.nothing
    /// The rows are printed and the program ends as soon as the file is read.
    var awaitsRows = false
    /// By row number, also those that a filter hides.
    package private(set) var rows = RowSet(capacity: 0)
    package private(set) var count = 0
    /// Those of them that the tree holds, by their indices in it.
    package private(set) var points = PointSet(capacity: 0)
    /// The places of the marked rows of a server, which may not be in the tree at the end.
    package private(set) var places: [UInt32: FixedCoordinate] = [:]

    /// Many rows that are marked once the user agrees.
    package var question: MarkQuestion?

    package func contains(_ row: UInt32) -> Bool { rows.contains(row) }

    /// Whether the rows of all `chosen` points of a tree are marked.
    func containsAll(_ chosen: PointSet, of tree: QuadTree) -> Bool {
        if points.capacity == tree.count { return points.isSuperset(of: chosen) }
        return chosen.indices.allSatisfy { contains(tree.row(at: Int($0))) }
    }

    /// Changes the marks of the rows of some points of `tree`; how many became marked, and how many no longer are.
    ///
    /// - Complexity: O(rows / 64 + points).
    @discardableResult
    package mutating func change(
        _ chosen: PointSet, of tree: QuadTree, _ change: Change, keepsPlaces: Bool
    ) -> (marked: Int, unmarked: Int) {
        if points.capacity != tree.count { points = tree.points(of: rows) }
        let before = count
        let changed = tree.rows(of: chosen, capacity: rows.capacity)
        rows.grow(to: changed.capacity)
        let marked = change == .invert ? chosen.count(in: points) : 0
        switch change {
        case .mark:
            rows.formUnion(changed)
            points.formUnion(chosen)
        case .unmark:
            rows.subtract(changed)
            points.subtract(chosen)
        case .invert:
            rows.formSymmetricDifference(changed)
            points.formSymmetricDifference(chosen)
        }
        count = rows.count
        if keepsPlaces { keepPlaces(of: chosen, of: tree) }
        return switch change {
        case .mark: (count - before, 0)
        case .unmark: (0, before - count)
        case .invert: (count - before + marked, marked)
        }
    }

    private mutating func keepPlaces(of chosen: PointSet, of tree: QuadTree) {
        for index in chosen.indices {
            let row = tree.row(at: Int(index))
            places[row] = contains(row) ? tree.fixedCoordinate(at: Int(index)) : nil
        }
    }

    package mutating func clear() {
        rows = RowSet(capacity: 0)
        count = 0
        points = PointSet(capacity: points.capacity)
        places = [:]
    }

    /// Other rows are known, with the numbers that they had.
    package mutating func adopt(_ tree: QuadTree) {
        points = count == 0 ? PointSet(capacity: tree.count) : tree.points(of: rows)
    }

    /// The marked rows have other numbers now; the points follow with the tree.
    package mutating func adopt(_ rows: RowSet) {
        self.rows = rows
        count = rows.count
    }

    /// The same, one by one; nil for those that are gone.
    mutating func renumber(_ moved: (UInt32) -> UInt32?) {
        guard count > 0 else { return }
        let next = rows.rows.compactMap(moved)
        var set = RowSet(capacity: next.max().map { Int($0) + 1 } ?? 0)
        for row in next { set.insert(row) }
        adopt(set)
    }
}

/// Many rows that are to be marked or unmarked.
package struct MarkQuestion: Sendable {
    package let rows: TableQuestion
    package let change: MarkState.Change
    package let count: Int
}
