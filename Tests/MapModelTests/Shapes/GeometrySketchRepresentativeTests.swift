import Testing
import TestSupport

@testable import MapModel

@Suite struct GeometrySketchRepresentativeTests {
    // MARK: - Points and lines

    @Test func pointIsItself() {
        #expect(GeometrySketch().representative == nil)
        #expect(GeometrySketch(points: [place(51, 9)]).representative == place(51, 9))
    }

    @Test(arguments: 0..<100) func ofPointsItIsTheOneNearestToTheirMean(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let latitude = random.fraction(-60...60)
        let longitude = random.fraction(-180...180)
        let points = (0..<random.number(1...9)).map { _ in
            place(
                latitude + random.fraction(-2...2),
                Coordinate.wrapped(longitude: longitude + random.fraction(-2...2)))
        }
        let found = try #require(GeometrySketch(points: points).representative)
        #expect(points.contains(found))
        // The mean of the group by degrees from its own middle: near it both means agree within metres.
        let count = Double(points.count)
        let east = points.reduce(0.0) { sum, point in
            let step = point.coordinate.longitude - longitude
            return sum + (step - (step / 360).rounded() * 360) / count
        }
        let north = points.reduce(0.0) { $0 + $1.coordinate.latitude / count }
        let mean = Coordinate(
            latitude: north, longitude: Coordinate.wrapped(longitude: longitude + east))
        let distances = points.map { GreatCircle.distance(from: mean, to: $0.coordinate) }
        let reached = GreatCircle.distance(from: mean, to: found.coordinate)
        #expect(reached <= (distances.min() ?? 0) + 4_000, "seed \(seed)")
    }

    @Test func middleOfALineIsHalfWayNotTheMiddleVertex() {
        let line = [place(0, 0), place(0, 1), place(0, 2), place(0, 10)]
        #expect(GeometrySketch(line: line).representative == place(0, 5))
    }

    @Test func lineAcrossTheDateLineHasItsMiddleThere() {
        let line = GeometrySketch(line: [place(10, 178), place(10, -178)])
        #expect(line.representative?.latitudeE7 == 100_000_000)
        #expect(line.representative?.longitudeE7.magnitude == 1_800_000_000)
        #expect(GeometrySketch(line: [place(0, 179), place(0, -177)]).representative == place(0, -179))
    }

    @Test(arguments: 0..<200) func middleOfALineLiesOnIt(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let line = (0..<random.number(2...8)).map { _ in
            place(random.fraction(-80...80), random.fraction(-180...180))
        }
        let found = try #require(GeometrySketch(line: line).representative)
        let nearest = zip(line, line.dropFirst()).map { distance(of: found, $0.0, $0.1) }.min() ?? 1
        #expect(nearest < 1e-8, "seed \(seed): \(nearest) of the world")
    }

    /// From a place to a segment on the world plane, in widths of the world.
    private func distance(of place: FixedCoordinate, _ start: FixedCoordinate, _ end: FixedCoordinate)
        -> Double
    {
        let origin = WebMercator.project(start.coordinate)
        func offset(_ place: FixedCoordinate) -> (x: Double, y: Double) {
            let point = WebMercator.project(place.coordinate)
            let x = point.x - origin.x
            return (x - x.rounded(), point.y - origin.y)
        }
        let along = offset(end)
        let seen = offset(place)
        // Seen from the start the place may be on the far side: both copies are tried.
        return [-1.0, 0, 1].map { turn in
            let x = seen.x + turn
            let square = along.x * along.x + along.y * along.y
            let part = square == 0 ? 0 : (x * along.x + seen.y * along.y) / square
            let nearest = Swift.min(Swift.max(part, 0), 1)
            let dx = x - nearest * along.x
            let dy = seen.y - nearest * along.y
            return (dx * dx + dy * dy).squareRoot()
        }.min() ?? 1
    }

    // MARK: - Areas

    @Test func middleOfABoxIsItsMiddle() {
        let box = [place(-1, 10), place(-1, 14), place(1, 14), place(1, 10), place(-1, 10)]
        #expect(GeometrySketch(rings: [box]).representative == place(0, 12))
    }

    @Test func holeInTheMiddleIsKeptOff() throws {
        let box = [place(-1, 10), place(-1, 20), place(1, 20), place(1, 10)]
        let hole = [place(-0.5, 11), place(-0.5, 16), place(0.5, 16), place(0.5, 11)]
        #expect(GeometrySketch(rings: [box, hole]).representative == place(0, 18))
    }

