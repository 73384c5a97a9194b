import CellGraphics
import MapModel
import Testing

@testable import App
@testable import Receivers
@testable import Scene
@testable import StoryTestSupport

@Suite struct PositionStoryTests {
    private static let start = UTCInstant.earliest

    /// A screen with a position that is waited for: from a receiver, or from a log.
    private func story(isLive: Bool = false, logsVerdicts: Bool = false, rows: [(Double, Double)] = [])
        -> Story
    {
        var story = Story(rows.isEmpty ? [(48, 11), (48.001, 11.001), (49, 12)] : rows)
        story.state.position = OwnPosition(
            sourceName: "gpsd at localhost:2947", isLive: isLive, rules: FixRules(), track: Track(),
            start: nil,
            logsVerdicts: logsVerdicts)
        return story
    }

    private func fix(
        _ latitude: Double, _ longitude: Double, second: Int, mode: LocationFix.Mode = .threeDimensional,
        speed: Double? = nil, course: Double? = nil, accuracy: Double? = 4
    ) -> PositionEvent {
        let time = UTCInstant(
            year: 2026, month: 11, day: 21, hour: second / 3600, minute: second / 60 % 60, second: second % 60
        )
        return .fix(
            LocationFix(
                mode: mode, time: time, coordinate: Coordinate(latitude: latitude, longitude: longitude),
                accuracyMeters: accuracy, speedMetersPerSecond: speed, courseDegrees: course))
    }

    private func report(_ story: inout Story, _ events: [PositionEvent], at now: Duration = .zero) {
        story.apply(.positionEvents([.status(.receiving)] + events, at: Self.start), at: now)
    }

    /// The cell of the position, and the middle of the map.
    private func cell(_ story: Story) -> CellPoint? {
        story.state.position?.point.map { story.state.map.viewport.dot(of: $0).cell }
    }

    private func frame(_ story: Story) -> CellBuffer {
        story.state.painted(at: story.state.now)
    }

    private func status(_ story: Story) -> String {
        String(frame(story).plainText().split(separator: "\n", omittingEmptySubsequences: false)[22])
    }

    // MARK: - A feed

    @Test func thePositionOfAFeedIsShownFromItsFirstFixOn() {
        var story = story()
        story.state.feedPosition = story.state.position
        story.state.feedPosition?.follow = .off
        story.state.position = nil
        let before = story.state.map.viewport
        report(&story, [fix(48.5, 11.5, second: 1)])
        #expect(story.state.position?.coordinate?.latitude == 48.5 && story.state.map.viewport == before)
        story.play("G")
        #expect(story.state.position?.follow == .on)
    }

    // MARK: - Why there is none

    @Test func theStatusSaysWhyNothingIsShown() {
        var story = story(isLive: true)
        let start = UTCInstant(year: 2026, month: 11, day: 23)
        story.state.position = OwnPosition(
            sourceName: "gpsd", isLive: true, rules: FixRules(), track: Track(), start: start,
            logsVerdicts: false)
        let events = (0..<12).map { fix(48, 11, second: $0) }
        story.apply(.positionEvents([.status(.receiving)] + events, at: start ?? .earliest))
        #expect(status(story).contains("12 fixes dropped: from before the start"))
        #expect(story.state.positionFields.contains { $0.value == "47 h behind this computer's" })
    }

    @Test func theStatusSaysWhichLinesWereDropped() {
        var story = story()
        report(&story, [.dropped(20, reasons: "20 without a checksum")])
        #expect(status(story).contains("no fix: 20 without a checksum"))
    }

    @Test func severalReceiversAreListed() {
        func report(_ device: String, _ longitude: Double) -> PositionEvent {
            guard case .fix(var fix) = fix(48, longitude, second: 1) else { return .status(.receiving) }
            fix.device = device
            return .fix(fix)
        }
        var story = story()
        self.report(&story, [report("/dev/a", 11), report("/dev/b", 12)])
        let field = story.state.positionFields.first { $0.name == "receivers" }
        #expect(field?.value.hasPrefix("/dev/a: followed\n/dev/b: 3D ±4 m at 48, 12") == true)
        #expect(story.state.position?.coordinate?.longitude == 11)
        #expect(story.state.position?.lastDrop == nil)
    }

    @Test func altitudeHasTheUnitOfDistances() {
        var story = story()
        story.state.screen.distanceUnit = .miles
        guard let position = story.state.position else { return }
        #expect(PositionText(position, story.state).altitude(1000) == "3,281 ft")
    }

