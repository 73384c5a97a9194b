import RowValues
import Rows

/// What to show of a PostgreSQL database, and its timeouts.
package struct PostgreSQLOptions: Sendable {
    /// A table, view, materialized view or foreign table, as `name` or `schema.name`, written as it is named: without
    /// quotes, whatever characters it has.
    package var table: String?
    /// A SELECT instead of a table.
    package var sql: String?
    /// The columns that the user named.
    package var columns = ColumnOptions()
    /// Finds the places of rows without coordinates; nil where only coordinates are read.
    package var placer: CombinationPlacer?
    /// The timeout of a statement, which the server enforces.
    package var statementTimeout = Duration.seconds(30)
    /// How long a connection may take, until the server is ready for statements.
    package var connectTimeout = Duration.seconds(5)
    /// The timeout for counting rows in `open`, after which the server's estimate is used.
    package var countTimeout = Duration.seconds(2)
    /// How much later the answer may arrive: the server enforces its timeout, but a network that is gone does
    /// not.
    var networkGrace = Duration.seconds(5)
    var limits = AnswerLimits()
}
