import Glibc
import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DatabaseSources
@testable import Rows
@testable import Streams

/// Against a cluster of three shards; the index in memory knows the right answers.
@Suite(.enabled(if: ClickHouseCluster.isAvailable, "no ClickHouse"), .timeLimit(.minutes(10)))
struct ClickHouseSourceTests {
    typealias Kind = ClickHousePlaces.Kind

    private static func never() -> Bool { false }

    private func shared() throws -> ClickHousePlaces { try ClickHousePlaces.shared.get() }

    /// The ids of rows, which their keys end with.
    private func ids(_ rows: [UInt32], of source: EngineSource) throws -> [String] {
        let handles = try #require(source.rows.settled).handles
        let layout = try #require(source.rows.settled).layout
        let id = try #require(layout.key.firstIndex { $0.name == "id" })
        return handles.keys(of: rows).compactMap { $0[id] }
    }

    private func ids(_ points: PointBuffer, of source: EngineSource) throws -> Set<String> {
        let tree = QuadTree(points)
        return Set(try ids((0..<tree.count).map { tree.row(at: $0) }, of: source))
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

    @Test(arguments: Kind.allCases, 0..<15)
    func viewsAreThoseOfTheIndexInMemory(kind: Kind, seed: UInt64) throws {
        let shared = try shared()
        let source = try shared.source(kind)
        var random = SeededRandom(seed)
        let limits = [0, 1, 20, 300]
        for _ in 0..<(kind == .plain ? 20 : 4) {
            let question = random.question(near: shared.places, limit: limits[random.number(0...3)])
            let answer = try source.answer(question, isCancelled: Self.never)
            #expect(answer.total == shared.tree.count(in: question.window), "\(question)")
            switch answer.content {
            case .rows(let points):
                #expect(points.count == answer.total && answer.total <= question.limit)
                #expect(try ids(points, of: source) == ids(shared.tree, in: question.window), "\(question)")
            case .clusters(let clusters):
                #expect(answer.total > question.limit)
                try compare(clusters, shared.tree.clusters(in: question.window, grid: question.grid))
            }
        }
    }

    private func compare(_ clusters: [Cluster], _ expected: [Cluster]) throws {
        #expect(Set(clusters.map(\.id)) == Set(expected.map(\.id)) && clusters.count == expected.count)
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

    @Test(arguments: Kind.allCases) func openCountsRowsAndFindsTheirBox(kind: Kind) throws {
        let summary = try shared().source(kind).open(isCancelled: Self.never)
        #expect(summary.rowCount == 2_000 && !summary.isEstimate)
        #expect(summary.skippedCount == (kind == .nullable ? 3 : 0))
        let bounds = try #require(summary.bounds)
        #expect(bounds.west < -179 && bounds.east > 179 && bounds.south < -89 && bounds.north > 89)
    }

    @Test func anEmptyTableIsOne() throws {
        let cluster = try shared().cluster
        try cluster.createTable("empty", "id UInt64, lat Float64, lon Float64", orderedBy: "id")
        let summary = try cluster.source(table: "empty").open(isCancelled: Self.never)
        #expect(summary.rowCount == 0 && summary.bounds == nil)
    }

    private static let edges: [[Double]] = [
        [0], [1, 2], [-180, -90, 0, 90], [-180, -179, 100, 101, 102, 179.9], [1, 2, 4, 8, 16],
        (0..<300).map { (step: Int) -> Double in 47 + Double(step) * 1e-7 },
        (0..<200).map { (step: Int) -> Double in -85 + Double(step) * 0.85 },
    ]

    /// Edges in any distances, and values at, before and after them.
    @Test(arguments: edges) func bucketsAreExact(edges: [Double]) throws {
        var values: [Double] = [-90, 90, -180, 180]
        for edge in edges { values += edge == 0 ? [-1e-9, 0, 1e-9] : [edge.nextDown, edge, edge.nextUp] }
        let expected = values.map { value in max(edges.count { $0 <= value }, 1) } as [Int]
        let sql =
            "SELECT \(ClickHouseDialect().bucket("x", edges)) FROM (SELECT arrayJoin(\(values)) AS x) FORMAT TSV"
        let found = try shared().cluster.execute(sql).split(separator: "\n").compactMap { Int($0) }
        #expect(found == expected)
    }

    // MARK: - Near, search, members

    @Test(arguments: [Kind.plain, .decimals, .tuples], 0..<3)
    func whatIsNearIsWhatTheIndexInMemoryFinds(kind: Kind, seed: UInt64) throws {
        let shared = try shared()
        let source = try shared.source(kind)
        var random = SeededRandom(seed)
        for round in 0..<4 {
            let center = round == 0 ? Coordinate(latitude: 90, longitude: 10) : random.place().coordinate
            let radius = [0, 900, 50_000, 3e6, 2.1e7][random.number(0...4)]
            let near = try source.near(
                NearbyQuestion(center: center, radiusMeters: radius, limit: nil), isCancelled: Self.never)
            let expected = shared.tree.neighbors(in: try GeoCircle(center: center, radiusMeters: radius))
            #expect(near.count == expected.count, "\(center) \(radius)")
            for (row, neighbor) in zip(near, expected) {
                #expect(abs(row.distanceMeters - neighbor.distanceMeters) < 0.02)
            }
            let nearest = try source.near(
                NearbyQuestion(center: center, radiusMeters: nil, limit: 7), isCancelled: Self.never)
            let expectedNearest = shared.tree.nearest(to: center, count: 7)
            #expect(nearest.count == 7)
            for (row, neighbor) in zip(nearest, expectedNearest) {
                #expect(abs(row.distanceMeters - neighbor.distanceMeters) < 0.02)
            }
        }
    }

    @Test(arguments: ["place 12", "café", "CAFÉ 2", "ü", "Ü", "it's \\ 4", "%", "nothing", "1"])
    func searchFindsWhatContainsTheText(text: String) throws {
        let shared = try shared()
        let source = try shared.source(.plain)
        let needle = text.lowercased()
        let expected = shared.places.indices.filter {
            ClickHousePlaces.name($0).lowercased().contains(needle) || "\($0)".contains(needle)
        }
        let found = try source.matches(text, limit: 5_000, isCancelled: Self.never)
        #expect(Set(try ids(found.matches.map(\.row), of: source)) == Set(expected.map { "\($0)" }))
        #expect(!found.isCut)
        #expect(try source.matchCount(text, isCancelled: Self.never) == expected.count)
        let first = try source.matches(text, limit: 3, isCancelled: Self.never)
        #expect(first.matches.count == min(3, expected.count) && first.isCut == (expected.count > 3))
        let best = expected.filter { ClickHousePlaces.name($0).lowercased() == needle }
        if !best.isEmpty {
            #expect(try ids(first.matches.map(\.row), of: source).first == "\(best[0])")
        }
    }

    @Test(arguments: [Kind.plain, .words, .nullable, .tuples]) func membersArePaged(kind: Kind) throws {
        let shared = try shared()
        let source = try shared.source(kind)
        var random = SeededRandom(7)
        for limit in [1, 7, 400] {
            let question = random.question(near: shared.places, limit: limit)
            var found: [String] = []
            var last: UInt32?
            while true {
                let page = try source.members(
                    of: [question.window], after: last, limit: limit, isCancelled: Self.never)
                found += try ids(page.matches.map(\.row), of: source)
                last = page.matches.last?.row
                guard page.isCut, found.count < 100 || limit > 1 else { break }
                try #require(found.count <= 2_000)
            }
            let expected = ids(shared.tree, in: question.window)
            #expect(Set(found).count == found.count && Set(found).isSubset(of: expected))
            #expect(found.count == expected.count || limit == 1)
        }
    }

    @Test(arguments: Kind.allCases) func detailsAreThoseOfTheRow(kind: Kind) throws {
        let shared = try shared()
        let source = try shared.source(kind)
        let near = try source.near(
            NearbyQuestion(
                center: Coordinate(latitude: 52.5, longitude: 13.4), radiusMeters: nil, limit: 300),
            isCancelled: Self.never)
        let rows = near.map(\.row)
        let (ids, labels) = (try ids(rows, of: source), try source.table.rowLabels(rows))
        #expect(labels == ids.map { ClickHousePlaces.name(Int($0) ?? -1) })
        var seen: [String] = []
        try source.table.visitRows(rows) { seen.append($0.values[0].text) }
        #expect(seen == ids)
    }

    // MARK: - Choosing

    @Test func tablesWithCoordinatesAreListed() throws {
        let cluster = try shared().cluster
        let error = #expect(throws: SourceError.self) {
            try cluster.source(ClickHouseOptions()).open(isCancelled: Self.never)
        }
        let words = "\(try #require(error))"
        #expect(words.contains("several tables have coordinates") && words.contains("plain"))
        #expect(!words.contains("plain_part") && !words.contains("other.named"))
        let missing = #expect(throws: SourceError.self) {
            try cluster.source(table: "nothing\u{1B}[2J'").open(isCancelled: Self.never)
        }
        #expect("\(try #require(missing))".contains(#"no table "nothing^[[2J'""#))
    }

    @Test func columnsAreExplained() throws {
        let lines = try shared().source(.plain).explainColumns(isCancelled: Self.never)
        #expect(lines.contains("4 columns of plain") && lines.contains("latitude: lat (Float64)"))
        #expect(lines.contains(#"rows are identified by "lat", "lon", "id""#), "\(lines)")
        #expect(lines.contains(#"label: "name""#) && lines.contains(#"id: "id""#))
    }

    /// A table that sends rows to one server before it counts them has a sub-select.
    @Test func clustersAreGroupedOnTheShards() throws {
        let source = try shared().source(.plain)
        let plan = try source.plan(
            of: ViewportQuestion(window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: 0))
        #expect(plan.contains("FROM `default`.`plain`") && !plan.contains("FROM ("), "\(plan)")
    }
}
