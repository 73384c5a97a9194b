import RowValues
import Streams
import Synchronization

/// The columns of the rows that were read: each is read when it is first asked for, and kept.
package final class ColumnStore: Sendable {
    private struct Kept: Sendable {
        var reading = -1
        var columns: [Int: ColumnValues] = [:]
    }

    private let kept = Mutex(Kept())

    package init() {}

    /// The values of some columns, by number; those that are not kept are read in one pass.
    ///
    /// A column that is requested once is usually requested again, so the pass is not cancelled with its task, unless
    /// the program ends.
    ///
    /// - Parameter progress: called with the share that is read, 0…1.
    package func values(
        of columns: [Int], _ loaded: LoadedRows, progress: (Double) -> Void = { _ in }
    ) throws(SourceError) -> [Int: ColumnValues] {
        var values = kept.withLock { $0.reading == loaded.reading ? $0.columns : [:] }
        for column in columns where values[column] == nil {
            values[column] = loaded.saved?.column(column, rowCount: loaded.table.recordCount)
        }
        let missing = columns.filter { values[$0] == nil }
        if !missing.isEmpty {
            let read = try loaded.table.readColumns(missing, isCancelled: { false }, progress: progress)
            for (column, found) in zip(missing, read) {
                values[column] = found
                loaded.saved?.save(found, number: column)
            }
        }
        let known = values
        kept.withLock { kept in
            if kept.reading != loaded.reading { kept = Kept(reading: loaded.reading) }
            kept.columns.merge(known) { $1 }
        }
        return values.filter { columns.contains($0.key) }
    }
}
