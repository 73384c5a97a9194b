import TestSupport
import Testing

@testable import MapModel

@Suite struct FixFilterTests {
    private static let noon = UTCInstant(year: 2026, month: 11, day: 21, hour: 12) ?? .earliest

    /// A good fix `seconds` after noon, `east` metres along the equator from 10° E.
    private static func fix(_ seconds: Double, east: Double = 0, accuracy: Double? = 5) -> LocationFix {
        LocationFix(
            mode: .threeDimensional,
            time: UTCInstant(milliseconds: noon.milliseconds + Int64(seconds * 1000)),
            coordinate: Coordinate(latitude: 0, longitude: 10 + east / 111_195.08), accuracyMeters: accuracy)
    }

    private static func judge(
        _ fixes: [LocationFix], _ rules: FixRules = FixRules(), start: UTCInstant? = nil
    ) -> [FixFilter.Verdict] {
        var filter = FixFilter(rules: rules, start: start)
        return fixes.map { filter.judge($0, now: start) }
    }

    @Test func goodFixesAreKept() {
        var filter = FixFilter(start: Self.noon)
        #expect(filter.judge(Self.fix(0)) == .newest && filter.judge(Self.fix(1)) == .newest)
        #expect(filter.keptCount == 2 && filter.droppedCount == 0 && filter.summary.isEmpty)
        #expect(filter.newest == Self.fix(1))
    }

    @Test func oneFixFromTheFutureDoesNotShutOutTheOthers() {
        var filter = FixFilter(start: Self.noon)
        var track = Track()
        var queue = FixQueue()
        var settled: [LocationFix] = []
        func take(_ fix: LocationFix, at seconds: Double) -> FixFilter.Verdict {
            let verdict = filter.judge(fix, now: Self.fix(seconds).time)
            track.add(fix, verdict: verdict)
            queue.add(fix, verdict: verdict) { settled.append($0) }
            return verdict
        }
        #expect(take(Self.fix(1), at: 1) == .newest)
        #expect(take(Self.fix(7200, east: 90_000), at: 2) == .newest)
        // One that is not good itself says nothing about the other; nor one that is older than the good one before.
        #expect(take(Self.fix(0.5), at: 2) == .dropped(.outOfOrder))
        #expect(take(Self.fix(3, accuracy: -1), at: 3) == .dropped(.negativeAccuracy))
        #expect(filter.newest == Self.fix(7200, east: 90_000))
        #expect(take(Self.fix(4), at: 4) == .newestAfterFuture)
        #expect(take(Self.fix(5), at: 5) == .newest)
        #expect(filter.keptCount == 3 && filter.count(of: .inFuture) == 1 && filter.droppedCount == 3)
        queue.finish { settled.append($0) }
        #expect(settled == [Self.fix(1), Self.fix(4), Self.fix(5)])
        #expect(track.count == 3 && track.newest?.time == Self.fix(5).time && track.distanceMeters < 1)
    }

    /// A fix that comes late belongs before the one from the future, whose turn is with the next.
    @Test func aLateFixDoesNotHideOneFromTheFuture() {
        var rules = FixRules()
        rules.lateToleranceMilliseconds = 1_000
        var filter = FixFilter(rules: rules, start: Self.noon)
        func judge(_ seconds: Double, at now: Double) -> FixFilter.Verdict {
            filter.judge(Self.fix(seconds), now: Self.fix(now).time)
        }
        #expect(judge(1, at: 1) == .newest && judge(7200, at: 2) == .newest)
        #expect(judge(0.5, at: 2) == .late && filter.newest == Self.fix(7200))
        #expect(judge(3, at: 3) == .newestAfterFuture && filter.count(of: .inFuture) == 1)
        #expect(filter.keptCount == 3)
    }