    @Test func datesThatWereGuessedAreAMessage() {
        var story = story()
        report(&story, [.note("no dates in the NMEA: 2026-11-21 from this computer's clock")])
        #expect(story.state.screen.message?.text.text.hasPrefix("no dates") == true)
        #expect(story.state.positionFields.contains { $0.name == "note" })
    }

    // MARK: - Following

    @Test func theFirstGoodFixIsShownWithItsStreets() {
        var story = story()
        report(&story, [fix(0, 0, second: 0, mode: .none)])
        #expect(story.state.position?.wasShown == false)
        report(&story, [fix(48.1, 11.5, second: 1)])
        #expect(story.state.map.viewport.zoom == 14)
        #expect(cell(story) == story.state.visibleMap.middle)
        #expect(!story.state.map.history.canGoBack)
    }

    @Test func aChosenViewKeepsItsZoom() {
        var story = story().playing("+++")
        story.state.position?.follow = .on
        let zoom = story.state.map.viewport.zoom
        report(&story, [fix(48.1, 11.5, second: 1)])
        #expect(story.state.map.viewport.zoom == zoom && cell(story) == story.state.visibleMap.middle)
    }

    @Test func theMapMovesByWholeCellsWhenThePositionLeavesItsMiddle() {
        var story = story()
        report(&story, [fix(48.1, 11.5, second: 0)])
        var moves = 0
        for second in 1...200 {
            let before = story.state.map.viewport
            report(&story, [fix(48.1, 11.5 + Double(second) * 0.0005, second: second)])
            let after = story.state.map.viewport
            let place = cell(story)
            #expect(place.map { (20..<60).contains($0.column) && (5..<17).contains($0.row) } == true)
            guard after != before else { continue }
            moves += 1
            let dots = (after.origin.x - before.origin.x, after.origin.y - before.origin.y)
            #expect(dots.0 % 2 == 0 && dots.1 == 0 && after.zoom == before.zoom)
            #expect(place == story.state.visibleMap.middle)
        }
        #expect(moves > 2 && moves < 40, "\(moves)")
    }

    @Test(arguments: ["l", "<Down>", "gl10,10<Enter>", "W", "0"])
    func movingTheMapPausesAndGResumes(keys: String) {
        var story = story()
        report(&story, [fix(48.1, 11.5, second: 0)])
        story.play(keys)
        #expect(story.state.position?.follow == .paused)
        let view = story.state.map.viewport
        report(&story, [fix(48.9, 11.9, second: 60)])
        #expect(story.state.map.viewport == view)
        story.play("G")
        #expect(story.state.position?.follow == .on)
        #expect(cell(story) == story.state.visibleMap.middle)
        story.play("<Backspace>")
        #expect(story.state.map.viewport == view && story.state.position?.follow == .paused)
    }

    @Test(arguments: ["+", "-", "L", "?", "gs", "b"])
    func whatDoesNotMoveTheMapDoesNotPause(keys: String) {
        var story = story()
        report(&story, [fix(48.1, 11.5, second: 0)])
        story.play(keys)
        #expect(story.state.position?.follow == .on)
    }

    @Test func zoomingKeepsThePositionWhereItIs() {
        var story = story()
        report(&story, [fix(48.1, 11.5, second: 0)])
        report(&story, [fix(48.1, 11.51, second: 1)])
        let before = cell(story)
        #expect(before != story.state.visibleMap.middle)
        story.play("+")
        let after = cell(story)
        #expect(after.map { abs($0.column - (before?.column ?? 0)) <= 1 } == true)
    }

    @Test func gTurnsFollowingOffAndOn() {
        var story = story()
        report(&story, [fix(48.1, 11.5, second: 0)])
        story.play("G")
        #expect(story.state.position?.follow == .off)
        story.play("l")
        #expect(story.state.position?.follow == .off)
        story.play("G")
        #expect(story.state.position?.follow == .on && cell(story) == story.state.visibleMap.middle)
    }

    @Test func withoutAPositionGSaysHowToGetOne() {
        let story = Story([(1, 2)]).playing("G")
        #expect(story.state.screen.message?.text.text.contains("--gps") == true)
        #expect(story.playing("gs").state.panels.current == nil)
    }

