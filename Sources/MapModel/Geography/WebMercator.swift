import CByteScan

/// The spherical Mercator projection of web maps (EPSG:3857), scaled to the unit square.
///
/// Source: Snyder, "Map Projections: A Working Manual", USGS 1395, 1987, p. 41.
public enum WebMercator {
    /// The latitude at which the projected world is a square, in degrees.
    public static let maximumLatitude = 85.051_128_779_806_59

    /// Where `coordinate` lies on the world plane; latitudes beyond the square are moved to its edge.
    public static func project(_ coordinate: Coordinate) -> WorldPoint {
        let latitude = Swift.min(Swift.max(coordinate.latitude, -maximumLatitude), maximumLatitude)
        let sine = sin(latitude * .pi / 180)
        let y = 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)
        return WorldPoint(x: (coordinate.longitude + 180) / 360, y: Swift.min(Swift.max(y, 0), 1))
    }

    /// The coordinate of a point of the world plane; its longitude is wrapped into -180...180.
    public static func unproject(_ point: WorldPoint) -> Coordinate {
        let latitude = atan(sinh(.pi * (1 - 2 * point.y))) * 180 / .pi
        return Coordinate(latitude: latitude, longitude: Coordinate.wrapped(longitude: point.x * 360 - 180))
    }
}
