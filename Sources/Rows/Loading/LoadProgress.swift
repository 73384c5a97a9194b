import MapModel

/// What a load has done so far.
package struct LoadProgress: Sendable {
    package let bytesRead: Int
    /// Nil where it cannot be known, as for a pipe.
    package let totalBytes: Int?
    /// Records read: those with a place and those skipped.
    package let recordCount: Int
    /// What was read so far, at moments worth drawing it; nil in between.
    package let part: LoadedSource?

    /// The points so far, at those moments.
    package var points: PointBuffer? { part?.points }

    package init(bytesRead: Int, totalBytes: Int?, recordCount: Int, part: LoadedSource?) {
        self.bytesRead = bytesRead
        self.totalBytes = totalBytes
        self.recordCount = recordCount
        self.part = part
    }
}
