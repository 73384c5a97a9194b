import TestSupport
import Testing

@testable import MapModel

@Suite struct JourneyFiguresTests {
    // MARK: - Way and time

    @Test(arguments: [0, 47, -84.2, 89.99, -90]) func wayIsTheSumOfGeodesics(latitude: Double) throws {
        var random = SeededRandom(7)
        var builder = JourneyBuilder(name: "")
        var place = Coordinate(latitude: latitude, longitude: 179.999)
        var (sum, previous) = (0.0, Coordinate?.none)
        for _ in 0..<5_000 {
            builder.append(place)
            if let previous { sum += Geodesic.distance(from: previous, to: place) }
            previous = place
            let meters = Double.random(in: 0...100, using: &random) * (random.next() % 50 == 0 ? 200 : 1)
            place =
                Geodesic(from: place, azimuth: Double.random(in: 0..<360, using: &random), meters: meters).end
        }
        let way = try #require(builder.finish()).way.meters
        #expect(abs(way / sum - 1) < 1e-9)
    }

    @Test(arguments: 1..<60) func theFastestIsNeverNegative(steps: Int) throws {
        var maker = JourneyMaker()
        maker.builder = JourneyBuilder(name: "", kind: .history)
        maker.go(120, step: 117.6 + Double(steps) / 100, seconds: 60)
        // Points at one place, where the sum of the way is the exact one only at the last.
        maker.stay(2, seconds: 300)
        let journey = try #require(maker.builder.finish())
        for point in 1..<journey.count { #expect(journey.way[point] >= journey.way[point - 1]) }
        let fastest = try #require(JourneyFigures(journey).whole.fastest)
        #expect(abs(fastest - (117.6 + Double(steps) / 100) / 60) < 0.01)
    }

    @Test func aStretchWithinAStopHasNoBestKilometer() throws {
        var maker = JourneyMaker()
        maker.go(300)
        maker.stay(600, jitter: 12)
        maker.go(300)
        let figures = try maker.figures()
        let stop = try #require(figures.stops.first)
        let within = figures.stretch(
            from: JourneyPosition(point: stop.points.lowerBound + 10),
            to: JourneyPosition(point: stop.points.upperBound - 10))
        #expect(within.meters > 2_000 && within.movingSeconds == 0 && within.bestKilometerSeconds == nil)
        #expect(figures.whole.bestKilometerSeconds != nil)
    }

    @Test func timeAndWayOutsideOfStops() throws {
        var maker = JourneyMaker()
        maker.go(600)
        maker.stay(60, jitter: 8)
        maker.go(400)
        let figures = try maker.figures()
        let whole = figures.whole
        #expect(figures.stops.count == 1 && whole.pointCount == 1_060 && whole.segmentCount == 1)
        #expect(whole.elapsedSeconds == 1_599)
        #expect(abs(try #require(whole.movingSeconds) - 1_000) < 12)
        #expect(abs(try #require(whole.movingMeters) - 9_990) < 60)
        #expect(abs(try #require(whole.fastest) - 10) < 1)
        #expect(abs(try #require(whole.bestKilometerSeconds) - 100) < 1)
        #expect(whole.ascent == nil && whole.metersInSpace == nil && whole.lowest == nil)
    }

    // MARK: - Heights

    /// Hills of 100 m every 2 km, 24 km long.
    private static func hills(noise: Double, seed: UInt64) throws -> JourneyFigures {
        var random = SeededRandom(seed)
        var maker = JourneyMaker()
        maker.go(2_401) { meters in
            // Twelve numbers add up to a bell.
            let bell = (0..<12).reduce(0.0) { sum, _ in sum + Double.random(in: -0.5...0.5, using: &random) }
            return 500 - 50 * cosine(meters / 2_000) + noise * bell
        }
        return try maker.figures()
    }

    @Test(arguments: [0, 1.5, 3.0], UInt64(0)..<8) func noiseDoesNotClimb(noise: Double, seed: UInt64) throws
    {
        let whole = try Self.hills(noise: noise, seed: seed).whole
        #expect(abs(try #require(whole.ascent) / 1_200 - 1) < 0.025)
        #expect(abs(try #require(whole.descent) / 1_200 - 1) < 0.025)
    }

    @Test func aSpikeIsNoMountain() throws {
        var maker = JourneyMaker()
        maker.go(500) { 500 + $0 / 50 + (abs($0 - 2_000) < 1 ? 800 : 0) }
        let whole = try maker.figures().whole
        #expect(abs(try #require(whole.ascent) - 100) < 4 && whole.descent == 0)
        // As recorded.
        #expect(whole.highest == 1_340.0)
    }

    @Test func heightsOfAStopAreOne() throws {
        var random = SeededRandom(3)
        var maker = JourneyMaker()
        maker.go(200) { _ in 500 }
        for _ in 0..<300 {
            maker.stay(1, seconds: 5, height: 500 + Double.random(in: -40...40, using: &random))
        }
        maker.go(200) { _ in 500 }
        let whole = try maker.figures().whole
        #expect(try #require(whole.ascent) < 15)
    }

    // MARK: - Stretches

    @Test func stretchesAddUp() throws {
        let figures = try Self.hills(noise: 1, seed: 5)
        let edges = [0, 1_234.5, 1_240, 9_000, 17_777, 24_000].map { figures.position(atDistance: $0) }
        let parts = zip(edges, edges.dropFirst()).map { figures.stretch(from: $0, to: $1) }
        let whole = figures.whole
        #expect(abs(parts.reduce(0) { $0 + $1.meters } - whole.meters) < 1e-6)
        #expect(abs(parts.reduce(0) { $0 + ($1.ascent ?? 0) } - (whole.ascent ?? 0)) < 1e-6)
        #expect(abs(parts.reduce(0) { $0 + ($1.descent ?? 0) } - (whole.descent ?? 0)) < 1e-6)
        #expect(abs(parts.reduce(0) { $0 + ($1.metersInSpace ?? 0) } - (whole.metersInSpace ?? 0)) < 1e-6)
        let seconds = parts.reduce(0) { $0 + ($1.elapsedSeconds ?? 0) }
        #expect(abs(seconds - (whole.elapsedSeconds ?? 0)) < 0.01)
        #expect(parts.allSatisfy { ($0.ascent ?? -1) >= 0 && ($0.descent ?? -1) >= 0 })
    }

    @Test(arguments: UInt64(1)...20) func extremesAndMeansAreThoseOfAllPoints(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var maker = JourneyMaker()
        for _ in 0..<3_000 {
            let height: Double? = random.next() % 9 == 0 ? nil : Double(random.next() % 80_000_000) / 10_000
            maker.go(1) { _ in height }
        }
        let figures = try maker.figures()
        for _ in 0..<50 {
            let (first, last) = (Int(random.next() % 3_000), Int(random.next() % 3_000))
            let (start, end) = (
                JourneyPosition(point: min(first, last)), JourneyPosition(point: max(first, last))
            )
            let heights = (start.point...end.point).compactMap { figures.journey.heights[$0] }
            let stretch = figures.stretch(from: start, to: end)
            #expect(stretch.lowest == heights.min() && stretch.highest == heights.max())
            let mean = figures.mean(of: .height, from: start, to: end)
            let expected = heights.isEmpty ? nil : heights.reduce(0, +) / Double(heights.count)
            #expect(abs((mean ?? 0) - (expected ?? 0)) < 1e-6)
        }
    }

    @Test func bestKilometerIsWithinTheStretch() throws {
        var maker = JourneyMaker()
        maker.go(300)
        maker.go(150, seconds: 0.5)
        maker.go(300)
        let figures = try maker.figures()
        #expect(abs(try #require(figures.whole.bestKilometerSeconds) - 50) < 0.1)
        let before = figures.stretch(from: figures.start, to: figures.position(atDistance: 3_000))
        #expect(abs(try #require(before.bestKilometerSeconds) - 100) < 0.1)
        let half = figures.stretch(from: figures.start, to: figures.position(atDistance: 3_500))
        #expect(abs(try #require(half.bestKilometerSeconds) - 75) < 0.6)
        let short = figures.stretch(from: figures.start, to: figures.position(atDistance: 900))
        #expect(short.bestKilometerSeconds == nil)
    }

    @Test func positionsAreFoundByWayAndByTime() throws {
        var maker = JourneyMaker()
        maker.go(3_000, seconds: 2)
        let figures = try maker.figures()
        for meters in [0, 5, 10_234.25, 29_990] {
            #expect(abs(figures.distance(at: figures.position(atDistance: meters)) - meters) < 1e-3)
        }
        for seconds in [0, 1, 1_001.5, 5_998] {
            let position = try #require(figures.position(atSeconds: seconds))
            #expect(abs(try #require(figures.seconds(at: position)) - seconds) < 1e-3)
        }
        let middle = figures.position(atDistance: 5)
        let meters = Geodesic.distance(from: figures.journey.places[0], to: figures.coordinate(at: middle))
        #expect(abs(meters - 5) < 1e-3)
    }

    @Test func coordinatesKeepTheirDigits() throws {
        var builder = JourneyBuilder(name: "")
        builder.append(Coordinate(latitude: 47.1234567, longitude: 8.7654321))
        builder.append(Coordinate(latitude: 47.12345678912, longitude: -179.99999999999))
        let places = try #require(builder.finish()).places
        #expect(places[0] == Coordinate(latitude: 47.1234567, longitude: 8.7654321))
        #expect(abs(places[1].latitude - 47.12345678912) < 1e-11)
        #expect(abs(places[1].longitude + 179.99999999999) < 1e-11)
    }

    @Test func journeysAreJoinedInTheOrderOfTheirTimes() throws {
        var first = JourneyMaker()
        var second = JourneyMaker()
        second.moment += 86_400_000
        first.go(100) { _ in 5 }
        second.go(50)
        let joined = Journey(
            joining: [try #require(second.builder.finish()), try #require(first.builder.finish())])
        #expect(joined.count == 150 && joined.segmentStarts == [0, 100])
        #expect(joined.heights[0] == 5 && joined.notes.withoutHeight == 50)
        #expect(abs(joined.way.meters - 1_480) < 1e-6)
    }

    private static func cosine(_ turns: Double) -> Double {
        GreatCircle.parallelScale(at: turns.remainder(dividingBy: 1) * 360)
    }
}
