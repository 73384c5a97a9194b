import TestSupport
import Testing

@testable import MapModel

struct CoordinateTests {
    @Test(arguments: [(190.0, -170.0), (-190, 170), (540, 180), (180, 180), (-180, -180), (725, 5), (0, 0)])
    func longitudesAreWrappedOntoTheRing(longitude: Double, wrapped: Double) {
        let found = Coordinate.wrapped(longitude: longitude)
        #expect(found == wrapped || abs(found) == 180 && abs(wrapped) == 180)
    }

    @Test func nothingBeyondThePolesIsACoordinate() {
        #expect(Coordinate(wrapping: 90.01, 0) == nil)
        #expect(Coordinate(wrapping: .nan, 0) == nil)
        #expect(Coordinate(wrapping: -90, 400) == Coordinate(latitude: -90, longitude: 40))
    }

    @Test(arguments: 0..<100) func fixedCoordinatesComeBackFromDegrees(seed: UInt64) {
        var random = SeededRandom(seed)
        let place = random.place()
        #expect(FixedCoordinate(place.coordinate) == place)
    }
}
