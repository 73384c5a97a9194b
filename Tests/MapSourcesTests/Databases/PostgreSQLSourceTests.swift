import Foundation
import MapModel
import RowTestSupport
import TestSupport
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

    /// The ids of rows that came.
    private func ids(_ points: PointBuffer, of source: PostgreSQLSource) throws -> Set<String> {
        let tree = QuadTree(points)
        let rows = (0..<tree.count).map { tree.row(at: $0) }
        let handles = try #require(source.rows.settled).handles
        return Set(handles.keys(of: rows).compactMap { $0[0] })
    }

    private func ids(_ tree: QuadTree, in window: WorldWindow) -> Set<String> {
        var ids: Set<String> = []
        tree.visit(in: window) {
            ids.insert("\(tree.row(at: $0))")
            return true
        }
        return ids
    }

    // MARK: - Views

    @Test(arguments: Kind.allCases, 0..<4)
    func viewsAreThoseOfTheIndexInMemory(kind: Kind, seed: UInt64) throws {
        let shared = try shared()
        let source = try shared.source(kind)
        let tree = shared.tree(kind)
        var random = SeededRandom(seed)
        let limits = [0, 1, 20, 300]
        let isMain = [.geometry, .geography, .plain].contains(kind)
        for _ in 0..<(isMain ? 20 : 4) {
            let question = random.question(near: shared.places, limit: limits[random.number(0...3)])
            let answer = try source.answer(question, isCancelled: Self.never)
            #expect(answer.total == tree.count(in: question.window), "\(question)")
            switch answer.content {
            case .rows(let points):
                #expect(points.count == answer.total && answer.total <= question.limit)
                #expect(try ids(points, of: source) == ids(tree, in: question.window), "\(question)")
            case .clusters(let clusters):
                #expect(answer.total > question.limit)
                try compare(clusters, tree.clusters(in: question.window, grid: question.grid))
            }
        }
    }

    private func compare(_ clusters: [Cluster], _ expected: [Cluster]) throws {
        #expect(
            clusters.sorted { ($0.id.row, $0.id.column) < ($1.id.row, $1.id.column) }.map(\.id)
                == expected.sorted { ($0.id.row, $0.id.column) < ($1.id.row, $1.id.column) }.map(\.id))
        let byID = Dictionary(uniqueKeysWithValues: expected.map { ($0.id, $0) })
        for cluster in clusters {
            let other = try #require(byID[cluster.id])
            #expect(cluster.count == other.count)
            // The index keeps columns of quanta, a quarter of a unit each.
            #expect(abs(cluster.mean.x - other.mean.x) < 1e-9)
            let side = Double(cluster.id.stride) / exp2(Double(cluster.id.depth))
            #expect(abs(cluster.mean.y - other.mean.y) <= side)
        }
    }

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

    @Test(arguments: [Kind.plain, .geography]) func aRowThatComesBackHasItsNumber(kind: Kind) throws {
        let source = try shared().source(kind)
        let world = ViewportQuestion(
            window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: 5_000)
        func numbers(_ question: ViewportQuestion) throws -> [String: UInt32] {
            guard case .rows(let points) = try source.answer(question, isCancelled: Self.never).content
            else { return [:] }
            let tree = QuadTree(points)
            let rows = (0..<tree.count).map { tree.row(at: $0) }
            let keys = try #require(source.rows.settled).handles.keys(of: rows).compactMap { $0[0] }
            return Dictionary(uniqueKeysWithValues: zip(keys, rows))
        }
        let half = ViewportQuestion(
            window: WorldWindow(west: 1 << 31, east: 1 << 32, north: 0, south: 1 << 32), grid: world.grid,
            limit: 5_000)
        let before = try numbers(half)
        let all = try numbers(world)
        _ = try source.open(isCancelled: Self.never)
        let after = try numbers(half)
        #expect(!before.isEmpty && before.count < all.count)
        #expect(before == after && before.allSatisfy { all[$0.key] == $0.value })
    }

    // MARK: - Near

    @Test(arguments: [Kind.geometry, .geography, .plain, .anyGeometry, .mercator], 0..<2)
    func whatIsNearIsWhatTheIndexInMemoryFinds(kind: Kind, seed: UInt64) throws {
        let shared = try shared()
        let source = try shared.source(kind)
        let tree = shared.tree(kind)
        var random = SeededRandom(seed)
        for round in 0..<3 {
            let center = round == 0 ? Coordinate(latitude: 90, longitude: 10) : random.place().coordinate
            let radius = [0, 900, 50_000, 3e6, 2.1e7][random.number(0...4)]
            let circle = try GeoCircle(center: center, radiusMeters: radius)
            let near = try source.near(
                NearbyQuestion(center: center, radiusMeters: radius, limit: nil), isCancelled: Self.never)
            let expected = tree.neighbors(in: circle)
            #expect(near.count == expected.count, "\(center) \(radius)")
            for (row, neighbor) in zip(near, expected) {
                #expect(abs(row.distanceMeters - neighbor.distanceMeters) < 0.02)
            }
            let nearest = try source.near(
                NearbyQuestion(center: center, radiusMeters: nil, limit: 7), isCancelled: Self.never)
            let expectedNearest = tree.nearest(to: center, count: 7)
            #expect(nearest.count == expectedNearest.count)
            for (row, neighbor) in zip(nearest, expectedNearest) {
                #expect(abs(row.distanceMeters - neighbor.distanceMeters) < 0.02)
            }
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

    @Test(arguments: Kind.allCases) func openCountsRowsAndFindsTheirBox(kind: Kind) throws {
        let shared = try shared()
        let summary = try shared.source(kind).open(isCancelled: Self.never)
        #expect(summary.rowCount == shared.tree(kind).count && !summary.isEstimate)
        let bounds = try #require(summary.bounds)
        #expect(bounds.west < -179 && bounds.east > 179 && bounds.south < -89 && bounds.north > 89)
        #expect(
            summary.notices.contains { $0.contains("CREATE INDEX") }
                == [.text, .anyGeography].contains(kind))
    }

    @Test(arguments: [Kind.plain, .geometry]) func anEstimateIsMarkedAsSuch(kind: Kind) throws {
        let shared = try shared()
        var options = PostgreSQLOptions(table: "places.\(kind.rawValue)")
        options.countTimeout = .zero
        let summary = try shared.server.source(options).open(isCancelled: Self.never)
        #expect(summary.isEstimate && summary.rowCount == 2_000)
    }

    @Test func severalTablesAreListedAndOneIsChosenByItsName() throws {
        let shared = try shared()
        let source = try shared.server.source(PostgreSQLOptions())
        let error = #expect(throws: SourceError.self) { try source.open(isCancelled: Self.never) }
        #expect("\(try #require(error))".contains("places.points (about 2,000 rows)"))
        #expect(!"\(try #require(error))".contains("spatial_ref_sys"))
        #expect(try shared.server.source(table: "globe").open(isCancelled: Self.never).rowCount == 2_000)
        let missing = #expect(throws: SourceError.self) {
            try shared.server.source(table: "nothing\u{1B}[2J").open(isCancelled: Self.never)
        }
        #expect("\(try #require(missing))".hasSuffix(#"no table "nothing^[[2J""#))
    }
}
