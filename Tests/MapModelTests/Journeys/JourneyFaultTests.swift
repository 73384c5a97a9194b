import TestSupport
import Testing

@testable import MapModel

/// What receivers and people do to tracks.
@Suite struct JourneyFaultTests {
    @Test func withoutTimesNothingIsKnownOfThem() throws {
        var maker = JourneyMaker()
        maker.go(100, timed: false)
        let figures = try maker.figures()
        let whole = figures.whole
        #expect(figures.stops.isEmpty && figures.measures.isEmpty)
        #expect(whole.elapsedSeconds == nil && whole.movingSeconds == nil && whole.movingMeters == nil)
        #expect(whole.meanSpeed == nil && whole.fastest == nil && whole.start == nil)
        #expect(abs(whole.meters - 990) < 1e-6)
    }

    @Test func onePointHasNoWay() throws {
        var maker = JourneyMaker()
        maker.go(1) { _ in 7 }
        let whole = try maker.figures().whole
        #expect(whole.meters == 0 && whole.elapsedSeconds == 0 && whole.ascent == nil)
        #expect(whole.movingSeconds == nil)
        #expect(whole.lowest == 7 && whole.highest == 7 && whole.meanSpeed == nil)
        #expect(JourneyBuilder(name: "").finish() == nil)
    }

    @Test func equalPointsAreOneStop() throws {
        var maker = JourneyMaker()
        maker.stay(20_000, seconds: 1, height: 3)
        let figures = try maker.figures()
        #expect(figures.stops.count == 1 && figures.whole.meters == 0 && figures.whole.movingSeconds == 0)
        #expect(figures.whole.ascent == 0 && figures.whole.movingSpeed == nil)
    }

    @Test func heightsOfSomePointsAreCounted() throws {
        var maker = JourneyMaker()
        maker.go(100) { 400 + $0 / 10 }
        maker.go(50)
        maker.go(100) { 400 + $0 / 10 }
        let figures = try maker.figures()
        #expect(figures.journey.notes.withoutHeight == 50)
        #expect(abs(try #require(figures.whole.ascent) - 249) < 11)
        let gap = figures.stretch(from: JourneyPosition(point: 110), to: JourneyPosition(point: 140))
        #expect(gap.lowest == nil && gap.metersInSpace == nil)
    }

    /// A way up of 10 % is half a percent longer in space, also where two of three points have no height.
    @Test(arguments: [1.0, 3, 7]) func theWayInSpaceBridgesMissingHeights(every: Double) throws {
        var maker = JourneyMaker()
        maker.go(211) { meters in
            (meters / 10).rounded().truncatingRemainder(dividingBy: every) == 0 ? 400 + meters / 10 : nil
        }
        let whole = try maker.figures().whole
        #expect(abs(whole.meters - 2_100) < 1e-4)
        #expect(abs(try #require(whole.metersInSpace) - 2_100 * 1.01.squareRoot()) < 0.01)
    }

    @Test func numbersForNoHeightAreNone() throws {
        var maker = JourneyMaker()
        maker.go(100) { _ in 450 }
        maker.go(5) { _ in 0 }
        maker.go(10) { _ in -9999 }
        maker.go(100) { _ in 450 }
        maker.go(4) { _ in 0 }
        let figures = try maker.figures()
        #expect(figures.journey.notes.meaninglessHeights == 15)
        // Four are too few to be sure.
        #expect(figures.whole.lowest == 0 && figures.whole.highest == 450)
        var sea = JourneyMaker()
        sea.go(100) { $0 < 500 ? 0 : 50 }
        #expect(try sea.figures().journey.notes.meaninglessHeights == 0)
    }

    @Test func nothingBridgesSegments() throws {
        var maker = JourneyMaker()
        maker.go(100) { _ in 400 }
        maker.builder.startSegment()
        maker.place = Geodesic(from: maker.place, azimuth: 0, meters: 5_000).end
        maker.moment += 60_000
        maker.go(100) { _ in 900 }
        let figures = try maker.figures()
        let whole = figures.whole
        #expect(whole.segmentCount == 2 && abs(whole.meters - 1_980) < 1e-6)
        #expect(whole.elapsedSeconds == 259 && whole.movingSeconds == 198)
        #expect(abs(try #require(whole.fastest) - 10) < 0.1)
        #expect(abs(try #require(whole.metersInSpace) - whole.meters) < 1e-9)
        #expect(figures.isGap(after: 99) && !figures.isGap(after: 98))
        #expect(whole.ascent == 0 && whole.descent == 0 && whole.lowest == 400 && whole.highest == 900)
    }

