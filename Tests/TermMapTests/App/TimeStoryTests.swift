import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import DataSets
@testable import FileSources
@testable import RowValues
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport
@testable import TerminalInput

/// The band of time with its keys and the mouse.
@Suite struct TimeStoryTests {
    @Test func theWindowMovesByStepsAndItsLength() throws {
        var days = try DaysStory()
        try days.play("gt")
        #expect(days.rows == 61 && days.band?.window == nil)
        #expect(days.story.state.visibleMap.height == 30 - 2 - 6)
        // 120 days are more than 100 steps of a day: weeks, from Monday.
        try days.play("<lt>", "<Right>")
        #expect(days.days == [0, 1] && days.rows == 1)
        try days.play("<S-Right>", "<S-Right>")
        #expect(days.days == [0, 3] && days.rows == 3)
        try days.play("<PgDn>", "<Right>")
        #expect(days.days == [4, 7] && days.rows == 3)
        try days.play("<End>")
        #expect(days.days == [118, 121] && days.rows == 1)
        try days.play("<Home>", "<S-Left>")
        #expect(days.days == [0, 2] && days.rows == 2)
        try days.play("w")
        #expect(days.rows == 2)
        try days.play("w")
        #expect(days.rows == 61)
    }

    @Test func escapeGoesBackOneThingAPress() throws {
        var days = try DaysStory()
        try days.play("gt", "<Right>", "<Esc>")
        #expect(days.band != nil && days.band?.window == nil && days.rows == 61)
        try days.play("<Esc>")
        #expect(days.band == nil && days.story.state.data.query.isPlain)
        #expect(days.story.state.layout.map.height == 28)
    }

    @Test func theWindowStaysWhenTheBandCloses() throws {
        var days = try DaysStory()
        try days.play("gt", "<Right>", "gt")
        #expect(days.band == nil && days.rows < 10)
        let rows = days.rows
        try days.play("gt")
        #expect(days.band?.window != nil && days.rows == rows)
        try days.play("F")
        #expect(days.band?.window == nil && days.rows == 61)
    }

    @Test func theBarsAreTheRowsInView() throws {
        var days = try DaysStory()
        try days.play("gt")
        #expect(days.band?.counts?.bars.reduce(0, +) == 61)
        try days.play("+", "+", "+")
        let view = days.story.state.map.viewport.window(of: days.story.state.visibleMap.dots)
        let inView = days.story.state.data.tree.count(in: view)
        #expect(inView < 61 && days.band?.counts?.bars.reduce(0, +) == inView)
    }

    @Test func keysTypedAheadWaitForTheTimes() throws {
        var days = try DaysStory()
        days.story.play("gt")
        let mapper = InputMapper(keyMap: .standard)
        #expect(mapper.waits(.key(.right, []), in: days.story.state))
        #expect(!mapper.waits(.key(.escape, []), in: days.story.state))
        try days.answer()
        #expect(!mapper.waits(.key(.right, []), in: days.story.state))
    }

    @Test func escapeClearsTheSelectionBeforeTheWindow() throws {
        var days = try DaysStory()
        try days.play("gt", "<Right>", "<Tab>", "<Esc>")
        #expect(days.story.state.selection.current == nil)
        #expect(days.band?.window != nil)
        try days.play("<Esc>")
        #expect(days.band != nil && days.band?.window == nil)
    }

    @Test(arguments: ["2030/", "2020/2021", "2019/2020-05-01"])
    func aWindowWithoutRowsIsOpened(text: String) throws {
        var days = try DaysStory()
        var question = TimeQuestion()
        question.windows = [try TimeWindow(text, zone: .utc)]
        days.story.state.data.query.time = question
        try days.answer()
        try days.play("gt", "E", "<Up>")
        #expect(days.band != nil && days.rows == 0)
        #expect(days.story.state.data.query.time?.windows == question.windows)
    }

    @Test func aWindowThatBeginsNoStepKeepsItsLength() throws {
        var days = try DaysStory()
        try days.play("gt")
        let day: Int64 = 86_400_000
        let start: Int64 = 1_735_689_600_000 + 29 * day
        for keys in [[">", "<Right>"], [">", "<Left>"]] {
            days.story.state.map.band?.put(start..<start + 2 * day)
            try days.play(keys[0], keys[1])
            let window = try #require(days.band?.window)
            #expect(window.upperBound - window.lowerBound == 2 * day)
        }
    }

    @Test func aWindowThatBeginsNoMonthMovesByTheCalendar() throws {
        var days = try DaysStory()
        try days.play("gt", ">")
        let day: Int64 = 86_400_000
        let start: Int64 = 1_735_689_600_000 + 15 * day
        days.story.state.map.band?.put(start..<start + 28 * day)
        try days.play("<Right>")
        #expect(days.days == [46, 74], "16 February")
        try days.play("<Left>")
        #expect(days.days == [15, 43])
        try days.play("<S-Right>")
        #expect(days.days == [15, 71], "to 13 March")
        let window = try #require(days.band?.window)
        #expect(window.lowerBound % day == 0 && window.upperBound % day == 0)
    }

