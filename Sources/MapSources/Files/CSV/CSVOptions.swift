/// How to read a delimited file, where the user or a test knows better than a look at it.
public struct CSVOptions: Sendable {
    /// Nil: detected.
    public var delimiter: UInt8?
    /// Nil: detected.
    public var hasHeader: Bool?
    public var columns: ColumnOptions
    /// A longer record ends the reading; what stands before it is kept.
    public var recordLimit = 64 << 20
    /// More records are refused.
    var rowLimit = LoadedSource.rowLimit
    /// How much is read at a time.
    public var windowSize = 1 << 20
    /// Points are handed out at most this often.
    public var snapshotInterval: Duration = .milliseconds(50)

    public init(delimiter: UInt8? = nil, hasHeader: Bool? = nil, columns: ColumnOptions = ColumnOptions()) {
        self.delimiter = delimiter
        self.hasHeader = hasHeader
        self.columns = columns
    }
}
