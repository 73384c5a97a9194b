import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import DataSets
@testable import RowValues
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport

/// The band of time of rows that stay on a server.
@Suite struct ServerTimeStoryTests {
    private static let first: Int64 = 1_767_225_600_000
    private static let day: Int64 = 86_400_000

    /// Row n of 900 is 4 n hours after New Year 2026.
    private let server = MemoryServer(ServerStoryTests.places)
    private static let moments = (0..<900).map { first + Int64($0) * day / 6 }

    private func program(_ keys: String = "", columns: Int = 120, limit: Int = 50) throws -> Headless {
        server.moments.withLock { $0 = Self.moments }
        var state = AppState(columns: columns, rows: 40, filePath: "memory", appearance: .plain)
        state.data.origin = .server(ServerView(limit: limit))
        var headless = Headless(
            state: state, work: DataWork(server: server), basemap: Repository.basemap, keyMap: KeyMap())
        #expect(headless.load() == nil)
        headless.play(try KeyScript.events(in: keys))
        return headless
    }

    private func hours(_ range: Range<Int64>?) -> [Int64] {
        range.map { [($0.lowerBound - Self.first) / 3_600_000, ($0.upperBound - Self.first) / 3_600_000] }
            ?? []
    }

    // MARK: - The grid

    @Test func theServerCountsHoursAndDays() throws {
        var headless = try program("gT")
        let fold = try #require(headless.state.foldContent?.fold)
        #expect(fold.outer == 1...7 && fold.inner == 0...23)
        // One row each four hours.
        #expect(fold.counts.indices.allSatisfy { $0 % 4 == 0 || fold.counts[$0] == 0 })
        #expect(server.questions.contains("fold weekday,hour"))
        headless.play(try KeyScript.events(in: "<gt>"))
        #expect(server.questions.contains("fold year,month"))
        headless.play(try KeyScript.events(in: "<lt><Right><Down><CR>"))
        #expect(server.questions.last { $0.hasPrefix("filter") }?.contains("hour(name)") == true)
    }

    // MARK: - Two windows

    @Test func twoWindowsAreTwoMaps() throws {
        var headless = try program("gt<Home><PgDn><PgDn>", limit: 5_000)
        let window = try #require(headless.state.map.band?.window)
        let count = Self.moments.count { window.contains($0) }
        #expect(count > 0 && headless.state.rowsInView == count)
        headless.play(try KeyScript.events(in: "x"))
        let state = headless.state
        #expect(state.map.band?.comparison == .sideBySide && state.showsTwoMaps)
        let other = try #require(state.map.band?.other)
        let rows = try #require(state.rowsOfWindows)
        #expect(rows.second == count && rows.first == Self.moments.count { other.contains($0) })
        #expect(state.data.rowTotal == rows.first + rows.second)
        headless.play(try KeyScript.events(in: "x"))
        let merged = headless.state
        #expect(merged.map.band?.comparison == .difference && merged.rowsInView == rows.first + rows.second)
        #expect(!merged.annotations.placed.isEmpty)
        #expect(merged.annotations.placed.allSatisfy { $0.difference != nil })
        headless.play(try KeyScript.events(in: "x"))
        #expect(headless.state.map.band?.other == nil && headless.state.rowsInView == count)
        #expect(headless.state.data.rows.sides == nil && headless.state.data.rows.other.isEmpty)
    }

    @Test(arguments: [50, 5_000]) func windowsApartHaveOnlyTheirRows(limit: Int) throws {
        let headless = try program(
            "gt<Home><PgDn><PgDn>x<Tab><Right><Right><Right><Right><Right>x", limit: limit)
        let state = headless.state
        let (window, other) = (try #require(state.map.band?.window), try #require(state.map.band?.other))
        #expect(other.lowerBound > window.upperBound, "\(hours(window)) \(hours(other))")
        let rows = try #require(state.rowsOfWindows)
        #expect(rows.second == Self.moments.count { window.contains($0) })
        #expect(rows.first == Self.moments.count { other.contains($0) })
    }

    @Test func coloursRestWhileWindowsAreCompared() throws {
        var headless = try program("C<Enter>gt<Home><PgDn>")
        #expect(headless.state.data.coloring != nil)
        headless.play(try KeyScript.events(in: "x"))
        #expect(headless.state.data.coloring == nil && headless.state.rowsOfWindows != nil)
        headless.play(try KeyScript.events(in: "xx"))
        #expect(headless.state.data.coloring != nil)
    }

    // MARK: - Playing

    @Test func playingByRowsAsksForMoments() throws {
        server.moments.withLock { $0 = Self.moments }
        let work = DataWork(server: server)
        var state = AppState(columns: 100, rows: 30, filePath: "memory", appearance: .plain)
        state.data.origin = .server(ServerView(limit: 50))
        var (story, now) = (Story(state), Duration.zero)
        var done = 0
        func answer() throws {
            while done < story.effects.count {
                let effect = story.effects[done]
                done += 1
                switch effect {
                case .openServer, .chooseRows, .outlineTimes, .countServerBand, .listServerMoments, .askView:
                    guard let job = work.job(for: effect) else { continue }
                    story.apply(try job.run { _ in }, at: now)
                default: break
                }
            }
        }
        story.apply(try #require(try work.server?.open()))
        try answer()
        story.play("gt")
        try answer()
        for key in ["<Home>", " ", "p"] {
            story.play(key)
            try answer()
        }
        #expect(story.state.map.band?.playing?.isByRows == true)
        var ends: [Int64] = []
        for _ in 0..<4_000 where story.state.map.band?.playing != nil {
            now += TimePlay.interval
            story.apply(.tick, at: now)
            try answer()
            if let end = story.state.map.band?.window?.upperBound, ends.last != end { ends.append(end) }
        }
        #expect(story.state.map.band?.playing == nil && ends.count > 20)
        #expect(zip(ends, ends.dropFirst()).allSatisfy { $0 < $1 })
        #expect(ends.last == (Self.moments.last ?? 0) + 1)
        // Each end but the first is a millisecond after a row.
        #expect(ends.dropFirst().allSatisfy { Self.moments.contains($0 - 1) })
        #expect(server.questions.contains("moments"))
    }

    @Test func momentsAreAskedForAgainWhereTheyEnd() {
        var band = ServerBand()
        #expect(!band.awaitsMoments && band.end(of: 1, after: 0) == nil)
        band.momentsQuestion = ServerMomentsQuestion(RowQuery(), view: .world, from: 10)
        #expect(band.awaitsMoments && !band.knows(1, after: 10))
        band.moments = (0..<1_000).map { 10 + $0 }
        #expect(band.knows(5, after: 10) && band.knows(5, after: 1_005) && !band.knows(6, after: 1_005))
        #expect(!band.knows(1, after: 9), "moments before the first are not known")
        #expect(band.end(of: 2, after: 12) == 14 && band.end(of: 2, after: 11) == 13)
        band.moments = [10, 20]
        #expect(band.knows(5, after: 10) && band.end(of: 5, after: 10) == 21)
        #expect(band.end(of: 1, after: 21) == nil)
    }
}
