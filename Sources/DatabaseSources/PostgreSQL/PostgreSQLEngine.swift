import Streams
import Synchronization

/// A table, a view or a SELECT of a PostgreSQL server, with or without PostGIS.
///
/// Two connections are opened on demand: one for views and searches, one for the details of rows, which do
/// not wait behind a slow view. Both are read-only. The password is in no name and no message.
final class PostgreSQLEngine: SQLEngine {
    /// `postgresql://user@host:port/database`, without the password.
    var name: String { address.name }
    let address: PostgreSQLAddress
    let options: PostgreSQLOptions
    let views: PostgreSQLSession
    private let rows: PostgreSQLSession
    /// Unsolicited messages of the server.
    private let said = ServerNotices()
    private let layout = Mutex<PostgreSQLLayout?>(nil)

    let dialect: any SQLDialect = PostgreSQLDialect()
    /// Rows of PostgreSQL are wide, and found fast by their keys.
    var readCount: Int? { nil }

    /// Whether `text` is meant as the address of a server and is not the name of an existing file.
    static func isAddress(_ text: String) -> Bool {
        PostgreSQLAddress.isMeant(by: text) && FileIdentity(path: text) == nil
    }

    /// Parses the address without connecting.
    ///
    /// - Parameter url: as libpq takes it: `postgresql://user@host:port/database?option=value`, or `host=… dbname=…`.
    /// - Throws: `.refused` for an invalid address, without quoting it: it may contain a password.
    init(url: String, options: PostgreSQLOptions) throws(SourceError) {
        do throws(PostgreSQLAddress.Problem) {
            address = try PostgreSQLAddress(url)
        } catch {
            throw .refused(name: "postgresql", words: "\(error)")
        }
        self.options = options
        views = PostgreSQLSession(address, options, said)
        rows = PostgreSQLSession(address, options, said)
    }

    func takeNotices() -> [String] { said.take() }

    /// Wakes the calls that wait on either connection, so that they check for cancellation.
    func wake() {
        views.wake()
        rows.wake()
    }

    /// Closes both connections.
    func close() {
        views.close()
        rows.close()
    }

    /// What the catalog said last.
    var found: PostgreSQLLayout? { layout.withLock { $0 } }

    func layout(isCancelled: () -> Bool) throws(SourceError) -> EngineLayout {
        let read = try withoutActuallyEscaping(isCancelled) { isCancelled throws(SourceError) in
            do throws(PostgreSQLCatalog.Problem) {
                var catalog = PostgreSQLCatalog(session: views, options: options, isCancelled: isCancelled)
                return try catalog.layout()
            } catch {
                throw error.sourceError(name: name)
            }
        }
        .placed(by: options.placer, name: name, isCancelled) { (sql, columnCount) throws(SourceError) in
            try run(sql, columnCount: columnCount, lane: .views, isCancelled: isCancelled)
        }
        layout.withLock { $0 = read }
        return read.engine
    }

    // MARK: - Statements

    func run(
        _ sql: String, columnCount: Int, lane: EngineLane, isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows {
        let statement = SQLStatement(sql, columnCount: columnCount)
        do throws(PostgreSQLFault) {
            return try (lane == .rows ? rows : views).run(statement, isCancelled: isCancelled)
        } catch {
            throw error.sourceError(name: name)
        }
    }

    func run(
        _ sql: String, columnCount: Int, within limit: Duration, isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows? {
        try hasty(SQLStatement(sql, columnCount: columnCount), limit, isCancelled)
    }

    /// Runs a statement with a timeout; nil when it takes longer.
    func hasty(
        _ statement: SQLStatement, _ limit: Duration, _ isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows? {
        do throws(PostgreSQLFault) {
            return try views.run(statement, timeout: limit, isCancelled: isCancelled)
        } catch {
            switch error {
            case .timedOut, .refused(PostgreSQLFault.State.queryCanceled, _): return nil
            default: throw error.sourceError(name: name)
            }
        }
    }

    func plan(of sql: String, isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let plan = try run("EXPLAIN \(sql)", columnCount: 1, lane: .views, isCancelled: isCancelled)
        return (0..<plan.count).compactMap { plan[$0, 0] }
    }

    func shapes(
        _ statements: EngineStatements, _ area: EngineArea, dotDegrees: Double
    ) -> EngineStatements.Statement? { statements.shapes(area, dotDegrees: dotDegrees) }
}
