import RowValues
import Rows

/// A table with columns behind those of another one that say where its rows are and how sure that is.
protocol PlaceAddingTable: ColumnsBehindTable {
    /// Where a row of the other table is; nil where nothing says that.
    func place(of row: SourceRow) -> KnownPlace?
}

extension PlaceAddingTable {
    func valuesBehind(_ row: SourceRow) -> [FieldValue] { AddedPlaceColumns.values(of: place(of: row)) }

    /// True: its own columns say where rows are.
    func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool { true }
}
