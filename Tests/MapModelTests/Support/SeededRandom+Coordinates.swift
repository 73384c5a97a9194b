import TestSupport

@testable import MapModel

extension SeededRandom {
    /// Anywhere, sometimes on the equator, at 180° or at a pole.
    mutating func coordinate() -> Coordinate {
        var coordinate = Coordinate(latitude: fraction(-90...90), longitude: fraction(-180...180))
        switch number(0...11) {
        case 0: coordinate.latitude = 0
        case 1: coordinate.longitude = 180
        case 2: coordinate.latitude = Bool.random(using: &self) ? 90 : -90
        case 3: coordinate.latitude *= 1e-9
        default: break
        }
        return coordinate
    }

    /// Anywhere, at any distance from `place`, nearly opposite to it, or on its parallel or meridian.
    mutating func coordinate(near place: Coordinate) -> Coordinate {
        let offset = power(fraction(-11...1))
        var latitude = place.latitude + fraction(-1...1) * offset
        var longitude = place.longitude + fraction(-1...1) * offset
        switch number(0...7) {
        case 0, 1: return coordinate()
        case 2: latitude = place.latitude
        case 3: longitude = place.longitude
        case 4, 5: (latitude, longitude) = (-latitude, longitude + 180)
        default: break
        }
        return Coordinate(
            latitude: Swift.min(Swift.max(latitude, -90), 90),
            longitude: Coordinate.wrapped(longitude: longitude))
    }

    /// Ten to the power of `exponent`, roughly.
    private func power(_ exponent: Double) -> Double {
        var power = 1.0
        for _ in 0..<Int(abs(exponent)) { power *= exponent < 0 ? 0.1 : 10 }
        return power
    }
}
