import MapModel
import Testing

@testable import DatabaseSources
@testable import Rows
@testable import Streams

/// A table whose partitions are on other servers, by postgres_fdw; here those are databases of the same server.
@Suite(.serialized, .enabled(if: ThrowAwayPostgreSQL.isAvailable, "no PostgreSQL"), .timeLimit(.minutes(10)))
struct ShardedTableTests {
    private static func never() -> Bool { false }

    private func shards() throws -> Shards { try Shards.shared.get() }

    @Test func eachServerGroupsItsOwnRows() throws {
        let source = try shards().source()
        let question = ViewportQuestion(
            window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: 0)
        let plan = try source.plan(of: question)
        #expect(plan.count { $0.contains("Foreign Scan") && !$0.contains("on sharded") } >= 3, "\(plan)")
    }

    @Test func rowsAreCountedAndIdentifiedByTheirColumn() throws {
        let shards = try shards()
        let source = try shards.source()
        let summary = try source.open(isCancelled: Self.never)
        #expect(summary.notices.contains { $0.contains("on other servers") && $0.contains("\"id\"") })
        #expect(!summary.notices.contains { $0.contains("CREATE INDEX") })
        #expect(try source.rows.settled(Self.never).layout.key.map(\.sql) == ["t.\"id\""])
    }

    @Test func aServerThatIsGoneIsSaid() throws {
        let shards = try shards()
        let source = try shards.source()
        _ = try source.open(isCancelled: Self.never)
        shards.kill(1)
        defer { try? shards.revive(1) }
        let question = ViewportQuestion(
            window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: 10)
        let error = #expect(throws: SourceError.self) {
            _ = try source.answer(question, isCancelled: Self.never)
        }
        #expect(try #require(error).words.contains("shard1"), "\(String(describing: error))")
    }
}