    @Test func aReceiverThatIsAheadOfOurClockIsNotMistakenForTheFuture() {
        var filter = FixFilter(start: Self.noon)
        for second in 1..<100 {
            #expect(
                filter.judge(Self.fix(Double(second) + 3600), now: Self.fix(Double(second)).time) == .newest)
        }
        #expect(filter.judge(Self.fix(3650), now: Self.fix(100).time) == .dropped(.outOfOrder))
    }

    static let unusable: [(FixDropReason, LocationFix)] = {
        var noFix = fix(1)
        noFix.mode = .none
        var noCoordinate = fix(1)
        noCoordinate.coordinate = nil
        var noNumber = fix(1)
        noNumber.coordinate = Coordinate(latitude: .nan, longitude: 0)
        var beyond = fix(1)
        beyond.coordinate = Coordinate(latitude: 91, longitude: 0)
        var noTime = fix(1)
        noTime.time = nil
        return [
            (.noFix, noFix), (.noCoordinate, noCoordinate), (.noCoordinate, noNumber),
            (.noCoordinate, beyond), (.noTime, noTime), (.negativeAccuracy, fix(1, accuracy: -1)),
            (.outOfOrder, fix(-0.001)),
        ]
    }()

    @Test(arguments: unusable) func unusableFixesAreDroppedByReason(reason: FixDropReason, fix: LocationFix) {
        var filter = FixFilter(start: UTCInstant(year: 2026, month: 11, day: 21))
        #expect(filter.judge(Self.fix(0)) == .newest)
        #expect(filter.judge(fix) == .dropped(reason))
        #expect(filter.count(of: reason) == 1 && filter.droppedCount == 1)
        #expect(filter.newest == Self.fix(0))
        #expect(filter.summary == "1 \(reason.words)")
        #expect(filter.judge(Self.fix(2)) == .newest)
    }

    @Test func nothingFromBeforeTheStartIsKept() {
        #expect(
            Self.judge([Self.fix(-1), Self.fix(-0.001), Self.fix(0)], start: Self.noon) == [
                .dropped(.beforeStart), .dropped(.beforeStart), .newest,
            ])
    }

    @Test func toleranceForLateFixesDoesNotReachBeforeTheStart() {
        var rules = FixRules()
        rules.lateToleranceMilliseconds = 5000
        #expect(
            Self.judge([Self.fix(-1), Self.fix(1), Self.fix(0)], rules, start: Self.noon) == [
                .dropped(.beforeStart), .newest, .late,
            ])
    }

    @Test func aLogStartsWithItsFirstFix() {
        #expect(
            Self.judge([Self.fix(0), Self.fix(1), Self.fix(-1)]) == [
                .newest, .newest, .dropped(.beforeStart),
            ])
    }

    @Test func staleClocksAreBelievedWhenAskedFor() {
        var rules = FixRules()
        rules.acceptsStale = true
        #expect(
            Self.judge([Self.fix(-86_400), Self.fix(-86_401)], rules, start: Self.noon) == [
                .newest, .dropped(.outOfOrder),
            ])
    }

    @Test func farFutureIsDropped() {
        #expect(
            Self.judge([Self.fix(86_401), Self.fix(3600), Self.fix(3601)], start: Self.noon) == [
                .dropped(.inFuture), .newest, .newest,
            ])
    }

    @Test func weekRolloverIsNoticed() {
        let turn = 1024.0 * 7 * 86_400
        #expect(
            Self.judge(
                [Self.fix(60 - turn), Self.fix(60 - 2 * turn), Self.fix(60 - 1.5 * turn)], start: Self.noon)
                == [.dropped(.weekRollover), .dropped(.weekRollover), .dropped(.beforeStart)])
        #expect(Self.judge([Self.fix(0), Self.fix(1 - turn)]) == [.newest, .dropped(.weekRollover)])
    }

    @Test func slightlyLateFixesAreKeptWhenTolerated() {
        var rules = FixRules()
        rules.lateToleranceMilliseconds = 1000
        #expect(
            Self.judge([Self.fix(0), Self.fix(5), Self.fix(4), Self.fix(3.999), Self.fix(4.5)], rules) == [
                .newest, .newest, .late, .dropped(.outOfOrder), .late,
            ])
    }

    @Test func sameMomentReplacesTheFix() {
        var filter = FixFilter(start: nil)
        #expect([Self.fix(0), Self.fix(0)].map { filter.judge($0) } == [.newest, .sameMoment])
        #expect(filter.keptCount == 1)
    }

    /// A fix of a second receiver.
    private static func other(_ seconds: Double) -> LocationFix {
        var fix = fix(seconds, east: 500)
        fix.device = "/dev/ttyUSB1"
        return fix
    }

    private static func first(_ seconds: Double) -> LocationFix {
        var fix = fix(seconds)
        fix.device = "/dev/ttyUSB0"
        return fix
    }

    @Test func receiversAreKeptApart() {
        #expect(
            Self.judge([Self.first(0), Self.other(0), Self.other(1), Self.first(1)]) == [
                .newest, .dropped(.otherReceiver), .dropped(.otherReceiver), .newest,
            ])
    }

    @Test func aReportWithoutAReceiverChoosesNone() {
        #expect(Self.judge([Self.fix(0), Self.other(1), Self.fix(2)]) == [.newest, .newest, .newest])
    }

    @Test func aReceiverThatWasLostIsReplaced() {
        #expect(
            Self.judge([Self.first(0), Self.other(1), Self.other(10.9), Self.other(11), Self.first(12)]) == [
                .newest, .dropped(.otherReceiver), .dropped(.otherReceiver), .newest,
                .dropped(.otherReceiver),
            ])
    }

    @Test func aFasterReceiverReplacesNoneThatIsAlive() {
        var fixes: [LocationFix] = []
        for tenth in 0..<300 {
            let second = Double(tenth) / 10
            if tenth % 10 == 0 { fixes.append(Self.first(second)) }
            fixes.append(Self.other(second))
        }
        #expect(Self.judge(fixes).filter { $0 == .newest }.count == 30)
    }

    @Test func theReceiverToFollowCanBeNamed() {
        var rules = FixRules()
        rules.device = "/dev/ttyUSB1"
        #expect(
            Self.judge([Self.first(0), Self.other(0), Self.fix(1)], rules) == [
                .dropped(.otherReceiver), .newest, .newest,
            ])
    }

    @Test func aClockThatIsBehindCountsFromItsFirstTime() {
        #expect(
            Self.judge([Self.fix(-600), Self.fix(-600), Self.fix(-599), Self.fix(-598)], start: Self.noon)
                == [
                    .dropped(.beforeStart), .dropped(.beforeStart), .newest, .newest,
                ])
    }

    @Test func aClockThatIsBehindByLessThanAMinuteCatchesUp() {
        #expect(
            Self.judge([Self.fix(-60), Self.fix(-59), Self.fix(0)], start: Self.noon) == [
                .dropped(.beforeStart), .dropped(.beforeStart), .newest,
            ])
    }

    @Test func aClockThatIsDaysBehindIsNotBelieved() {
        #expect(
            Self.judge([Self.fix(-86_401), Self.fix(-86_400)], start: Self.noon) == [
                .dropped(.beforeStart), .dropped(.beforeStart),
            ])
    }

    @Test func accuracyRulesAreSwitches() {
        let fixes = [Self.fix(0, accuracy: nil), Self.fix(1, accuracy: 51), Self.fix(2, accuracy: 0)]
        #expect(Self.judge(fixes) == [.newest, .newest, .newest])
        var rules = FixRules()
        rules.requiresAccuracy = true
        rules.accuracyLimitMeters = 50
        #expect(Self.judge(fixes, rules) == [.dropped(.noAccuracy), .dropped(.accuracyBeyondLimit), .newest])
    }

    @Test func nullIslandIsASwitch() {
        var island = Self.fix(0)
        island.coordinate = Coordinate(latitude: 0, longitude: 0.001)
        #expect(Self.judge([island]) == [.newest])
        var rules = FixRules()
        rules.nullIslandRadiusMeters = 1000
        #expect(Self.judge([island], rules) == [.dropped(.nullIsland)])
        rules.nullIslandRadiusMeters = 100
        #expect(Self.judge([island], rules) == [.newest])
    }

    @Test func jumpsThatNobodyCanMakeAreDropped() {
        var rules = FixRules()
        rules.speedLimitMetersPerSecond = 50
        let fixes = [Self.fix(0), Self.fix(1, east: 51), Self.fix(2, east: 90), Self.fix(2.1, east: 120)]
        #expect(Self.judge(fixes) == [.newest, .newest, .newest, .newest])
        #expect(Self.judge(fixes, rules) == [.newest, .dropped(.tooFast), .newest, .newest])
    }

    @Test func manyThatAgreeOutweighOneWildFix() {
        var rules = FixRules()
        rules.speedLimitMetersPerSecond = 50
        let fixes = [Self.fix(0, east: 900_000)] + (1...6).map { Self.fix(Double($0)) }
        #expect(
            Self.judge(fixes, rules)
                == [.newest] + Array(repeating: .dropped(.tooFast), count: 4) + [.newest, .newest])
    }

    @Test func placesDroppedBeforeAreASwitch() {
        let fixes = [Self.fix(0, accuracy: -1), Self.fix(1), Self.fix(2, east: 1)]
        #expect(Self.judge(fixes) == [.dropped(.negativeAccuracy), .newest, .newest])
        var rules = FixRules()
        rules.dropsRepeatsOfDropped = true
        #expect(
            Self.judge(fixes, rules) == [.dropped(.negativeAccuracy), .dropped(.repeatsDropped), .newest])
    }

    @Test func droppedPlacesAreForgottenInTheEnd() {
        var places = DroppedPlaces()
        for index in 0..<1025 { places.insert(Coordinate(latitude: 0, longitude: Double(index) / 100)) }
        #expect(!places.contains(Coordinate(latitude: 0, longitude: 0)))
        #expect(places.contains(Coordinate(latitude: 0, longitude: 0.01)))
        #expect(places.contains(Coordinate(latitude: 0, longitude: 10.24)))
    }

    /// Whatever comes: what is kept ascends within the tolerance, and every fix is counted once.
    @Test(arguments: 0..<20) func keptFixesAreInOrderAndAllAreCounted(seed: UInt64) {
        var random = SeededRandom(seed)
        var rules = FixRules()
        rules.lateToleranceMilliseconds = Int64(random.number(0...3000))
        rules.speedLimitMetersPerSecond = Bool.random(using: &random) ? 30 : nil
        rules.dropsRepeatsOfDropped = Bool.random(using: &random)
        var filter = FixFilter(rules: rules, start: Bool.random(using: &random) ? Self.noon : nil)
        var newest = Int64.min
        var sameMoments = 0
        for index in 0..<200 {
            var fix = Self.fix(
                Double(index) + random.fraction(-4...4), east: random.fraction(-100...100),
                accuracy: random.number(0...9) == 0 ? -1 : 5)
            if random.number(0...9) == 0 { fix.mode = .none }
            if random.number(0...9) == 0 { fix.time = nil }
            let verdict = filter.judge(fix)
            if verdict == .sameMoment { sameMoments += 1 }
            guard verdict.isGood, let time = fix.time?.milliseconds else { continue }
            #expect(newest == .min || time >= newest - rules.lateToleranceMilliseconds)
            newest = max(newest, time)
        }
        #expect(filter.keptCount + filter.droppedCount + sameMoments == 200)
    }

    @Test func everyReasonHasItsOwnName() {
        #expect(Set(FixDropReason.allCases.map(\.name)).count == FixDropReason.allCases.count)
        #expect(Set(FixDropReason.allCases.map(\.words)).count == FixDropReason.allCases.count)
    }
}
