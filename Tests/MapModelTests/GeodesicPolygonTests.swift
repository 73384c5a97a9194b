import Foundation
import TestSupport
import Testing

@testable import MapModel

@Suite struct GeodesicPolygonTests {
    @Test(arguments: GeodesicTruth.rings) func ringIsThatOfGeographicLib(truth: GeodesicTruth.Ring) {
        let polygon = GeodesicPolygon(truth.vertices)
        #expect(abs(polygon.perimeterMeters - truth.perimeterMeters) < 1e-7)
        let tolerance = polygon.perimeterMeters < 1e6 ? 1e-3 : 0.1
        #expect(abs(polygon.signedAreaSquareMeters - truth.areaSquareMeters) < tolerance)
        #expect(polygon.areaSquareMeters == abs(polygon.signedAreaSquareMeters))
    }

    @Test(arguments: GeodesicTruth.rings) func directionStartAndClosingDoNotMatter(truth: GeodesicTruth.Ring)
    {
        let polygon = GeodesicPolygon(truth.vertices)
        let backwards = GeodesicPolygon(truth.vertices.reversed())
        #expect(abs(backwards.areaSquareMeters - polygon.areaSquareMeters) < 0.1)
        let fromSecond = GeodesicPolygon(truth.vertices[1...] + truth.vertices[...0])
        let closed = GeodesicPolygon(truth.vertices + truth.vertices[...0])
        // Half of the earth is the same on both sides, so its sign may be either.
        let isHalf = polygon.areaSquareMeters > WGS84.areaSquareMeters / 2 - 1
        if !isHalf { #expect(abs(backwards.signedAreaSquareMeters + polygon.signedAreaSquareMeters) < 0.1) }
        for other in [fromSecond, closed] {
            #expect(abs(other.areaSquareMeters - polygon.areaSquareMeters) < 0.1)
            #expect(abs(other.perimeterMeters - polygon.perimeterMeters) < 1e-7)
        }
    }

    @Test func surfaceOfTheEarthIsThatOfTheStandard() {
        #expect(abs(WGS84.areaSquareMeters - 510_065_621_724_088.4) < 1)
        #expect(abs(WGS84.polarRadiusMeters - 6_356_752.314_245_179) < 1e-9)
    }

    @Test(arguments: [-90.0, 90], [-180.0, -90, 0, 90]) func octantsAreAnEighthOfTheEarth(
        pole: Double, west: Double
    ) {
        let octant = GeodesicPolygon([
            Coordinate(latitude: 0, longitude: west), Coordinate(latitude: 0, longitude: west + 90),
            Coordinate(latitude: pole, longitude: 45),
        ])
        #expect(abs(octant.areaSquareMeters - WGS84.areaSquareMeters / 8) < 0.1)
        #expect((octant.signedAreaSquareMeters > 0) == (pole > 0))
    }

    @Test(arguments: 0..<200) func smallTriangleIsPlane(seed: UInt64) {
        var random = SeededRandom(seed)
        let corner = Coordinate(
            latitude: random.fraction(-85...85), longitude: random.fraction(-180...180))
        let size = random.fraction(1...500)
        let others = (0..<2).map { _ in
            Geodesic(from: corner, azimuth: random.fraction(0...360), meters: size)
        }
        let angle = (others[0].startAzimuth - others[1].startAzimuth) * .pi / 180
        let plane = size * size / 2 * sin(angle)
        let triangle = GeodesicPolygon([corner] + others.map(\.end))
        // Half a kilometre is 8e-5 of the radius, whose square is the share by which the sphere bulges.
        #expect(abs(triangle.signedAreaSquareMeters - plane) < 1e-8 * size * size + 1e-4, "seed \(seed)")
    }

    @Test(arguments: 0..<200) func partsAddUpToTheWhole(seed: UInt64) {
        var random = SeededRandom(seed)
        // Around a place, or around a pole.
        let center = random.coordinate()
        let azimuths = (0..<random.number(4...9)).map { _ in random.fraction(0...360) }.sorted(by: >)
        let ring = azimuths.map {
            Geodesic(from: center, azimuth: $0, meters: random.fraction(1e3...4e6)).end
        }
        let cut = random.number(2...ring.count - 2)
        let whole = GeodesicPolygon(ring).signedAreaSquareMeters
        let first = GeodesicPolygon(ring[...cut]).signedAreaSquareMeters
        let second = GeodesicPolygon(ring[cut...] + ring[...0]).signedAreaSquareMeters
        let rest = (whole - first - second).remainder(dividingBy: WGS84.areaSquareMeters)
        #expect(abs(rest) < 0.5, "seed \(seed)")
    }

    @Test(arguments: [1.0, 20, 60, 85]) func ringOnAParallelIsTheCapAroundThePole(latitude: Double) {
        let ring = (0..<3_600).map { Coordinate(latitude: latitude, longitude: Double($0) / 10 - 180) }
        let cap = Self.capSquareMeters(latitude: latitude)
        let polygon = GeodesicPolygon(ring)
        #expect(polygon.signedAreaSquareMeters > 0)
        // Geodesics lie polewards of the parallel.
        #expect(polygon.areaSquareMeters < cap)
        #expect(abs(polygon.areaSquareMeters - cap) < 2e-5 * cap)
    }

    /// The surface of the ellipsoid from a parallel to the nearer pole.
    ///
    /// Source: Snyder, "Map Projections: A Working Manual", 1987, equation 3-12, on the authalic latitude.
    private static func capSquareMeters(latitude: Double) -> Double {
        let eccentricity = WGS84.eccentricitySquared.squareRoot()
        func zone(_ sine: Double) -> Double {
            sine / (1 - WGS84.eccentricitySquared * sine * sine) + atanh(eccentricity * sine) / eccentricity
        }
        return WGS84.areaSquareMeters / 2 * (1 - zone(sin(latitude * .pi / 180)) / zone(1))
    }

    @Test func ringsOfFewerThanThreePlacesHaveNoArea() {
        let (paris, lyon) = (
            Coordinate(latitude: 48.8566, longitude: 2.3522), Coordinate(latitude: 45.764, longitude: 4.8357)
        )
        #expect(GeodesicPolygon([Coordinate]()).perimeterMeters == 0)
        #expect(GeodesicPolygon([paris]) == GeodesicPolygon([Coordinate]()))
        let line = GeodesicPolygon([paris, lyon])
        #expect(line.areaSquareMeters < 1e-3)
        #expect(abs(line.perimeterMeters - 2 * Geodesic.distance(from: paris, to: lyon)) < 1e-8)
    }

    @Test(arguments: [Double.nan, .infinity]) func numbersThatAreNoPlaceHaveNoArea(number: Double) {
        let berlin = Coordinate(latitude: 52.5, longitude: 13.4)
        let polygon = GeodesicPolygon([berlin, Coordinate(latitude: 0, longitude: number), berlin])
        #expect(polygon.areaSquareMeters.isNaN && polygon.perimeterMeters.isNaN)
    }
}
