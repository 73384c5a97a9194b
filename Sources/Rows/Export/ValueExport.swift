import RowValues
import MapModel
import Streams

/// Writes rows with typed values, in any order.
///
/// Rows are requested in ascending order, some thousand at a time, and then sorted into the requested order.
package struct ValueExport {
    private static let passLength = 4_096

    private let encoder: ValueEncoder

    /// Rows of a table with these columns.
    ///
    /// - Parameter fillsPlaces: whether empty columns that are named for coordinates get the place of the row.
    package init(columnNames: [String], format: RowFormat, adding: AddedColumns, fillsPlaces: Bool = true) {
        encoder = ValueEncoder(
            columnNames: columnNames, format: format, adding: adding, fillsPlaces: fillsPlaces)
    }

    /// Writes `count` rows, the one that `row` returns for 0 first.
    ///
    /// - Parameter visit: calls its second argument once for each of the rows in its first, ascending, with the values
    ///   in the order of the columns; nil is left out of objects.
    package func write(
        count: Int, row: (Int) -> ExportedRow, to sink: ([UInt8]) throws(SourceError) -> Void,
        visit: (_ rows: [UInt32], _ body: ([FieldValue?]) -> Void) throws(SourceError) -> Void
    ) throws(SourceError) {
        var buffer = OutputBuffer(encoder.head)
        for start in stride(from: 0, to: count, by: Self.passLength) {
            let rows = (start..<min(start + Self.passLength, count)).map(row)
            let order = rows.indices.sorted { rows[$0].row < rows[$1].row }
            var texts = [[UInt8]](repeating: [], count: rows.count)
            var next = 0
            try visit(order.map { rows[$0].row }) { values in
                encoder.append(rows[order[next]], values, to: &texts[order[next]])
                next += 1
            }
            for (index, text) in texts.enumerated() {
                try buffer.append(start + index > 0 ? encoder.separator + text : text, to: sink)
            }
        }
        if count > 0 || encoder.format == .geojson { try buffer.append(encoder.tail, to: sink) }
        try buffer.finish(sink)
    }
}

extension RowTable {
    /// CSV with commas and quotes where needed; or objects with typed values, null where one is missing.
    package func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, adding: AddedColumns,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        try writeValues(count: count, row: row, as: format, adding: adding, to: sink)
    }

    /// The same, whatever `write` does.
    package func writeValues(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, adding: AddedColumns,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        let export = ValueExport(columnNames: columnNames, format: format, adding: adding)
        try export.write(count: count, row: row, to: sink) { (rows, body) throws(SourceError) in
            try visitRows(rows) { body($0.values) }
        }
    }

    /// Whether a format needs added columns for the places of rows: no two of the table hold them for every row.
    ///
    /// - Parameter fills: whether empty fields in these columns will be filled.
    /// - Complexity: O(count) where columns are named for coordinates; all their rows are read once more.
    package func needsPlace(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, fills: Bool = true
    ) throws(SourceError) -> Bool {
        guard let columns = PlaceColumns(columnNames, in: format) else { return true }
        for start in stride(from: 0, to: count, by: 4_096) {
            if Task.isCancelled { throw .cancelled }
            let rows = (start..<min(start + 4_096, count)).map(row).sorted { $0.row < $1.row }
            var next = 0
            var areHeld = true
            try visitRows(rows.map(\.row)) { found in
                let place = rows[next].place
                // What has no place needs no columns for it.
                let isHeld =
                    !rows[next].hasPlace
                    || (fills
                        ? columns.hold(place, in: found.values)
                        : columns.areEqual(to: place, in: found.values))
                areHeld = areHeld && isHeld
                next += 1
            }
            if !areHeld { return true }
        }
        return false
    }

    /// False unless a table knows better.
    package func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool { false }

    /// Row after row by `visitRows`, some thousand at a time.
    package func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        let roles = roles
        let rowCount = recordCount
        for start in stride(from: 0, to: rowCount, by: 4_096) {
            if isCancelled() { throw .cancelled }
            var words: [[String]] = []
            try visitRows((start..<min(start + 4_096, rowCount)).map { UInt32($0) }) { row in
                words.append((roles.label == nil ? [""] : []) + roles.searched.map { row.text(of: $0) })
            }
            for fields in words { builder.append(fields) }
            progress(builder)
        }
    }
}
