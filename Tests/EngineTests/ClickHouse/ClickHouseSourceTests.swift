import MapModel
import Testing

@testable import DatabaseSources
@testable import RowValues
@testable import Rows
@testable import Streams

/// Against a cluster of three shards; the index in memory knows the right answers.
@Suite(.enabled(if: ClickHouseCluster.isAvailable, "no ClickHouse"), .timeLimit(.minutes(10)))
struct ClickHouseSourceTests {
    private static func never() -> Bool { false }

    private func shared() throws -> ClickHousePlaces { try ClickHousePlaces.shared.get() }

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

    /// Days of all kinds of years, and the last millisecond of each: 18.16 has times from 1970 to 2105 only.
    @Test(arguments: TimeFold.Part.allCases) func partsOfTimesAreExact(part: TimeFold.Part) throws {
        let days = Array(stride(from: -2_000_000, through: 4_000_000, by: 9_973)) + Array(-800...800)
        let moments = days.flatMap {
            [$0 * 86_400_000, $0 * 86_400_000 + 86_399_999, $0 * 86_400_000 + 11_100_001]
        }
        let filter = ClickHouseFilter(dialect: ClickHouseDialect(), columns: [], places: [])
        let list = "[\(moments.map { "\($0).0" }.joined(separator: ","))]"
        let sql = "SELECT \(filter.part(part, ofWall: "x")) FROM (SELECT arrayJoin(\(list)) AS x) FORMAT TSV"
        let found = try shared().cluster.execute(sql).split(separator: "\n").compactMap { Double($0) }
        #expect(found == moments.map { Double(part.value(Int64($0))) })
    }

    /// The least of no values is 0 there, in a column that has no NULL.
    @Test func noRowsHaveNoTimes() throws {
        let cluster = try shared().cluster
        try cluster.createTable(
            "ages", "id UInt64, lat Float64, lon Float64, seen DateTime('UTC')", orderedBy: "id")
        let source = try cluster.source(table: "ages")
        #expect(try source.timeOutline(TimeQuestion(), isCancelled: Self.never).range == nil)
        try cluster.execute("INSERT INTO ages VALUES (1, 2.5, 3.5, '2001-09-09 01:46:40')")
        let outline = try source.timeOutline(TimeQuestion(), isCancelled: Self.never)
        #expect(outline.column == "seen" && outline.range == 1_000_000_000_000...1_000_000_000_000)
    }

    // MARK: - Choosing

    @Test func tablesWithCoordinatesAreListed() throws {
        let cluster = try shared().cluster
        let error = #expect(throws: SourceError.self) {
            try cluster.source(ClickHouseOptions()).open(isCancelled: Self.never)
        }
        let words = "\(try #require(error))"
        #expect(words.contains("several tables have coordinates"))
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
