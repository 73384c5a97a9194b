import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import DataSets
@testable import RowValues
@testable import StoryTestSupport
@testable import TerminalInput

/// Two windows of time, windows that are played, pulled and kept.
@Suite struct WindowStoryTests {
    private static let day: Int64 = 86_400_000
    private static let first: Int64 = 1_735_689_600_000

    // MARK: - Two windows

    @Test func theWindowBeforeIsA() throws {
        var days = try DaysStory(columns: 120)
        try days.play("gt", "<lt>", "<Right>", "<S-Right>", "<PgDn>", "<PgDn>")
        #expect(days.days == [4, 6])
        try days.play("x")
        #expect(days.band?.other == Self.first + 2 * Self.day..<Self.first + 4 * Self.day)
        #expect(days.band?.comparison == .sideBySide)
        #expect(days.story.state.layout.map.width == 59 && days.story.state.layout.secondMap == 61)
        #expect(days.rows == 2 && days.story.state.data.rows.other.first?.tree.count == 2)
        #expect(days.story.state.map.viewport.size.width == 59 * Viewport.dotsPerColumn)
        try days.play("x")
        #expect(days.band?.comparison == .difference && days.story.state.layout.secondMap == nil)
        #expect(days.rows == 4)
        let sides = try #require(days.story.state.data.rows.sides)
        #expect(sides.first.count == 2 && sides.second.count == 2)
        try days.play("x")
        #expect(days.band?.other == nil && days.rows == 2)
        #expect(days.story.state.layout.map.width == 120)
    }

    @Test func belowAHundredColumnsTheDifferenceComesFirst() throws {
        var days = try DaysStory(columns: 80)
        try days.play("gt", "<Right>", "x")
        #expect(days.band?.comparison == .difference)
        try days.play("<Esc>")
        #expect(days.band?.comparison == nil && days.band?.window != nil)
    }

    @Test func tabSaysWhichOneMovesAndPageKeysMoveBoth() throws {
        var days = try DaysStory(columns: 120)
        try days.play("gt", "<lt>", "<Right>", "<PgDn>", "<PgDn>", "<PgDn>", "x", "<Tab>", "<Left>")
        #expect(days.days == [3, 4])
        #expect(days.band?.other == Self.first + Self.day..<Self.first + 2 * Self.day)
        try days.play("<Tab>", "<Right>")
        #expect(days.days == [4, 5])
        #expect(days.band?.other == Self.first + Self.day..<Self.first + 2 * Self.day)
        try days.play("<PgDn>")
        #expect(days.days == [5, 6])
        #expect(days.band?.other == Self.first + 2 * Self.day..<Self.first + 3 * Self.day)
    }

    @Test func differencesAddUp() throws {
        var days = try DaysStory(columns: 80)
        try days.play("gt", "<lt>", "<Right>", "<S-Right>", "<S-Right>", "<PgDn>", "<S-Right>", "x")
        let state = days.story.state
        let sides = try #require(state.data.rows.sides)
        #expect(sides.first.count + sides.second.count == state.data.tree.count)
        #expect(state.annotations.placed.allSatisfy { $0.difference != nil })
        let rows = try #require(state.rowsOfWindows)
        #expect(rows.first == sides.first.count && rows.second == sides.second.count)
        #expect(state.annotations.differenceScale?.isRate == false)
        try days.play("<S-Right>")
        #expect(days.story.state.annotations.differenceScale?.isRate == true)
        // Badges are as wide as their texts.
        for placed in [state, days.story.state].flatMap(\.annotations.placed) where placed.count > 1 {
            #expect(placed.rect.width - 2 == placed.difference?.text.width)
        }
    }

    @Test func oneOfTwoWindowsMayBeEmpty() throws {
        var days = try DaysStory(columns: 120)
        try days.play("gt", "<lt>", "<Home>", "x")
        #expect(days.rows == 1 && days.story.state.data.rows.other.first?.tree.isEmpty == true)
        #expect(days.story.state.rowsOfWindows?.first == 0)
        try days.play("x")
        #expect(days.rows == 1 && days.story.state.data.rows.sides?.first.isEmpty == true)
    }

