import CellGraphics
import MapModel
import Rows

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
    /// The same by where they are.
    private(set) var placed = QuadTree(PointBuffer())

    /// Many rows that are marked once the user agrees.
    package var question: MarkQuestion?
    /// Rows that a server is to send to be marked.
    package internal(set) var request: MarkRequest?

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
        let difference = self.change(tree.rows(of: chosen, capacity: rows.capacity), change)
        switch change {
        case .mark: points.formUnion(chosen)
        case .unmark: points.subtract(chosen)
        case .invert: points.formSymmetricDifference(chosen)
        }
        if keepsPlaces { keepPlaces(of: chosen, of: tree) }
        return difference
    }

    /// The same of rows by their numbers, of which there is room for as many as are marked.
    private mutating func change(_ changed: RowSet, _ change: Change) -> (marked: Int, unmarked: Int) {
        rows.grow(to: changed.capacity)
        var before = changed
        before.formIntersection(rows)
        switch change {
        case .mark: rows.formUnion(changed)
        case .unmark: rows.subtract(changed)
        case .invert: rows.formSymmetricDifference(changed)
        }
        count = rows.count
        let (all, marked) = (changed.count, before.count)
        return (change == .unmark ? 0 : all - marked, change == .mark ? 0 : marked)
    }

    private mutating func keepPlaces(of chosen: PointSet, of tree: QuadTree) {
        for index in chosen.indices {
            let row = tree.row(at: Int(index))
            places[row] = contains(row) ? tree.fixedCoordinate(at: Int(index)) : nil
        }
        placed = QuadTree(PointBuffer().merging(places))
    }

    /// Changes the marks of rows that a server sent; how many became marked, and how many no longer are.
    mutating func change(_ matches: [MatchAnswer.Match], _ change: Change) -> (marked: Int, unmarked: Int) {
        var changed = RowSet(capacity: matches.reduce(rows.capacity) { max($0, Int($1.row) + 1) })
        for match in matches { changed.insert(match.row) }
        let difference = self.change(changed, change)
        for match in matches { places[match.row] = contains(match.row) ? match.place : nil }
        placed = QuadTree(PointBuffer().merging(places))
        return difference
    }

    /// How many of the rows that a server counted in a cell are marked.
    func count(in cell: ClusterID, of window: WorldWindow) -> Int {
        placed.members(of: cell, in: window).count
    }

    package mutating func clear() {
        rows = RowSet(capacity: 0)
        count = 0
        points = PointSet(capacity: points.capacity)
        places = [:]
        placed = QuadTree(PointBuffer())
        request = nil
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
    package enum Rows: Sendable {
        case known(TableQuestion)
        /// Those that a server has counted in some windows.
        case counted([WorldWindow])
    }

    package let rows: Rows
    package let change: MarkState.Change
    package let count: Int
}

/// Rows that a server is asked for so that their marks can be changed.
package struct MarkRequest: Sendable {
    let change: MarkState.Change
    let numbering: Int
    package let ticket: Int
}
