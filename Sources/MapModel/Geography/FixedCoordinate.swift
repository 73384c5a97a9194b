/// A coordinate in whole units of 1e-7° (11 mm): the precision that the index keeps.
public struct FixedCoordinate: Hashable, Sendable {
    /// Units to a degree: 10,000,000.
    public static let unitsPerDegree = 1e7

    /// 1e-7° north of the equator, -90e7...90e7.
    public var latitudeE7: Int32
    /// 1e-7° east of Greenwich, -180e7...180e7.
    public var longitudeE7: Int32

    /// A coordinate of two whole numbers, which are not checked; see `isOnGlobe`.
    public init(latitudeE7: Int32, longitudeE7: Int32) {
        self.latitudeE7 = latitudeE7
        self.longitudeE7 = longitudeE7
    }

    /// `coordinate` rounded to the nearest unit. Both of its numbers must be within their limits.
    public init(_ coordinate: Coordinate) {
        latitudeE7 = Int32((coordinate.latitude * Self.unitsPerDegree).rounded())
        longitudeE7 = Int32((coordinate.longitude * Self.unitsPerDegree).rounded())
    }

    /// The same place in degrees; for decimals of at most seven places exactly the doubles that they parse to.
    public var coordinate: Coordinate {
        Coordinate(
            latitude: Double(latitudeE7) / Self.unitsPerDegree,
            longitude: Double(longitudeE7) / Self.unitsPerDegree)
    }

    /// Whether both numbers lie on the globe.
    public var isOnGlobe: Bool {
        latitudeE7.magnitude <= 900_000_000 && longitudeE7.magnitude <= 1_800_000_000
    }
}
