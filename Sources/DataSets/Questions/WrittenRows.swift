import MapModel
import Rows
import Streams

/// Rows to be written, and the table that has their values.
package struct WrittenRows {
    package let count: Int
    /// The one to be written after so many others.
    package let row: (Int) -> ExportedRow
    package private(set) var table: any RowTable
    /// The same rows as a set, where they are in the order of their numbers.
    private let ascending: (() -> RowSet)?

    /// Rows of a table in any order.
    package init(count: Int, row: @escaping (Int) -> ExportedRow, table: any RowTable) {
        (self.count, self.row, self.table) = (count, row, table)
        ascending = nil
    }

    private init(
        _ rows: @escaping () -> RowSet, count: Int, row: @escaping (Int) -> ExportedRow, table: any RowTable
    ) {
        (self.count, self.row, self.table) = (count, row, table)
        ascending = rows
    }

    /// Points of a tree in the order of their rows, at most `limit`; they are sorted when the first is asked for.
    package init(
        _ indices: some Collection<Int>, in tree: QuadTree, limit: Int? = nil, _ shapes: WrittenShapes?,
        table: any RowTable
    ) {
        let order = Deferred { RowOrder(of: indices, in: tree) }
        let count = min(indices.count, limit ?? .max)
        self.init(
            { tree.rows(of: PointSet(indices, capacity: tree.count)).prefix(count) }, count: count,
            row: { tree.exportedRow(order.value[$0], shapes) }, table: table)
    }

    /// Some of the rows in the order of the source, as far as they have places; `places` are those of rows of a server, which
    /// the tree may not hold.
    package init(
        _ rows: RowSet, places: [UInt32: FixedCoordinate], in tree: QuadTree, _ shapes: WrittenShapes?,
        table: any RowTable
    ) {
        if places.isEmpty {
            self.init(tree.points(of: rows).members, in: tree, shapes, table: table)
        } else {
            let found = rows.rows.compactMap { row in places[row].map { ExportedRow(row: row, place: $0) } }
            self.init(count: found.count, row: { found[$0] }, table: table)
        }
    }

    /// The places of some rows, in the order of the rows.
    package init(
        _ rows: RowSet, in points: PointBuffer, _ shapes: WrittenShapes?, table: any RowTable
    ) {
        let places = Deferred { RowPlaces(of: rows, in: points) }
        self.init(
            { rows }, count: rows.count,
            row: { index in
                let (row, place) = places.value[index]
                return ExportedRow(row: row, place: place, shape: shapes?.geometry)
            }, table: table)
    }

    /// Some rows in their order, also those that `points` has no place of.
    package init(
        withUnplaced rows: RowSet, in points: PointBuffer, _ shapes: WrittenShapes?, table: any RowTable
    ) {
        let places = Deferred { RowPlaces(of: rows, in: points) }
        let numbers = Deferred { rows.rows }
        // Rows are asked for in ascending order, mostly.
        let next = PlacedRowCursor()
        self.init(
            count: rows.count,
            row: { index in
                let row = numbers.value[index]
                guard let place = next.place(of: row, among: places.value) else {
                    return ExportedRow(withoutPlace: row)
                }
                return ExportedRow(row: row, place: place, shape: shapes?.geometry)
            }, table: table)
    }

    /// The same of a tree.
    package init(withUnplaced rows: RowSet, in tree: QuadTree, table: any RowTable) {
        let numbers = Deferred { rows.rows }
        let places = Deferred {
            Dictionary(
                (0..<tree.count).map { (tree.row(at: $0), $0) }, uniquingKeysWith: { first, _ in first })
        }
        self.init(
            count: rows.count,
            row: { index in
                let row = numbers.value[index]
                guard let found = places.value[row] else { return ExportedRow(withoutPlace: row) }
                return ExportedRow(row: row, place: tree.fixedCoordinate(at: found))
            }, table: table)
    }

    /// The same rows with the values of another table, which has them under the same numbers.
    package func of(_ table: any RowTable) -> WrittenRows {
        var rows = self
        rows.table = table
        return rows
    }

    /// Writes all of them.
    ///
    /// - Parameter progress: called with the share that is written, 0…1.
    package func write(
        by writer: RowWriter, progress: (Double) -> Void = { _ in },
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        let step = max(count / 100, 1)
        // Rows may be read once before the first is written.
        var isWriting = false
        func counted(_ index: Int) -> ExportedRow {
            if isWriting, index % step == 0 { progress(Double(index) / Double(count)) }
            return row(index)
        }
        try writer.write(
            count: count, row: counted, of: table, ascending: ascending, progress: progress
        ) { (bytes) throws(SourceError) in
            isWriting = true
            try sink(bytes)
        }
    }
}

/// Where to look for the next row among those with a place.
private final class PlacedRowCursor {
    private var next = 0

    func place(of row: UInt32, among places: RowPlaces) -> FixedCoordinate? {
        if next > 0, next > places.count || places[next - 1].row >= row { next = 0 }
        while next < places.count {
            let (found, place) = places[next]
            if found > row { return nil }
            next += 1
            if found == row { return place }
        }
        return nil
    }
}

/// A value that is made when it is first asked for.
private final class Deferred<Value> {
    private let make: () -> Value
    private(set) lazy var value = make()

    init(_ make: @escaping () -> Value) { self.make = make }
}

extension QuadTree {
    /// An element of a `RowOrder` with its place, and its line or area where `shapes` has it.
    fileprivate func exportedRow(
        _ place: (row: UInt32, index: Int), _ shapes: WrittenShapes?
    ) -> ExportedRow {
        ExportedRow(row: place.row, place: fixedCoordinate(at: place.index), shape: shapes?.geometry)
    }
}
