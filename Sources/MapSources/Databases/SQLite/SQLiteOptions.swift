/// How to read a database, where the user or a test knows better than a look at it.
public struct SQLiteOptions: Sendable {
    public var columns: ColumnOptions
    /// The table or view to read; nil: the only one with coordinates.
    public var table: String?
    /// A SELECT whose rows are read instead of a table's.
    public var sql: String?
    /// No more rows are read; a notice says so.
    public var rowLimit = 200_000_000
    /// Rows of a view or a statement have to be kept in memory; of more bytes than this no more are read.
    public var memoryLimit = 1 << 30
    /// Parts are handed out at most this often.
    public var snapshotInterval: Duration = .milliseconds(50)

    public init(columns: ColumnOptions = ColumnOptions(), table: String? = nil, sql: String? = nil) {
        self.columns = columns
        self.table = table
        self.sql = sql
    }
}
