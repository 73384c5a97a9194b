import RowValues
import Platform
import Streams

/// How to read features and records, where the user or a test overrides the detection.
package struct FeatureOptions: Sendable {
    /// The columns that the user named.
    package var columns: ColumnOptions
    /// A record whose id was seen before replaces the earlier one: for streams of moving objects. Requires
    /// `columns.id`.
    package var replacesRowsWithID: Bool
    /// Records are messages about things: parts come soon after them.
    package var isLive: Bool { replacesRowsWithID && columns.id != nil }
    /// The encoding of the text; nil to detect it.
    package var encoding: String?
    /// A longer record is skipped.
    package var recordLimit = 64 << 20
    /// Bytes that are read at a time.
    package var windowSize = 1 << 20
    /// Plain files longer than this are read in parts of this many bytes, several at a time.
    package var partSize = 1 << 20
    /// How many threads read parts.
    package var threadCount = HelperThreads.processorCount
    /// Bytes of memory that rows may take, for tests; nil asks the system.
    package var memoryLimit: Int?
    /// What comes is shown at once.
    package var isStream = false
    /// Partial results are reported at most this often.
    package var snapshotInterval: Duration = .milliseconds(50)

    /// The coordinate system of the coordinates, such as EPSG:25832; nil for degrees on WGS 84.
    package var coordinateSystem: String?

    /// Rows have lines; those from a converter's output have none.
    package var countsLines = true

    /// Lines are kept as journeys as well, with the heights and times of their points.
    package var keepsJourneys = false
    /// The heights of the vertices of all rows are kept.
    package var keepsAllHeights = false
    /// Heights are read.
    package var keepsHeights: Bool { keepsJourneys || keepsAllHeights }
    /// Gathers the heights and times of vertices; nil where nobody asks for them.
    package var journeyCollector: JourneyCollector? {
        keepsHeights
            ? JourneyCollector(keepsJourneys: keepsJourneys, keepsHeights: keepsAllHeights) : nil
    }

    /// Options with the standard limits.
    package init(columns: ColumnOptions = ColumnOptions(), replacesRowsWithID: Bool = false) {
        self.columns = columns
        self.replacesRowsWithID = replacesRowsWithID
    }
}
