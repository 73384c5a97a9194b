import CellGraphics
import DataSets
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport
@testable import TerminalInput

/// The list of the stops of a history, with its keys.
@Suite struct StayStoryTests {
    private static let places = [(28.47, -16.25), (28.0, -16.5)]

    @Test func stopsAreListedByDays() throws {
        var story = Story(Self.places, columns: 120, rows: 40)
        story.showStops(of: [SampleJourneys.history()])
        let stays = try #require(story.state.map.journeys.stays)
        #expect(stays.stays.count == 13)
        #expect(stays.stay(atLine: 0) == nil && story.state.chosenStay == 0)
        let text = story.state.painted().plainText()
        #expect(
            text.contains("13 stops") && text.contains("≥ 10 min in 200 m") && text.contains("2 d 14 h"))
        #expect(text.contains("■") && text.contains("[■]"))
        story.play("<Down><Down>")
        #expect(story.state.chosenStay == 2)
        story.play("<Up><Up><Up>")
        #expect(story.state.chosenStay == 0)
        story.play("<PgDn><PgDn><PgDn><PgDn>")
        #expect(story.state.chosenStay == 12)
        story.play("s")
        #expect(story.state.map.journeys.stays?.lines.count == 13 && story.state.chosenStay == 12)
        let zoom = story.state.map.viewport.zoom
        #expect(story.playing("<Enter>").state.map.viewport.zoom > zoom)
        story.play("<Esc>")
        #expect(story.state.panels.current == nil && story.state.staysOnMap == nil)
    }

    @Test func pOnAStopShowsItsStretch() throws {
        var story = Story(Self.places, columns: 120, rows: 40)
        let history = SampleJourneys.history()
        story.showStops(of: [history])
        story.play("<Down><Down><Down>p")
        story.apply(
            .journeys(
                JourneyAnswer(journeys: [history].compactMap(\.self)), ticket: story.state.map.journeys.ticket
            ))
        #expect(story.state.panels.current == nil && story.state.strip?.shown != nil)
    }

    @Test(arguments: [(120, 40), (80, 24), (40, 12), (20, 8)])
    func stopsAreListedOnAnyScreen(columns: Int, rows: Int) throws {
        var story = Story(Self.places, columns: columns, rows: rows)
        story.showStops(of: [SampleJourneys.history()])
        for event in try KeyScript.events(in: "<Down><PgDn>s<Up><Enter>y<Esc>") {
            _ = story.state.painted().plainText()
            story.play(event)
        }
        story.showStops(of: [SampleJourneys.ride(hasTimes: false)])
        #expect(story.state.map.journeys.stays?.stays.isEmpty == true)
        _ = story.state.painted().plainText()
    }

    @Test(arguments: 18...60) func theWayBeforeAStopFitsItsLine(width: Int) throws {
        var story = Story(Self.places, columns: 120, rows: 40)
        story.showStops(of: [SampleJourneys.history()])
        let stays = try #require(story.state.map.journeys.stays)
        for number in 1..<stays.stays.count {
            let before = try #require(story.state.fields(of: number, stays, width: width).last).value
            #expect(before.width <= width && before.text.contains(" km") && before.text.contains(" min"))
        }
    }
}
