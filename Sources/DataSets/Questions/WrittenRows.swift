import MapModel
import Rows

/// Rows to be written, and the table that has their values.
package struct WrittenRows {
    package let count: Int
    /// The one to be written after so many others.
    package let row: (Int) -> ExportedRow
    package let table: any RowTable

    /// Rows of a table.
    package init(count: Int, row: @escaping (Int) -> ExportedRow, table: any RowTable) {
        (self.count, self.row, self.table) = (count, row, table)
    }

    /// Points of a tree in the order of their rows, at most `limit`.
    package init(
        _ indices: some Collection<Int>, in tree: QuadTree, limit: Int? = nil, _ shapes: WrittenShapes?,
        table: any RowTable
    ) {
        let order = RowOrder(of: indices, in: tree)
        self.init(
            count: min(order.count, limit ?? order.count), row: { tree.exportedRow(order[$0], shapes) },
            table: table)
    }
}

extension QuadTree {
    /// Some of the rows with their places, in the order of the source; `places` are those of rows of a server, which the
    /// tree may not hold.
    package func exportedRows(
        _ rows: RowSet, places: [UInt32: FixedCoordinate], _ shapes: WrittenShapes?
    ) -> [ExportedRow] {
        if !places.isEmpty {
            return rows.rows.compactMap { row in places[row].map { ExportedRow(row: row, place: $0) } }
        }
        return RowOrder(of: points(of: rows).members, in: self).map { exportedRow($0, shapes) }
    }

    /// An element of a `RowOrder` with its place, and its line or area where `shapes` has it.
    fileprivate func exportedRow(
        _ place: (row: UInt32, index: Int), _ shapes: WrittenShapes?
    ) -> ExportedRow {
        ExportedRow(row: place.row, place: fixedCoordinate(at: place.index), shape: shapes?.geometry)
    }
}
