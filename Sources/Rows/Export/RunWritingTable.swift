import MapModel
import Streams

/// A table that writes rows in the order of their numbers from the bytes they were read from, parts of it side by side.
package protocol RunWritingTable: RowTable {
    /// Whether that makes the same text as `write`: no columns are added, and places are in these bytes.
    func writesRuns(as format: RowFormat) -> Bool

    /// Writes some rows, about a MiB of the source at a time, and the head and tail of the format.
    ///
    /// - Parameters:
    ///   - rows: each must have a place.
    ///   - progress: called with the share that is written, 0…1.
    ///   - sink: takes the bytes; nothing more is read after an error of it.
    /// - Throws: `.file` with `.changedSinceLoaded`, perhaps after some rows are written; `.cancelled` with the task.
    func writeRuns(
        of rows: RowSet, as format: RowFormat, progress: (Double) -> Void,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError)
}
