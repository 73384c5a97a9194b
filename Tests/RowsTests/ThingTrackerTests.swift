import MapModel
import RowValues
import TestSupport
import Testing

@testable import Rows

@Suite struct ThingTrackerTests {
    private static func points(_ places: [(UInt32, Double, Double)]) -> PointBuffer {
        var buffer = PointBuffer()
        for (row, latitude, longitude) in places {
            buffer.append(FixedCoordinate(Coordinate(latitude: latitude, longitude: longitude)), row: row)
        }
        return buffer
    }

    private static func report(
        _ row: UInt32, messages: Int, course: Float = .nan, speed: Float = .nan, time: Double? = nil,
        kind: ThingKind = .other, state: ThingState? = nil
    ) -> ThingReport {
        var report = ThingReport(row: row)
        (report.messages, report.course, report.speed) = (messages, course, speed)
        (report.time, report.kind, report.state) = (time, kind, state)
        return report
    }

    @Test func courseAndSpeedComeFromPlacesThirtyMetresApart() throws {
        var tracker = ThingTracker()
        var set = tracker.take([Self.report(3, messages: 1)], at: Self.points([(3, 47, 8)]), clock: 100)
        #expect(set[3]?.course.isNaN == true && set[3]?.direction == nil && set[2] == nil && set[4] == nil)
        // 11 m to the north: too near.
        set = tracker.take([Self.report(3, messages: 2)], at: Self.points([(3, 47.0001, 8)]), clock: 101)
        #expect(set[3]?.course.isNaN == true)
        // 111 m to the north of the first place, ten seconds after it.
        set = tracker.take([Self.report(3, messages: 3)], at: Self.points([(3, 47.001, 8)]), clock: 110)
        let thing = try #require(set[3])
        #expect(abs(thing.course) < 0.01 && abs(thing.speed - 11.12) < 0.05 && thing.direction == 0)
        // To the east.
        set = tracker.take([Self.report(3, messages: 4)], at: Self.points([(3, 47.001, 8.01)]), clock: 140)
        #expect(set[3]?.direction == 2)
        #expect(set[3]?.trail.points.count == 3)
    }

    /// Places 0.001° of latitude apart: 111.1951 m on a sphere of 6,371,008.8 m.
    private static func speeds(_ moments: [(clock: Double, time: Double?, steps: Double)]) -> [Float] {
        var tracker = ThingTracker()
        return moments.enumerated().map { index, moment in
            let set = tracker.take(
                [report(0, messages: index, time: moment.time)],
                at: points([(0, 47 + moment.steps / 1000, 8)]), clock: moment.clock)
            return ((set[0]?.speed ?? -1) * 10).rounded() / 10
        }
    }

