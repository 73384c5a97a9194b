import CellGraphics
import MapModel
import RowValues
import TestSupport
import Testing

@testable import App
@testable import DataSets
@testable import Rows
@testable import Scene
@testable import StoryTestSupport

/// Rows that move: what messages and keys do to them on the screen.
@Suite struct ThingStoryTests {
    /// Things around Zürich, heard at `clock`: every fifth was silent for a minute.
    static func data(
        _ count: Int, clock: Double = 100, moved: Double = 0, kind: ThingKind = .other, spread: Double = 1
    ) -> LoadedData {
        var random = SeededRandom(7)
        let places = (0..<count).map { _ in
            (47.4 + random.fraction(-spread...spread) + moved, 8.5 + random.fraction(-spread...spread))
        }
        var data = LoadedData.places(places)
        data.rows.generation = Int(clock * 10)
        let things = places.enumerated().map { row, place in
            var thing = Thing(
                row: UInt32(row),
                place: QuantumPoint(WebMercator.project(Coordinate(latitude: place.0, longitude: place.1))))
            (thing.kind, thing.course, thing.speed) = (kind, Float(row * 45 % 360), 100)
            (thing.altitude, thing.messages) = (Float(row * 100), row)
            thing.heard = row % 5 == 4 ? clock - 61 : clock
            thing.placed = clock
            return thing
        }
        var set = ThingSet(things)
        set.clock = clock
        set.trailClock = clock
        data.things = set
        return data
    }

    private static func story(_ count: Int, columns: Int = 80, rows: Int = 24) -> Story {
        // A stream that goes on: nothing was read to its end.
        var story = Story(
            AppState(columns: columns, rows: rows, filePath: "tcp://pi:30003", appearance: .plain))
        story.apply(.dataGrew(data(count), fraction: nil))
        return story
    }

    private static func frame(_ state: AppState) -> String {
        state.painted().plainText()
    }

    // MARK: - Counts

    @Test(arguments: [0, 1, 7, 40, 88, 300])
    func liveAndSilentThingsAreTheRowsInView(count: Int) {
        for keys in ["", "+", "+++", "d", "dd", "<", "t"] {
            let story = Self.story(count).playing(keys)
            guard !story.state.isDensity else { continue }
            let counts = story.state.things.counts(at: .zero)
            #expect(counts.live + counts.silent == story.state.rowsInView, "\(count) \(keys)")
            let rows = story.state.things.rowsInView
            #expect(Set(rows).count == rows.count)
        }
    }

    @Test func theStatusSaysHowManyAreLive() {
        let story = Self.story(10, columns: 120)
        #expect(Self.frame(story.state).contains("8 live · 2 silent of 10"))
    }

    // MARK: - One by one or in clusters

