import MapModel
import RowValues
import Streams

/// A table whose rows have other values behind their own columns, and are written as they are in the source otherwise.
package struct ExtendedTable: ColumnsBehindTable {
    /// The table whose columns come first.
    package let base: any RowTable
    private let added: AddedValues
    /// Whether rows are written with their places where their columns do not have them.
    private let writesPlaces: Bool
    /// The columns of that table, then the others.
    package let columnNames: [String]

    /// The rows of a table with other values; columns of a name that it has get a number.
    package init(_ base: any RowTable, adding values: AddedValues, writesPlaces: Bool = true) {
        // One around another would hide what the table itself can do.
        let inner = (base as? ExtendedTable).flatMap { $0.added.names.isEmpty ? $0 : nil }
        self.base = inner?.base ?? base
        self.writesPlaces = writesPlaces && inner?.writesPlaces ?? true
        added = values.beside(base.columnNames)
        columnNames = base.columnNames + added.names
    }

    /// As the table below.
    package var writesShapes: Bool { base.writesShapes }

    /// The other values of a row.
    package func valuesBehind(_ row: SourceRow) -> [FieldValue] { added.values(of: row.row) }

    /// The other values of all rows.
    package func appendBehind(
        _ slots: [(builder: Int, column: Int)], to builders: inout [ColumnBuilder], isCancelled: () -> Bool
    ) throws(SourceError) {
        for row in 0..<UInt32(recordCount) {
            if row & 0xFFFF == 0, isCancelled() { throw .cancelled }
            let values = added.values(of: row)
            for slot in slots { builders[slot.builder].append(values[slot.column].text) }
        }
    }

    /// The identifiers with the values behind them, a tab before each.
    package func rowIdentifiers(_ rows: [UInt32]) throws(SourceError) -> [String] {
        let identifiers = try base.rowIdentifiers(rows)
        if added.names.isEmpty { return identifiers }
        return zip(rows, identifiers).map { row, id in
            ([id] + added.values(of: row).map(\.text)).joined(separator: "\t")
        }
    }

    /// As the table below, and where places are not written.
    package func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool {
        !writesPlaces || base.writesAsRead(format, adding: adding)
    }

    /// As in the source where the table below can do that, else by values.
    package func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, adding: AddedColumns,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        if let base = base as? any RowExtendingTable,
            try base.write(count: count, row: row, as: format, adding: adding, values: added, to: sink)
        {
            return
        }
        try writeValues(count: count, row: row, as: format, adding: adding, to: sink)
    }
}

extension ExtendedTable: RunWritingTable {
    /// True of delimited text, if the table writes that so.
    package func writesRuns(as format: RowFormat) -> Bool {
        guard format == .csv else { return false }
        if added.names.isEmpty { return (base as? any RunWritingTable)?.writesRuns(as: .csv) == true }
        return (base as? any RowExtendingTable)?.extendsRuns == true
    }

    /// Parts of the source side by side.
    package func writeRuns(
        of rows: RowSet, as format: RowFormat, progress: (Double) -> Void,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        if added.names.isEmpty {
            try (base as? any RunWritingTable)?.writeRuns(of: rows, as: format, progress: progress, to: sink)
        } else {
            try (base as? any RowExtendingTable)?.writeRuns(
                of: rows, values: added, progress: progress, to: sink)
        }
    }
}
