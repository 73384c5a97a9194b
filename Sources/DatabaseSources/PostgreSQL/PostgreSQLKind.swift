import Rows
import Streams

extension ServerKind {
    package static let postgreSQL = ServerKind(
        isAddress: PostgreSQLSource.isAddress,
        open: { (url, options) throws(SourceError) in
            try PostgreSQLSource(
                url: url,
                options: PostgreSQLOptions(
                    table: options.table, sql: options.sql, columns: options.csv.columns))
        })
}
