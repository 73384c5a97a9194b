import TestSupport
import Testing

@testable import MapModel

@Suite struct NearShapesTests {
    /// Points, lines and areas near each other, also at 180° and at the poles.
    private func someSketches(_ random: inout SeededRandom) -> [GeometrySketch] {
        let center = Coordinate(
            latitude: [random.fraction(-85...85), 89.5, -89.5, 12][random.number(0...3)],
            longitude: [random.fraction(-180...180), 179.9, 7][random.number(0...2)])
        return (0..<random.number(1...6)).map { _ in
            let ring = random.ring(
                around: center, radius: [0.01, 1, 20][random.number(0...2)], corners: random.number(2...7))
            return [
                GeometrySketch(points: ring), GeometrySketch(line: ring), GeometrySketch(rings: [ring]),
            ][random.number(0...2)]
        }
    }

    @Test(arguments: 0..<80) func findsThePointsThatAreNear(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let sketches = someSketches(&random)
        let tree = QuadTree(random.places(around: sketches, count: 300))
        let shapes = NearShapes(sketches)
        for meters in [0, 1, 500, 40_000, 900_000, 6_000_000, 2e7] {
            let found = try #require(shapes.indices(of: tree, within: meters, by: .backwards))
            let expected = (0..<tree.count).filter {
                shapes.meters(from: tree.fixedCoordinate(at: $0)) <= meters
            }
            #expect(found.indices(limit: tree.count) == expected)
        }
        let indices = Array(stride(from: 0, to: tree.count, by: 3))
        #expect(
            shapes.meters(of: tree, at: indices, by: .backwards)
                == indices.map { shapes.meters(from: tree.fixedCoordinate(at: $0)) })
    }

    @Test(arguments: 0..<80) func distancesAreThoseOfSamples(seed: UInt64) {
        var random = SeededRandom(seed)
        let sketches = someSketches(&random)
        let shapes = NearShapes(sketches)
        let areas = AreaGeometry(sketches)
        let samples: [Coordinate] = sketches.flatMap { spots(along: $0) }
        for spot in random.places(around: sketches, count: 20) {
            let meters = shapes.meters(from: spot)
            if !areas.areas(at: spot).isEmpty {
                #expect(meters == 0)
                continue
            }
            let origin = GreatCircle.Origin(spot.coordinate)
            let sampled = samples.reduce(Double.infinity) { min($0, origin.distance(to: $1)) }
            #expect(meters <= sampled + 0.01)
            // Samples are at most so far apart.
            #expect(meters >= sampled - 8_000)
        }
    }

    /// Places on all edges, each 1/400 of it.
    private func spots(along sketch: GeometrySketch) -> [Coordinate] {
        sketch.parts.indices.flatMap { part -> [Coordinate] in
            let vertices = Array(sketch.vertices[sketch.range(of: part)])
            if sketch.parts[part].kind == .point { return vertices.map(\.coordinate) }
            var path = UnwrappedRing(vertices[...]).vertices
            if sketch.parts[part].kind == .area, let first = path.first { path.append(first) }
            if sketch.parts[part].kind == .line { path = Array(path.prefix(vertices.count)) }
            return zip(path, path.dropFirst()).flatMap { start, end in
                (0...400).map { step in
                    let share = Double(step) / 400
                    let x = Double(start.x) + share * Double(end.x - start.x)
                    let y = Double(start.latitudeE7) + share * Double(end.latitudeE7 - start.latitudeE7)
                    return Coordinate(latitude: y / 1e7, longitude: Coordinate.wrapped(longitude: x / 1e7))
                }
            }
        }
    }

    @Test(arguments: 0..<20) func pointsAreAsFarAsGreatCirclesSay(seed: UInt64) {
        var random = SeededRandom(seed)
        let points = random.places(random.number(1...60))
        let shapes = NearShapes(ShapeIndex(), rows: [], points: points)
        for spot in random.places(30) {
            let expected = points.reduce(Double.infinity) {
                min($0, GreatCircle.distance(from: spot.coordinate, to: $1.coordinate))
            }
            #expect(abs(shapes.meters(from: spot) - expected) < 1e-3)
        }
    }

    @Test func nothingIsNearNothing() {
        let tree = QuadTree([place(1, 2)])
        #expect(NearShapes([]).indices(of: tree, within: 1e9)?.count == 0)
        #expect(NearShapes([]).meters(from: place(1, 2)) == .infinity)
        #expect(NearShapes([GeometrySketch(points: [place(1, 2)])]).indices(of: tree, within: -1)?.count == 0)
    }

    @Test func endsWhenItIsCancelled() {
        let shapes = NearShapes([GeometrySketch(points: [place(1, 2)])])
        #expect(shapes.indices(of: QuadTree([place(1, 2)]), within: 5, isCancelled: { true }) == nil)
    }
}
