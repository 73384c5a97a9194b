import TestSupport
import Testing

@testable import MapModel

@Suite struct GeodesicOutlineTests {
    @Test(arguments: 0..<200) func outlineIsDenseAndOnTheWay(seed: UInt64) {
        var random = SeededRandom(seed)
        let start = random.coordinate()
        let way = Geodesic(from: start, to: random.coordinate(near: start))
        for piece in way.outlines(maximumStep: 1.0 / 256) {
            for (point, next) in zip(piece, piece.dropFirst()) {
                #expect(
                    max(abs(next.x - point.x), abs(next.y - point.y)) <= 1.0 / 256 + 1e-12, "seed \(seed)")
            }
            for point in piece where point.y > 0 && point.y < 1 {
                let place = WebMercator.unproject(point)
                let detour =
                    Geodesic.distance(from: way.start, to: place)
                    + Geodesic.distance(from: place, to: way.end)
                #expect(detour - way.meters < 0.01, "seed \(seed)")
            }
        }
    }

    @Test func aWayOverThePoleIsCutAtTheEdgeOfThePlane() {
        let way = Geodesic(
            from: Coordinate(latitude: 60, longitude: 10), to: Coordinate(latitude: 60, longitude: -170))
        let pieces = way.outlines()
        #expect(pieces.count == 2)
        #expect(pieces.allSatisfy { $0.contains { $0.y == 0 } && Set($0.map(\.x)).count == 1 })
        // Both ends beyond the edge: there is nothing to draw.
        let polar = Geodesic(
            from: Coordinate(latitude: 86, longitude: 10), to: Coordinate(latitude: 87, longitude: 170))
        #expect(polar.outlines().isEmpty)
    }

    @Test func aWayAcross180GoesOn() {
        let way = Geodesic(
            from: Coordinate(latitude: 35.7, longitude: 139.7),
            to: Coordinate(latitude: 37.8, longitude: -122.4))
        let pieces = way.outlines()
        #expect(pieces.count == 1)
        let end = pieces.first?.last?.x ?? 0
        #expect(abs(end - 1.16) < 1e-9)
    }

    @Test(arguments: [
        (1_624_803.951, 3, "1,624.804 km"), (999.5, 3, "1.000 km"), (999.4, 2, "999.400 m"),
        (0, 3, "0.000 m"),
        (12_345_678.9, 6, "12,345.678900 km"), (1_000.04, 2, "1.00 km"),
    ])
    func figuresHaveTheirDecimals(meters: Double, decimals: Int, text: String) {
        #expect(DistanceUnit.kilometers.figure(meters: meters, decimals: decimals) == text)
    }

    @Test(arguments: [
        (DistanceUnit.kilometers, 268_748_123_456.0, "268,748 km²"), (.kilometers, 151.0821, "151.1 m²"),
        (.kilometers, 12_345_678, "12.35 km²"), (.miles, 2_589_988.110336, "1.000 mi²"),
        (.miles, 9.290304, "100.0 ft²"), (.nauticalMiles, 3_429_904, "1.000 nm²"),
    ])
    func areasHaveTheirUnit(unit: DistanceUnit, squareMeters: Double, text: String) {
        #expect(unit.figure(squareMeters: squareMeters) == text)
    }
}
