import RowValues
import Platform
import Streams

/// How to read a delimited file, where the user or a test overrides the detection.
package struct CSVOptions: Sendable {
    /// Nil: detected.
    package var delimiter: UInt8?
    /// Nil: detected.
    package var hasHeader: Bool?
    /// Nil: detected.
    package var encoding: String?
    /// The columns that the user named.
    package var columns: ColumnOptions
    /// The coordinate system of the coordinates, such as EPSG:25832; nil for degrees on WGS 84.
    package var coordinateSystem: String? {
        didSet { columns.isProjected = coordinateSystem != nil }
    }
    /// The columns that are asked for as soon as the file is read.
    package var wanted = WantedColumns()
    /// A header of Field1, Field2 and so on was invented by a converter.
    package var hasInventedNames = false
    /// The heights of the vertices of geometries are kept, as of features.
    package var keepsHeights = false
    /// A longer record is skipped, one of many times this length ends the reading.
    package var recordLimit = 64 << 20
    /// More records are refused.
    package var rowLimit = LoadedSource.rowLimit
    /// Bytes of memory that rows may take; nil: what the system has.
    package var memoryLimit: Int?
    /// Bytes that are read at a time.
    package var windowSize = 1 << 20
    /// Bytes of a part of a file; threads read parts side by side.
    package var partSize = 1 << 20
    /// How many threads read the parts of a file.
    package var threadCount = HelperThreads.processorCount
    /// Partial results are reported at most this often.
    package var snapshotInterval: Duration = .milliseconds(50)

    /// Records are messages about things: parts come soon after them.
    package var isLive = false

    /// Options with the standard limits; what is nil is detected.
    package init(delimiter: UInt8? = nil, hasHeader: Bool? = nil, columns: ColumnOptions = ColumnOptions()) {
        self.delimiter = delimiter
        self.hasHeader = hasHeader
        self.columns = columns
    }
}
