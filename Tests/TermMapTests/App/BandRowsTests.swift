import MapModel
import RowValues
import TestSupport
import Testing

@testable import App
@testable import StoryTestSupport
@testable import TerminalInput

/// What the band says of rows and windows.
@Suite struct BandRowsTests {
    private static let day = WallTime.millisecondsPerDay

    private static func band(_ moments: [Int64]) -> TimeBand {
        var band = TimeBand(zone: .utc)
        let moments = moments.sorted()
        band.adopt(timeline: 1, count: moments.count) { moments[$0] }
        band.fit(columns: 76)
        return band
    }

    /// 399 days of two years, and one a hundred years before.
    private static var withOutlier: TimeBand { band([-25_000 * day] + (0..<399).map { (19_000 + $0) * day }) }

    @Test func widerShowsTheOutliersAndCloserLeavesThemOutAgain() throws {
        var band = Self.withOutlier
        let (usual, all) = (try #require(band.shown), try #require(band.range))
        #expect(usual != all && band.left.before == 1)
        band.zoom(closer: false)
        #expect(band.shown == all && band.left.before == 0)
        band.zoom(closer: true)
        #expect(band.shown == usual)
        band.zoom(closer: true)
        #expect(band.shown != usual)
        band.zoom(closer: false)
        #expect(band.shown == usual && band.left.before == 1)
    }

    @Test func aStepIsNotTooFineForItsWindow() throws {
        var band = Self.withOutlier
        band.put(0..<36_525 * Self.day)
        for _ in 0..<40 { band.changeStep(by: -1) }
        let finest = band.step
        #expect(finest.typicalMilliseconds * 100_000 >= 36_525 * Self.day)
        band.changeStep(by: -1)
        #expect(band.step == finest)
        band.put(0..<60_000)
        for _ in 0..<40 { band.changeStep(by: -1) }
        #expect(band.step == CalendarStep(1, .second))
        band.put(0..<36_525 * Self.day)
        #expect(band.step.typicalMilliseconds * 100_000 >= 36_525 * Self.day)
    }

    /// A bar that reaches beyond the window may have more rows than the window.
    @Test func theBusiestBarIsWholeInTheWindow() {
        let axis = BandAxis(0...(70 * Self.day), columns: 76)
        var content = BandContent(axis: axis, counts: (0..<axis.barCount).map { $0 == 3 ? 50 : 2 })
        content.range = 0...(70 * Self.day)
        func busiest(_ window: Range<Int64>) -> String? {
            content.window = window
            return BandReadout(content).lines.first { $0.name.text == "busiest" }?.value.text
        }
        #expect(busiest(3 * Self.day..<6 * Self.day)?.hasSuffix(": 50") == true)
        #expect(busiest(3 * Self.day + 3_600_000..<6 * Self.day)?.hasSuffix(": 2") == true)
        #expect(busiest(3 * Self.day + 3_600_000..<4 * Self.day) == nil)
    }

    /// Rows without a time are in no window: they are not in the rate of all time either.
    @Test func ratesAreThoseOfRowsWithATime() throws {
        let axis = BandAxis(0...(10 * Self.day), columns: 76)
        var content = BandContent(axis: axis, counts: [])
        (content.range, content.rows) = (0...(10 * Self.day), .init(window: 1_000, all: 1_000))
        content.rows.timed = 100
        #expect(BandReadout(content).lines.first?.value == "10.0 a day")
    }

    @Test func iSumsTheWindowUpAndKeysOfTheBandAreSaidWithASelection() throws {
        var days = try DaysStory()
        try days.play("gt", "<Right>", "i")
        #expect(days.story.state.panels.current == .summary)
        try days.play("<Esc>", ".")
        #expect(days.story.state.selection.current != nil)
        let hints = KeyMap.standard.hints(for: days.story.state).map(\.text)
        #expect(hints.contains("move") && !hints.contains("open"), "\(hints)")
    }

    @Test func allRowsAreShownByABandThatStandsStill() throws {
        var days = try DaysStory()
        try days.play("gt", "<Space>")
        #expect(days.band?.playing != nil)
        try days.play("F")
        #expect(days.band?.playing == nil && days.band?.window == nil && days.rows == 61)
    }
}
