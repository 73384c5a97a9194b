import RowValues
import Rows

/// How to read a database, where the user or a test overrides the detection.
package struct SQLiteOptions: Sendable {
    /// The columns that the user named.
    package var columns: ColumnOptions
    /// The table or view to read; nil: the only one with coordinates.
    package var table: String?
    /// A SELECT whose rows are read instead of a table's.
    package var sql: String?
    /// Further rows are not read; a notice reports it.
    package var rowLimit = 200_000_000
    /// Rows of a view or a statement are kept in memory up to this many bytes; further rows are not read.
    package var memoryLimit = 1 << 30
    /// Partial results are reported at most this often.
    package var snapshotInterval: Duration = .milliseconds(50)

    /// Gathers the heights of the vertices of rows; nil where nobody asks for them.
    package var journeys: JourneyCollector?

    /// Options with the standard limits; what is nil is detected.
    package init(columns: ColumnOptions = ColumnOptions(), table: String? = nil, sql: String? = nil) {
        self.columns = columns
        self.table = table
        self.sql = sql
    }
}
