import MapModel
import RowValues
import Rows
import Streams

/// Records as they are in the file, with values behind their fields.
struct ExtendedRecords: RunForm {
    private let dialect: CSVDialect
    private let encoder: CSVRowEncoder

    init(_ table: DelimitedTable, _ encoder: CSVRowEncoder) {
        (dialect, self.encoder) = (table.dialect, encoder)
    }

    let unchangedLineEnd: [UInt8]? = nil

    func write(_ content: ByteRun, _ rows: RunRows, to text: inout [UInt8]) -> Bool {
        text.removeAll(keepingCapacity: true)
        text.reserveCapacity(2 * content.count)
        let nowhere = FixedCoordinate(latitudeE7: 0, longitudeE7: 0)
        var index = 0
        func take(_ record: Range<Int>) {
            defer { index += 1 }
            guard rows.contains(index) else { return }
            let row = UInt32(truncatingIfNeeded: rows.first + index)
            let place = DelimitedTable.RecordPlace(
                row: row, line: 0, range: record, fieldCount: fieldCount(content, record))
            encoder.append(ExportedRow(row: row, place: nowhere), place, in: content, to: &text)
        }
        RecordPass(dialect).forEachRecord(in: content) { walk, _ in
            take(walk.start..<walk.end)
        } scanned: { _, record, _ in
            take(record)
        }
        return index == rows.count
    }

    private func fieldCount(_ content: ByteRun, _ record: Range<Int>) -> Int {
        let bytes = content.buffer(record)
        var delimiters = 0
        for byte in bytes {
            if byte == dialect.quote { return RecordFields.split(bytes, dialect: dialect).count }
            delimiters &+= byte == dialect.delimiter ? 1 : 0
        }
        return delimiters + 1
    }
}

extension DelimitedTable: RowExtendingTable {
    /// Records as they are in the file, or objects of their fields.
    package func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, adding: AddedColumns,
        values: AddedValues, to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) -> Bool {
        try RowExport(self, format: format, adding: adding, values: values)
            .write(count: count, row: row, to: sink)
        return true
    }

    /// True.
    package var extendsRuns: Bool { true }

    /// Records as they are in the file with the values behind them, parts of the file side by side.
    package func writeRuns(
        of rows: RowSet, values: AddedValues, progress: (Double) -> Void,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        let encoder = CSVRowEncoder(self, false, values: values)
        let parts = RunParts(self, rows, ExtendedRecords(self, encoder), length: RunParts.length)
        try write(parts, head: encoder.head, progress: progress, to: sink)
    }
}
