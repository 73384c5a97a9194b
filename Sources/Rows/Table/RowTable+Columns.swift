import RowValues
import Streams

extension RowTable {
    /// Reads the values of some columns of all rows in one pass; a column whose type was misjudged once more.
    ///
    /// - Parameters:
    ///   - columns: the columns to read, different ones.
    ///   - isCancelled: checked now and then; true makes it throw `.cancelled`.
    ///   - progress: called as often with the share that is read, 0…1.
    /// - Returns: the values, in the order of `columns`.
    package func readColumns(
        _ columns: [Int], isCancelled: () -> Bool = { Task.isCancelled },
        progress: (Double) -> Void = { _ in }
    ) throws(SourceError) -> [ColumnValues] {
        let names = columnNames
        var builders = columns.map { ColumnBuilder(name: names[$0], decimalMark: decimalMark) }
        try appendColumns(columns, to: &builders, isCancelled: isCancelled, progress: progress)
        let misjudged = columns.indices.filter { builders[$0].isMisjudged }
        if !misjudged.isEmpty {
            var texts = misjudged.map { ColumnBuilder(name: names[columns[$0]], kind: .text) }
            try appendColumns(
                misjudged.map { columns[$0] }, to: &texts, isCancelled: isCancelled, progress: progress)
            for (index, text) in zip(misjudged, texts) { builders[index] = text }
        }
        return builders.map { $0.finish() }
    }

    /// What the columns hold, as about 500 rows spread over the table show it: a sorted one begins with unusual rows.
    package func sampledColumns() throws(SourceError) -> [ColumnValues] {
        var builders = columnNames.map { ColumnBuilder(name: $0, decimalMark: decimalMark) }
        let step = max(recordCount / 500, 1)
        try append(stride(from: 0, to: recordCount, by: step).map { UInt32($0) }, to: &builders)
        return builders.map { $0.finish() }
    }

    /// Appends the values of rows to a builder for each column.
    func append(_ rows: [UInt32], to builders: inout [ColumnBuilder]) throws(SourceError) {
        try visitRows(rows) { row in
            let mark = decimalMark(ofRow: row.row)
            for index in builders.indices {
                builders[index].decimalMark = mark
                builders[index].append(row.text(of: index))
            }
        }
    }

    /// "." in numbers.
    package var decimalMark: UInt8 { UInt8(ascii: ".") }

    /// That of the table.
    package func decimalMark(ofRow row: UInt32) -> UInt8 { decimalMark }

    /// Appends the values of `columns` of each row, in order; the columns are different ones.
    package func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        let batch = 4_096
        for start in stride(from: 0, to: recordCount, by: batch) {
            if isCancelled() { throw .cancelled }
            let end = min(start + batch, recordCount)
            try visitRows((start..<end).map { UInt32($0) }) { row in
                for (slot, column) in columns.enumerated() { builders[slot].append(row.text(of: column)) }
            }
            progress(Double(end) / Double(max(recordCount, 1)))
        }
    }
}
