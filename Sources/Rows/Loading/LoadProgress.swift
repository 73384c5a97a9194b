import MapModel

/// The progress of a load.
package struct LoadProgress: Sendable {
    /// Bytes read from the source, compressed as they are; 0 where they are not counted.
    package let bytesRead: Int
    /// Nil when it is unknown, as for a pipe.
    package let totalBytes: Int?
    /// Records read: those with a place and those skipped.
    package let recordCount: Int
    /// The rows so far, when it is worth drawing them; nil in between.
    package let part: LoadedSource?

    /// The points so far, at those moments.
    package var points: PointBuffer? { part?.points }

    /// Progress after `recordCount` records.
    package init(bytesRead: Int, totalBytes: Int?, recordCount: Int, part: LoadedSource?) {
        self.bytesRead = bytesRead
        self.totalBytes = totalBytes
        self.recordCount = recordCount
        self.part = part
    }
}
