import TestSupport
import Testing

@testable import MapModel

/// Distances to lines and areas, against points all along their edges.
@Suite struct ShapeNearestTests {
    private static let pointsOfEdge = 400

    /// The least distance to points along the edges of a sketch, straight on the map, and the longest step between them.
    private func sampled(_ sketch: GeometrySketch, from place: Coordinate) -> (meters: Double, step: Double) {
        let origin = GreatCircle.Origin(place)
        var best = Double.infinity
        var longest = 0.0
        for part in sketch.parts.indices where sketch.parts[part].kind != .point {
            var vertices = Array(sketch.vertices[sketch.range(of: part)])
            if sketch.parts[part].kind == .area, let first = vertices.first { vertices.append(first) }
            let points = vertices.map { QuantumPoint($0) }
            for (start, end) in zip(points, points.dropFirst()) {
                let width = Double(Int32(bitPattern: end.x &- start.x))
                let height = Double(end.y) - Double(start.y)
                var previous: Coordinate?
                for step in 0...Self.pointsOfEdge {
                    let share = Double(step) / Double(Self.pointsOfEdge)
                    let point = QuantumPoint(
                        x: start.x &+ UInt32(truncatingIfNeeded: Int64(width * share)),
                        y: UInt32(Double(start.y) + height * share))
                    let coordinate = FixedCoordinate(point).coordinate
                    best = min(best, origin.distance(to: coordinate))
                    if let previous {
                        longest = max(longest, GreatCircle.distance(from: previous, to: coordinate))
                    }
                    previous = coordinate
                }
            }
        }
        return (best, longest)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func distancesAreThoseOfPointsAlongTheEdges(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let centers = random.places(6).map(\.coordinate)
        for center in centers {
            let middle = Coordinate(
                latitude: min(max(center.latitude, -70), 70),
                longitude: random.number(0...2) == 0 ? 180 : center.longitude)
            let vertices = random.ring(
                around: middle, radius: random.fraction(0.01...12), corners: random.number(2...9))
            let sketch = GeometrySketch(line: vertices)
            var buffer = ShapeBuffer()
            buffer.append(sketch, row: 7)
            let shapes = ShapeIndex(buffer)
            let place = Coordinate(
                latitude: min(max(middle.latitude + random.fraction(-14...14), -84), 84),
                longitude: Coordinate.wrapped(longitude: middle.longitude + random.fraction(-20...20)))
            let (expected, step) = sampled(sketch, from: place)
            let found = try #require(shapes.nearest(to: place, count: 1) { _ in true }.first)
            #expect(found.row == 7)
            #expect(found.distanceMeters <= expected + 0.05, "\(found.distanceMeters) \(expected)")
            #expect(found.distanceMeters >= expected - step, "\(found.distanceMeters) \(expected) \(step)")
            let reached = GreatCircle.distance(from: place, to: found.place)
            #expect(abs(reached - found.distanceMeters) < 0.05, "the place is where the distance ends")
        }
    }

    /// Holes, 180° and both poles.
    @Test func insideAnAreaTheDistanceIsNothing() {
        var buffer = ShapeBuffer()
        let square = { (south: Double, west: Double, size: Double) in
            [
                place(south, west), place(south, Coordinate.wrapped(longitude: west + size)),
                place(south + size, Coordinate.wrapped(longitude: west + size)), place(south + size, west),
            ]
        }
        buffer.append(GeometrySketch(rings: [square(40, 5, 10), square(44, 9, 2)]), row: 0)
        buffer.append(GeometrySketch(rings: [square(-20, 175, 10)]), row: 1)
        buffer.append(GeometrySketch(rings: [(0..<12).map { place(-70, -180 + Double($0) * 30) }]), row: 2)
        buffer.append(GeometrySketch(rings: [(0..<12).map { place(75, -180 + Double($0) * 30) }]), row: 3)
        let shapes = ShapeIndex(buffer)
        func rows(_ latitude: Double, _ longitude: Double) -> [UInt32] {
            shapes.nearest(
                to: Coordinate(latitude: latitude, longitude: longitude), count: 9, within: 0
            ) { _ in true }.map(\.row)
        }
        #expect(rows(42, 7) == [0] && rows(45, 10) == [] && rows(49.9, 14.9) == [0] && rows(51, 7) == [])
        #expect(rows(-15, 179) == [1] && rows(-15, -178) == [1] && rows(-15, -174) == [])
        #expect(rows(-80, 10) == [2] && rows(-60, 10) == [] && rows(80, -170) == [3] && rows(0, 0) == [])
        let hole = shapes.nearest(to: Coordinate(latitude: 45, longitude: 10), count: 1) { _ in true }
        #expect(hole.first?.row == 0 && abs((hole.first?.distanceMeters ?? 0) - 78_600) < 500)
    }

    /// Of many shapes and points, some hidden: against the distance of each.
    @Test(arguments: 0..<30 as Range<UInt64>)
    func theNearestAreThoseOfAllThatAreShown(seed: UInt64) {
        var random = SeededRandom(seed)
        var buffer = ShapeBuffer()
        var points = PointBuffer()
        let count = random.number(1...300)
        for row in 0..<UInt32(count) {
            let center = random.places(1)[0].coordinate
            let middle = Coordinate(
                latitude: min(max(center.latitude, -75), 75), longitude: center.longitude)
            let isShape = random.number(0...2) > 0
            let ring = random.ring(around: middle, radius: random.fraction(0.1...8), corners: 6)
            let sketch = isShape ? GeometrySketch(rings: [ring]) : GeometrySketch(points: [ring[0]])
            if isShape { buffer.append(sketch, row: row) }
            points.append(isShape ? sketch.representative ?? ring[0] : ring[0], row: row)
        }
        let shapes = ShapeIndex(buffer)
        let hidden = UInt32(count / 3)..<UInt32(count / 2)
        let tree = QuadTree(QuadTree(points), hiding: [hidden])
        for place in random.places(5).map(\.coordinate) {
            var expected: [(meters: Double, row: UInt32)] = (0..<tree.count).map { index in
                let row = tree.row(at: index)
                let point = GreatCircle.distance(from: place, to: tree.coordinate(at: index))
                let shape = shapes.nearest(to: place, count: 1) { $0 == row }.first?.distanceMeters
                return (min(point, shape ?? .infinity), row)
            }
            expected.sort { $0 < $1 }
            for (limit, meters) in [(7, .infinity), (nil, 2e6), (3, 1e6), (1_000, 5e5)] as [(Int?, Double)] {
                let found = tree.neighbors(of: place, limit: limit, within: meters, shapes: shapes).neighbors
                let wanted = expected.filter { $0.meters <= meters }.prefix(limit ?? .max)
                #expect(found.map(\.distanceMeters) == wanted.map(\.meters))
                #expect(found.map { tree.row(at: $0.index) } == wanted.map(\.row))
            }
            guard let circle = try? GeoCircle(center: place, radiusMeters: 1.5e6) else { continue }
            let inside = tree.points(in: circle, shapes: shapes)
            #expect(inside.count == expected.count { $0.meters <= 1.5e6 })
        }
    }
}