    @Test func singleCellsUpToOneInTwentyCells() {
        let area = CellRect(column: 0, row: 0, width: 80, height: 22)
        #expect(ThingDisplay.isSingle(88, in: area, before: false))
        #expect(!ThingDisplay.isSingle(89, in: area, before: false))
        #expect(ThingDisplay.isSingle(125, in: area, before: true))
        #expect(!ThingDisplay.isSingle(126, in: area, before: true))
        #expect(
            ThingDisplay.isSingle(744, in: CellRect(column: 0, row: 0, width: 240, height: 62), before: false)
        )
    }

    @Test func manyThingsAreClustersAndTheUserHasTheLastWord() {
        var few = Self.story(40)
        #expect(few.state.map.display == .dots && few.state.showsTrails)
        few.play("d")
        #expect(few.state.map.display == .clusters)
        let many = Self.story(400)
        #expect(many.state.map.display == .clusters && !many.state.showsTrails)
    }

    // MARK: - Keys

    @Test func wGoesThroughTrails() {
        var story = Self.story(5)
        var seen: [TrailDisplay] = []
        for _ in 0..<3 {
            story.play("w")
            seen.append(story.state.things.trails)
        }
        #expect(seen == [.all, .none, .standard])
        var plain = Story([(47, 8)])
        plain.play("w")
        #expect(plain.state.screen.message?.text.plain.contains("Nothing moves here") == true)
    }

    @Test func aHeldPictureStaysUntilItGoesOn() {
        var story = Self.story(5)
        story.apply(.command(.pause))
        let before = story.state.data.tree.worldPoint(at: 0)
        story.apply(.dataGrew(Self.data(6, clock: 101, moved: 0.1), fraction: nil))
        #expect(
            story.state.data.tree.worldPoint(at: 0) == before && story.state.things.all?.things.count == 5)
        #expect(Self.frame(story.state).contains("paused"))
        story.apply(.command(.pause))
        #expect(story.state.things.all?.things.count == 6)
    }

    @Test func forgettingAsksTheReader() {
        var story = Self.story(5)
        story.play("R")
        #expect(story.effects.contains(.forgetThings))
    }

    @Test func theMapFollowsTheSelectedThing() throws {
        var story = Self.story(1)
        story.play("<Tab>+++++G")
        #expect(story.state.things.followsSelection)
        func move(to north: Double, at second: Double) throws -> CellPoint {
            story.apply(.dataGrew(Self.data(1, clock: 100 + second, moved: north), fraction: nil))
            let selected = try #require(story.state.selection.current)
            return story.state.map.viewport.dot(of: selected.point).cell
        }
        var views: [Viewport] = [story.state.map.viewport]
        for step in 1...10 {
            let cell = try move(to: Double(step) / 20, at: Double(step))
            #expect(story.state.visibleMap.middleHalf.contains(cell), "\(step)")
            views.append(story.state.map.viewport)
        }
        // Each step is larger than half of the map.
        #expect(Set(views.map(\.center.y)).count == views.count)
        // Near the middle nothing moves.
        _ = try move(to: 0.5001, at: 11)
        #expect(story.state.map.viewport == views.last)
        story.play("G")
        #expect(!story.state.things.followsSelection)
        let left = try move(to: 0.6, at: 12)
        #expect(story.state.map.viewport == views.last && !story.state.visibleMap.middleHalf.contains(left))
    }

    @Test func theSelectedThingStaysWhenItIsGone() {
        var story = Self.story(2)
        story.play("<Tab>")
        let row = story.state.selection.current?.row
        story.apply(.dataGrew(Self.data(0, clock: 200), fraction: nil))
        #expect(story.state.selectedThing?.row == row && story.state.things.all?.isEmpty == true)
    }

    // MARK: - Silence

    @Test func aStreamThatSaysNothingIsWaitedFor() {
        var story = Story([], columns: 120, rows: 24)
        story.state.data.loading = .reading(fraction: nil)
        #expect(story.state.silence == nil)
        story.state.data.isStream = true
        #expect(Self.frame(story.state).contains("loading …"))
        #expect(story.state.timeToNextChange.map { $0 <= .seconds(2.1) } == true)
        _ = story.state.update(.tick, at: .seconds(2.1))
        #expect(Self.frame(story.state).contains("waiting for input"))
        story.apply(.dataGrew(Self.data(0), fraction: nil))
        #expect(Self.frame(story.state).contains("  waiting for messages"))
        #expect(!Self.frame(story.state).contains("0 live"))
        func words(_ seconds: Double) -> String {
            _ = story.state.update(.tick, at: .milliseconds(Int64(seconds * 1000)))
            return story.state.silence?.words.text ?? ""
        }
        #expect(
            [9.9, 10, 29, 119, 121, 200].map(words) == [
                "waiting for messages", "no messages for 10 s", "no messages for 20 s",
                "no messages for 110 s",
                "no messages for 2 min", "no messages for 3 min",
            ])
        #expect(story.state.timeToNextChange.map { $0 > .seconds(39) && $0 < .seconds(41) } == true)
        story.apply(.dataGrew(Self.data(3), fraction: nil))
        #expect(story.state.silence == nil && Self.frame(story.state).contains("live"))
    }

    // MARK: - Time

    @Test func thingsFallSilentWithoutAMessage() {
        var story = Self.story(5)
        #expect(story.state.things.counts(at: .zero) == (4, 1))
        #expect(story.state.things.counts(at: .seconds(60)) == (4, 1))
        #expect(story.state.things.counts(at: .milliseconds(60_001)) == (0, 5))
        // The screen is drawn again when they do, then when the one that was silent is gone.
        #expect(story.state.things.timeToNextState(at: .zero) == .milliseconds(60_020))
        #expect(story.state.things.timeToNextState(at: .seconds(61)) == .milliseconds(478_020))
        func asks(at seconds: Double) -> Bool {
            story.state.update(.tick, at: .seconds(seconds)).contains(.passThings)
        }
        // What is gone is asked for once until an answer comes, and then again.
        #expect([539, 539.1, 540, 541].map(asks) == [false, true, false, false])
        story.apply(.answered(.things(Self.data(5, clock: 641))), at: .seconds(541))
        #expect([542, 1_079.9, 1_080.1, 1_081].map(asks) == [false, false, true, false])
    }

    // MARK: - Alerts

    @Test func anAlertIsMadeOfARadius() throws {
        var story = Self.story(5)
        story.play("ga40km<Enter>")
        let alert = try #require(story.state.things.alerts.alerts.first)
        guard case .circle(let circle) = alert.test else { throw NoCircle() }
        #expect(circle.radiusMeters == 40_000 && alert.name.hasSuffix("40 km"))
        #expect(story.effects.contains(.watch([alert])))
        #expect(story.state.overlay.lines.count == 1 && story.state.overlay.lines[0].isDotted)
        story.play("gA<Space>")
        #expect(story.state.things.alerts.alerts.map(\.isOn) == [false] && story.state.overlay.lines.isEmpty)
        story.play("<Del>")
        #expect(story.state.things.alerts.alerts.isEmpty)
    }

    @Test(arguments: [
        ("47.4,8.5,5km", "47.4,8.5,5km", nil), ("home=47.4,8.5,5km", "home", nil),
        ("odd=name = 'x'", "odd", "name = 'x'"), ("name = 'x'", "name = 'x'", "name = 'x'"),
    ])
    func alertsAreTypedAsInTheShell(text: String, name: String, filter: String?) throws {
        var story = Self.story(5)
        story.state.data.name(["name"])
        story.play(":alert \(text)<Enter>")
        let alert = try #require(story.state.things.alerts.alerts.first)
        #expect(alert.name == name && story.effects.contains(.watch([alert])))
        switch alert.test {
        case .circle(let circle): #expect(filter == nil && circle.radiusMeters == 5_000)
        default: #expect(alert.test == .filter(filter ?? ""))
        }
    }

    @Test(arguments: [
        ("zones.geojson", "start with --alert zones.geojson"),
        ("z=./zones", "start with --alert z=./zones"),
        ("Bern,5km", "asks for a radius around it"), ("nonsense > 1", "no column nonsense"),
    ])
    func whatNoAlertIsMadeOfIsSaid(text: String, words: String) {
        var story = Self.story(5)
        story.play(":alert \(text)<Enter>")
        #expect(story.state.things.alerts.alerts.isEmpty)
        #expect(story.state.screen.message?.text.plain.contains(words) == true)
    }

    @Test(arguments: [
        ("name > 5", "name"), ("odd=name > 5", "name"), ("squawk > 7000", "squawk"),
        ("altitude_m > 'high'", "altitude_m"), ("altitude_m > 900", nil), ("name > 'N'", nil),
        ("hour(time) = 14", nil),
    ])
    func anAlertOfAFeedThatCanMatchNothingIsRefused(text: String, misfit: String?) {
        // A file beside the feed changes nothing.
        for others in [[], ["city", "name", "lat"]] {
            var story = Self.story(5)
            story.state.data.name(others + ThingColumn.names.filter { !others.contains($0) })
            story.play(":alert \(text)<Enter>")
            #expect(story.state.things.alerts.alerts.isEmpty == (misfit != nil))
            #expect(misfit.map { story.state.screen.message?.text.plain.contains($0) == true } ?? true)
        }
    }

    @Test func anAlertOfRowsIsRefusedWhereTheirValuesAreKnown() {
        var story = Self.story(5)
        story.state.data.name(["name", "speed"])
        story.play(":alert name > 5<Enter>")
        #expect(story.state.things.alerts.alerts.count == 1)
        var builder = ColumnBuilder(name: "name")
        builder.append("Anna")
        story.state.data.columnValues = [0: builder.finish()]
        story.play(":alert name > 6<Enter>:alert name = 'Anna'<Enter>:alert speed > 6<Enter>")
        #expect(story.state.things.alerts.alerts.map(\.name) == ["name > 5", "name = 'Anna'", "speed > 6"])
    }

    @Test func anAlertMayNameWhatNoThingOfAFeedHasToldYet() {
        var story = Self.story(5)
        story.state.data.name(ThingColumn.names)
        story.play(":alert help=squawk = '7700'<Enter>")
        #expect(story.state.things.alerts.alerts.map(\.name) == ["help"])
    }

    @Test func fewOfManyThatEnterAreCalledOut() {
        var alerts = AlertState()
        let ring = alerts.add("ring", .filter(""))
        var report = AlertReport()
        report.events = (1...30).map { number in
            var event = AlertEvent(.enter, ring, row: UInt32(number), time: 0)
            event.number = number
            return event
        }
        #expect(alerts.adopt(report, at: .zero).count == 30)
        #expect(Set(alerts.callouts.keys) == Set(25...30))
    }

    @Test func theViewAtTheStartIsWatchedOnceSomethingMoves() throws {
        var story = Story([], columns: 80, rows: 24)
        story.state.data.loading = .reading(fraction: nil)
        story.state.things.alerts.begin(with: [("view", nil), ("fast", .filter("nonsense > 1"))])
        #expect(story.state.things.alerts.alerts.map(\.name) == ["fast"])
        story.apply(.dataGrew(Self.data(10), fraction: nil))
        let alerts = story.state.things.alerts.alerts
        #expect(alerts.map(\.name) == ["fast", "view"] && story.effects.contains(.watch(alerts)))
        guard case .box(let box) = alerts.last?.test else { throw NoCircle() }
        #expect(box.south < box.north && box.contains(story.state.map.middle))
        #expect(story.state.screen.message?.text.plain.contains("nonsense") == true)
    }

    private struct NoCircle: Error {}

    @Test func whoEntersIsToldOnceWithOneBell() {
        var story = Self.story(3)
        story.play("ga40km<Enter>")
        let ring = story.state.things.alerts.alerts[0]
        func event(_ number: Int, _ row: UInt32) -> AlertEvent {
            var event = AlertEvent(.enter, ring, row: row, time: 1_795_701_600_000)
            (event.name, event.number) = ("T\(row)", number)
            event.place = FixedCoordinate(Coordinate(latitude: 47, longitude: 8))
            return event
        }
        func heard(_ events: [AlertEvent], at now: Duration) -> Int {
            var data = Self.data(3, clock: 101)
            var report = AlertReport()
            report.events = events
            report.inside = [1: Dictionary(uniqueKeysWithValues: events.map { ($0.row, $0.time) })]
            data.alerts = report
            return story.state.update(.dataGrew(data, fraction: nil), at: now).count { $0 == .ring }
        }
        #expect(heard([event(1, 0)], at: .seconds(1)) == 1)
        #expect(story.state.things.callouts == [0] && story.state.things.inside == [0])
        // The same event again, and another one within the second.
        #expect(heard([event(1, 0)], at: .seconds(1.2)) == 0)
        #expect(heard([event(1, 0), event(2, 1)], at: .seconds(1.5)) == 0)
        #expect(story.state.things.callouts == [0, 1])
        #expect(heard([event(1, 0), event(2, 1), event(3, 2)], at: .seconds(2.5)) == 1)
        _ = story.state.update(.tick, at: .seconds(11.2))
        #expect(story.state.things.callouts == [1, 2])
    }

    @Test func anAlertThatCanMatchNothingSaysWhy() {
        var story = Self.story(3)
        let alert = story.state.things.alerts.add("name > 5", .filter("name > 5"))
        var report = AlertReport()
        report.events = [AlertEvent(FilterProblem("name is text", at: 0..<4), of: alert, time: 0)]
        report.events[0].number = 1
        story.apply(.alerted(report))
        #expect(story.state.screen.message?.text.plain == "name > 5: name is text")
        #expect(story.state.things.callouts.isEmpty && !story.effects.contains(.ring))
        story.state.screen.message = nil
        // It is in the list, too, behind the alert.
        story.play("gA<Down><Enter>")
        #expect(story.state.screen.message?.text.plain == "name > 5: name is text")
    }

    @Test func anEmergencyIsSaidBeforeAllElseByItsID() {
        var story = Self.story(3)
        let ring = story.state.things.alerts.add("ring", .filter(""))
        var report = AlertReport()
        report.events = [
            AlertEvent(.emergency, row: 0, time: 1_795_701_600_000),
            AlertEvent(.enter, ring, row: 1, time: 1_795_701_600_000),
        ]
        for index in report.events.indices {
            (report.events[index].id, report.events[index].number) = ("4b181\(index)", index + 1)
        }
        // Events come before the part that has their rows.
        story.apply(.alerted(report))
        #expect(story.state.screen.message?.text.plain.hasPrefix("4b1810 squawk 7700") == true)
        #expect(Self.frame(story.playing("gA").state).contains("4b1811"))
    }
}

extension KeyedText {
    /// As it would be without keys.
    fileprivate var plain: String { KeyMap().words(self, in: Story([]).state).text }
}