    @Test func aSearchThatIsGivenUpDoesNotPause() {
        var story = story()
        report(&story, [fix(48.1, 11.5, second: 0)])
        story.play("/zz")
        report(&story, [fix(48.2, 11.6, second: 60)])
        story.play("<Esc>")
        #expect(story.state.position?.follow == .on)
        report(&story, [fix(48.2, 11.601, second: 61)])
        #expect(cell(story).map { story.state.visibleMap.contains($0) } == true)
    }

    // MARK: - Words

    @Test func theStatusSaysHowGoodAndHowOldTheFixIs() {
        var story = story()
        #expect(status(story).contains("no fix yet"))
        report(&story, [fix(48.1, 11.5, second: 0, speed: 10, course: 270)], at: .seconds(5))
        #expect(status(story).contains("3D ±4 m · 0.0 s") && status(story).contains("36.0 km/h 270°"))
        story.apply(.tick, at: .milliseconds(5800))
        #expect(status(story).contains("3D ±4 m · 0.8 s"))
        story.apply(.tick, at: .seconds(16))
        #expect(status(story).contains("stale 11 s") && !status(story).contains("km/h"))
        report(&story, [fix(48.1, 11.5, second: 9, mode: .none)], at: .seconds(17))
        #expect(status(story).contains("NO FIX 12 s"))
        story.apply(
            .positionEvents(
                [.status(.lost(reason: "localhost:2947: Connection refused", retrySeconds: 8))],
                at: Self.start), at: .seconds(18))
        story.apply(.tick, at: .seconds(20))
        #expect(status(story).contains("gpsd: Connection refused, retry in 6 s"))
        #expect(frame(story.playing("gs")).plainText().contains("localhost:2947: Connection refused"))
    }

    @Test func theAgeOfALiveFixIncludesItsWayToUs() {
        var story = story(isLive: true)
        let fix = fix(48.1, 11.5, second: 10)
        let arrival = UTCInstant(year: 2026, month: 11, day: 21, second: 10, millisecond: 700)
        story.apply(.positionEvents([.status(.receiving), fix], at: arrival ?? .earliest), at: .seconds(100))
        #expect(status(story).contains("· 0.7 s"))
        #expect(story.state.timeToNextChange == .milliseconds(300))
    }

    @Test func nothingWakesTheProgramWithoutAPositionOrAtTheEndOfALog() {
        #expect(Story([(1, 2)]).state.timeToNextChange == nil)
        var story = story()
        #expect(story.state.timeToNextChange == nil)
        report(&story, [fix(48.1, 11.5, second: 0)])
        #expect(story.state.timeToNextChange == .seconds(1))
        story.apply(.positionEvents([.status(.ended)], at: Self.start), at: .zero)
        #expect(story.state.timeToNextChange == nil)
        story.apply(.tick, at: .seconds(60))
        #expect(status(story).contains("end of log") && !status(story).contains("stale"))
    }

    // MARK: - Counts

    @Test func keptAndDroppedAreCountedByReason() {
        var story = story(logsVerdicts: true)
        story.apply(.resized(columns: 120, rows: 40))
        report(
            &story,
            [
                fix(48.1, 11.5, second: 5), fix(48.1, 11.5, second: 10), fix(48.1, 11.5, second: 9),
                fix(48.1, 11.5, second: 8),
                fix(0, 0, second: 11, mode: .none), fix(48.2, 11.5, second: 12),
                .dropped(3, reasons: "2 malformed, 1 too long"),
            ])
        story.play("gs")
        let text = frame(story).plainText()
        for words in ["kept", "3 fixes", "2 out of order", "1 without a fix", "2 malformed", "1 too long"] {
            #expect(text.contains(words), "\(words)\n\(text)")
        }
        let judged = story.effects.flatMap { effect in
            if case .writeVerdicts(let judged) = effect { judged } else { [JudgedFix]() }
        }
        #expect(judged.count == 6 && judged.filter { $0.verdict == .dropped(.outOfOrder) }.count == 2)
        #expect(story.playing("gs").state.panels.current == nil)
    }

    @Test func theTrackIsSavedEachMinuteWhileItGrows() {
        var story = story()
        story.state.position?.isSaved = true
        var saves = 0
        for second in 1...300 {
            report(&story, [fix(48.1, 11.5, second: min(second, 200))], at: .seconds(second))
        }
        saves = story.effects.count { $0 == .saveTrack }
        #expect(saves == 4, "\(saves)")
    }

    // MARK: - Nearby

