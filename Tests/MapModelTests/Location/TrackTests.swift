import TestSupport
import Testing

@testable import MapModel

@Suite struct TrackTests {
    private static let noon = UTCInstant(year: 2026, month: 11, day: 21, hour: 12) ?? .earliest

    private static func point(_ milliseconds: Int, _ latitude: Double, _ longitude: Double) -> TrackPoint {
        TrackPoint(
            time: UTCInstant(milliseconds: noon.milliseconds + Int64(milliseconds)) ?? noon,
            coordinate: Coordinate(latitude: latitude, longitude: longitude))
    }

    private static func points(of track: Track) -> [TrackPoint] {
        var points: [TrackPoint] = []
        track.forEach { points.append($0) }
        return points
    }

    /// A wander with late points: what is late by at most the tolerance.
    private static func randomPoints(_ seed: UInt64, count: Int, lateness: Int) -> [TrackPoint] {
        var random = SeededRandom(seed)
        var latitude = random.fraction(-80...80)
        var longitude = random.fraction(-180...180)
        return (0..<count).map { index in
            latitude = min(max(latitude + random.fraction(-0.001...0.001), -90), 90)
            longitude = Coordinate.wrapped(longitude: longitude + random.fraction(-0.001...0.001))
            return point(
                index * 100 - random.number(0...lateness), (latitude * 1e9).rounded() / 1e9,
                (longitude * 1e9).rounded() / 1e9)
        }
    }

