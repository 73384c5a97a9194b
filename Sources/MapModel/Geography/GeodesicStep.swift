import CByteScan

/// A place as a point in space, for the lengths of many short steps.
///
/// The length of a step below 10 km is its chord, bent as the ellipsoid is in its direction: within 1e-10 of the geodesic,
/// and several times as fast. Longer ones are solved.
public struct GeodesicStep: Sendable {
    private let coordinate: Coordinate
    private let x, y, z: Double
    /// sin φ and the axis upwards.
    private let sineLatitude, cosineLatitude, sineLongitude, cosineLongitude: Double

    private static var longestChord: Double { 10_000 }

    /// The place of a coordinate.
    @inline(__always)
    public init(_ coordinate: Coordinate) {
        self.coordinate = coordinate
        let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
        sineLatitude = sin(latitude)
        cosineLatitude = cos(latitude)
        sineLongitude = sin(longitude)
        cosineLongitude = cos(longitude)
        let curvature =
            WGS84.equatorialRadiusMeters
            / (1 - WGS84.eccentricitySquared * sineLatitude * sineLatitude).squareRoot()
        x = curvature * cosineLatitude * cosineLongitude
        y = curvature * cosineLatitude * sineLongitude
        z = curvature * (1 - WGS84.eccentricitySquared) * sineLatitude
    }

    /// Metres to another place along the geodesic.
    @inline(__always)
    public func distance(to other: GeodesicStep) -> Double {
        let (dx, dy, dz) = (other.x - x, other.y - y, other.z - z)
        let square = dx * dx + dy * dy + dz * dz
        guard square < Self.longestChord * Self.longestChord else {
            return Geodesic.distance(from: coordinate, to: other.coordinate)
        }
        if square == 0 { return 0 }
        let east = dy * cosineLongitude - dx * sineLongitude
        let eastShare = Swift.min(east * east / square, 1)
        // Euler's formula: 1 / R = cos² α / M + sin² α / N, here in the middle latitude.
        let sine = (sineLatitude + other.sineLatitude) / 2
        let w2 = 1 - WGS84.eccentricitySquared * sine * sine
        let curvature =
            w2.squareRoot() / WGS84.equatorialRadiusMeters
            * ((1 - eastShare) * w2 / (1 - WGS84.eccentricitySquared) + eastShare)
        let bend = square * curvature * curvature
        return square.squareRoot() * (1 + bend * (1 / 24 + bend * (3 / 640)))
    }
}
