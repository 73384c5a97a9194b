import RowValues
import Rows

/// What to show of a ClickHouse database, and the limits of its answers.
package struct ClickHouseOptions: Sendable {
    /// A table or view, as `name` or `database.name`, written as it is named: without quotes.
    package var table: String?
    /// A SELECT instead of a table.
    package var sql: String?
    /// The columns that the user named.
    package var columns = ColumnOptions()
    /// Finds the places of rows without coordinates; nil where only coordinates are read.
    package var placer: CombinationPlacer?
    /// The timeout of a statement, which the server enforces.
    package var statementTimeout = Duration.seconds(30)
    /// How much later the answer may arrive.
    var networkGrace = Duration.seconds(5)
    var connectTimeout = Duration.seconds(5)
    /// A statement that is no longer needed is stopped by another one, which may take so long.
    var killTimeout = Duration.seconds(2)
    var byteLimit = 128 << 20
    var rowLimit = 1_100_000
}