    @Test(arguments: 0..<2) func pointsComeBackInOrderAndWhole(seed: UInt64) {
        let points = Self.randomPoints(seed, count: 5000, lateness: 1000)
        var track = Track(lateToleranceMilliseconds: 1100)
        for point in points { track.add(point) }
        let sorted = points.enumerated().sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }.map(\.1)
        #expect(Self.points(of: track) == sorted)
        #expect(track.count == points.count && track.startTime == sorted.first?.time)
        #expect(track.newest == sorted.last)
        #expect(points.allSatisfy { track.bounds?.contains($0.coordinate) ?? false })
        var travel = TravelMeter()
        for point in sorted { travel.add(point.coordinate, accuracyMeters: nil, speedMetersPerSecond: nil) }
        #expect(track.distanceMeters == travel.meters)
        #expect(track.durationSeconds == sorted[4999].time.seconds(since: sorted[0].time))
    }

    @Test func keepsAllThatIsDrawnAndSaved() {
        var whole = Self.point(0, 47.123_456_789, -179.987_654_321)
        whole.altitudeMeters = 431.25
        whole.accuracyMeters = 3.7
        whole.speedMetersPerSecond = 1.5
        whole.courseDegrees = 359.99
        var track = Track()
        track.add(whole)
        track.add(Self.point(100_000_000_000, -90, 180))
        track.add(Self.point(100_000_000_001, 90, -180))
        #expect(Self.points(of: track).first == whole)
        #expect(
            Self.points(of: track).map(\.time.milliseconds).suffix(2) == [
                Self.noon.milliseconds + 100_000_000_000, Self.noon.milliseconds + 100_000_000_001,
            ])
    }

    @Test func wildNumbersAreKeptAsFarAsTheyFit() {
        var wild = Self.point(0, .nan, .infinity)
        wild.altitudeMeters = 1e300
        wild.accuracyMeters = .infinity
        wild.courseDegrees = -.infinity
        var track = Track()
        track.add(wild)
        track.add(Self.point(1, 0, 0))
        track.add(Self.point(2, 0, 0))
        #expect(Self.points(of: track).first?.accuracyMeters == 6553.4)
        #expect(Self.points(of: track).first?.courseDegrees == nil)
        #expect(TrackPoint(LocationFix(mode: .none)) == nil)
    }

    @Test func verdictsDecideWhatBecomesOfAFix() {
        var track = Track(lateToleranceMilliseconds: 5000)
        func fix(_ milliseconds: Int, _ latitude: Double) -> LocationFix {
            let point = Self.point(milliseconds, latitude, 0)
            return LocationFix(mode: .twoDimensional, time: point.time, coordinate: point.coordinate)
        }
        track.add(fix(0, 1), verdict: .newest)
        track.add(fix(1000, 2), verdict: .newest)
        track.add(fix(1000, 3), verdict: .sameMoment)
        track.add(fix(500, 4), verdict: .late)
        track.add(fix(2000, 5), verdict: .dropped(.tooFast))
        #expect(Self.points(of: track).map(\.coordinate.latitude) == [1, 4, 3])
    }

    @Test(arguments: 0..<2, [0, 8, 12.5, 17, 99] as [Double])
    func thinnedTrackIsNeverADotOff(seed: UInt64, zoom: Double) {
        var track = Track()
        let points = Self.randomPoints(seed, count: 1000, lateness: 0)
        for point in points { track.add(point) }
        var kept: [WorldPoint] = []
        track.visitPlaces(atZoom: zoom) { place, _ in kept.append(WebMercator.project(place)) }
        let spacing = 1 / Double(64 << (2 * TrackLevels.level(forZoom: zoom) + 1))
        func distance(_ left: WorldPoint, _ right: WorldPoint) -> Double {
            let x = abs(left.x - right.x)
            let around = min(x, 1 - x)
            return (around * around + (left.y - right.y) * (left.y - right.y)).squareRoot()
        }
        #expect(kept.first == points.first.map { WebMercator.project($0.coordinate) })
        // Greedy by distance from the last kept, the plain way.
        var expected: [WorldPoint] = []
        for point in points.dropLast().map({ WebMercator.project($0.coordinate) })
        where expected.last.map({ distance($0, point) >= spacing }) ?? true {
            expected.append(point)
        }
        // Zooms this fine keep all points that differ; there rounding may tell some apart.
        #expect(abs(kept.count - 1 - expected.count) <= (zoom > 16 ? 20 : 0))
        let isTheSame = kept.dropLast().elementsEqual(expected)
        #expect(zoom > 16 || isTheSame)
        #expect(zoom > 8 || kept.count < 100)
    }

    @Test func aDayAtTenFixesASecondFitsIn32BytesAFix() {
        var track = Track(lateToleranceMilliseconds: 1000)
        let count = 20_000
        for index in 0..<count { track.add(Self.point(index * 100, Double(index) / 20_000, 1)) }
        #expect(track.count == count)
        #expect(Double(track.storedBytes) / Double(count) <= 32)
    }

    @Test func aTrackWithoutEndFits() {
        var track = Track(limit: 1000)
        for index in 0..<5000 { track.add(Self.point(index * 100, Double(index) / 20_000, 1)) }
        #expect(track.count < 1000 && track.count > 400 && track.halvings > 2)
        #expect(track.startTime == Self.noon && Self.points(of: track).first?.time == Self.noon)
        #expect(track.newest == Self.point(499_900, 4999.0 / 20_000, 1))
        let times = Self.points(of: track).map(\.time)
        #expect(times == times.sorted())
        let whole = GreatCircle.distance(
            from: Coordinate(latitude: 0, longitude: 1),
            to: Coordinate(latitude: 4999.0 / 20_000, longitude: 1))
        #expect(abs(track.distanceMeters - whole) < 30)
    }

    /// What is in view is visited, and the lines that lead there; all the rest need not be.
    @Test(arguments: 0..<4) func linesInViewAreVisited(seed: UInt64) {
        var random = SeededRandom(seed)
        var track = Track()
        let points = Self.randomPoints(seed, count: 13_000, lateness: 0)
        for point in points { track.add(point) }
        for _ in 0..<5 {
            let center = points[random.number(0...points.count - 1)].coordinate
            let box = GeoBounds(
                south: center.latitude - 0.001, west: Coordinate.wrapped(longitude: center.longitude - 0.001),
                north: center.latitude + 0.001, east: Coordinate.wrapped(longitude: center.longitude + 0.001))
            var lines: [[Coordinate]] = []
            track.visitPlaces(atZoom: 23, in: box) { place, startsLine in
                if startsLine { lines.append([]) }
                lines[lines.count - 1].append(place)
            }
            let visited = Set(lines.flatMap { line in zip(line, line.dropFirst()).map { [$0, $1] } })
            for (start, end) in zip(points, points.dropFirst())
            where box.contains(start.coordinate) || box.contains(end.coordinate) {
                #expect(visited.contains([start.coordinate, end.coordinate]))
            }
        }
    }

    @Test func boundsCrossTheAntimeridian() {
        var track = Track()
        for index in -10...10 {
            track.add(Self.point(index * 100, 0, Coordinate.wrapped(longitude: 180 + Double(index) / 10)))
        }
        #expect(track.bounds?.west == 179 && track.bounds?.east == -179)
    }

    @Test func anEmptyTrackHasNothing() {
        let track = Track()
        #expect(track.isEmpty && track.newest == nil && track.bounds == nil && track.startTime == nil)
        #expect(track.distanceMeters == 0 && track.durationSeconds == 0)
        #expect(track.meanSpeedMetersPerSecond == nil)
        track.visitPlaces(atZoom: 5) { _, _ in Issue.record("nothing to visit") }
    }
}
