import TestSupport
import Testing

@testable import MapModel

struct GreatCircleTests {
    @Test func aQuarterOfTheEquatorIsAQuarterOfTheCircumference() {
        let east = Coordinate(latitude: 0, longitude: 90)
        let distance = GreatCircle.distance(from: Coordinate(latitude: 0, longitude: 0), to: east)
        #expect(abs(distance - GreatCircle.earthRadiusMeters * .pi / 2) < 1e-3)
    }

    @Test func berlinToParisIsAsKnown() {
        let berlin = Coordinate(latitude: 52.52, longitude: 13.405)
        let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
        #expect(abs(GreatCircle.distance(from: berlin, to: paris) - 877_463) < 500)
        #expect(abs(GreatCircle.bearing(from: berlin, to: paris) - 246.6) < 0.5)
    }

    @Test(arguments: [(1.0, 0.0, 0.0), (0, 1, 90), (-1, 0, 180), (0, -1, 270)])
    func bearingsOfTheFourWinds(latitude: Double, longitude: Double, degrees: Double) {
        let start = Coordinate(latitude: 0, longitude: 0)
        let end = Coordinate(latitude: latitude, longitude: longitude)
        #expect(abs(GreatCircle.bearing(from: start, to: end) - degrees) < 1e-9)
    }

    @Test(arguments: 0..<100) func destinationLiesAtItsDistanceAndBearing(seed: UInt64) {
        var random = SeededRandom(seed)
        let start = Coordinate(
            latitude: random.fraction() * 160 - 80, longitude: random.fraction() * 360 - 180)
        let bearing = random.fraction() * 360
        let meters = 10 + random.fraction() * 5e6
        let end = GreatCircle.destination(from: start, bearing: bearing, meters: meters)
        #expect(abs(GreatCircle.distance(from: start, to: end) - meters) < 1e-3)
        let turned = (GreatCircle.bearing(from: start, to: end) - bearing).remainder(dividingBy: 360)
        #expect(abs(turned) < 1e-5)
        #expect(abs(end.longitude) <= 180)
    }

    @Test func distanceAcrossTheAntimeridianIsShort() {
        let west = Coordinate(latitude: 0, longitude: 179.5)
        let east = Coordinate(latitude: 0, longitude: -179.5)
        #expect(GreatCircle.distance(from: west, to: east) < 111_200)
        #expect(abs(GreatCircle.bearing(from: west, to: east) - 90) < 1e-9)
    }
}