    @Test func boxAcrossTheDateLineHasItsMiddleInside() {
        let box = [place(-1, 178), place(-1, -176), place(1, -176), place(1, 178)]
        #expect(GeometrySketch(rings: [box]).representative == place(0, -179))
        let world = [place(-60, -180), place(-60, 180), place(60, 180), place(60, -180), place(-60, -180)]
        #expect(GeometrySketch(rings: [world]).representative == place(0, 0))
        let half = [place(-60, 0), place(-60, 180), place(60, 180), place(60, 0)]
        #expect(GeometrySketch(rings: [half]).representative == place(0, 90))
    }

    @Test func ringAroundAPoleHoldsItsPlace() throws {
        let ring = stride(from: -180.0, to: 180, by: 20).map { place(-70 - $0 / 60, $0) }
        let found = try #require(GeometrySketch(rings: [ring]).representative)
        #expect(found.coordinate.latitude < -73)
        let written = ring + [place(-67, 180), place(-90, 180), place(-90, -180), place(-67, -180)]
        #expect(try #require(GeometrySketch(rings: [written]).representative).coordinate.latitude < -73)
    }

    @Test(arguments: [
        [place(3, 4)], [place(3, 4), place(3, 4)], [place(3, 4), place(3, 8), place(3, 6)],
        [place(3, 4), place(5, 4), place(4, 4)], [place(90, 0), place(90, 120), place(90, -120)],
    ]) func ringWithoutInsideHasItsFirstVertex(ring: [FixedCoordinate]) {
        #expect(GeometrySketch(rings: [ring]).representative == ring[0])
    }

    @Test(arguments: 0..<300) func placeOfAnAreaLiesInside(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let center = Coordinate(
            latitude: random.fraction(-60...60),
            longitude: random.number(0...1) == 0 ? 179.5 : random.fraction(-180...180))
        let radius = [0.001, 0.1, 5, 25][random.number(0...3)]
        var rings = [random.ring(around: center, radius: radius, corners: random.number(3...40))]
        if random.number(0...1) == 0 {
            rings.append(random.ring(around: center, radius: radius / 3, corners: random.number(3...9)))
        }
        let found = try #require(GeometrySketch(rings: rings).representative)
        #expect(isInside(found, rings) || rings[0].contains(found), "seed \(seed)")
        #expect(isInside(found, rings) || rings[0].count < 5, "seed \(seed)")
    }

    /// By the even-odd rule along the parallel eastwards, on the world plane around the place.
    private func isInside(_ place: FixedCoordinate, _ rings: [[FixedCoordinate]]) -> Bool {
        let origin = WebMercator.project(place.coordinate)
        func offset(_ place: FixedCoordinate) -> (x: Double, y: Double) {
            let point = WebMercator.project(place.coordinate)
            let x = point.x - origin.x
            return (x - x.rounded(), point.y - origin.y)
        }
        var isInside = false
        for ring in rings {
            for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                let (first, last) = (offset(start), offset(end))
                guard (first.y < 0) != (last.y < 0) else { continue }
                if first.x + (last.x - first.x) * (-first.y / (last.y - first.y)) > 0 { isInside.toggle() }
            }
        }
        return isInside
    }

    // MARK: - Mixtures

    @Test func highestKindAndItsLargestPartStandForAll() {
        var sketch = GeometrySketch(points: [place(50, 50)])
        sketch.add(.line, [place(0, 0), place(0, 2)])
        sketch.add(.line, [place(40, 0), place(40, 40)])
        #expect(sketch.representative == place(40, 20))
        sketch.add(.area, [place(-1, 10), place(-1, 14), place(1, 14), place(1, 10)])
        sketch.add(.area, [place(-1, 20), place(-1, 30), place(1, 30), place(1, 20)])
        sketch.add(.area, [place(-0.5, 20), place(-0.5, 28), place(0.5, 28), place(0.5, 20)], isHole: true)
        #expect(sketch.representative == place(0, 29))
    }

    /// On the ground, not on the map: Greenland is not larger than Africa.
    @Test func sizeIsThatOnTheGround() {
        var sketch = GeometrySketch()
        sketch.add(.area, [place(79, 0), place(79, 20), place(81, 20), place(81, 0)])
        sketch.add(.area, [place(-1, 0), place(-1, 10), place(1, 10), place(1, 0)])
        #expect(sketch.representative == place(0, 5))
    }

    @Test(arguments: 0..<500) func anythingHasAPlaceOnTheGlobe(seed: UInt64) {
        var random = SeededRandom(seed)
        let sketch = random.sketch()
        #expect((sketch.representative == nil) == sketch.isEmpty)
        #expect(sketch.representative?.isOnGlobe ?? true, "seed \(seed)")
    }
}
