import MapModel
import Streams

/// Reads a source to its end: the same protocol for every format.
///
/// Everything happens on the caller's thread: call it from a task of its own.
package protocol SourceLoader: Sendable {
    /// As the user named it, or "stdin".
    var name: String { get }

    /// It delivers its rows only once, and may never end.
    var isStream: Bool { get }

    /// Reads everything.
    ///
    /// - Parameters:
    ///   - isCancelled: checked after about each MiB, and ten times a second while a stream is silent; true
    ///     makes it throw `.cancelled`.
    ///   - progress: called as often; some calls carry rows to show.
    func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource

    /// Reads a stream and forgets it: `body` takes the rows that came since the last time, with their numbers from 0.
    ///
    /// - Parameter withSameColumns: all calls must have those of the first.
    /// - Returns: false where all rows must be known before the first is; nothing is read then.
    func readInPassing(
        withSameColumns: Bool, isCancelled: () -> Bool, _ body: (LoadedSource) throws(SourceError) -> Void
    ) throws(SourceError) -> Bool

    /// What `--columns` prints: the format of the source, what is read from it, and why, a line each. Reads
    /// no more than necessary.
    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String]
}

extension SourceLoader {
    /// False: most sources can be read again.
    package var isStream: Bool { false }

    /// False.
    package func readInPassing(
        withSameColumns: Bool, isCancelled: () -> Bool, _ body: (LoadedSource) throws(SourceError) -> Void
    ) throws(SourceError) -> Bool { false }
}

/// A source in memory: the places of its rows, and the table that reads their values.
package struct LoadedSource: Sendable {
    /// Rows have numbers of 32 bits.
    package static let rowLimit = Int(UInt32.max) - 1

    /// The place of each row that has one.
    package var points: PointBuffer
    /// The lines and areas among the rows; each has a representative point among `points` as well.
    package var shapes: ShapeBuffer
    /// The lines among the rows with what is known of their points, where that was asked for.
    package var journeys: [Journey] = []
    /// The heights of the vertices of rows, where those were asked for.
    package var heights = VertexHeights()
    /// Of rows only the places are read, not their lines, areas and heights: those of a server.
    package var isOfPlacesAlone = false
    /// The table that fetches the values of rows by number.
    package var table: any RowTable
    /// `points.count + skipped.total == table.recordCount`, always.
    package var skipped: SkippedRows
    /// The rows of which no more is known than an area; nil where every place is one.
    package var vague: VagueRows?
    /// Messages heard of each row, where later ones replace earlier ones: 0 for rows that are no things. Nil elsewhere.
    package var heard: [UInt32]?
    /// What was said since the last part, where later messages replace earlier ones.
    package var messages: [ThingMessages] = []
    /// What is known of the addresses of rows; nil where none are looked for.
    package var addresses: RowAddresses?
    /// Messages for the user, a line each, the most important first.
    package var notices: [String]
    /// The sources that it consists of, in the order of their rows; at least one.
    package var layers: [SourceLayer]

    /// A source of one layer.
    ///
    /// - Parameter earlyEnd: why it was not read to its end; the first notice says it.
    package init(
        points: PointBuffer, shapes: ShapeBuffer = ShapeBuffer(), table: any RowTable, skipped: SkippedRows,
        notices: [String], earlyEnd: EarlyEnd? = nil
    ) {
        self.points = points
        self.shapes = shapes
        self.table = table
        self.skipped = skipped
        self.notices = [earlyEnd?.notice(file: table.name)].compactMap(\.self) + notices
        layers = [
            SourceLayer(
                name: table.name, firstRow: 0, recordCount: table.recordCount, placeCount: points.count,
                skipped: skipped)
        ]
        layers[0].earlyEnd = earlyEnd
    }
}

/// One of several sources that are shown together: its rows are numbered from `firstRow`.
package struct SourceLayer: Sendable, Equatable {
    /// As the user named it.
    package var name: String
    /// The number of its first row among all rows.
    package var firstRow: UInt32
    /// Its rows, with a place or without.
    package var recordCount: Int
    /// Rows with a place.
    package var placeCount: Int
    /// Rows without a place, by reason; their names are left out.
    package var skipped: SkippedRows
    /// Records of a stream that were read and replaced by later ones with the same id; they are no rows.
    package var replacedCount = 0
    /// Lines of a stream before the first that is held; they are no rows any more.
    package var droppedCount = 0
    /// Why it was not read to its end; nil where it was.
    package var earlyEnd: EarlyEnd?

    /// A source with its rows.
    package init(
        name: String, firstRow: UInt32, recordCount: Int, placeCount: Int,
        skipped: SkippedRows = SkippedRows()
    ) {
        (self.name, self.firstRow, self.recordCount) = (name, firstRow, recordCount)
        (self.placeCount, self.skipped) = (placeCount, skipped)
        self.skipped.names = []
    }

    /// All rows of a source of one layer, as they are now.
    package init(of source: LoadedSource) {
        self.init(
            name: source.table.name, firstRow: 0, recordCount: source.table.recordCount,
            placeCount: source.points.count, skipped: source.skipped)
        replacedCount = source.layers.first?.replacedCount ?? 0
        droppedCount = source.layers.first?.droppedCount ?? 0
        earlyEnd = source.layers.first?.earlyEnd
    }

    /// The numbers of its rows.
    package var rows: Range<UInt32> { firstRow..<firstRow + UInt32(recordCount) }
}
