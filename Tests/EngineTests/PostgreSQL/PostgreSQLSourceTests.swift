import MapModel
import Testing

@testable import DatabaseSources
@testable import Rows
@testable import Streams

/// Against a real server, in all the ways in which tables have places.
@Suite(.enabled(if: ThrowAwayPostgreSQL.isAvailable, "no PostgreSQL"), .timeLimit(.minutes(10)))
struct PostgreSQLSourceTests {
    typealias Kind = PlacesOnServer.Kind

    private static func never() -> Bool { false }

    private func shared() throws -> PlacesOnServer { try PlacesOnServer.shared.get() }

    @Test(arguments: [(0, false), (1, false), (300, false), (301, true)])
    func upToTheLimitThereAreRows(limit: Int, isWhole: Bool) throws {
        let shared = try shared()
        let sql = "SELECT * FROM places.plain WHERE id < 301"
        var options = PostgreSQLOptions(sql: sql)
        options.columns.id = "id"
        let source = try shared.server.source(options)
        let grid = ClusterGrid(worldDots: 256, cellDots: 20)
        let question = ViewportQuestion(window: .world, grid: grid, limit: limit)
        let answer = try source.answer(question, isCancelled: Self.never)
        #expect(answer.total == 301)
        if case .rows(let points) = answer.content {
            #expect(isWhole && points.count == 301)
        } else {
            #expect(!isWhole)
        }
    }

    @Test func explainTellsStatementAndPlan() throws {
        let source = try shared().source(.geometry)
        let lines = try source.explain(
            NearbyQuestion(center: Coordinate(latitude: 47, longitude: 8), radiusMeters: 5_000, limit: 10))
        #expect(lines.contains { $0.contains("ST_MakeEnvelope") })
        #expect(lines.contains { $0.contains("Index") && $0.contains("geom") })
    }

    // MARK: - Opening

    @Test(arguments: Kind.allCases) func anIndexIsSuggestedWhereThereIsNone(kind: Kind) throws {
        let summary = try shared().source(kind).open(isCancelled: Self.never)
        #expect(
            summary.notices.contains { $0.contains("CREATE INDEX") }
                == [.text, .anyGeography].contains(kind))
    }

    @Test(arguments: [Kind.plain, .geometry]) func anEstimateIsMarkedAsSuch(kind: Kind) throws {
        let shared = try shared()
        var options = PostgreSQLOptions(table: "places.\(kind.rawValue)")
        options.countTimeout = .zero
        let summary = try shared.server.source(options).open(isCancelled: Self.never)
        #expect(summary.isEstimate && summary.rowCount == 2_000 + kind.misplacedCount)
    }

    @Test func severalTablesAreListedAndOneIsChosenByItsName() throws {
        let shared = try shared()
        let source = try shared.server.source(PostgreSQLOptions())
        let error = #expect(throws: SourceError.self) { try source.open(isCancelled: Self.never) }
        #expect("\(try #require(error))".contains(#""places.points" (about 2,000 rows)"#))
        #expect(!"\(try #require(error))".contains("spatial_ref_sys"))
        #expect(try shared.server.source(table: "globe").open(isCancelled: Self.never).rowCount == 2_000)
        let missing = #expect(throws: SourceError.self) {
            try shared.server.source(table: "nothing\u{1B}[2J").open(isCancelled: Self.never)
        }
        #expect("\(try #require(missing))".hasSuffix(#"no table "nothing^[[2J""#))
    }
}
