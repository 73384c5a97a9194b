import TestSupport
import Testing

@testable import MapModel

/// Points in no area that are near one, against the distance to each area.
@Suite struct AreaReachTests {
    @Test(arguments: 0..<40) func pointsOutsideBelongToTheNearestArea(seed: UInt64) throws {
        var random = SeededRandom(seed)
        // A ring of one place has no edges to be near.
        let sketches = (0..<random.number(1...8)).map { _ in random.area() }
            .filter { Set($0.vertices).count != 1 }
        let shapes = sketches.map { NearShapes([$0]) }
        let geometry = AreaGeometry(sketches)
        let tree = QuadTree(random.places(around: sketches, count: 300))
        let plain = try #require(AreaAssignment(of: tree, in: geometry))
        for meters in [2_000.0, 20_000] {
            let reached = try #require(plain.reaching(meters, of: tree, from: geometry, by: .backwards))
            for (index, (before, now)) in zip(plain.lists, reached.lists).enumerated() {
                guard before.isEmpty else {
                    #expect(now == before)
                    continue
                }
                let place = tree.fixedCoordinate(at: index)
                // Near a pole the plane is none.
                if abs(place.latitudeE7) > 890_000_000 { continue }
                let distances = shapes.map { $0.meters(from: place) }
                let least = distances.min() ?? .infinity
                if abs(least - meters) < meters / 50 { continue }
                if least > meters {
                    #expect(now.isEmpty, "\(place), \(least)")
                } else {
                    let area = try #require(now.first)
                    #expect(now.count == 1 && distances[area] <= least * 1.02 + 0.1, "\(place), \(distances)")
                }
            }
        }
    }

    /// A coast east of 180° reaches west of it.
    @Test func areasReachAcross180Degrees() throws {
        var sketch = GeometrySketch()
        sketch.begin(.area)
        for (latitude, longitude) in [
            (10, -1_800_000_000), (10, -1_790_000_000), (20, -1_790_000_000), (20, -1_800_000_000),
        ] {
            sketch.append(
                FixedCoordinate(latitudeE7: Int32(latitude) * 10_000_000, longitudeE7: Int32(longitude)))
        }
        let geometry = AreaGeometry([sketch])
        var points = PointBuffer()
        points.append(FixedCoordinate(Coordinate(latitude: 15, longitude: 179.99)), row: 0)
        points.append(FixedCoordinate(Coordinate(latitude: 15, longitude: 179.9)), row: 1)
        points.append(FixedCoordinate(Coordinate(latitude: 15, longitude: -179.5)), row: 2)
        let tree = QuadTree(points)
        let reached = try #require(
            AreaAssignment(of: tree, in: geometry)?.reaching(2_000, of: tree, from: geometry))
        let areas = Dictionary(
            uniqueKeysWithValues: reached.lists.enumerated().map { (tree.row(at: $0), $1) })
        #expect(areas == [0: [0], 1: [], 2: [0]])
    }
}
