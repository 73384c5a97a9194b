/// A position on the globe, in degrees on WGS 84.
///
/// Latitude lies in -90...90, longitude in -180...180. 180 and -180 are the same meridian.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator; negative in the south.
    public var latitude: Double
    /// Degrees east of Greenwich; negative in the west.
    public var longitude: Double

    /// A coordinate of two numbers in degrees, which are not checked; see `init(wrapping:_:)`.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The same place with its longitude wrapped into -180...180; nil when the latitude is beyond a pole
    /// or a number is not finite.
    public init?(wrapping latitude: Double, _ longitude: Double) {
        guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90 else { return nil }
        self.init(latitude: latitude, longitude: Self.wrapped(longitude: longitude))
    }

    /// `longitude` moved by whole turns into -180...180; what lies there already is returned unchanged.
    public static func wrapped(longitude: Double) -> Double {
        if longitude >= -180, longitude <= 180 { return longitude }
        let turned = (longitude + 180).remainder(dividingBy: 360)
        return turned < 0 ? turned + 180 : turned - 180
    }
}