    @Test func whatIsNearGoesWithThePosition() {
        var story = story(rows: (0..<30).map { (0, Double($0) / 10) })
        report(&story, [fix(0, 0, second: 0)])
        story.play("r5km<Enter>")
        #expect(story.state.nearby?.followsPosition == true && story.state.nearby?.total == 1)
        #expect(story.state.position?.follow == .on)
        report(&story, [fix(0, 0.00005, second: 1)])
        #expect(story.state.nearby?.center.longitude == 0)
        report(&story, [fix(0, 2, second: 2)])
        let near = story.state.nearby.map { $0.neighbors.map { story.state.data.tree.row(at: $0.index) } }
        #expect(near == [20] && story.state.nearby?.center.longitude == 2)
        story.play("l")
        #expect(story.state.position?.follow == .paused)
    }

    @Test func aSelectionComesBeforeThePosition() {
        var story = story(rows: [(48.1, 11.5), (48.1001, 11.5001)])
        report(&story, [fix(48.1, 11.6, second: 0)])
        story.play("gl48.1,11.5<Enter><Tab>r")
        #expect(story.state.nearby?.followsPosition == false)
    }

    // MARK: - Drawing

    /// Cells drawn in a role.
    private func cells(_ role: Role, _ frame: CellBuffer) -> [CellPoint] {
        (0..<22).flatMap { row in
            frame.row(row).enumerated().filter { $0.element.style.ink == role.index }
                .map { CellPoint(column: $0.offset, row: row) }
        }
    }

    @Test func aTrackAcross180IsOneLineAndNoBarAcrossTheMap() {
        var story = story()
        story.state.position?.follow = .off
        story.play("gl0,180<Enter>------")
        let events = (0...40).map { step in
            fix(0, Coordinate.wrapped(longitude: 170 + Double(step) / 2), second: step)
        }
        report(&story, events)
        let track = cells(.track, frame(story))
        #expect(Set(track.map(\.row)).count == 1)
        #expect(track.count > 3 && track.count < 30, "\(track)")
        let columns = track.map(\.column).sorted()
        #expect((columns.last ?? 0) - (columns.first ?? 0) <= track.count + 1)
    }

    @Test func followingAcross180MovesTheMapEastOnly() {
        var story = story()
        report(&story, [fix(10, 179.9, second: 0)])
        for step in 1...100 {
            let before = story.state.map.viewport.origin.y
            report(
                &story, [fix(10, Coordinate.wrapped(longitude: 179.9 + Double(step) * 0.002), second: step)])
            #expect(story.state.map.viewport.origin.y == before)
            #expect(cell(story).map { story.state.visibleMap.contains($0) } == true)
        }
    }

    @Test(
        arguments: [
            (0.0, "▲"), (44, "▲"), (46, "▶"), (180, "▼"), (270, "◀"), (316, "▲"), (359.9, "▲"), (-90, "◎"),
            (Double.infinity, "◎"), (1e300, nil),
        ] as [(Double, Character?)])
    func theSignPointsWhereOneGoes(course: Double, sign: Character?) {
        var story = story()
        report(&story, [fix(48.1, 11.5, second: 0, speed: 5, course: course)])
        let text = frame(story).plainText()
        if let sign { #expect(text.contains(sign)) }
        report(&story, [fix(48.1, 11.5, second: 1, speed: 0.2, course: course)])
        #expect(frame(story).plainText().contains("◎"))
    }

    @Test func theCircleOfAccuracyIsToScale() {
        var story = story()
        report(&story, [fix(48.1, 11.5, second: 0, accuracy: 2)])
        #expect(cells(.accuracyCircle, frame(story)).isEmpty)
        let meters = 30 * story.state.map.viewport.metersPerDot(at: 48.1)
        report(&story, [fix(48.1, 11.5, second: 1, accuracy: meters)])
        let circle = cells(.accuracyCircle, frame(story))
        let columns = circle.map(\.column)
        #expect(abs((columns.max() ?? 0) - (columns.min() ?? 0) - 30) <= 1)
    }

    @Test(arguments: [1e5, 1e6, 1.9e7, 1e9, 1e300, .infinity])
    func hugeCirclesDoNoHarm(accuracy: Double) {
        var story = story()
        for place in [(89.9, 0.0), (0, 180), (-90, -180)] {
            story.state.position?.follow = .on
            report(&story, [fix(place.0, place.1, second: 1, accuracy: accuracy)])
            for keys in ["W", "G", "++++++++++"] {
                story.play(keys)
                #expect(frame(story).width == 80)
            }
        }
    }
}
