/// What of a PostgreSQL database is shown, and how long it may take.
public struct PostgreSQLOptions: Sendable, Equatable {
    /// A table, view, materialized view or foreign table, as `name` or `schema.name`, written as it is named: without
    /// quotes, whatever characters it has.
    public var table: String?
    /// A SELECT instead of a table.
    public var sql: String?
    public var columns: ColumnOptions
    /// How long the server may take for one statement; it is told so itself.
    public var statementTimeout: Duration
    public var connectTimeout: Duration
    /// How long `open` may count rows before it takes the server's estimate.
    public var countTimeout: Duration
    /// How much later than that the answer may be here: the server keeps to its own limit, a network that is gone does not.
    var networkGrace = Duration.seconds(5)
    var limits = AnswerLimits()

    public init(
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
