import MapModel
import Rows
import Streams

extension PlacedTable: RunWritingTable {
    /// True of delimited text whose places are in the columns beside those of the table.
    package func writesRuns(as format: RowFormat) -> Bool {
        guard format == .csv, base is any ColumnAddingTable else { return false }
        let first = columnNames.count - AddedPlaceColumns.names.count
        guard let columns = PlaceColumns(columnNames, in: .csv) else { return true }
        return columns.latitude == first && columns.longitude == first + 1
    }

    /// The answer of each combination is made once, and put behind the bytes of its rows.
    package func writeRuns(
        of rows: RowSet, as format: RowFormat, progress: (Double) -> Void,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        guard let base = base as? any ColumnAddingTable else { return }
        let none = CSVFields.line(AddedPlaceColumns.names.map { _ in "" })
        let texts = places.map { $0.map { CSVFields.line(AddedPlaceColumns.texts(of: $0)) } ?? none }
        try base.writeRuns(
            of: rows, head: CSVFields.line(columnNames),
            adding: AddedTexts(codes: codes, texts: texts + [none]), progress: progress, to: sink)
    }
}
