import MapModel
import Streams

/// What reads a source to its end: one way in for every format.
///
/// Everything happens on the caller's thread: call it from a task of its own.
package protocol SourceLoader: Sendable {
    /// As the user named it, or "stdin".
    var name: String { get }

    /// Gives its rows once, and may never end.
    var isStream: Bool { get }

    /// Reads everything.
    ///
    /// - Parameters:
    ///   - isCancelled: asked after about each MiB, and ten times a second while a stream is silent; true makes it
    ///     throw `.cancelled`.
    ///   - progress: called as often; some calls carry what can be shown already.
    func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource

    /// What `--columns` prints: how the source is written, what is read of it, and why, a line each. Reads no more
    /// than it must.
    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String]
}

extension SourceLoader {
    package var isStream: Bool { false }
}

/// A source in memory: where its rows are, and the table to read the rest from.
package struct LoadedSource: Sendable {
    /// Rows have numbers of 32 bits.
    package static let rowLimit = Int(UInt32.max) - 1

    /// The place of each row that has one.
    package var points: PointBuffer
    /// The lines and areas among the rows; each has a representative point among `points` as well.
    package var shapes: ShapeBuffer
    package var table: any RowTable
    /// `points.count + skipped.total == table.recordCount`, always.
    package var skipped: SkippedRows
    /// Messages for the user, a line each, the most important first.
    package var notices: [String]
    /// The sources that it was put together of, in the order of their rows; one at least.
    package var layers: [SourceLayer]

    package init(
        points: PointBuffer, shapes: ShapeBuffer = ShapeBuffer(), table: any RowTable, skipped: SkippedRows,
        notices: [String]
    ) {
        self.points = points
        self.shapes = shapes
        self.table = table
        self.skipped = skipped
        self.notices = notices
        layers = [
            SourceLayer(
                name: table.name, firstRow: 0, recordCount: table.recordCount, placeCount: points.count,
                skippedCount: skipped.total)
        ]
    }
}

/// One of several sources that are shown together: its rows are numbered from `firstRow` on.
package struct SourceLayer: Sendable, Equatable {
    /// As the user named it.
    package var name: String
    package var firstRow: UInt32
    package var recordCount: Int
    /// Rows with a place.
    package var placeCount: Int
    package var skippedCount: Int

    package var rows: Range<UInt32> { firstRow..<firstRow + UInt32(recordCount) }
}