    private static func areSame(_ left: [Float], _ right: [Float]) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
    }

    @Test func speedsByWhenMessagesCameNeedFiveSeconds() {
        // A message a second; the third came two milliseconds before the fourth: 55,597 m/s are not said.
        let found = Self.speeds([
            (100, nil, 0), (101, nil, 1), (102.998, nil, 2), (103, nil, 3), (104, nil, 4), (105, nil, 5),
            (106, nil, 6), (110, nil, 10),
        ])
        #expect(Self.areSame(found, [.nan, .nan, .nan, .nan, .nan, 111.2, 111.2, 111.2]))
    }

    @Test func speedsByTheTimeOfTheSourceNeedASecond() {
        // All of it came at once.
        let found = Self.speeds([
            (100, 0, 0), (100.001, 0.5, 1), (100.002, 1, 2), (100.003, 3, 3), (100.004, 3, 4),
            (100.005, 4, 5),
        ])
        #expect(Self.areSame(found, [.nan, .nan, 222.4, 55.6, 55.6, 222.4]))
    }

    @Test func aJumpIsNoSpeed() {
        // 11 km in 10 s, then 111 m in 10 s.
        let found = Self.speeds([(100, nil, 0), (110, nil, 1), (120, nil, 101), (130, nil, 102)])
        #expect(Self.areSame(found, [.nan, 11.1, .nan, 11.1]))
    }

    @Test func timesOfTheSourceAndOfTheClockAreNotMixed() {
        let found = Self.speeds([(100, nil, 0), (110, 5, 1), (111, 15, 2), (121, nil, 3), (131, nil, 4)])
        #expect(Self.areSame(found, [.nan, .nan, 11.1, 11.1, 11.1]))
    }

    @Test func whatRowsSayComesFirst() {
        var tracker = ThingTracker()
        let report = Self.report(0, messages: 1, course: 200, speed: 100, kind: .aircraft)
        let set = tracker.take([report], at: Self.points([(0, 47, 8)]), clock: 5)
        #expect(set[0]?.direction == 4 && set[0]?.kind == .aircraft)
    }

    @Test func aSlowThingStands() {
        var thing = Thing(row: 0, place: QuantumPoint(x: 0, y: 0))
        thing.course = 90
        #expect(thing.direction == 2)
        thing.speed = 0.5
        #expect(thing.direction == nil)
        thing.speed = 0.6
        thing.rest = .anchored
        #expect(thing.direction == nil)
        for (course, direction) in [(22.4, 0), (22.6, 1), (337.6, 0), (359, 0), (270, 6), (315, 7)] {
            var thing = Thing(row: 0, place: QuantumPoint(x: 0, y: 0))
            thing.course = Float(course)
            #expect(thing.direction == direction)
        }
    }

    @Test func aThingThatSaysNothingIsSilentThenGoneThenBack() {
        var tracker = ThingTracker()
        let times = ThingKind.other.standardTimes
        let places = Self.points([(0, 47, 8), (1, 48, 9)])
        var first = [Self.report(0, messages: 1), Self.report(1, messages: 1)]
        var set = tracker.take(first, at: places, clock: 0)
        #expect(set.things.map { set.state(of: $0) } == [.live, .live])
        #expect(set.secondsToNextState(after: 0) == times.silentSeconds)
        // The second one is heard at the same place.
        first[1] = Self.report(1, messages: 2)
        set = tracker.take(first, at: places, clock: times.silentSeconds + 1)
        #expect(set.things.map { set.state(of: $0) } == [.silent, .live])
        #expect(set[1].map { set.state(of: $0, after: times.silentSeconds + 3) } == .silent)
        set = tracker.take(first, at: places, clock: times.expirySeconds + 1)
        #expect(set.things.map(\.row) == [1])
        first[0] = Self.report(0, messages: 2)
        set = tracker.take(first, at: places, clock: times.expirySeconds + 2)
        #expect(set.things.map(\.row) == [0, 1] && set[0].map { set.state(of: $0) } == .live)
    }

    @Test func forgottenThingsAreBackWhenTheyAreHeard() {
        var tracker = ThingTracker()
        let places = Self.points([(0, 47, 8), (1, 48, 9)])
        _ = tracker.take([Self.report(0, messages: 1), Self.report(1, messages: 1)], at: places, clock: 0)
        tracker.forget()
        var set = tracker.take(
            [Self.report(0, messages: 1), Self.report(1, messages: 1)], at: places, clock: 1)
        #expect(set.isEmpty)
        set = tracker.take([Self.report(0, messages: 1), Self.report(1, messages: 2)], at: places, clock: 2)
        #expect(set.things.map(\.row) == [1])
    }

    @Test func aJumpBreaksTheTrail() {
        var tracker = ThingTracker()
        func hear(_ latitude: Double, _ longitude: Double, _ clock: Double) -> ThingSet {
            tracker.take(
                [Self.report(0, messages: Int(clock), course: 90)],
                at: Self.points([(0, latitude, longitude)]), clock: clock)
        }
        _ = hear(47, 8, 1)
        #expect(hear(47, 8.01, 12)[0]?.trail.points.last?.isBreak == false)
        #expect(hear(10, 8.01, 23)[0]?.trail.points.last?.isBreak == true)
        // Over 180° it is a short way.
        var other = ThingTracker()
        for (index, longitude) in [179.999, -179.999].enumerated() {
            let set = other.take(
                [Self.report(0, messages: index, course: 90)], at: Self.points([(0, 0, longitude)]),
                clock: Double(index) * 11)
            #expect(set[0]?.trail.points.last?.isBreak == (index == 0))
        }
    }

    @Test func messagesASecondAreCounted() {
        var tracker = ThingTracker()
        let places = Self.points([(0, 47, 8)])
        #expect(tracker.take([Self.report(0, messages: 10)], at: places, clock: 0).messageRate == nil)
        #expect(tracker.take([Self.report(0, messages: 20)], at: places, clock: 1).messageRate == nil)
        let set = tracker.take([Self.report(0, messages: 60)], at: places, clock: 2.5)
        #expect(set.messageRate == 20 && set.messageCount == 60)
    }

    @Test func theTimeOfASourceIsThatOfItsTrails() {
        var tracker = ThingTracker()
        let start = 1_795_701_600.0
        for (index, time) in [0.0, 1, 20].enumerated() {
            let set = tracker.take(
                [Self.report(0, messages: index, course: 0, time: start + time)],
                at: Self.points([(0, 47 + Double(index) / 100, 8)]), clock: Double(index) / 100)
            #expect(abs(set.trailClock - 1_000_000 - time) < 0.01)
        }
    }

    // MARK: - Columns

    @Test(arguments: [
        (["lat", "lon", "heading"], "47;8;90", Float(90), Float.nan),
        (["Track", "speed_kn"], "270;10", 270, 5.1444),
        (["cog", "SOG"], "-90;10", 270, 5.1444),
        (["course_deg", "heading", "speed_mps"], "10;20;3", 10, 3),
        (["bearing", "speed_kmh"], "400;36", .nan, 10),
        (["course", "speed"], "x;y", .nan, .nan),
        (
            ["vehicle.position.latitude", "vehicle.position.bearing", "vehicle.position.speed"], "47;90;11",
            90, 11
        ),
        // The wind is no thing.
        (["coord.lat", "coord.lon", "wind.speed", "coord.course"], "47;8;3;10", 10, .nan),
    ])
    func columnsAreFoundByName(names: [String], values: String, course: Float, speed: Float) {
        let fields = values.split(separator: ";").map { FieldValue(.text, String($0)) }
        let columns = ThingColumns(names)
        let report = columns.report(
            of: SourceRow(row: 7, line: nil, values: fields), decimalMark: UInt8(ascii: "."))
        #expect(report.row == 7 && columns.course != nil)
        #expect(report.course == course || report.course.isNaN && course.isNaN)
        #expect(abs(report.speed - speed) < 0.001 || report.speed.isNaN && speed.isNaN)
    }

    @Test func numbersThatNothingHasAreNotTaken() {
        let columns = ThingColumns(["course", "speed", "altitude_m", "climb_mps", "accuracy_m"])
        let values = ["1e30", "1e30", "-1e30", "nan", "inf"].map { FieldValue(.text, $0) }
        let report = columns.report(
            of: SourceRow(row: 0, line: nil, values: values), decimalMark: UInt8(ascii: "."))
        let numbers = [report.course, report.speed, report.altitude, report.climb, report.accuracy]
        #expect(numbers.filter { !$0.isNaN } == [])
    }

    @Test func emergenciesAndShipsAtRestAreNoticed() {
        let columns = ThingColumns(["id", "kind", "squawk", "status", "time", "state"], id: 0)
        func report(_ values: [String]) -> ThingReport {
            columns.report(
                of: SourceRow(row: 0, line: nil, values: values.map { FieldValue(.text, $0) }),
                decimalMark: UInt8(ascii: "."))
        }
        #expect(report(["4b1812", "aircraft", "7700"]).emergency == .emergency)
        #expect(report(["4b1812", "aircraft", "7000"]).emergency == .none)
        #expect(report(["970011111", "ship", ""]).emergency == .rescueTransmitter)
        #expect(report(["970011111", "other", ""]).emergency == .none)
        #expect(report(["211000000", "ship", "", "anchored"]).rest == .anchored)
        let late = report(["a", "other", "", "", "2026-11-26T14:00:00Z", "silent"])
        #expect(late.time == 1_795_701_600 && late.state == .silent)
        #expect(report(["a", "other", "", "", "1795701600500"]).time == 1_795_701_600.5)
        #expect(report(["a", "other", "", "", "never"]).time == nil)
    }

    @Test func whatIsNeverSilentMayExpire() {
        let choice = ThingTimeChoice(silentSeconds: .infinity, expirySeconds: 300)
        let times = choice.times(of: .aircraft)
        #expect(times.state(afterSeconds: 299) == .live && times.state(afterSeconds: 301) == .gone)
        #expect(ThingTimeChoice(silentSeconds: .infinity).times(of: .aircraft).expirySeconds == 60)
    }
}
