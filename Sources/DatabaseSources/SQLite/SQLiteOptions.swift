import Rows

/// How to read a database, where the user or a test knows better than a look at it.
package struct SQLiteOptions: Sendable {
    package var columns: ColumnOptions
    /// The table or view to read; nil: the only one with coordinates.
    package var table: String?
    /// A SELECT whose rows are read instead of a table's.
    package var sql: String?
    /// No more rows are read; a notice says so.
    package var rowLimit = 200_000_000
    /// Rows of a view or a statement have to be kept in memory; of more bytes than this no more are read.
    package var memoryLimit = 1 << 30
    /// Parts are handed out at most this often.
    package var snapshotInterval: Duration = .milliseconds(50)

    package init(columns: ColumnOptions = ColumnOptions(), table: String? = nil, sql: String? = nil) {
        self.columns = columns
        self.table = table
        self.sql = sql
    }
}