    @Test func aPanelMakesOneMapOfTwo() throws {
        var days = try DaysStory(columns: 120)
        try days.play("gt", "<lt>", "<Right>", "<PgDn>", "x", "t")
        #expect(days.story.state.layout.secondMap == nil && days.story.state.data.rows.sides != nil)
        try days.play("t")
        #expect(days.story.state.layout.secondMap == 61 && days.story.state.data.rows.sides == nil)
    }

    @Test func aNarrowerScreenMakesOneMapOfTwo() throws {
        var days = try DaysStory(columns: 120)
        try days.play("gt", "<lt>", "<Right>", "<PgDn>", "x")
        days.story.apply(.resized(columns: 70, rows: 24))
        try days.answer()
        #expect(days.story.state.layout.secondMap == nil && days.story.state.data.rows.sides != nil)
    }

    @Test func bothMapsAreTheSameToTheMouse() throws {
        var days = try DaysStory(columns: 120)
        try days.play("gt", "<lt>", "<Right>", "<PgDn>", "x")
        let layout = days.story.state.layout
        #expect(layout.mapCell(at: CellPoint(column: 71, row: 3)) == CellPoint(column: 10, row: 3))
        #expect(layout.mapCell(at: CellPoint(column: 10, row: 3)) == CellPoint(column: 10, row: 3))
        #expect(layout.mapCell(at: CellPoint(column: 59, row: 3)) == CellPoint(column: 58, row: 3))
        let band = try #require(layout.band)
        #expect(layout.mapCell(at: CellPoint(column: 100, row: band.row)).column == 100)
    }

    // MARK: - Playing

    @Test func playingByRowsTakesOneMomentAfterTheOther() throws {
        var days = try DaysStory()
        try days.play("gt", "<lt>", "<Home>", " ", "p")
        #expect(days.band?.playing?.isByRows == true)
        for _ in 0..<10 { try days.play("<Down>") }
        var (now, ends) = (Duration.zero, [Int]())
        for _ in 0..<900 where days.band?.playing != nil {
            now += TimePlay.interval
            days.story.apply(.tick, at: now)
            try days.answer(at: now)
            if let end = days.band?.window?.upperBound, ends.last != Int(end) { ends.append(Int(end)) }
        }
        // A moment a second: each row, and the last two months later.
        #expect(ends.count >= 60 && days.band?.playing == nil)
        #expect(zip(ends, ends.dropFirst()).allSatisfy { $0 < $1 })
        #expect(ends.last == Int(Self.first + 120 * Self.day + Self.day / 2) + 1)
    }

    @Test(arguments: [
        (60, "1 moment/s"), (61, "2 moments/s"), (600, "10 moments/s"), (10_000_000, "10 moments/s"),
    ])
    func playingByRowsBeginsAsFastAsOneCanFollow(rows: Int, words: String) {
        var play = TimePlay(showing: 1, at: .zero)
        play.changeKind(rows: rows)
        #expect(play.words(at: .zero) == words)
        play.changeSpeed(by: 1)
        #expect(play.momentsAtOnce > (Int(words.prefix { $0.isNumber }) ?? 0))
    }

    @Test func newRowsAreCountedAndMarked() throws {
        var days = try DaysStory()
        days.story.state.screen.appearance.animates = true
        try days.play("gt", "<lt>", "<Right>", "<S-Right>", "<S-Right>", " ")
        var seen = 0
        var now = Duration.zero
        for _ in 0..<60 where days.band?.playing != nil {
            now += TimePlay.interval
            days.story.apply(.tick, at: now)
            try days.answer(at: now)
            let state = days.story.state
            let marked = state.annotations.placed.contains { $0.motion == .arrived }
            #expect(marked == (state.annotations.newCount > 0) || state.annotations.covered.isEmpty == false)
            seen += state.annotations.newCount
        }
        #expect(seen > 0)
        try days.play("<Esc>")
        #expect(days.story.state.data.query.newFrom == nil)
        #expect(days.story.state.annotations.newCount == 0)
    }

    @Test func nothingBouncesWhileTheBandIsOpen() throws {
        var days = try DaysStory()
        days.story.state.screen.appearance.animates = true
        try days.play("gt", "<Right>", "<Right>", "<Right>")
        #expect(days.story.state.annotations.arrivals.ids.isEmpty)
    }

    // MARK: - The mouse

