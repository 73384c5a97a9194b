import MapModel
import Platform
import Rows
import Streams
import Synchronization
import TestSupport
import Testing

@testable import Feeds

@Suite struct AlertTests {
    private static let center = Coordinate(latitude: 47, longitude: 8)

    /// The events of a file, `kind id` each.
    private static func events(
        _ text: String, _ alerts: [Alert], filter: String? = nil, until: AlertEvent.Kind? = nil
    ) throws -> [String] {
        let file = try TemporaryFile(text)
        let path = file.path
        let found = Mutex<[String]>([])
        var options = FeedOptions()
        options.alerts = AlertWatch { event in
            found.withLock { $0.append("\(event.kind?.rawValue ?? "") \(event.id)") }
            return until == nil || event.kind != until
        }
        options.alerts.set(alerts, filter: filter)
        let input = SourceInput(try FileBytes(path: path), path: path)
        _ = try FeedLoader([FileFeed(input)], options: options).read(
            isCancelled: { false }, progress: { _ in })
        return found.withLock { $0 }
    }

    private static func circle(_ meters: Double) -> Alert {
        Alert(id: 1, name: "home", .circle(try! GeoCircle(center: center, radiusMeters: meters)))
    }

    @Test func aCircleIsEnteredWithinAndLeftBeyondItsEdge() {
        var engine = AlertEngine([Self.circle(10_000)])
        var events: [String] = []
        for kilometers in [12.0, 10.1, 9.9, 10.1, 10.19, 10.21, 10.1, 9.9] {
            let place = GreatCircle.destination(from: Self.center, bearing: 90, meters: kilometers * 1000)
            for event in engine.judge(0, at: place, time: 0, matches: { _ in nil }) {
                events.append("\(kilometers) \(event.kind?.rawValue ?? "")")
            }
        }
        #expect(events == ["9.9 enter", "10.21 leave", "9.9 enter"])
    }

    @Test func noEventIsLostInAFileThatIsReadAtOnce() throws {
        var text = ""
        for second in 0..<400 {
            let isInside = second % 10 < 5
            text += position("4B1812", Double(second), 47 + (isInside ? 0 : 0.05), 8)
        }
        let events = try Self.events(text, [Self.circle(3_000)])
        #expect(events.count == 80)
        #expect(events.enumerated().allSatisfy { $1 == ($0 % 2 == 0 ? "enter 4b1812" : "leave 4b1812") })
    }

    @Test func whoIsInsideAndNotHeardIsSilentAndGone() throws {
        let text =
            position("4B1812", 0, 47, 8) + position("4B1813", 0, 50, 8)
            + (1...10).map { position("4B1814", Double($0) * 10, 50, 8) }.joined()
        let events = try Self.events(text, [Self.circle(3_000)])
        #expect(events == ["enter 4b1812", "silent 4b1812", "gone 4b1812"])
    }

    @Test func filtersMatchAndEndToMatch() throws {
        let low = position("4B1812", 0, 47, 8).replacing(",36000,", with: ",3000,")
        let text = low + position("4B1812", 1, 47, 8) + low.replacing("14:00:00", with: "14:00:02")
        let alert = Alert(id: 1, name: "low", .filter("altitude_m < 1500 AND kind = 'aircraft'"))
        #expect(try Self.events(text, [alert]) == ["match 4b1812", "unmatch 4b1812", "match 4b1812"])
        let inside = try Self.events(
            text, [Self.circle(3_000)], filter: "altitude_m < 1500")
        #expect(inside == ["enter 4b1812", "leave 4b1812", "enter 4b1812"])
    }

    @Test func theFirstEventOfAKindEndsTheReading() throws {
        let text =
            position("4B1812", 0, 47.05, 8) + position("4B1812", 5, 47, 8) + position("4B1813", 6, 47, 8)
        #expect(try Self.events(text, [Self.circle(3_000)], until: .enter) == ["enter 4b1812"])
    }

    @Test(arguments: ["nonsense = 1", "altitude_m <", "near(8.5 47.4, 5km)"])
    func filtersThatCannotBeTestedAreRefused(_ text: String) {
        #expect(throws: (any Error).self) { try ThingFilter(text) }
    }
}
