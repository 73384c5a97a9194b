import Streams
import Synchronization

/// A table of a ClickHouse server, which may be distributed over a cluster.
final class ClickHouseEngine: SQLEngine {
    let session: ClickHouseSession
    let dialect: any SQLDialect = ClickHouseDialect()
    private let notices = Mutex<[String]>([])

    init(_ session: ClickHouseSession) { self.session = session }

    var name: String { session.address.name }

    func layout(isCancelled: () -> Bool) throws(SourceError) -> EngineLayout {
        let settings = try session.settings(isCancelled)
        notices.withLock { $0 = settings.notices }
        return try withoutActuallyEscaping(isCancelled) { isCancelled throws(SourceError) in
            try ClickHouseCatalog(session: session, isCancelled: isCancelled).layout()
        }
    }

    /// Statements do not wait for each other.
    func run(
        _ sql: String, columnCount: Int, lane: EngineLane, isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows {
        try session.run(sql, columnCount: columnCount, isCancelled: isCancelled)
    }

    func plan(of sql: String, isCancelled: () -> Bool) throws(SourceError) -> [String] {
        do throws(SourceError) {
            let rows = try session.run(
                "EXPLAIN indexes = 1\n" + sql, columnCount: 1, isCancelled: isCancelled)
            return (0..<rows.count).compactMap { rows[$0, 0] }
        } catch {
            if error == .cancelled { throw error }
            return ["no plan: \(error.words) (EXPLAIN needs ClickHouse 21.4)"]
        }
    }

    func takeNotices() -> [String] {
        notices.withLock { notices in
            defer { notices = [] }
            return notices
        }
    }

    /// Waiting calls check twenty times a second whether they are still wanted.
    func wake() {}

    func close() { session.close() }
}
