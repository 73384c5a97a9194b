import Rows

/// What of a PostgreSQL database is shown, and how long it may take.
package struct PostgreSQLOptions: Sendable, Equatable {
    /// A table, view, materialized view or foreign table, as `name` or `schema.name`, written as it is named: without
    /// quotes, whatever characters it has.
    package var table: String?
    /// A SELECT instead of a table.
    package var sql: String?
    package var columns: ColumnOptions
    /// How long the server may take for one statement; it is told so itself.
    package var statementTimeout: Duration
    package var connectTimeout: Duration
    /// How long `open` may count rows before it takes the server's estimate.
    package var countTimeout: Duration
    /// How much later than that the answer may be here: the server keeps to its own limit, a network that is gone does not.
    var networkGrace = Duration.seconds(5)
    var limits = AnswerLimits()

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
