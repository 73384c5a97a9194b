import MapModel
import TestSupport
import Testing

@testable import Rows

@Suite struct TrailTests {
    private static func place(_ x: Double, _ y: Double) -> QuantumPoint {
        QuantumPoint(WorldPoint(x: x, y: y))
    }

    @Test func aStraightWayHasAPointEveryTenSeconds() {
        var trail = Trail()
        for second in 0...60 {
            trail.take(
                TrailPoint(Self.place(0.5 + Double(second) * 1e-6, 0.5), seconds: Double(second)), course: 90)
        }
        #expect(trail.points.map(\.seconds) == [0, 10, 20, 30, 40, 50, 60])
    }

    @Test func aTurnOfThreeDegreesIsKept() {
        var trail = Trail()
        for (second, course) in [(0.0, 358.0), (1, 0.5), (2, 1), (3, 4), (4, 6.5)] {
            trail.take(
                TrailPoint(Self.place(0.5 + second * 1e-6, 0.5), seconds: second), course: Float(course))
        }
        #expect(trail.points.map(\.seconds) == [0, 2, 3])
    }

    @Test func aClockThatIsSetBackStartsAgain() {
        var trail = Trail()
        for second in [100.0, 120, 30, 50] {
            trail.take(TrailPoint(Self.place(second / 1000, 0.5), seconds: second), course: 0)
        }
        #expect(trail.points.map(\.seconds) == [30, 50])
    }

    @Test func whatIsKnownOfAPointIsKept() throws {
        let point = TrailPoint(
            Self.place(0.1, 0.2), seconds: 12.34, altitude: 10_973, speed: 231.4, isBreak: true)
        #expect(point.seconds == 12.3 && point.isBreak)
        #expect(abs(try #require(point.altitude) - 10_973) <= 1)
        #expect(abs(try #require(point.metersPerSecond) - 231.4) < 0.06)
        let unknown = TrailPoint(Self.place(0.1, 0.2), seconds: 1)
        #expect(unknown.altitude == nil && unknown.metersPerSecond == nil && !unknown.isBreak)
        #expect(MemoryLayout<TrailPoint>.size == 16)
        // Nothing that a feed says makes it trap.
        let odd = TrailPoint(Self.place(0, 1), seconds: -5, altitude: -.infinity, speed: 1e30)
        #expect(odd.seconds == 0 && odd.altitude == nil && odd.metersPerSecond == 3276.6)
    }

    /// However long it is followed: at most 512 points, in the order of time, the newest of them whole.
    @Test(arguments: 0..<20) func longTrailsAreThinnedFromTheirOldEnd(seed: Int) {
        var random = SeededRandom(UInt64(seed))
        var trail = Trail()
        var kept: [Double] = []
        var second = 0.0
        for _ in 0..<random.number(100...5_000) {
            second += Double(random.number(1...30))
            let isBreak = random.number(0...(seed % 2 == 0 ? 400 : 2)) == 0
            trail.take(
                TrailPoint(
                    Self.place(random.fraction(0...1), random.fraction(0...1)), seconds: second,
                    isBreak: isBreak),
                course: Float(random.fraction(0...360)))
            if trail.points.last?.seconds == second { kept.append(second) }
            #expect(trail.points.count <= Trail.limit)
        }
        let seconds = trail.points.map(\.seconds)
        #expect(seconds == seconds.sorted())
        let newest = min(kept.count, Trail.limit / 4)
        #expect(seconds.suffix(newest) == kept.suffix(newest)[...])
    }

    /// Every place that a thing went through is near the line that is kept of it.
    @Test(arguments: 0..<20) func theWayIsNearTheTrail(seed: Int) {
        var random = SeededRandom(UInt64(seed))
        var trail = Trail()
        var passed: [WorldPoint] = []
        var (x, y, course) = (0.5, 0.5, random.fraction(0...360))
        let step = 1e-6
        for second in 0..<400 {
            course += random.fraction(-4...4)
            x += sinOf(course) * step
            y -= sinOf(course + 90) * step
            passed.append(WorldPoint(x: x, y: y))
            trail.take(TrailPoint(Self.place(x, y), seconds: Double(second)), course: Float(course))
        }
        let line = trail.points.map(\.place.worldPoint) + [WorldPoint(x: x, y: y)]
        // In ten seconds at most, it turned away by less than three degrees before a point was kept, and once by up to four.
        let tolerance = step * 10 * 0.14
        for point in passed {
            let nearest = zip(line, line.dropFirst()).map { distance(point, $0, $1) }.min() ?? 0
            #expect(nearest <= tolerance)
        }
    }

    private func sinOf(_ degrees: Double) -> Double {
        let offset = GreatCircle.parallelScale(at: degrees - 90)
        return offset
    }

    private func distance(_ point: WorldPoint, _ start: WorldPoint, _ end: WorldPoint) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        let share =
            length == 0 ? 0 : min(max(((point.x - start.x) * dx + (point.y - start.y) * dy) / length, 0), 1)
        let (x, y) = (point.x - start.x - share * dx, point.y - start.y - share * dy)
        return (x * x + y * y).squareRoot()
    }
}
