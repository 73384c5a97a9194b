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
    /// Summarizes `rows`, which are ascending.
    ///
    /// - Parameter isCancelled: checked now and then; true makes it throw `.cancelled`.
    /// - Complexity: that of reading the rows.
    package func summary(
        of rows: [UInt32], isCancelled: () -> Bool
    ) throws(SourceError) -> RowsSummary {
        var builders = columnNames.map { ColumnBuilder(name: $0, decimalMark: decimalMark) }
        for start in stride(from: 0, to: rows.count, by: 1_000) {
            if isCancelled() { throw .cancelled }
            try append(Array(rows[start..<min(start + 1_000, rows.count)]), to: &builders)
        }
        return RowsSummary(rowCount: rows.count, columns: builders.map { ColumnSummary($0.finish()) })
    }
}
