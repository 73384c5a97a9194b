import TestSupport
import Testing

@testable import MapModel

@Suite struct FixQueueTests {
    private static func fix(_ milliseconds: Int64, _ latitude: Double = 0) -> LocationFix {
        LocationFix(
            mode: .twoDimensional, time: UTCInstant(milliseconds: milliseconds),
            coordinate: Coordinate(latitude: latitude, longitude: 0))
    }

    @Test func aMomentComesOutOnceAndAtItsBest() {
        var queue = FixQueue()
        var out: [LocationFix] = []
        queue.add(Self.fix(0, 1), verdict: .newest) { out.append($0) }
        queue.add(Self.fix(0, 2), verdict: .sameMoment) { out.append($0) }
        #expect(out.isEmpty)
        queue.add(Self.fix(100, 3), verdict: .newest) { out.append($0) }
        #expect(out == [Self.fix(0, 2)])
        queue.add(Self.fix(200, 4), verdict: .dropped(.tooFast)) { out.append($0) }
        queue.finish { out.append($0) }
        #expect(out == [Self.fix(0, 2), Self.fix(100, 3)])
    }

    /// Filter and queue together: what comes out ascends, and is what was kept.
    @Test(arguments: 0..<20, [0, 500, 3000] as [Int64]) func whatComesOutAscends(seed: UInt64, late: Int64) {
        var random = SeededRandom(seed)
        var rules = FixRules()
        rules.lateToleranceMilliseconds = late
        var filter = FixFilter(rules: rules, start: nil)
        var queue = FixQueue(lateToleranceMilliseconds: late)
        var track = Track(lateToleranceMilliseconds: late)
        var out: [LocationFix] = []
        for index in 0..<200 {
            let fix = Self.fix(Int64(index * 100 + random.number(-2000...2000)), Double(index) / 10)
            let verdict = filter.judge(fix)
            queue.add(fix, verdict: verdict) { out.append($0) }
            track.add(fix, verdict: verdict)
        }
        queue.finish { out.append($0) }
        var kept: [TrackPoint] = []
        track.forEach { kept.append($0) }
        #expect(out.compactMap { TrackPoint($0) } == kept)
        let times = out.compactMap(\.time)
        #expect(times == times.sorted() && times.count == filter.keptCount)
    }
}