    /// By cable car to another hill: what rises and falls there counts, what lies between does not.
    @Test func climbsOfSegmentsAddUp() throws {
        var maker = JourneyMaker()
        maker.go(201) { 500 + $0 / 10 }
        for (start, slope) in [(1_500.0, 0.1), (900, -0.1)] {
            maker.builder.startSegment()
            maker.meters = 0
            maker.go(101) { start + $0 * slope }
        }
        let figures = try maker.figures()
        let whole = figures.whole
        #expect(whole.segmentCount == 3)
        let (ascent, descent) = (try #require(whole.ascent), try #require(whole.descent))
        #expect(abs(ascent - 300) < 6 && abs(descent - 100) < 4)
        #expect(whole.lowest == 500 && whole.highest == 1_600)
    }

    @Test func gapsOfTimeAndWayBeginASegment() throws {
        for (seconds, meters, segments) in [(1_900.0, 1_100.0, 2), (1_900, 900, 1), (1_700, 1_100, 1)] {
            var maker = JourneyMaker()
            maker.go(100)
            maker.place = Geodesic(from: maker.place, azimuth: 0, meters: meters).end
            maker.moment += Int64(seconds * 1000)
            maker.go(100)
            #expect(try maker.figures().whole.segmentCount == segments)
        }
    }

    @Test func stepsFasterThanAnythingAreFaults() throws {
        var maker = JourneyMaker()
        maker.go(100)
        let here = maker.place
        maker.place = Geodesic(from: here, azimuth: 0, meters: 40_000).end
        maker.go(1)
        maker.place = here
        maker.go(100)
        let figures = try maker.figures()
        #expect(figures.journey.notes.faultySteps == 2 && abs(figures.whole.meters - 1_980) < 1e-6)
        // An airliner is slower, and jitter at 100 Hz is no speed.
        var plane = JourneyMaker()
        plane.go(100, step: 2_500, seconds: 10)
        #expect(try plane.figures().journey.notes.faultySteps == 0)
        var log = JourneyMaker()
        log.go(1_000, step: 5, seconds: 0.01)
        #expect(try log.figures().journey.notes.faultySteps == 0)
    }

    /// As recorders write that know only when a track begins, or date all points alike.
    @Test(arguments: [true, false]) func stepsWithoutATimeAreNotFast(onlyFirst: Bool) throws {
        var maker = JourneyMaker()
        maker.go(1, step: 1_100, seconds: 0)
        maker.go(59, step: 1_100, seconds: 0, timed: !onlyFirst)
        let figures = try maker.figures()
        let whole = figures.whole
        #expect(figures.journey.notes.faultySteps == 0 && whole.segmentCount == 1)
        #expect(abs(whole.meters - 59 * 1_100) < 1e-6)
        #expect(whole.elapsedSeconds == 0 && whole.movingSeconds == nil && whole.fastest == nil)
    }

    @Test func timesThatGoBackTakeNoTime() throws {
        var maker = JourneyMaker()
        maker.go(100)
        maker.moment -= 40_000
        maker.go(1)
        maker.moment += 40_000
        maker.go(100)
        let figures = try maker.figures()
        #expect(figures.journey.notes.backwards == 1 && figures.whole.elapsedSeconds == 200)
        #expect(figures.whole.movingSeconds == 200)
        // A clock that is set keeps what was before.
        var clock = JourneyMaker()
        clock.go(100)
        clock.moment -= 3_600_000
        clock.go(100)
        let set = try clock.figures()
        #expect(set.journey.notes.backwards == 1 && set.whole.movingSeconds == 198)
    }

    @Test func turnsOfTheWeekCounterAreUndone() throws {
        var maker = JourneyMaker()
        maker.moment -= GPSWeek.rolloverMilliseconds
        maker.go(100)
        maker.moment += GPSWeek.rolloverMilliseconds
        maker.go(100)
        let figures = try maker.figures()
        #expect(figures.journey.notes.movedByWeeks == 100 && figures.whole.elapsedSeconds == 199)
        #expect(figures.whole.start == 1_780_000_000_000)
    }

    @Test func aHundredPointsASecondHaveTheSameSpeed() throws {
        var maker = JourneyMaker()
        maker.go(20_000, step: 0.1, seconds: 0.01)
        let whole = try maker.figures().whole
        #expect(abs(try #require(whole.fastest) - 10) < 0.01 && abs(whole.meters - 1_999.9) < 1e-4)
    }

    /// Every seventh point has no time: on the way at one speed none of the figures changes.
    @Test func pointsWithoutATimeGetItFromTheWay() throws {
        var maker = JourneyMaker()
        for _ in 0..<40 {
            maker.go(6, seconds: 2)
            maker.go(1, seconds: 2, timed: false)
        }
        maker.go(1)
        let figures = try maker.figures()
        let whole = figures.whole
        #expect(figures.journey.notes.withoutTime == 40 && whole.elapsedSeconds == 560)
        #expect(figures.journey.moments[6] == 1_780_000_012_000)
        #expect(abs(try #require(whole.fastest) - 5) < 0.01)
        #expect(abs(try #require(whole.meanSpeed) - 5) < 0.01)
        #expect(abs(try #require(whole.bestKilometerSeconds) - 200) < 0.1)
    }

    /// A program wrote one moment for all points: no speed and no best kilometre can be known.
    @Test func timesThatStandStillGiveNoSpeed() throws {
        var maker = JourneyMaker()
        maker.go(300, step: 10, seconds: 0)
        let whole = try maker.figures().whole
        #expect(whole.elapsedSeconds == 0 && abs(whole.meters - 2_990) < 0.01)
        #expect(whole.bestKilometerSeconds == nil && whole.fastest == nil && whole.meanSpeed == nil)
    }

    /// Where a planned way was put behind a recorded one, or before it, nobody knows how fast it was.
    @Test func pointsBehindTheLastTimeHaveNoSpeed() throws {
        for isBehind in [true, false] {
            var maker = JourneyMaker()
            if !isBehind { maker.go(300, step: 10, timed: false) }
            maker.go(201, step: 10, seconds: 2)
            if isBehind { maker.go(300, step: 10, timed: false) }
            let figures = try maker.figures()
            let whole = figures.whole
            #expect(figures.journey.notes.withoutTime == 300 && abs(whole.meters - 5_000) < 0.01)
            #expect(whole.elapsedSeconds == 400 && whole.movingSeconds == 400)
            #expect(abs(try #require(whole.fastest) - 5) < 0.01)
            #expect(abs(try #require(whole.meanSpeed) - 5) < 0.01)
            #expect(abs(try #require(whole.movingMeters) - 2_000) < 0.01)
            #expect(abs(try #require(whole.bestKilometerSeconds) - 200) < 0.1)
            let first = isBehind ? 0.0 : 4_000
            let (from, to) = (
                figures.position(atDistance: 3_000 - first / 2),
                figures.position(atDistance: 4_000 - first / 2)
            )
            let unknown = figures.stretch(from: from, to: to)
            #expect(abs(unknown.meters - 1_000) < 1e-6)
            #expect(unknown.elapsedSeconds == nil && unknown.start == nil && unknown.movingMeters == nil)
            #expect(unknown.meanSpeed == nil && unknown.fastest == nil)
        }
    }

    /// A recorder that was paused while somebody ate: 20 minutes for a few steps are no way.
    @Test(arguments: [(50.0, 198.0, 1_980.0), (320, 198, 1_980), (350, 1_398, 2_330)])
    func aPauseOfTheRecorderIsNoMovingTime(meters: Double, moving: Double, way: Double) throws {
        var maker = JourneyMaker()
        maker.go(100)
        maker.place = Geodesic(from: maker.place, azimuth: 0, meters: meters - 10).end
        maker.moment += 1_199_000
        maker.go(100)
        let figures = try maker.figures()
        let whole = figures.whole
        #expect(figures.stops.isEmpty && whole.segmentCount == 1 && whole.elapsedSeconds == 1_398)
        #expect(whole.movingSeconds == moving, "\(String(describing: whole.movingSeconds))")
        #expect(abs(try #require(whole.movingMeters) - way) < 20)
        // Parts add up, also where one ends in the pause.
        let middle = JourneyPosition(point: 99, fraction: 0.25)
        let parts = [(figures.start, middle), (middle, figures.end)].map { figures.stretch(from: $0, to: $1) }
        #expect(parts.reduce(0) { $0 + ($1.movingSeconds ?? 0) } == moving)
        #expect(abs(parts.reduce(0) { $0 + ($1.movingMeters ?? 0) } - (whole.movingMeters ?? 0)) < 1e-6)
    }

    @Test func aPauseAfterAStopCountsOnce() throws {
        var maker = JourneyMaker()
        maker.go(100)
        maker.stay(30, seconds: 5)
        maker.place = Geodesic(from: maker.place, azimuth: 0, meters: 60).end
        maker.moment += 600_000
        maker.go(100)
        let figures = try maker.figures()
        #expect(figures.stops.count == 1)
        #expect(abs(try #require(figures.whole.movingSeconds) - 199) < 8)
        #expect(figures.whole.elapsedSeconds == 949)
    }
}
