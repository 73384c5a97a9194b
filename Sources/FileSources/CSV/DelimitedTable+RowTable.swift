import MapModel
import RowValues
import Rows
import Streams

extension DelimitedTable: RowTable {
    /// The columns for label, identifier and search.
    package var roles: ColumnRoles {
        ColumnRoles(label: columns.label, id: columns.id, searched: columns.searched)
    }

    /// The columns that were found or named; none where names say where rows are.
    package var coordinateColumns: [Int] {
        if case .places = columns.coordinates { [] } else { columns.coordinates.columns }
    }

    /// The columns that say where its rows are, where they have no coordinates.
    package var placeRoles: PlaceRoles? { columns.placeRoles }

    /// Reads the records from the file or memory and splits them into fields.
    ///
    /// - Throws: `.noSuchRow`, or `.file` when the file cannot be read or has changed since it was loaded.
    package func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        try visitBytes(rows) { place, content in
            let fields = RecordFields.split(content.bytes(place.range), dialect: dialect)
            body(
                SourceRow(
                    row: place.row, line: place.line,
                    values: fields.map {
                        FieldValue($0.isEmpty ? .missing : .text, String(decoding: $0, as: UTF8.self))
                    }))
        }
    }

    /// The records as they are, with what ends the first one.
    package func visitLines(
        _ rows: [UInt32], _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(SourceError) -> Bool {
        try visitBytes(rows) { place, content in
            (content.bytes(place.range) + lineEnd).withUnsafeBufferPointer(body)
        }
        return true
    }

    /// Reads the whole file once more and appends the searched fields of each record.
    package func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        try RowNames(of: self).append(to: &builder, isCancelled: isCancelled, progress: progress)
    }

    /// True of delimited text, and of objects if a reader would choose the same two members for the coordinates.
    package func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool {
        if placeRoles != nil { return false }
        guard format != .csv, case .pair(let latitude, let longitude) = columns.coordinates else {
            return true
        }
        guard columns.unitsPerDegree == 1 else { return false }
        let found = PlaceColumns(columnNames, in: format)
        return found?.latitude == latitude && found?.longitude == longitude
    }

    /// Writes the rows: as CSV byte for byte, otherwise as JSON.
    package func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, adding: AddedColumns,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        try RowExport(self, format: format, adding: adding).write(count: count, row: row, to: sink)
    }
}
