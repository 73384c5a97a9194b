import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DataSets
@testable import DatabaseSources
@testable import RowValues
@testable import Rows

/// Windows, hours and days of times are those that we find ourselves, whatever the zone.
@Suite(.timeLimit(.minutes(10)))
struct ContractTimeTests {
    private static func never() -> Bool { false }

    private static let everywhere = NearbyQuestion(
        center: Coordinate(latitude: 0, longitude: 0), radiusMeters: nil, limit: nil)

    /// Rows with a time each, as all engines read it, every seventh without one.
    private static let texts: [String] = (0..<400).map { row in
        var random = SeededRandom(UInt64(row))
        var zones = ZoneCursor(.utc)
        let moment = Int64(random.number(0...52_000_000)) * 40_000
        return row % 7 == 3 ? "" : String(zones.text(at: moment).dropLast())
    }

    /// A column of times of an engine.
    struct TimeType: Sendable, CustomStringConvertible {
        let engine: ContractedEngine
        let type: String
        /// Its times are moments, and not those of a clock.
        var hasZone: Bool { type.lowercased().hasSuffix("tz") || type.contains("DateTime") }
        var description: String { "\(engine.rawValue), \(type)" }
    }

    private static func table(_ times: TimeType, _ name: String) throws -> ContractSource {
        let (contract, type) = (times.engine.engine, times.type)
        let rows = texts.enumerated().map { row, text in
            [
                "\(row)", "\(row % 80).5", "\(row % 170).5",
                text.isEmpty
                    ? "NULL" : contract.value(text + (type.lowercased().hasSuffix("tz") ? "Z" : ""), type),
            ]
        }
        return try contract.table(
            name + (times.hasZone ? "_moments" : ""),
            columns: [
                ("id", contract.types.id), ("lat", contract.types.double), ("lon", contract.types.double),
                ("seen", type),
            ], rows: rows, options: ColumnOptions())
    }

    private static let zones = [
        ("UTC", "UTC"), ("Europe/Berlin", "Europe/Berlin"), ("UTC", "America/St_Johns"),
        ("+02:00", "Asia/Tokyo"),
    ]

    private static func calendar(_ zones: (String, String)) -> TimeQuestion? {
        guard let read = ZoneTable.named(zones.0), let shown = ZoneTable.named(zones.1) else { return nil }
        var calendar = TimeQuestion()
        (calendar.readZone, calendar.shownZone) = (read, shown)
        return calendar
    }

    /// What an engine's rows are by our own rules: its times have a zone, or are those of a clock.
    private static func times(_ calendar: TimeQuestion, hasZone: Bool) throws -> TimeColumn {
        var collector = TimeCollector()
        for var text in texts.map({ $0.isEmpty ? "" : $0 + (hasZone ? "Z" : "") }) {
            text.withUTF8 { collector.append($0) }
        }
        return try collector.finish(name: "seen", isGiven: true, zone: calendar.readZone)
    }

    private static func found(_ filter: Filter, in contract: ContractSource) throws -> [Int] {
        let rows = try contract.source.applying(filter, isCancelled: never).near(
            everywhere, isCancelled: never)
        return try contract.ids(rows.map(\.row)).sorted()
    }

    private static let types = ContractedEngine.available.flatMap { engine in
        Set(engine.engine.timeTypes).sorted().map { TimeType(engine: engine, type: $0) }
    }

    private static let usualTypes = ContractedEngine.available.compactMap { engine in
        engine.engine.timeTypes.first.map { TimeType(engine: engine, type: $0) }
    }

