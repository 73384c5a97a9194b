import MapModel
import TestSupport
import Testing

@testable import DatabaseSources
@testable import RowValues
@testable import Streams

@Suite struct ClickHousePlaceTests {
    private let box = GeoBounds(south: 47, west: 8, north: 85, east: 9)

    private func condition(_ type: String) -> String? {
        ClickHousePlace(
            latitude: ClickHouseColumn("lat", type), longitude: ClickHouseColumn("lon", type)
        ).boxCondition?([box])
    }

    /// Doubles with a point: version 18 loses rows of a table sorted by `lat` where it is compared with `85`.
    @Test(arguments: ["Float64", "Nullable(Float64)", "Float32", "LowCardinality(Float64)"])
    func columnsOfDoublesAreComparedWithDoubles(type: String) throws {
        let south = box.south - 1e-4
        let north = box.north + 1e-4
        let condition = try #require(self.condition(type))
        #expect(condition.hasPrefix("(`lat` >= \(south) AND `lat` <= \(north) AND `lon` >= "))
        #expect("\(EngineStatements.onGlobe)".split(separator: " AND ").allSatisfy { $0.hasSuffix(".0") })
    }

    @Test func wordsAreNotCompared() { #expect(condition("String") == nil) }

    @Test func settingsThatCutAnswersAreSaid() {
        let options = ClickHouseOptions()
        let cut = [("readonly", "1"), ("timeout_overflow_mode", "break"), ("skip_unavailable_shards", "1")]
        let notices = ClickHouseSettings(cut.map { (name: $0.0, value: $0.1) }, options).notices
        #expect(notices.count == 2)
        #expect(notices.contains { $0.hasSuffix("timeout_overflow_mode is break (expected throw)") })
        #expect(notices.contains { $0.hasSuffix("skip_unavailable_shards is 1 (expected 0)") })
        let free = [("readonly", "0")] + cut.dropFirst()
        let settings = ClickHouseSettings(free.map { (name: $0.0, value: $0.1) }, options)
        #expect(settings.notices.isEmpty)
        #expect(settings.query.contains("&timeout_overflow_mode=throw"))
        #expect(settings.query.contains("&skip_unavailable_shards=0"))
    }
}

@Suite(.enabled(if: ClickHouseCluster.isAvailable, "no ClickHouse"), .timeLimit(.minutes(5)))
struct ClickHouseBlockTests {
    /// The server reads the blocks of the table that may have rows in the view, not all of them.
    @Test func smallViewsReadFewRows() throws {
        let shared = try ClickHousePlaces.shared.get()
        let source = try shared.source(.plain)
        let layout = try source.rows.settled { false }.layout
        let statements = EngineStatements(layout: layout, dialect: source.engine.dialect)
        let place = WebMercator.project(Coordinate(latitude: 47.4, longitude: 8.5))
        let view = Viewport(center: place, zoom: 8, size: DotSize(width: 480, height: 256))
        let degrees = WindowDegrees(view.window(of: view.bounds))
        let area = EngineArea(degrees: [degrees], box: layout.boxCondition?(degrees.boxes))
        let statement = statements.rows(area, limit: 301)
        let answer = try shared.cluster.execute(statement.sql + "\nFORMAT JSONCompact")
        let line = try #require(answer.split(separator: "\n").first { $0.contains("\"rows_read\"") })
        let count = try #require(Int(line.filter(\.isNumber)))
        #expect(count < 1_000, "\(statement.sql)")
    }

    @Test func aTableThatTakesLongToCountIsOpened() throws {
        let shared = try ClickHousePlaces.shared.get()
        let engine = try shared.source(.nullable).engine
        let source = EngineSource(engine, countTime: .zero - .seconds(1))
        let summary = try source.open { false }
        #expect(
            summary.rowCount == 2_000 + ContractRows.misplaced.count && summary.isEstimate
                && summary.bounds == nil)
        #expect(summary.notices.contains { $0.hasPrefix("the table is large") })
        let filtered = try source.applying(Filter("id < 10", columns: ["id", "name", "lat", "lon"])) { false }
        #expect(try filtered.open { false }.rowCount == 10)
        #expect(throws: SourceError.cancelled) { try source.open { true } }
    }
}
