import Rows
import Streams

extension ServerKind {
    /// PostgreSQL servers, recognised by a URL such as `postgresql://host/database` or a connection string of
    /// libpq.
    package static let postgreSQL = ServerKind(
        isAddress: PostgreSQLSource.isAddress,
        open: { (url, options) throws(SourceError) in
            try PostgreSQLSource(
                url: url,
                options: PostgreSQLOptions(
                    table: options.table, sql: options.sql, columns: options.csv.columns))
        })
}
