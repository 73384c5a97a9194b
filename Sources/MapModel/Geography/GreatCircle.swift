import CByteScan

/// Distances, bearings and destinations along great circles of the mean sphere.
public enum GreatCircle {
    /// The mean radius R₁ of the earth by the IUGG, in metres.
    public static let earthRadiusMeters = 6_371_008.8

    /// Metres from one coordinate to another, by the haversine formula.
    ///
    /// 0 between equal places, also where they have two notations: at a pole and on the 180° meridian.
    /// Source: Sinnott, "Virtues of the Haversine", Sky and Telescope 68, 1984.
    public static func distance(from start: Coordinate, to end: Coordinate) -> Double {
        Origin(start).distance(to: end)
    }

    /// The length of a degree of longitude at a latitude, as a fraction of its length at the equator.
    public static func parallelScale(at latitude: Double) -> Double { cos(latitude * .pi / 180) }

    /// The initial bearing of the way from `start` to `end`, in degrees clockwise from north, 0..<360.
    public static func bearing(from start: Coordinate, to end: Coordinate) -> Double {
        let startLatitude = start.latitude * .pi / 180
        let endLatitude = end.latitude * .pi / 180
        let turn = (end.longitude - start.longitude) * .pi / 180
        let x = cos(startLatitude) * sin(endLatitude) - sin(startLatitude) * cos(endLatitude) * cos(turn)
        let degrees = atan2(sin(turn) * cos(endLatitude), x) * 180 / .pi
        let positive = degrees < 0 ? degrees + 360 : degrees
        return positive >= 360 ? 0 : positive
    }

    /// The destination after `meters` from `start` on an initial bearing in degrees; well-conditioned at the
    /// poles too.
    public static func destination(from start: Coordinate, bearing: Double, meters: Double) -> Coordinate {
        let angle = meters / earthRadiusMeters
        let heading = bearing * .pi / 180
        let latitude = start.latitude * .pi / 180
        // The end as a vector: up along the axis, out along the meridian of `start`, and eastwards from it.
        let up = sin(latitude) * cos(angle) + cos(latitude) * sin(angle) * cos(heading)
        let out = cos(latitude) * cos(angle) - sin(latitude) * sin(angle) * cos(heading)
        let east = sin(heading) * sin(angle)
        let longitude = start.longitude + atan2(east, out) * 180 / .pi
        return Coordinate(
            latitude: atan2(up, (out * out + east * east).squareRoot()) * 180 / .pi,
            longitude: Coordinate.wrapped(longitude: longitude))
    }
}
