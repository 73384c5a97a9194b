#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Distances, bearings and destinations along great circles of the mean sphere.
public enum GreatCircle {
    /// The mean radius R₁ of the earth by the IUGG, in metres.
    public static let earthRadiusMeters = 6_371_008.8

    /// Metres from one coordinate to another, by the haversine formula.
    ///
    /// Source: Sinnott, "Virtues of the Haversine", Sky and Telescope 68, 1984.
    public static func distance(from start: Coordinate, to end: Coordinate) -> Double {
        let startLatitude = start.latitude * .pi / 180
        let endLatitude = end.latitude * .pi / 180
        let sineLatitude = sin((endLatitude - startLatitude) / 2)
        let sineLongitude = sin((end.longitude - start.longitude) * .pi / 360)
        let haversine =
            sineLatitude * sineLatitude
            + cos(startLatitude) * cos(endLatitude) * sineLongitude * sineLongitude
        return 2 * earthRadiusMeters * asin(Swift.min(1, haversine.squareRoot()))
    }

    /// Degrees clockwise from north, 0..<360, in which one leaves `start` towards `end`.
    public static func bearing(from start: Coordinate, to end: Coordinate) -> Double {
        let startLatitude = start.latitude * .pi / 180
        let endLatitude = end.latitude * .pi / 180
        let turn = (end.longitude - start.longitude) * .pi / 180
        let x = cos(startLatitude) * sin(endLatitude) - sin(startLatitude) * cos(endLatitude) * cos(turn)
        let degrees = atan2(sin(turn) * cos(endLatitude), x) * 180 / .pi
        let positive = degrees < 0 ? degrees + 360 : degrees
        return positive >= 360 ? 0 : positive
    }

    /// Where one is after `meters` from `start` on an initial bearing in degrees.
    public static func destination(from start: Coordinate, bearing: Double, meters: Double) -> Coordinate {
        let angle = meters / earthRadiusMeters
        let heading = bearing * .pi / 180
        let latitude = start.latitude * .pi / 180
        let sine = sin(latitude) * cos(angle) + cos(latitude) * sin(angle) * cos(heading)
        let turn = atan2(
            sin(heading) * sin(angle) * cos(latitude), cos(angle) - sin(latitude) * sine)
        let longitude = start.longitude + turn * 180 / .pi
        return Coordinate(
            latitude: asin(Swift.min(1, Swift.max(-1, sine))) * 180 / .pi,
            longitude: Coordinate.wrapped(longitude: longitude))
    }
}
