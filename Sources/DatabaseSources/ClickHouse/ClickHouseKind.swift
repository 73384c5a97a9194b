import Platform
import Rows
import Streams

extension ServerKind {
    /// ClickHouse servers and clusters, recognised by a URL such as `clickhouse://host/database`.
    package static let clickHouse = ServerKind(
        isAddress: ClickHouseAddress.isMeant,
        open: { (url, options) throws(SourceError) in
            EngineSource(
                try ClickHouseEngine(
                    url: url,
                    options: ClickHouseOptions(
                        table: options.table, sql: options.sql, columns: options.serverColumns,
                        placer: options.placer)))
        })
}

extension ClickHouseEngine {
    /// The variable that names a file with the password, on its first line.
    private static let fileVariable = "CLICKHOUSE_PASSWORD_FILE"
    private static let longestFile = 4_096

    /// Does not connect. What the address leaves out comes from `CLICKHOUSE_USER`, `CLICKHOUSE_PASSWORD` and
    /// `CLICKHOUSE_PASSWORD_FILE`.
    convenience init(url: String, options: ClickHouseOptions) throws(SourceError) {
        var failure: FileError?
        let address: ClickHouseAddress
        do throws(ClickHouseAddress.Problem) {
            address = try ClickHouseAddress(url) { name in
                if let value = Environment.text(name) { return value }
                guard name == "CLICKHOUSE_PASSWORD", let path = Environment.text(Self.fileVariable) else {
                    return nil
                }
                do throws(FileError) {
                    return try Self.firstLine(of: path)
                } catch {
                    failure = error
                    return nil
                }
            }
        } catch {
            throw .refused(name: "address", words: "\(error)")
        }
        if let failure { throw .refused(name: Self.fileVariable, words: failure.description) }
        self.init(ClickHouseSession(address, options))
    }

    private static func firstLine(of path: String) throws(FileError) -> String {
        let bytes = try FileBytes.whole(path, limit: longestFile)
        return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }
}