    @Test func theRailMovesTheWindowAndItsEnds() throws {
        var days = try DaysStory()
        try days.play("gt", "<lt>", "<Right>", "<S-Right>", "<S-Right>", "<S-Right>", "<S-Right>", "<PgDn>")
        let band = try #require(days.story.state.layout.band)
        let layout = BandLayout(area: band)
        let axis = try #require(days.band?.axis)
        let row = try #require(layout.railRow)
        func column(_ moment: Int64) -> Int { layout.bars.column + (axis.column(of: moment) ?? 0) }
        func drag(_ from: Int, _ to: Int) throws {
            func mouse(_ kind: MouseEvent.Kind, _ column: Int) -> InputEvent {
                .mouse(MouseEvent(kind: kind, button: .left, point: CellPoint(column: column, row: row)))
            }
            days.story.play(mouse(.press, from))
            days.story.play(mouse(.drag, (from + to) / 2))
            days.story.play(mouse(.drag, to))
            days.story.play(mouse(.release, to))
            try days.answer()
        }
        let before = try #require(days.band?.window)
        let length = before.upperBound - before.lowerBound
        let end = try #require(axis.columns(of: before)?.upperBound) + layout.bars.column
        try drag(end, end + 4 * axis.columnsPerBar)
        let longer = try #require(days.band?.window)
        #expect(longer.lowerBound == before.lowerBound && longer.upperBound > before.upperBound)
        #expect(axis.edges.contains(longer.upperBound))
        let columns = try #require(axis.columns(of: longer))
        let middle = (columns.lowerBound + columns.upperBound) / 2 + layout.bars.column
        try drag(middle, middle + 3 * axis.columnsPerBar)
        let moved = try #require(days.band?.window)
        #expect(moved.lowerBound > longer.lowerBound && moved.upperBound > longer.upperBound)
        #expect(length < longer.upperBound - longer.lowerBound && days.band?.held == nil)
    }

    // MARK: - What is kept and said

    @Test func bookmarksKeepTheWindow() throws {
        var days = try DaysStory()
        try days.play("gt", "<lt>", "<Right>", "<Right>", "m", "a", "<PgDn>", "<PgDn>")
        #expect(days.days != [1, 2])
        try days.play("'", "a")
        #expect(days.days == [1, 2] && days.rows == 1)
        try days.play("gt", "F")
        #expect(days.rows == 61)
        try days.play("'", "a")
        #expect(days.band == nil && days.rows == 1)
    }

    @Test func theBusiestDayIsSaid() throws {
        var days = try DaysStory(columns: 120)
        try days.play("gt")
        let units = try #require(days.band?.counts?.units)
        #expect(units.unit == .day && units.busiest(in: nil)?.rows == 1)
        #expect(days.story.state.bandPicture?.readout.contains { $0.value == "1 Jan: 1" } == true)
    }

    @Test func rowsOfAllTimesAreCountedAfterTheBandIsClosed() throws {
        var days = try DaysStory()
        try days.play("gt", "<Right>", "gt")
        #expect(days.story.state.rowsInViewAtAllTimes == 61)
        #expect(days.story.state.data.rows.atAllTimes?.count == 61)
    }

    /// What is opened over the map and closed again leaves the view that fits beside the band.
    @Test(arguments: ["S", "/", "t", "C"])
    func whatIsClosedAgainLeavesTheView(key: String) throws {
        var days = try DaysStory()
        try days.play("gt")
        let (view, rows) = (days.story.state.map.viewport, days.story.state.rowsInView)
        #expect(rows == 61)
        try days.play(key, "<Esc>")
        #expect(days.band != nil && days.story.state.panels.current == nil)
        #expect(days.story.state.map.viewport == view && days.story.state.rowsInView == rows)
    }

    /// Entries of the legend count the rows of the window, with the band and without it.
    @Test func theLegendCountsTheWindow() throws {
        var days = try DaysStory(columns: 120)
        days.story.state.data.query.coloring = RowQuery.Coloring(column: "lat")
        try days.play("gt", "<Right>", "<S-Right>")
        let entries = try #require(days.story.state.wholeLegend?.entries)
        #expect(days.rows > 0 && days.rows < 61 && entries.reduce(0) { $0 + $1.count } == days.rows)
        try days.play("gt")
        #expect(days.story.state.wholeLegend?.entries.reduce(0) { $0 + $1.count } == days.rows)
    }
}
