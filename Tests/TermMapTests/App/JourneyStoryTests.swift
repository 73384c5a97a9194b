import CellGraphics
import DataSets
import MapModel
import Rows
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport
@testable import TerminalInput

/// The strip of a journey with its keys and the mouse.
@Suite struct JourneyStoryTests {
    private static let places = [(28.47, -16.25), (28.0, -16.5)]

    private func story(
        _ journeys: [ShownJourney?] = [SampleJourneys.ride()], columns: Int = 120, rows: Int = 40
    ) -> Story {
        var story = Story(Self.places, columns: columns, rows: rows)
        story.state.screen.hasClipboard = true
        story.showStrip(of: journeys)
        return story
    }

    private func copied(_ story: Story) -> String? {
        guard case .copy(let bytes) = story.effects.last else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func frame(_ story: Story) -> String {
        story.state.painted().plainText()
    }

    // MARK: - Opening and closing

    @Test(arguments: [(120, 64, 13), (120, 40, 11), (80, 24, 9), (60, 16, 5)])
    func theStripTakesRowsOfTheMap(columns: Int, rows: Int, height: Int) {
        let story = story(columns: columns, rows: rows)
        #expect(story.state.layout.band?.height == height)
        #expect(story.state.visibleMap.height == rows - 2 - height)
        let closed = story.playing("<Esc>")
        #expect(closed.state.strip == nil && closed.state.visibleMap.height == rows - 2)
    }

    @Test func theMapKeepsItsScaleWhereTheTrackFits() {
        var story = Story(Self.places, columns: 120, rows: 40).playing("--")
        let zoom = story.state.map.viewport.zoom
        story.showStrip(of: [SampleJourneys.ride()])
        #expect(story.state.map.viewport.zoom == zoom)
    }

    @Test func aTrackThatFilledTheMapIsShownWhole() throws {
        let before = Story(Self.places, columns: 120, rows: 40).state.map.viewport.zoom
        let story = story()
        let bounds = try #require(story.state.strip?.shown?.line.bounds())
        #expect(story.state.map.holds(bounds, in: story.state.visibleMap))
        #expect(story.state.map.viewport.zoom < before)
        #expect(story.playing("<Esc>").state.map.viewport.zoom == before)
    }

    @Test func stripAndBandOfTimeShareTheirPlace() {
        var story = story().playing("gt")
        #expect(story.state.strip == nil && story.state.map.band != nil)
        story.play(":profile<Enter>")
        #expect(story.state.strip != nil && story.state.map.band == nil)
        story.apply(
            .journeys(
                JourneyAnswer(journeys: [SampleJourneys.ride()].compactMap(\.self)),
                ticket: story.state.map.journeys.ticket))
        #expect(story.state.strip?.shown?.journey.name == "ride" && story.state.layout.band?.height == 11)
    }

    @Test func aBandWithoutTimesGivesThePlaceBack() throws {
        var story = story().playing("<PgDn><PgDn>")
        let cursor = story.state.strip?.cursor
        story.play("gt")
        let query = story.state.data.query
        story.apply(.rows(.failure(QueryFailure(message: "ride.gpx: \(RowTimes.noColumn)")), of: query))
        #expect(story.state.map.band == nil && story.state.strip?.cursor == cursor)
        #expect(story.state.layout.band?.height == 11)
        #expect(story.state.screen.message?.text.text.contains("x shows the track by time") == true)
        // Closed by its key, it gives nothing back.
        #expect(story.playing("gtgt").state.strip == nil)
    }

    @Test func oneOfSeveralTracksIsNamed() {
        let several = story([SampleJourneys.ride(name: "Teide"), SampleJourneys.ride(name: "Anaga", row: 1)])
        #expect(frame(several.playing("n")).contains("2 of 2  Anaga"))
    }

    @Test func closingTheStripIsAmongItsHints() {
        #expect(frame(story()).contains("Esc close"))
    }

    @Test func withoutATrackItSaysSo() {
        let story = story([])
        #expect(story.state.strip == nil)
        var asked = Story(Self.places).playing("p")
        asked.apply(
            .journeys(
                JourneyAnswer(problem: "no times and no lines"), ticket: asked.state.map.journeys.ticket))
        #expect(asked.state.strip == nil)
        #expect(asked.state.screen.message?.text.text.contains("no times and no lines") == true)
    }

    @Test func anOlderAnswerIsNotTaken() {
        var story = Story(Self.places).playing("p")
        let ticket = story.state.map.journeys.ticket
        story.play("<Esc>p")
        story.apply(
            .journeys(JourneyAnswer(journeys: [SampleJourneys.ride()].compactMap(\.self)), ticket: ticket))
        #expect(story.state.strip != nil && story.state.strip?.shown == nil)
    }

    // MARK: - Cursor and range

    @Test func theCursorRunsAlongStripAndMap() throws {
        var story = story()
        let shown = try #require(story.state.strip?.shown)
        let axis = story.state.stripAxis(of: shown)
        #expect(axis.count == 109)
        story.play("<Right><Right>")
        #expect(story.state.stripPicture?.cursor == 2)
        story.play("<End>")
        #expect(story.state.strip?.cursor == shown.figures.end)
        #expect(story.state.stripPicture?.cursor == 108)
        story.play("<Left><Home>")
        #expect(story.state.strip?.cursor == shown.figures.start)
        story.play("<PgDn>")
        #expect(story.state.stripPicture?.cursor == 10)
        let cursor = try #require(story.state.journeyOnMap?.cursor)
        let here = shown.figures.distance(at: try #require(story.state.strip).cursor)
        #expect(cursor.text.text.hasPrefix(JourneyWords(.kilometers, isASCII: false).length(here)))
        #expect(frame(story).contains("[●]") && frame(story).contains(cursor.text.text))
    }

    @Test func theFiguresOfTheRangeAreThoseOfTheStretch() throws {
        var story = story().playing("<PgDn><PgDn><S-Right><S-PgDn>y")
        let strip = try #require(story.state.strip)
        let shown = try #require(strip.shown)
        let range = try #require(strip.range)
        let ends = [range.lowerBound, range.upperBound].map { shown.figures.distance(at: $0) }
        // What is said is what is counted: tenths of a kilometre.
        for end in ends { #expect(abs((end / 100).rounded() * 100 - end) < 1e-6) }
        let figures = shown.figures.stretch(from: range.lowerBound, to: range.upperBound)
        let words = JourneyWords(.kilometers, isASCII: false)
        let text = try #require(copied(story))
        let ascent = try #require(figures.ascent)
        #expect(text.contains("km \((ends[0] / 1000).fixed(1)) – \((ends[1] / 1000).fixed(1))"))
        #expect(text.contains(words.length(figures.meters)) && text.contains(words.ascent(ascent)))
        #expect(text.contains("% mean") && text.contains("best km"))
        #expect(frame(story).contains(words.ascent(ascent)))
        story.play("<Esc>")
        #expect(story.state.strip?.range == nil && story.state.strip != nil)
        story.play("<Esc>")
        #expect(story.state.strip == nil)
    }

    @Test func theRangeStaysWhileTheCursorMoves() throws {
        let story = story().playing("<PgDn><S-Right><S-Right>")
        let range = story.state.strip?.range
        #expect(range != nil)
        #expect(story.playing("<Left><Left>").state.strip?.range == range)
        // The next one begins where the cursor is.
        let other = story.playing("<End><S-Left>").state
        let shown = try #require(other.strip?.shown)
        let end = shown.figures.distance(at: try #require(other.strip?.range).upperBound)
        #expect(abs(end - shown.figures.distance(at: shown.figures.end)) < 100)
    }

    @Test func vDrawsARangeWithoutShift() {
        var story = story().playing("<PgDn>v<Right><Right><Right>")
        #expect(story.state.stripPicture?.range?.count == 4)
        story.play("v<Right>")
        #expect(story.state.stripPicture?.range?.count == 4 && story.state.stripPicture?.cursor == 14)
        story.play("<Esc>")
        #expect(story.state.stripPicture?.range == nil)
        story.play("<Esc>")
        #expect(story.state.strip == nil)
    }

    @Test func theMouseSetsCursorAndRange() throws {
        var story = story()
        let plot = story.state.stripLayout.plot
        func mouse(_ kind: MouseEvent.Kind, _ column: Int) -> InputEvent {
            .mouse(
                MouseEvent(
                    kind: kind, button: .left,
                    point: CellPoint(column: plot.column + column, row: plot.row + 2)))
        }
        story.play(mouse(.press, 30), at: .seconds(1))
        story.play(mouse(.release, 30), at: .seconds(1))
        #expect(story.state.stripPicture?.cursor == 30)
        for (kind, column) in [(MouseEvent.Kind.press, 40), (.drag, 45), (.drag, 50), (.release, 50)] {
            story.play(mouse(kind, column), at: .seconds(5))
        }
        let range = try #require(story.state.stripPicture?.range)
        #expect((39...40).contains(range.lowerBound) && (50...51).contains(range.upperBound))
        // A double click on the way up: from the start to the top.
        for _ in 0..<2 {
            story.play(mouse(.press, 20), at: .seconds(9))
            story.play(mouse(.release, 20), at: .seconds(9))
        }
        let climb = try #require(story.state.strip?.range)
        let shown = try #require(story.state.strip?.shown)
        let figures = shown.figures.stretch(from: climb.lowerBound, to: climb.upperBound)
        #expect(figures.descent ?? 1 < 1 && figures.ascent ?? 0 > 2_200)
    }

    // MARK: - Columns and axis

    @Test func pTurnsTheColumns() {
        let story = story()
        #expect(story.state.strip?.columns == [.height, .speed, .slope, .column(0)])
        #expect(frame(story).contains("elevation  speed  slope  heart rate"))
        #expect(story.playing("p").state.strip?.currentColumn == .speed)
        #expect(story.playing("pppp").state.strip?.currentColumn == .height)
        #expect(story.playing("P").state.strip?.currentColumn == .column(0))
        #expect(frame(story.playing("p")).contains("km/h"))
    }

    @Test func xShowsTheTime() throws {
        var story = story().playing("x")
        #expect(story.state.strip?.isByTime == true)
        let picture = try #require(story.state.stripPicture)
        #expect(picture.ticks.first?.text == "0 h")
        // The stay on the top is grey.
        #expect(picture.columns.contains { $0.side == .stop })
        story.play("<PgDn><S-Right>x")
        #expect(story.state.strip?.isByTime == false && story.state.strip?.range != nil)
    }

    @Test func tabGoesToTheStops() throws {
        let story = story().playing("<Tab>")
        let stop = try #require(story.state.strip?.shown?.stops.first)
        #expect(story.state.strip?.cursor.point == stop.points.lowerBound)
        #expect(story.state.screen.message?.text.text.contains("20 min") == true)
        #expect(story.playing("<Tab>").state.strip?.cursor.point == stop.points.lowerBound)
    }

    @Test func nShowsTheNextTrack() {
        let story = story([SampleJourneys.ride(name: "first"), SampleJourneys.ride(name: "second", row: 1)])
        #expect(story.state.journeyStatus?.count == "2 tracks")
        #expect(frame(story).contains("1 of 2") && story.playing("n").state.strip?.shown?.name == "second")
        #expect(story.playing("nn").state.strip?.shown?.name == "first")
        #expect(story.playing("N").state.strip?.shown?.name == "second")
    }

    @Test func enterListsAllFigures() {
        let story = story().playing("<Enter>")
        #expect(story.state.panels.current == .journey && !frame(story).contains(".000Z"))
        let text = frame(story)
        for name in ["distance", "ascent", "highest", "time moving", "fastest", "stops"] {
            #expect(text.contains(name))
        }
        #expect(story.playing("<Esc>").state.strip != nil)
    }

    @Test func zShowsTheRange() {
        let before = story().playing("<PgDn><S-PgDn>")
        #expect(before.playing("z").state.map.viewport.zoom > before.state.map.viewport.zoom)
    }

    /// Towards a pole the map has no room: a mark stood in each cell, and their numbers were one.
    @Test func marksAlongTheEdgeOfTheMapStandApart() {
        let way = (0..<200).map { index -> (Double, Double) in
            let step = Double(index)
            return (88.5 + 0.007 * step, 20 + 0.005 * step)
        }
        let text = frame(story([SampleJourneys.line(way)]).playing("z"))
        #expect(text.contains("●") && !text.contains("●●"))
        let map = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(20)
        #expect(map.allSatisfy { !$0.contains(#/\d{4}/#) })
    }

    @Test func aSelectedTrackIsShownFirst() throws {
        var story = Story(Self.places, columns: 120, rows: 40).playing("<Tab>")
        let row = try #require(story.state.selection.current?.row)
        story.showStrip(of: [
            SampleJourneys.ride(name: "other", row: 7), SampleJourneys.ride(name: "mine", row: row),
        ])
        #expect(story.state.strip?.shown?.name == "mine")
    }

    @Test func aJourneyThatGrowsKeepsItsCursor() throws {
        var story = story([SampleJourneys.line([(28, -16), (28.1, -16), (28.2, -16)])]).playing(
            "<Right><Right><Right>")
        let cursor = story.state.strip?.cursor
        let grown = SampleJourneys.line([(28, -16), (28.1, -16), (28.2, -16), (28.4, -16)])
        story.state.data.rows.generation += 1
        story.apply(.tick, at: .seconds(3))
        story.apply(
            .journeys(
                JourneyAnswer(journeys: [grown].compactMap(\.self)), ticket: story.state.map.journeys.ticket),
            at: .seconds(3))
        #expect(story.state.strip?.shown?.journey.count == 4 && story.state.strip?.cursor == cursor)
    }

    // MARK: - Faults

    private static let faulty = [
        SampleJourneys.ride(hasTimes: false, column: false),
        SampleJourneys.ride(hasHeights: false, column: false),
        SampleJourneys.ride(hasTimes: false, hasHeights: false, column: false),
        SampleJourneys.ride(half: true), SampleJourneys.line([(10, 10)]),
        SampleJourneys.line([(10, 10), (10, 10), (10, 10)], heights: [5, 5, 5], hasTimes: true),
        SampleJourneys.line([(89.9, 0), (90, 0), (89.9, 180)], heights: [1, 2, 3], hasTimes: true),
        SampleJourneys.line([(0, 179), (0, -179), (0, 179)], hasTimes: true),
        SampleJourneys.line([(0, 0), (0, 1), (50, 50), (50, 51)], hasTimes: true, segments: [2]),
    ]

    @Test(arguments: faulty.indices)
    func anyJourneyCanBePlayedWith(number: Int) throws {
        let keys = "<Right><S-Right><S-PgDn>pyxz<Tab><S-Tab>n<Enter><Esc>fv<Left>v<End><S-Home>P<Home>y"
        for (columns, rows) in [(120, 40), (80, 24), (40, 12), (20, 8)] {
            var story = story([Self.faulty[number]], columns: columns, rows: rows)
            _ = frame(story)
            for event in try KeyScript.events(in: keys) {
                story.play(event)
                _ = frame(story)
            }
            #expect(story.state.strip?.shown != nil)
        }
    }

    @Test func whatIsNotKnownIsNotSaid() {
        let still = frame(story([SampleJourneys.ride(hasTimes: false, hasHeights: false, column: false)]))
        #expect(
            still.contains("no heights and no times") && !still.contains("↑") && !still.contains("moving"))
        #expect(!still.contains("next stop") && !still.contains("by time"))
        #expect(frame(story()).contains("next stop"))
        let flat = story([SampleJourneys.ride(hasHeights: false, column: false)])
        #expect(flat.state.strip?.columns == [.speed] && !frame(flat).contains("↑"))
        let timeless = story([SampleJourneys.ride(hasTimes: false, column: false)]).playing("x")
        #expect(timeless.state.screen.message?.text.text.contains("no times") == true)
    }

    @Test func aHalfWithoutHeightsIsEmpty() throws {
        let picture = try #require(story([SampleJourneys.ride(half: true)]).state.stripPicture)
        #expect(picture.columns.prefix(50).allSatisfy { $0.height == nil })
        #expect(picture.columns.suffix(40).allSatisfy { $0.height != nil })
    }

    // MARK: - Saving

    @Test func theRangeIsSavedAsGPX() {
        let story = story().playing("<PgDn><S-PgDn>:save /tmp/climb.gpx<Enter>")
        guard case .saveRows(let request, .journey(let shown, let range)) = story.effects.last else {
            Issue.record("\(String(describing: story.effects.last))")
            return
        }
        #expect(request.path == "/tmp/climb.gpx" && shown.name == "ride" && range == story.state.strip?.range)
    }
}
