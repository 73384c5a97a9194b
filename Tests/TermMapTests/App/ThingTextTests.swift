import CellGraphics
import MapModel
import Testing

@testable import App
@testable import DataSets
@testable import Rows
@testable import Scene
@testable import StoryTestSupport

/// What the screen says of things, and of the feed that they come from.
@Suite struct ThingTextTests {
    private static func story(columns: Int = 120) -> Story {
        var story = Story([], columns: columns, rows: 24)
        story.state.data.loading = .reading(fraction: nil)
        story.apply(.dataGrew(ThingStoryTests.data(10), fraction: nil))
        return story
    }

    private static func frame(_ state: AppState) -> String {
        state.painted().plainText()
    }

    @Test func trailsOfNoTimeAreNone() {
        #expect(ThingText.span(0) == "none" && ThingText.span(300) == "5 min")
    }

    @Test func aircraftClimbInFeetAndMoveInKnots() {
        let aircraft = JourneyWords(.kilometers, isASCII: false, of: .aircraft)
        #expect(aircraft.height(9_144) == "30,000 ft" && aircraft.speed(240) == "467 kn")
        let ship = JourneyWords(.kilometers, isASCII: false, of: .ship)
        #expect(ship.height(10) == "10 m" && ship.speed(5) == "9.7 kn" && ship.length(5_000) == "5 km")
        let track = JourneyWords(.kilometers, isASCII: false)
        #expect(track.speed(5) == "18.0 km/h" && track.speed(50) == "180 km/h")
        #expect(track.speed(314) == "1,130 km/h" && track.speed(.infinity) == "inf km/h")
    }

    @Test(arguments: [
        ("zrh", "zrh · 40 km"), ("Zürich,40km", "Zürich · 40 km"), ("47.4,8.5,40km", "47.4,8.5 · 40 km"),
        ("ZRH · 40 km", "ZRH · 40 km"), ("40 km", "40 km"),
    ])
    func labelsOfRingsEndWithTheRadius(_ name: String, _ label: String) throws {
        let center = Coordinate(latitude: 47, longitude: 8)
        let alert = Alert(id: 1, name: name, .circle(try GeoCircle(center: center, radiusMeters: 40_000)))
        #expect(Self.story().state.label(of: alert).text == label)
        #expect(Self.story().state.label(of: Alert(id: 1, name: name, .filter("x"))).text == name)
    }

    @Test(arguments: [80, 120]) func aLostConnectionIsSaidOnceAndInTheStatusWhileItLasts(columns: Int) {
        var story = Self.story(columns: columns)
        func hear(_ faults: [String], clock: Double) -> String? {
            var data = ThingStoryTests.data(10, clock: clock)
            data.things?.connectionFaults = faults
            data.things?.messageRate = 4.3
            story.state.screen.message = nil
            story.apply(.dataGrew(data, fraction: nil))
            return story.state.screen.message.map { KeyMap().words($0.text, in: story.state).text }
        }
        #expect(hear([], clock: 101) == nil && !Self.frame(story.state).contains("connection lost"))
        let fault = "tcp://pi:30003: connection refused; trying again in 1 s"
        #expect(hear([fault], clock: 102) == fault)
        #expect(hear(["tcp://pi:30003: connection refused; trying again in 2 s"], clock: 103) == nil)
        let shown = Self.frame(story.state)
        #expect(shown.contains("connection lost") && !shown.contains("msg/s"))
        #expect(hear([], clock: 104) == "Connected again")
        #expect(!Self.frame(story.state).contains("connection lost"))
    }

    @Test func thingsWithoutAPlaceAreNoSkippedRows() {
        var story = Self.story()
        var data = ThingStoryTests.data(10, clock: 101)
        data.columnNames = ThingColumn.names
        data.skipped.add(.missing, count: 4)
        data.skipped.add(.gone, count: 1)
        story.apply(.dataGrew(data, fraction: nil))
        #expect(!Self.frame(story.state).contains("skipped") && story.state.data.skipped.total == 5)
        data.skipped.add(.unreadable, count: 2)
        data.rows.generation += 1
        story.apply(.dataGrew(data, fraction: nil))
        #expect(Self.frame(story.state).contains("2 skipped"))
    }

    @Test func thingsThatStandDenselyHaveSomeNames() {
        var story = Story([], columns: 80, rows: 24)
        story.state.data.loading = .reading(fraction: nil)
        story.apply(.dataGrew(ThingStoryTests.data(40, kind: .aircraft), fraction: nil))
        let labels = Dictionary(uniqueKeysWithValues: (0..<40).map { (UInt32($0), "AB\($0 + 100)") })
        story.apply(.labels(RowAnswer(values: labels, numbering: 0)))
        let named = Self.frame(story.state).split(separator: "AB1").count - 1
        #expect((10...ThingDisplay.mostNames(in: story.state.layout.map)).contains(named), "\(named)")
    }
}
