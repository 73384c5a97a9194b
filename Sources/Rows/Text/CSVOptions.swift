/// How to read a delimited file, where the user or a test knows better than a look at it.
package struct CSVOptions: Sendable {
    /// Nil: detected.
    package var delimiter: UInt8?
    /// Nil: detected.
    package var hasHeader: Bool?
    package var columns: ColumnOptions
    /// A longer record ends the reading; what stands before it is kept.
    package var recordLimit = 64 << 20
    /// More records are refused.
    package var rowLimit = LoadedSource.rowLimit
    /// How much is read at a time.
    package var windowSize = 1 << 20
    /// Points are handed out at most this often.
    package var snapshotInterval: Duration = .milliseconds(50)

    package init(delimiter: UInt8? = nil, hasHeader: Bool? = nil, columns: ColumnOptions = ColumnOptions()) {
        self.delimiter = delimiter
        self.hasHeader = hasHeader
        self.columns = columns
    }
}
