import RowValues
import Streams

extension DelimitedTable {
    /// What separates the fraction of a number in this file.
    package var decimalMark: UInt8 { UInt8(ascii: dialect.decimalMark == .comma ? "," : ".") }

    /// Reads the whole file once more and appends the fields of each record.
    package func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        var cutter = FieldCutter(dialect: dialect, columns: columns)
        var count = 0
        try forEachWindow(isCancelled: isCancelled) { content in
            let found = forEachRecord(in: content) { record in
                guard !isHeaderOrUnits(content.buffer(record)) else {
                    for slot in columns.indices {
                        builders[slot].append(UnsafeBufferPointer(start: nil, count: 0))
                    }
                    return
                }
                cutter.forEachField(content, record) { slot, text in builders[slot].append(text) }
            }
            count += found
            progress(Double(count) / Double(max(recordCount, 1)))
            return found
        }
    }
}
