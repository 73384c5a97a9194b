import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DatabaseSources
@testable import Rows
@testable import Streams

/// A table whose partitions are on other servers, by postgres_fdw; here those are databases of the same server.
@Suite(.serialized, .enabled(if: ThrowAwayPostgreSQL.isAvailable, "no PostgreSQL"), .timeLimit(.minutes(10)))
struct ShardedTableTests {
    private static func never() -> Bool { false }

    /// The places of all shards, in memory and on a server.
    private struct Shards: Sendable {
        let server: ThrowAwayPostgreSQL
        let places: [FixedCoordinate]
        let tree: QuadTree

        static let shared = Result { try Shards() }

        private init() throws {
            server = try #require(ThrowAwayPostgreSQL.shared)
            var random = SeededRandom(16)
            places = (0..<1_500).map { _ in random.place() }
            var buffer = PointBuffer()
            for (row, place) in places.enumerated() { buffer.append(place, row: UInt32(row)) }
            tree = QuadTree(buffer)
            try server.execute(
                """
                CREATE EXTENSION IF NOT EXISTS postgres_fdw;
                CREATE SCHEMA sharded;
                CREATE TABLE sharded.t (id int, name text, lat float8, lon float8) PARTITION BY HASH (id);
                """)
            for shard in 0..<3 {
                try server.execute("CREATE DATABASE shard\(shard)")
                try server.execute(
                    """
                    \\c shard\(shard)
                    CREATE TABLE t (id int PRIMARY KEY, name text, lat float8, lon float8);
                    CREATE INDEX ON t (lat, lon);
                    \\c postgres
                    CREATE SERVER shard\(shard) FOREIGN DATA WRAPPER postgres_fdw
                        OPTIONS (host '\(server.folder)', dbname 'shard\(shard)', async_capable 'true');
                    CREATE USER MAPPING FOR postgres SERVER shard\(shard) OPTIONS (user 'postgres');
                    CREATE FOREIGN TABLE sharded."part \(shard)" PARTITION OF sharded.t
                        FOR VALUES WITH (MODULUS 3, REMAINDER \(shard)) SERVER shard\(shard) OPTIONS (schema_name 'public', table_name 't');
                    """)
            }
            let lines = places.enumerated().map { id, place in
                "\(id)\tplace \(id)\t\(place.coordinate.latitude)\t\(place.coordinate.longitude)\n"
            }
            try server.execute("COPY sharded.t FROM STDIN;\n\(lines.joined())\\.\n")
        }

        func source() throws -> PostgreSQLSource { try server.source(table: "sharded.t") }
    }

    private func shards() throws -> Shards { try Shards.shared.get() }

    @Test(arguments: 0..<3 as Range<UInt64>) func viewsAreThoseOfTheIndexInMemory(seed: UInt64) throws {
        let shards = try shards()
        let source = try shards.source()
        var random = SeededRandom(seed)
        for _ in 0..<30 {
            let question = random.question(near: shards.places, limit: [0, 1, 300][random.number(0...2)])
            let answer = try source.answer(question, isCancelled: Self.never)
            #expect(answer.total == shards.tree.count(in: question.window), "\(question)")
            guard case .clusters(let clusters) = answer.content else { continue }
            let expected = shards.tree.clusters(in: question.window, grid: question.grid)
            let counts = Dictionary(uniqueKeysWithValues: expected.map { ($0.id, $0.count) })
            #expect(Dictionary(uniqueKeysWithValues: clusters.map { ($0.id, $0.count) }) == counts)
        }
    }

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
        #expect(summary.rowCount == 1_500 && !summary.isEstimate && summary.skippedCount == 0)
        let bounds = try #require(summary.bounds)
        #expect(bounds.south < -89 && bounds.north > 89)
        #expect(summary.notices.contains { $0.contains("on other servers") && $0.contains("\"id\"") })
        #expect(!summary.notices.contains { $0.contains("CREATE INDEX") })
        #expect(try source.rows.settled(Self.never).layout.key.expressions == ["t.\"id\""])
    }

    @Test func findsRowsByWordsAndPlaceAndKey() throws {
        let shards = try shards()
        let source = try shards.source()
        #expect(try source.matchCount("place 14", isCancelled: Self.never) == 111)
        let matches = try source.matches("place 14", limit: 10, isCancelled: Self.never)
        #expect(matches.isCut && matches.matches.count == 10)
        let row = try source.table.namedRow(try #require(matches.matches.first).row)
        #expect(row.fields[1].value.text == "place 14")
        let center = Coordinate(latitude: 52.5, longitude: 13.4)
        let near = try source.near(
            NearbyQuestion(center: center, radiusMeters: 500, limit: nil), isCancelled: Self.never)
        let circle = try GeoCircle(center: center, radiusMeters: 500)
        #expect(near.count == shards.tree.neighbors(in: circle).count && !near.isEmpty)
    }

    @Test func aServerThatIsGoneIsSaid() throws {
        let shards = try shards()
        let source = try shards.source()
        _ = try source.open(isCancelled: Self.never)
        try shards.server.execute(
            """
            ALTER DATABASE shard1 ALLOW_CONNECTIONS false;
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'shard1';
            """)
        defer { _ = try? shards.server.execute("ALTER DATABASE shard1 ALLOW_CONNECTIONS true") }
        let question = ViewportQuestion(
            window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: 10)
        let error = #expect(throws: SourceError.self) {
            _ = try source.answer(question, isCancelled: Self.never)
        }
        #expect(try #require(error).words.contains("shard1"), "\(String(describing: error))")
    }
}
