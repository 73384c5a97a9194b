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

    /// 900 rows, one each four hours from New Year 2026 on: those of a week lie all over the map.
    private let server = MemoryServer(ServerStoryTests.places)
    private static let moments = (0..<900).map { first + Int64(place($0)) * day / 6 }

    /// The place of a row in the order of time.
    private static func place(_ row: Int) -> Int { row * 7 % 900 }

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

    // MARK: - By brute force

    /// The rows that the badges on a map stand for, whenever they are.
    private func rowsOfBadges(_ state: AppState) -> [Int] {
        let rows = state.annotations.placed.flatMap(\.parts).flatMap { part -> [Int] in
            guard let cell = part.id.cell else {
                return if case .place(let row) = part.id { [Int(row)] } else { [] }
            }
            let indices = server.tree.members(of: cell, in: state.annotations.set.window)
            return indices.indices(limit: indices.count).map { Int(server.tree.row(at: $0)) }
        }
        #expect(Set(rows).count == rows.count, "no row is counted twice")
        return rows
    }

    private func count(_ rows: [Int], in windows: Range<Int64>...) -> Int {
        rows.count { row in windows.contains { $0.contains(Self.moments[row]) } }
    }

    /// 0, 4, 8, 12, 16 or 20 o'clock; the first day is a Thursday in January.
    private static func hour(_ row: Int) -> Int { place(row) % 6 * 4 }
    private static func weekday(_ row: Int) -> Int { (place(row) / 6 + 3) % 7 + 1 }
    private static func month(_ row: Int) -> Int { 1 + [31, 59, 90, 120].count { place(row) / 6 >= $0 } }

    /// The grid has the rows of the badges, each in its cell.
    private func expectGrid(_ state: AppState, in window: Range<Int64>? = nil) throws {
        let content = try #require(state.foldContent)
        let rows = rowsOfBadges(state).filter { window?.contains(Self.moments[$0]) ?? true }
        #expect(!rows.isEmpty && rows.count == state.rowsInView && rows.count == content.total)
        let isOfHours = content.kind == .hourWeekday
        #expect(isOfHours || content.kind == .monthYear)
        #expect(content.fold.inner == (isOfHours ? 0...23 : 1...12))
        #expect(content.fold.outer == (isOfHours ? 1...7 : 2026...2026))
        for outer in content.fold.outer {
            for inner in content.fold.inner {
                let wanted = rows.count {
                    isOfHours
                        ? Self.hour($0) == inner && Self.weekday($0) == outer : Self.month($0) == inner
                }
                #expect(content.count(column: inner, row: outer) == wanted, "\(inner) \(outer)")
            }
        }
    }

    // MARK: - The grid

    @Test(arguments: [50, 5_000]) func theServerCountsHoursAndDays(limit: Int) throws {
        var headless = try program("gT", limit: limit)
        #expect(server.questions.contains("fold weekday,hour"))
        try expectGrid(headless.state)
        headless.play(try KeyScript.events(in: "<gt>"))
        #expect(server.questions.contains("fold year,month"))
        try expectGrid(headless.state)
        headless.play(try KeyScript.events(in: "gT"))
        #expect(headless.state.map.band != nil && headless.state.foldContent == nil)
        headless.play(try KeyScript.events(in: "gT<Right><Down><CR>"))
        #expect(server.questions.last { $0.hasPrefix("filter") }?.contains("hour(name)") == true)
    }

    @Test(arguments: [50, 5_000]) func theGridFollowsTheWindow(limit: Int) throws {
        var headless = try program("gt<Home>gT", limit: limit)
        let first = try #require(headless.state.map.band?.window)
        try expectGrid(headless.state, in: first)
        #expect(headless.state.rowsInView < 900)
        headless.play(try KeyScript.events(in: "+"))
        try expectGrid(headless.state, in: first)
        headless.play(try KeyScript.events(in: "-gT<Right><PgDn>gT"))
        let moved = try #require(headless.state.map.band?.window)
        #expect(moved.lowerBound > first.lowerBound)
        try expectGrid(headless.state, in: moved)
    }

    // MARK: - Two windows

    /// A and B have the rows of their badges; all rows of both are the total.
    private func expectWindows(_ state: AppState) throws {
        let second = try #require(state.map.band?.window)
        let first = try #require(state.map.band?.other)
        let rows = try #require(state.rowsOfWindows)
        let own = rowsOfBadges(state)
        let other = try state.showsTwoMaps ? rowsOfBadges(#require(state.stateOfOtherMap)) : own
        #expect(rows.first > 0 && rows.first == count(other, in: first))
        #expect(rows.second > 0 && rows.second == count(own, in: second))
        let inView = state.showsTwoMaps ? count(own, in: second) : count(own, in: first, second)
        #expect(state.rowsInView == inView)
        #expect(state.data.rowTotal == count(Array(0..<900), in: first, second))
    }

    @Test(arguments: [50, 5_000]) func twoWindowsAreTwoMaps(limit: Int) throws {
        var headless = try program("gt<Home><PgDn><PgDn>", limit: limit)
        let window = try #require(headless.state.map.band?.window)
        let alone = headless.state.rowsInView
        #expect(alone > 0 && alone == count(rowsOfBadges(headless.state), in: window))
        headless.play(try KeyScript.events(in: "x"))
        #expect(headless.state.map.band?.comparison == .sideBySide && headless.state.showsTwoMaps)
        try expectWindows(headless.state)
        headless.play(try KeyScript.events(in: "<PgDn>"))
        #expect(headless.state.map.band?.window?.lowerBound ?? 0 > window.lowerBound)
        try expectWindows(headless.state)
        headless.play(try KeyScript.events(in: "<PgUp>x"))
        #expect(headless.state.map.band?.comparison == .difference)
        try expectWindows(headless.state)
        #expect(headless.state.annotations.placed.allSatisfy { $0.difference != nil })
        headless.play(try KeyScript.events(in: "x"))
        #expect(headless.state.map.band?.other == nil)
        #expect(headless.state.rowsInView == count(rowsOfBadges(headless.state), in: window))
        #expect(headless.state.data.rows.sides == nil && headless.state.data.rows.other.isEmpty)
    }

    @Test(arguments: [50, 5_000]) func windowsApartHaveOnlyTheirRows(limit: Int) throws {
        let headless = try program(
            "gt<Home><PgDn><PgDn>x<Tab><Right><Right><Right><Right><Right>x", limit: limit)
        let state = headless.state
        let (window, other) = (try #require(state.map.band?.window), try #require(state.map.band?.other))
        #expect(other.lowerBound > window.upperBound, "\(hours(window)) \(hours(other))")
        try expectWindows(state)
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
        #expect(ends.last == (Self.moments.max() ?? 0) + 1)
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
