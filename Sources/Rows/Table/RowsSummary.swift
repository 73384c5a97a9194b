import MapModel
import RowValues
import Streams

/// What rows have in common, column by column.
package struct RowsSummary: Sendable, Equatable {
    /// Rows that were read.
    package let rowCount: Int
    /// In the order of the table.
    package let columns: [ColumnSummary]

    /// A summary of so many rows.
    package init(rowCount: Int, columns: [ColumnSummary]) {
        self.rowCount = rowCount
        self.columns = columns
    }
}

extension RowTable {
    /// Summarizes some rows: all of their columns, exactly. Few are read one by one, of many the columns of all rows.
    ///
    /// - Parameters:
    ///   - isCancelled: checked now and then; true makes it throw `.cancelled`.
    ///   - progress: takes the share that is read, 0…1.
    /// - Complexity: that of reading the rows.
    package func summary(
        of rows: RowSet, isCancelled: () -> Bool, progress: (Double) -> Void = { _ in }
    ) throws(SourceError) -> RowsSummary {
        let count = rows.count
        if count < max(recordCount / Self.rowsForOne, 1_000) {
            return try summary(ofFew: rows.rows, isCancelled: isCancelled, progress: progress)
        }
        return RowsSummary(
            rowCount: count,
            columns: try summarizeAllColumns(
                of: count == recordCount ? nil : rows, isCancelled: isCancelled, progress: progress))
    }

    /// So many rows are read with their columns in the time that one takes by itself.
    private static var rowsForOne: Int { 16 }

    /// Summarizes all columns of some rows, of all where `rows` is nil, in as many passes as memory allows.
    package func summarizeAllColumns(
        of rows: RowSet?, isCancelled: () -> Bool, progress: (Double) -> Void = { _ in }
    ) throws(SourceError) -> [ColumnSummary] {
        let all = Array(columnNames.indices)
        // So many values are read at once, but at least so many columns; a value may take 8 bytes and its text.
        let (valuesAtOnce, columnsAtOnce) = (1 << 22, 16)
        let length = max(valuesAtOnce / max(recordCount, 1), columnsAtOnce)
        var columns: [ColumnSummary] = []
        for start in stride(from: 0, to: all.count, by: length) {
            let some = Array(all[start..<min(start + length, all.count)])
            columns += try summarizeColumns(some, of: rows, isCancelled: isCancelled) { share in
                progress((Double(start) + share * Double(some.count)) / Double(all.count))
            }
        }
        return columns
    }

    private func summary(
        ofFew rows: [UInt32], isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> RowsSummary {
        var builders = columnNames.map { ColumnBuilder(name: $0, decimalMark: decimalMark) }
        for start in stride(from: 0, to: rows.count, by: 1_000) {
            if isCancelled() { throw .cancelled }
            try append(Array(rows[start..<min(start + 1_000, rows.count)]), to: &builders)
            progress(Double(start) / Double(rows.count))
        }
        return RowsSummary(rowCount: rows.count, columns: builders.map { ColumnSummary($0.finish()) })
    }
}
