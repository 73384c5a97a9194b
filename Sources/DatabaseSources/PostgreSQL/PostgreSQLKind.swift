import Rows
import Streams

extension ServerKind {
    /// PostgreSQL servers, recognised by a URL such as `postgresql://host/database` or a connection string of
    /// libpq.
    package static let postgreSQL = ServerKind(
        isAddress: PostgreSQLEngine.isAddress,
        open: { (url, options) throws(SourceError) in
            try EngineSource(
                url: url,
                options: PostgreSQLOptions(
                    table: options.table, sql: options.sql, columns: options.serverColumns,
                    placer: options.placer))
        })
}

extension EngineSource {
    /// The table of a PostgreSQL server; does not connect.
    convenience init(url: String, options: PostgreSQLOptions) throws(SourceError) {
        self.init(try PostgreSQLEngine(url: url, options: options), countTime: options.countTimeout)
    }
}
