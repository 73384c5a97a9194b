import MapModel
import Testing

@testable import App
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport

/// Names without a place in the table of a server.
@Suite struct ServerPlaceStoryTests {
    private static let skipped: SkippedRows = {
        let candidates = ["Illinois", "Ohio"].map {
            SkippedName.Candidate(
                title: "Springfield, \($0)", country: "US",
                place: FixedCoordinate(Coordinate(latitude: 40, longitude: -90)))
        }
        var skipped = SkippedRows()
        skipped.add(.ambiguousPlace, count: 3)
        skipped.names = [
            SkippedName(
                text: "Springfield, US", values: ["Springfield", "US"], columns: ["city", "country"], rows: 3,
                reason: .ambiguousPlace, words: "ambiguous", candidates: candidates)
        ]
        return skipped
    }()

    private func program(_ server: MemoryServer, _ keys: String) throws -> Headless {
        server.skipped.withLock { $0 = Self.skipped }
        return try ServerStoryTests().program(server, keys)
    }

    @Test func theyAreListedWithTheirCount() throws {
        let frame = try program(MemoryServer(ServerStoryTests.places), ":bad<Enter>").frame(colored: false)
        #expect(frame.contains("Springfield, US") && frame.contains("3 rows") && frame.contains("3 skipped"))
    }

    /// The server is opened again, then the view is asked: an answer from before knows nothing of the choice.
    @Test func aPlaceThatIsChosenCountsOnTheServer() throws {
        let server = MemoryServer(ServerStoryTests.places)
        var headless = try program(server, ":bad<Enter><Enter>")
        let before = server.questions.count
        headless.play(try KeyScript.events(in: "<Enter>"))
        let asked = server.questions.dropFirst(before)
        #expect(server.fixes.places.values.map(\.title) == ["Springfield, Illinois"])
        let opened = try #require(asked.firstIndex(of: "open"))
        #expect(asked[opened...].contains("view"))
        #expect(!headless.state.data.isReloading)
        headless.play(try KeyScript.events(in: "u"))
        #expect(server.fixes.places.isEmpty)
    }

    @Test func aReloadAsksForTheViewAfterTheNames() throws {
        let server = MemoryServer(ServerStoryTests.places)
        var headless = try program(server, "")
        let before = server.questions.count
        headless.play(try KeyScript.events(in: "R"))
        let asked = server.questions.dropFirst(before)
        let opened = try #require(asked.lastIndex(of: "open"))
        #expect(asked[opened...].contains("view"))
    }
}
