import RowValues

/// What to show of a PostgreSQL database, and its timeouts.
package struct PostgreSQLOptions: Sendable, Equatable {
    /// A table, view, materialized view or foreign table, as `name` or `schema.name`, written as it is named: without
    /// quotes, whatever characters it has.
    package var table: String?
    /// A SELECT instead of a table.
    package var sql: String?
    /// The columns that the user named.
    package var columns: ColumnOptions
    /// The timeout of a statement, which the server enforces.
    package var statementTimeout: Duration
    /// How long a connection may take, until the server is ready for statements.
    package var connectTimeout: Duration
    /// The timeout for counting rows in `open`, after which the server's estimate is used.
    package var countTimeout: Duration
    /// How much later the answer may arrive: the server enforces its timeout, but a network that is gone does
    /// not.
    var networkGrace = Duration.seconds(5)
    var limits = AnswerLimits()

    /// Options with the standard limits; what is nil is detected.
    package init(
        table: String? = nil, sql: String? = nil, columns: ColumnOptions = ColumnOptions(),
        statementTimeout: Duration = .seconds(30), connectTimeout: Duration = .seconds(5),
        countTimeout: Duration = .seconds(2)
    ) {
        self.table = table
        self.sql = sql
        self.columns = columns
        self.statementTimeout = statementTimeout
        self.connectTimeout = connectTimeout
        self.countTimeout = countTimeout
    }
}
