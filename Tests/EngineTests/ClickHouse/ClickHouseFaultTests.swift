import Foundation
import MapModel
import TestSupport
import Testing

@testable import DatabaseSources
@testable import Rows
@testable import Streams

/// Servers of a cluster that die, are slow, or refuse.
@Suite(.enabled(if: ClickHouseCluster.isAvailable, "no ClickHouse"), .timeLimit(.minutes(10)), .serialized)
struct ClickHouseFaultTests {
    private static let world = ViewportQuestion(
        window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: 0)

    private static func never() -> Bool { false }

    private func cluster() throws -> ClickHouseCluster { try #require(ClickHouseCluster.shared) }

    private func words(_ body: () throws -> Void) throws -> String {
        "\(try #require(#expect(throws: SourceError.self, performing: body)))"
    }

    /// Another cluster: the shared one stays whole.
    @Test func aDeadShardIsNoSmallerTotal() throws {
        let cluster = try ClickHouseCluster()
        try cluster.createTable("places", "id UInt64, lat Float64, lon Float64", orderedBy: "id")
        try cluster.execute("INSERT INTO places SELECT number, number % 90, number % 180 FROM numbers(30000)")
        let source = try cluster.source(table: "places")
        #expect(try source.answer(Self.world, isCancelled: Self.never).total == 30_000)
        cluster.kill(2)
        let words = try words { _ = try source.answer(Self.world, isCancelled: Self.never) }
        #expect(words.contains("a server of the cluster"), "\(words)")
        #expect(!words.contains("DB::") && !words.contains("\n"))
        let count = try self.words { _ = try source.open(isCancelled: Self.never) }
        #expect(count.contains("a server of the cluster"), "\(count)")
        try cluster.start(2)
        #expect(try eventually { try source.answer(Self.world, isCancelled: Self.never).total == 30_000 })
        cluster.kill(0)
        let gone = try self.words { _ = try source.answer(Self.world, isCancelled: Self.never) }
        #expect(gone.hasSuffix("not reachable"), "\(gone)")
    }

    @Test func aStatementThatIsNotWantedEndsOnTheServer() throws {
        let sql =
            "SELECT number AS id, toFloat64(number % 90) AS lat, toFloat64(number % 180) AS lon FROM system.numbers"
        let cluster = try cluster()
        let source = try cluster.source(ClickHouseOptions(sql: sql))
        _ = try source.table(isCancelled: Self.never)
        let start = ContinuousClock.now
        let error = #expect(throws: SourceError.self) {
            _ = try source.answer(Self.world) { ContinuousClock.now - start > .milliseconds(300) }
        }
        #expect(error == .cancelled)
        let running =
            "SELECT count() FROM system.processes WHERE query_id LIKE 'termmap-%' AND query LIKE '%tm_c%'"
        #expect(try eventually { try cluster.execute(running) == "0" })
        // It would have run for 30 s.
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func aSlowStatementEndsAtItsTimeout() throws {
        let sql =
            "SELECT number AS id, toFloat64(number % 90) AS lat, toFloat64(number % 180) AS lon FROM system.numbers"
        let source = try cluster().source(ClickHouseOptions(sql: sql, statementTimeout: .seconds(1)))
        let words = try words { _ = try source.open(isCancelled: Self.never) }
        #expect(words.contains("timeout: no answer within 1 s"), "\(words)")
    }

    // MARK: - Users

    private func open(user: String, password: String) throws -> SourceSummary {
        let url = try cluster().url(user: user, password: password)
        let options = ClickHouseOptions(sql: "SELECT 1 AS id, 2. AS lat, 3. AS lon")
        return try EngineSource(try ClickHouseEngine(url: url, options: options)).open(
            isCancelled: Self.never)
    }

    @Test func aUserWhoMayOnlyReadIsEnough() throws {
        let summary = try open(user: ClickHouseCluster.readerName, password: ClickHouseCluster.password)
        #expect(summary.rowCount == 1 && summary.notices.isEmpty)
    }

    @Test(arguments: [(ClickHouseCluster.readerName, "wr0ng-one"), ("nobody", "wr0ng-one")])
    func aWrongPasswordIsNotShown(user: String, password: String) throws {
        let words = try words { _ = try open(user: user, password: password) }
        #expect(words.contains("the server refuses the user \"\(user)\" or the password"), "\(words)")
        #expect(!words.contains(password))
    }

    /// Whatever a user puts into --sql, nothing is written.
    @Test func statementsOnlyRead() throws {
        let cluster = try cluster()
        try cluster.execute("CREATE TABLE IF NOT EXISTS kept (a Int8) ENGINE = Memory")
        for sql in ["DROP TABLE kept", "SELECT 1) AS t; DROP TABLE kept --"] {
            let source = try cluster.source(ClickHouseOptions(sql: sql))
            #expect(throws: SourceError.self) { try source.open(isCancelled: Self.never) }
        }
        #expect(try cluster.execute("EXISTS TABLE kept") == "1")
        let words = try words {
            _ = try cluster.source(ClickHouseOptions(sql: "SELEC 1")).open(isCancelled: Self.never)
        }
        #expect(words.contains("Syntax error") && !words.contains("DB::Exception"), "\(words)")
    }
}

extension EngineSource {
    /// Settles the layout.
    fileprivate func table(isCancelled: () -> Bool) throws(SourceError) -> EngineLayout {
        try rows.settled(isCancelled).layout
    }
}
