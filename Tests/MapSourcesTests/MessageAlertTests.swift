import MapModel
import RowValues
import Rows
import Streams
import Synchronization
import TestSupport
import Testing

@testable import DataSets
@testable import Feeds
@testable import FileSources

/// No message of a part is lost to alerts, wherever the part comes from.
@Suite struct MessageAlertTests {
    /// A source that is read as if it came through a pipe.
    private struct Streamed: SourceLoader {
        let base: any SourceLoader
        let isStream = true
        var name: String { base.name }

        func read(
            isCancelled: () -> Bool, progress: (LoadProgress) -> Void
        ) throws(SourceError) -> LoadedSource {
            try base.read(isCancelled: isCancelled, progress: progress)
        }

        func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] { [] }
    }

    private static var circle: Alert {
        let center = Coordinate(latitude: 47, longitude: 8)
        return Alert(id: 1, name: "home", .circle(try! GeoCircle(center: center, radiusMeters: 3_000)))
    }

    /// The events of one part, as the screen is told of them.
    private static func events(
        _ loader: any SourceLoader, _ watch: AlertWatch, _ alerts: [Alert],
        reading times: TimeQuestion = TimeQuestion()
    ) throws -> [String] {
        watch.set(alerts)
        let dataSet = LoadedDataSet(loader: Streamed(base: loader))
        dataSet.followThings(ThingTimeChoice(), alerts: watch, reading: times)
        let data = try dataSet.read(isCancelled: { false }) { progress in
            if let part = progress.part { _ = dataSet.adoptPart(part) }
        }
        return (data.alerts?.events ?? []).map {
            "\($0.alert?.name ?? "") \($0.kind?.rawValue ?? "help") \($0.id) \($0.row)"
        }
    }

    private static let expected = [
        "home enter 4b1812 1", "help match 4b1812 1", "home leave 4b1812 1", "help unmatch 4b1812 1",
    ]

    @Test func whatAThingDoesWithinAPartOfAFeedIsTold() throws {
        func message(_ id: String, _ second: Int, _ latitude: String, _ squawk: String) -> String {
            let clock = "2026/11/26,14:00:0\(second).000"
            return "MSG,3,1,1,\(id),1,\(clock),\(clock),,36000,,,\(latitude),8,,\(squawk),0,0,0,0\n"
        }
        let file = try TemporaryFile(
            message("4B1811", 0, "50", "1000") + message("4B1812", 0, "47.05", "1000")
                + message("4B1812", 5, "47.01", "7700") + message("4B1812", 9, "47.05", "1000"))
        let watch = AlertWatch()
        var options = FeedOptions()
        options.alerts = watch
        let input = SourceInput(try FileBytes(path: file.path), path: file.path)
        let found = try Self.events(
            FeedLoader([FileFeed(input)], options: options), watch,
            [
                Self.circle, Alert(id: 2, name: "help", .filter("squawk = '7700'")),
                // No message tells of hours: the part is judged.
                Alert(id: 3, name: "noon", .filter("hour(time) = 14 AND latitude > 49")),
            ])
        #expect(
            found == [
                " help 4b1812 1", "home enter 4b1812 1", "help match 4b1812 1", "home leave 4b1812 1",
                "help unmatch 4b1812 1", "noon match 4b1811 0",
            ])
    }

    @Test(arguments: ["csv", "json"]) func whatAThingDoesWithinAPartOfRowsIsTold(format: String) throws {
        let rows = [
            ("a", 50, 1000), ("4b1812", 47.05, 1000), ("4b1812", 47.01, 7700), ("4b1812", 47.05, 1000),
        ]
        let loader: any SourceLoader
        let file: TemporaryFile
        if format == "csv" {
            file = try TemporaryFile(
                "id,lat,lon,squawk\n" + rows.map { "\($0.0),\($0.1),8,\($0.2)\n" }.joined())
            var options = CSVOptions()
            options.columns.id = "id"
            loader = LatestRowsLoader(CSVLoader(path: file.path, options: options))
        } else {
            let text = rows.map { "{\"id\":\"\($0.0)\",\"lat\":\($0.1),\"lon\":8,\"squawk\":\($0.2)}\n" }
            file = try TemporaryFile(Array(text.joined().utf8), extension: "ndjson")
            loader = GeoJSONLoader(
                path: file.path,
                options: FeatureOptions(columns: ColumnOptions(id: "id"), replacesRowsWithID: true))
        }
        let alerts = [Self.circle, Alert(id: 2, name: "help", .filter("squawk = 7700"))]
        let found = try withExtendedLifetime(file) { try Self.events(loader, AlertWatch(), alerts) }
        #expect(found == Self.expected)
    }

    @Test(arguments: ["2026-11-26T14:03:10Z", "1795701790", "1795701790000", "soon"])
    func anEventHasTheTimeOfItsMessage(time: String) throws {
        let lines = [("a", 50, "\"2026-11-26T14:00:00Z\""), ("a", 47, "\"\(time)\""), ("b", 50, "null")].map {
            "{\"id\":\"\($0.0)\",\"lat\":\($0.1),\"lon\":8,\"time\":\($0.2)}\n"
        }
        let file = try TemporaryFile(Array(lines.joined().utf8), extension: "ndjson")
        let loader = GeoJSONLoader(
            path: file.path,
            options: FeatureOptions(columns: ColumnOptions(id: "id"), replacesRowsWithID: true))
        let watch = AlertWatch()
        #expect(
            try withExtendedLifetime(file) { try Self.events(loader, watch, [Self.circle]) } == [
                "home enter a 0"
            ])
        let event = try #require(watch.report.events.first)
        // What says no time happened when it was heard.
        #expect((event.time == 1_795_701_790_000) == (time != "soon"))
        #expect(watch.report.inside[1]?[0] == event.time)
    }

    @Test(
        arguments: [
            (nil, nil, "2026-11-26 15:03:10"), ("at", nil, "2026-11-26T15:03:10"),
            ("at", "%d/%m/%Y %H.%M.%S", "26/11/2026 15.03.10"), ("at", "s", "1795701790"),
        ] as [(String?, String?, String)])
    func eventsAndFiltersReadTimesAsTheOptionsSay(column: String?, format: String?, time: String) throws {
        var question = TimeQuestion()
        question.columns = column.map { [$0] } ?? []
        question.format = format.flatMap { TimeFormat($0) }
        question.readZone = try #require(ZoneTable.named("+01:00"))
        question.shownZone = question.readZone
        let lines = [("a", 50), ("a", 47)].map {
            "{\"id\":\"\($0.0)\",\"lat\":\($0.1),\"lon\":8,\"\(column ?? "time")\":\"\(time)\"}\n"
        }
        let file = try TemporaryFile(Array(lines.joined().utf8), extension: "ndjson")
        let loader = GeoJSONLoader(
            path: file.path,
            options: FeatureOptions(columns: ColumnOptions(id: "id"), replacesRowsWithID: true))
        let watch = AlertWatch()
        let hours = Alert(id: 2, name: "hours", .filter("hour(\(column ?? "time")) = 15"))
        let found = try withExtendedLifetime(file) {
            try Self.events(loader, watch, [Self.circle, hours], reading: question)
        }
        #expect(found == ["hours match a 0", "home enter a 0"])
        #expect(watch.report.events.allSatisfy { $0.time == 1_795_701_790_000 })
    }

    @Test func anEventHasTheNameThatItsMessageHad() throws {
        let lines = [("a", 50, "Alpha"), ("a", 47, "Beta"), ("a", 50, "Gamma"), ("b", 50, "Delta")].map {
            "{\"id\":\"\($0.0)\",\"lat\":\($0.1),\"lon\":8,\"name\":\"\($0.2)\"}\n"
        }
        let file = try TemporaryFile(Array(lines.joined().utf8), extension: "ndjson")
        let loader = GeoJSONLoader(
            path: file.path,
            options: FeatureOptions(columns: ColumnOptions(id: "id"), replacesRowsWithID: true))
        let watch = AlertWatch()
        let found = try withExtendedLifetime(file) { try Self.events(loader, watch, [Self.circle]) }
        #expect(found == ["home enter a 0", "home leave a 0"])
        #expect(watch.report.events.map(\.name) == ["Beta", "Gamma"])
    }

    @Test(arguments: ["hot=temp > 30", "hot = temp > 30", "temp > 30"])
    func aFilterOfAnyColumnMayHaveAName(text: String) throws {
        let lines = [("a", 20), ("b", 31), ("a", 40)].map {
            "{\"id\":\"\($0.0)\",\"lat\":47,\"lon\":8,\"temp\":\($0.1)}\n"
        }
        let file = try TemporaryFile(Array(lines.joined().utf8), extension: "ndjson")
        let loader = GeoJSONLoader(
            path: file.path,
            options: FeatureOptions(columns: ColumnOptions(id: "id"), replacesRowsWithID: true))
        let found = try withExtendedLifetime(file) {
            try Self.events(loader, AlertWatch(), [Alert(id: 1, name: text, .filter(text))])
        }
        let name = text.hasPrefix("hot") ? "hot" : text
        #expect(found == ["\(name) match b 1", "\(name) match a 0"])
    }

    @Test(arguments: [
        ("name > 5", "name"), ("speed > 'x'", "speed"), ("speed > 5", nil), ("name > 'N'", nil),
        // A column without values has no type yet.
        ("empty > 5", nil),
    ])
    func anAlertThatCanMatchNothingSaysSoOnce(filter: String, misfit: String?) throws {
        let lines = [("a", 1), ("b", 9)].map {
            "{\"id\":\"\($0.0)\",\"name\":\"N\",\"speed\":\($0.1),\"empty\":null,\"lat\":47,\"lon\":8}\n"
        }
        let file = try TemporaryFile(Array(lines.joined().utf8), extension: "ndjson")
        let loader = GeoJSONLoader(
            path: file.path,
            options: FeatureOptions(columns: ColumnOptions(id: "id"), replacesRowsWithID: true))
        let told = Mutex<[AlertEvent]>([])
        let watch = AlertWatch { event in
            told.withLock { $0.append(event) }
            return true
        }
        watch.set([Alert(id: 1, name: filter, .filter(filter))])
        let dataSet = LoadedDataSet(loader: Streamed(base: loader))
        dataSet.followThings(ThingTimeChoice(), alerts: watch)
        _ = try withExtendedLifetime(file) { try dataSet.read(isCancelled: { false }, progress: { _ in }) }
        _ = dataSet.passTime()
        let problems = told.withLock { $0.filter { $0.problem != nil } }
        #expect(problems.count == (misfit == nil ? 0 : 1))
        #expect(problems.allSatisfy { $0.kind == nil && $0.alert?.name == filter })
        if let misfit { #expect(problems.first?.problem?.description.hasPrefix(misfit + " is ") == true) }
    }

    @Test func thingsThatAFilterCannotJudgeAreLeftOut() throws {
        let file = try TemporaryFile(
            Array("{\"id\":\"a\",\"name\":\"N\",\"lat\":47,\"lon\":8}\n".utf8), extension: "ndjson")
        let loader = GeoJSONLoader(
            path: file.path,
            options: FeatureOptions(columns: ColumnOptions(id: "id"), replacesRowsWithID: true))
        let watch = AlertWatch()
        watch.set([Self.circle], filter: "name > 5")
        let dataSet = LoadedDataSet(loader: Streamed(base: loader))
        dataSet.followThings(ThingTimeChoice(), alerts: watch)
        let events = try withExtendedLifetime(file) {
            try dataSet.read(isCancelled: { false }, progress: { _ in }).alerts?.events
        }
        #expect(events?.map { $0.alert == nil && $0.problem != nil } == [true])
    }

    @Test func alertsThatAreMadeWhileMessagesComeAreJudged() {
        let watch = AlertWatch()
        var watcher = AlertWatcher(watch)
        let reader = FeedReader([("feed", .recorded)], ThingTimeChoice()) { reader, effect in
            if watcher.isConcerned(by: effect) {
                _ = watcher.judge(reader.register.things[effect.thing], effect, reader.sourceNames)
            }
        }
        func hear(_ latitude: Double, _ second: Int) {
            watcher.adopt(reader)
            let clock = "2026/11/26,14:00:0\(second).000"
            let line = "MSG,3,1,1,4B1812,1,\(clock),\(clock),,36000,,,\(latitude),8,,,0,0,0,0\n"
            reader.feed(Array(line.utf8), from: 0, received: 0)
        }
        func words() -> [String] { watch.report.events.compactMap { $0.kind?.rawValue } }
        hear(47, 0)
        watch.set([Self.circle])
        watcher.adopt(reader)
        // Who is inside already has not just entered.
        #expect(words().isEmpty && watch.report.inside[1]?.keys.map { $0 } == [0])
        hear(47.05, 5)
        hear(47, 9)
        #expect(words() == ["leave", "enter"])
        let first = Alert(id: 2, name: "first", Self.circle.test, tellsOfThoseInside: true)
        watch.set([Self.circle, first])
        watcher.adopt(reader)
        #expect(words() == ["leave", "enter", "enter"])
    }

    @Test func messagesOfThingsThatAreGoneStayCounted() throws {
        let reader = FeedReader([("feed", .recorded)], ThingTimeChoice())
        for number in 0..<20 {
            let clock = "2026/11/26,14:00:0\(number / 2).000"
            let line = "MSG,3,1,1,4B181\(number % 2),1,\(clock),\(clock),,36000,,,47,8,,,0,0,0,0\n"
            reader.feed(Array(line.utf8), from: 0, received: 0)
        }
        var followed = FollowedRows(ThingTimeChoice())
        func count(_ rows: [UInt32], clock: Double) throws -> Int {
            var points = PointBuffer()
            for row in rows {
                points.append(FixedCoordinate(Coordinate(latitude: 47, longitude: 8)), row: row)
            }
            var source = LoadedSource(
                points: points, table: reader.table(named: "feed", FeedState()), skipped: SkippedRows(),
                notices: [])
            source.layers[0].replacedCount = reader.counts.read - source.table.recordCount
            _ = try followed.follow(source, clock: clock)
            return followed.things.messageCount
        }
        #expect(try count([0, 1], clock: 100) == 20)
        #expect(try count([1], clock: 103) == 20)
    }

    @Test(arguments: [false, true]) func aLostConnectionIsKnownAlsoBesideFiles(isBesideFiles: Bool) throws {
        let reader = FeedReader([("pi:30003", .recorded)], ThingTimeChoice())
        var state = FeedState()
        state.connections = ["pi:30003: lost"]
        let feed = reader.table(named: "feed", state)
        let file = try TemporaryFile("name,lat,lon\nGate,47,8\n")
        let loaded = try withExtendedLifetime(file) {
            try CSVLoader(path: file.path).read(isCancelled: { false }, progress: { _ in })
        }
        let source = LoadedSource(
            points: loaded.points, table: isBesideFiles ? LayeredTable([loaded.table, feed]) : feed,
            skipped: SkippedRows(), notices: [])
        var followed = FollowedRows(ThingTimeChoice())
        _ = try followed.follow(source, clock: 100)
        #expect(followed.things.connectionFaults == ["pi:30003: lost"])
    }
}