    @Test(arguments: types) func hoursAndDaysAreThoseOfTheZone(type: TimeType) throws {
        let contract = try Self.table(type, "clock")
        defer { contract.close() }
        for calendar in Self.zones.compactMap(Self.calendar) {
            let times = try Self.times(calendar, hasZone: type.hasZone)
            for text in [
                "hour(seen) = 3", "NOT hour(seen) < 20", "weekday(seen) IN (6, 7)", "day(seen) = 29",
                "month(seen) = 3 AND hour(seen) BETWEEN 0 AND 3", "year(seen) > 2000",
                "hour(seen) > weekday(seen) + 1",
            ] {
                let filter = try Filter(text, columns: ["id", "lat", "lon", "seen"]).reading(calendar)
                let expected = try filter.rows(
                    [:], times: FilterTimes([3: times]), rowCount: Self.texts.count, isCancelled: Self.never)
                #expect(
                    try Self.found(filter, in: contract) == expected.rows.map(Int.init),
                    "\(text) \(calendar.readZone.name) \(calendar.shownZone.name)")
            }
        }
    }

    @Test(arguments: types) func windowsAreThoseThatWeFind(type: TimeType) throws {
        let contract = try Self.table(type, "window")
        defer { contract.close() }
        // Rows in memory are asked for their times by what reads them.
        guard contract.source is EngineSource else { return }
        for calendar in Self.zones.compactMap(Self.calendar) {
            let times = try Self.times(calendar, hasZone: type.hasZone)
            for text in [
                "last 3000d", "fri-sat 22-04", "mon-fri 7-9", "nov-feb", "dec 20-4", "2001/2010", "1990",
            ] {
                var question = calendar
                question.windows = [try TimeWindow(text, zone: calendar.shownZone)]
                let filter = try Filter("TRUE", columns: ["id", "lat", "lon", "seen"]).during(question)
                let expected = question.rows(of: times).rows.map(Int.init)
                #expect(!expected.isEmpty && expected.count < times.count)
                #expect(
                    try Self.found(filter, in: contract) == expected,
                    "\(text) \(calendar.readZone.name) \(calendar.shownZone.name)")
            }
        }
    }

    @Test(arguments: usualTypes) func rowsAreCountedByTime(type: TimeType) throws {
        let contract = try Self.table(type, "counted")
        defer { contract.close() }
        guard let source = contract.source as? EngineSource else { return }
        for calendar in Self.zones.compactMap(Self.calendar) {
            let expected = try Self.times(calendar, hasZone: type.hasZone)
            let found = try source.times(calendar, per: 900_000, isCancelled: Self.never).starts
            #expect(found.name == "seen" && found.count == expected.count)
            #expect(found.missingCount == expected.missingCount)
            for step in [CalendarStep(1, .month), CalendarStep(1, .year)] {
                #expect(
                    TimeSeries(found.moments, per: step, in: calendar.shownZone)
                        == TimeSeries(expected.moments, per: step, in: calendar.shownZone))
            }
        }
    }

    @Test(arguments: types) func barsAreThoseThatWeCount(type: TimeType) throws {
        let contract = try Self.table(type, "bars")
        defer { contract.close() }
        guard let source = contract.source as? EngineSource else { return }
        for calendar in Self.zones.compactMap(Self.calendar) {
            let times = try Self.times(calendar, hasZone: type.hasZone)
            let outline = try source.timeOutline(calendar, isCancelled: Self.never)
            #expect(outline.column == "seen" && outline.range == times.range)
            let range = try #require(times.range)
            // The world, and what is east of Greenwich and north of 30°.
            let north = WebMercator.project(Coordinate(latitude: 30, longitude: 0))
            for window in [
                WorldWindow.world,
                WorldWindow(west: 1 << 31, east: 1 << 32, north: 0, south: Int64(north.y * 4_294_967_296)),
            ] {
                for step in [CalendarStep(1, .month), CalendarStep(1, .year), CalendarStep(6, .hour)] {
                    let start =
                        step == CalendarStep(6, .hour) ? range.upperBound - 40_000_000_000 : range.lowerBound
                    let edges = try #require(
                        step.edges(covering: start...range.upperBound, atMost: 4000, in: calendar.shownZone))
                    let found = try source.timeCounts(
                        calendar, between: edges, in: window, isCancelled: Self.never)
                    let rows = times.moments.indices.filter { row in
                        window == .world || Double(row % 80) + 0.5 >= 30
                    }
                    let wanted = zip(edges, edges.dropFirst()).map { from, until in
                        rows.count { times.moments[$0] >= from && times.moments[$0] < until }
                    }
                    #expect(found == wanted, "\(step.words) \(calendar.shownZone.name)")
                }
            }
        }
    }

    /// The rows of the world, and of what is east of Greenwich and north of 30°.
    private static func views(_ times: TimeColumn) -> [(window: WorldWindow, rows: [Int])] {
        let north = WebMercator.project(Coordinate(latitude: 30, longitude: 0))
        let part = WorldWindow(west: 1 << 31, east: 1 << 32, north: 0, south: Int64(north.y * 4_294_967_296))
        return [
            (.world, Array(times.moments.indices)),
            (part, times.moments.indices.filter { Double($0 % 80) + 0.5 >= 30 }),
        ]
    }

    @Test(arguments: types) func gridsAndMomentsAreThoseThatWeFind(type: TimeType) throws {
        let contract = try Self.table(type, "grids")
        defer { contract.close() }
        guard let source = contract.source as? EngineSource else { return }
        for calendar in Self.zones.compactMap(Self.calendar) {
            let times = try Self.times(calendar, hasZone: type.hasZone)
            for (window, rows) in Self.views(times) {
                let kept = RowSet(capacity: times.moments.count) { rows.contains($0) }
                for parts: [TimeFold.Part] in [[.weekday, .hour], [.year, .month], [.month, .day]] {
                    let found = try source.timeFold(
                        calendar, by: parts, in: [window], isCancelled: Self.never)
                    let wanted = TimeFold(times, of: kept, parts[0], parts[1], in: calendar.shownZone)
                    #expect(found == wanted, "\(parts) \(calendar.shownZone.name)")
                }
                let all = Set(rows.map { times.moments[$0] }.filter(TimeColumn.isMoment)).sorted()
                let start = all[all.count / 3]
                let found = try source.timeMoments(
                    calendar, from: start, limit: 20, in: window, isCancelled: Self.never)
                #expect(found == Array(all.filter { $0 >= start }.prefix(20)))
            }
        }
    }

    @Test(arguments: usualTypes) func rowsOfTwoWindowsAreToldApart(type: TimeType) throws {
        let contract = try Self.table(type, "sides")
        defer { contract.close() }
        guard contract.source is EngineSource else { return }
        let calendar = TimeQuestion()
        let times = try Self.times(calendar, hasZone: type.hasZone)
        func windows(_ texts: String...) throws -> TimeQuestion {
            var question = calendar
            question.windows = try texts.map { try TimeWindow($0, zone: .utc) }
            return question
        }
        let (first, second) = (try windows("1985/1995"), try windows("1990/2010"))
        var either = second
        either.alternatives = first.windows
        let filter = try Filter("TRUE", columns: ["id", "lat", "lon", "seen"]).during(either)
        let source = try contract.source.applying(filter, isCancelled: Self.never)
        var measures = RowMeasures()
        measures.windows = [try windows("1985/1995", "1990/2010"), first, second]
        for limit in [1_000, 10] {
            let question = ViewportQuestion(
                window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: limit,
                measures: measures)
            let answer = try source.answer(question, isCancelled: Self.never)
            for (side, time) in [(WindowSide.first, first), (.second, second)] {
                let count = time.rows(of: times).count
                #expect(count > 20 && answer.keeping(side).rowCount == count)
            }
            #expect(answer.total == either.rowsOfEither(times).count)
        }
    }
}

extension TimeQuestion {
    fileprivate func rowsOfEither(_ times: TimeColumn) -> Set<UInt32> {
        var other = self
        other.windows = alternatives
        return Set(rows(of: times).rows).union(other.rows(of: times).rows)
    }
}

extension ViewportAnswer {
    fileprivate var rowCount: Int {
        switch content {
        case .rows(let points): points.count
        case .clusters(let clusters): clusters.reduce(0) { $0 + $1.count }
        }
    }
}
