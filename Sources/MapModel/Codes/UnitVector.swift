import CByteScan

/// A direction from the middle of the sphere: x towards 0° N 0° E, y towards 90° E, z towards the north pole.
///
/// Its length does not matter where only the direction is asked for.
struct UnitVector: Equatable, Sendable {
    var x: Double
    var y: Double
    var z: Double

    @inline(__always)
    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    init(_ coordinate: Coordinate) {
        let latitude = SineCosine(degrees: coordinate.latitude)
        let longitude = SineCosine(degrees: coordinate.longitude)
        x = latitude.cosine * longitude.cosine
        y = latitude.cosine * longitude.sine
        z = latitude.sine
    }

    /// Where it meets the globe.
    @inline(__always)
    var coordinate: Coordinate {
        Coordinate(
            latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
    }

    var normalized: UnitVector { self * (1 / dot(self).squareRoot()) }

    func dot(_ other: UnitVector) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: UnitVector) -> UnitVector {
        UnitVector(
            x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }

    @inline(__always)
    static func + (first: UnitVector, second: UnitVector) -> UnitVector {
        UnitVector(x: first.x + second.x, y: first.y + second.y, z: first.z + second.z)
    }

    @inline(__always)
    static func * (vector: UnitVector, scale: Double) -> UnitVector {
        UnitVector(x: vector.x * scale, y: vector.y * scale, z: vector.z * scale)
    }
}
