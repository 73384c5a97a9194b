import MapModel
import RowValues
import Streams

extension Filter {
    /// Reads the columns that the filter names and returns the rows that match.
    ///
    /// - Parameters:
    ///   - progress: called now and then with the share of the values that are read, 0…1.
    ///   - inspect: called with the columns.
    package func rows(
        of table: any RowTable, isCancelled: () -> Bool = { Task.isCancelled },
        progress: (Double) -> Void = { _ in }, inspect: ([ColumnValues]) -> Void = { _ in }
    ) throws(FilterFailure) -> RowSet {
        let values: [ColumnValues]
        do throws(SourceError) {
            values = try table.readColumns(columns, isCancelled: isCancelled, progress: progress)
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
        inspect(values)
        return try rows(
            Dictionary(zip(columns, values)) { first, _ in first }, rowCount: table.recordCount,
            isCancelled: isCancelled)
    }
}