    @Test func eChangesTheScaleThatIsShown() throws {
        var days = try DaysStory()
        try days.play("gt")
        let before = days.story.state.bandPicture?.titleEnd
        try days.play("E")
        #expect(days.story.state.bandPicture?.titleEnd != before)
        try days.play("E")
        #expect(days.story.state.bandPicture?.titleEnd == before)
    }

    @Test func playingFastEndsWithTheLastRow() throws {
        var days = try DaysStory()
        try days.play("gt", "<Right>", " ")
        for _ in 0..<20 { try days.play("<Up>") }
        var now = Duration.zero
        for _ in 0..<100 where days.band?.playing != nil {
            now += TimePlay.interval
            days.story.apply(.tick, at: now)
            try days.answer(at: now)
        }
        #expect(days.band?.playing == nil)
        let range = try #require(days.band?.range)
        #expect(days.band?.window?.contains(range.upperBound) == true)
    }

    @Test func theNewestRowsAreMarkedAsAWindow() throws {
        var days = try DaysStory()
        var question = TimeQuestion()
        question.windows = [try TimeWindow("last 7d", zone: .utc)]
        days.story.state.data.query.time = question
        try days.answer()
        try days.play("gt")
        #expect(days.rows == 1)
        #expect(days.story.state.bandPicture?.windows.count == 1)
    }

    @Test func playingMovesTheWindowAndJumpsOverGaps() throws {
        var days = try DaysStory()
        try days.play("gt", "<lt>", "<Right>", " ")
        #expect(days.band?.playing != nil)
        var now = Duration.zero
        var ends: [Int64] = []
        for _ in 0..<400 where days.band?.playing != nil {
            let wait = try #require(days.story.state.timeToNextChange)
            #expect(wait <= TimePlay.interval)
            now += TimePlay.interval
            days.story.apply(.tick, at: now)
            try days.answer(at: now)
            if let end = days.band?.window?.upperBound { ends.append(end) }
        }
        #expect(days.band?.playing == nil)
        #expect(zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 })
        let longest = zip(ends, ends.dropFirst()).map { $1 - $0 }.max() ?? 0
        #expect(longest > 50 * 86_400_000)
        let range = try #require(days.band?.range)
        #expect(try #require(ends.last) > range.upperBound)
        // The windows end at whole units of the calendar.
        #expect(ends.allSatisfy { $0 % 1000 == 0 })
    }

    @Test func theNextPictureWaitsForTheOneBefore() throws {
        var days = try DaysStory()
        try days.play("gt", "<Right>", " ")
        days.story.apply(.tick, at: .milliseconds(500))
        let window = days.band?.window
        #expect(days.story.state.data.query != days.story.state.data.answeredQuery)
        days.story.apply(.tick, at: .milliseconds(900))
        #expect(days.band?.window == window)
    }

    @Test func aClickTakesABarAndADragDrawsAWindow() throws {
        var days = try DaysStory()
        try days.play("gt")
        let band = try #require(days.story.state.layout.band)
        let axis = try #require(days.band?.axis)
        func mouse(_ kind: MouseEvent.Kind, _ column: Int) -> InputEvent {
            .mouse(
                MouseEvent(kind: kind, button: .left, point: CellPoint(column: column, row: band.row + 2)))
        }
        days.story.play(mouse(.press, 2))
        days.story.play(mouse(.release, 2))
        try days.answer()
        #expect(days.band?.window == axis.moments(ofBar: 0))
        let end = 2 + 3 * axis.columnsPerBar
        days.story.play(mouse(.press, 2))
        days.story.play(mouse(.drag, end))
        days.story.play(mouse(.release, end))
        try days.answer()
        #expect(days.band?.window == axis.edges[0]..<axis.edges[4])
    }

    @Test func withoutTimesTheBandClosesAndSaysWhy() throws {
        let file = try TemporaryFile(Array("id,lat,lon\n1,2,3\n4,5,6\n".utf8), extension: "csv")
        let dataSet = LoadedDataSet(loader: CSVLoader(path: file.path))
        let data = try dataSet.read(isCancelled: { false }, progress: { _ in })
        var story = Story(AppState(columns: 80, rows: 30, filePath: "a.csv", appearance: .plain))
        story.apply(.data(.success(data)))
        story.play("gt")
        let query = story.state.data.query
        do throws(QueryFailure) {
            _ = try dataSet.choose(query, isCancelled: { false }, progress: { _ in })
            Issue.record("there are no times")
        } catch {
            story.apply(.rows(.failure(error), of: query))
        }
        #expect(story.state.map.band == nil && story.state.layout.map.height == 28)
        #expect(story.state.screen.message?.text.text.contains("--time-column") == true)
    }
}
