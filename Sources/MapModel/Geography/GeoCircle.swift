import CByteScan

/// All places within a great-circle distance of a centre, on the mean sphere of `GreatCircle`.
///
/// There are two stages, so that an index or a database can answer the first: `boundingBoxes` never miss a place
/// inside, and `contains` decides exactly.
public struct GeoCircle: Hashable, Sendable {
    /// The radius at which a circle is the whole earth: half its circumference.
    public static let halfEarthMeters = .pi * GreatCircle.earthRadiusMeters

    /// The centre, on the globe.
    public let center: Coordinate
    /// 0 or more, finite.
    public let radiusMeters: Double

    /// A radius that is negative, infinite or not a number.
    public struct InvalidRadius: Error, Equatable, CustomStringConvertible {
        /// The radius that was asked for.
        public let meters: Double

        /// One line that quotes the number and names what was expected.
        public var description: String { "not a radius: \(meters) m (expected 0 or more)" }
    }

    /// The circle around `center`, which must lie on the globe.
    public init(center: Coordinate, radiusMeters: Double) throws(InvalidRadius) {
        guard radiusMeters >= 0, radiusMeters.isFinite else { throw InvalidRadius(meters: radiusMeters) }
        self.center = center
        self.radiusMeters = radiusMeters
    }

    /// Whether every place on earth lies inside.
    public var coversEverything: Bool { radiusMeters >= Self.halfEarthMeters }

    /// Whether the great-circle distance of `coordinate` from the centre is at most the radius.
    ///
    /// A circle of radius 0 contains its centre. To test many places, create one `Origin`.
    public func contains(_ coordinate: Coordinate) -> Bool {
        GreatCircle.distance(from: center, to: coordinate) <= radiusMeters
    }
}

// MARK: - Boxes

extension GeoCircle {
    /// One or two boxes, each with west ≤ east, that together hold every place inside: the first stage of a search.
    ///
    /// There are two where the circle reaches 180°, on either side of it. A circle that reaches a pole has all
    /// longitudes. Nothing inside is missed: the boxes are drawn around a circle larger by more than all rounding
    /// of the distance, 12 µm (1.3 m in the last degrees before the opposite point, where the haversine flattens).
    /// Source: Matuschek, "Finding points within a distance of a latitude/longitude using bounding coordinates".
    public var boundingBoxes: [GeoBounds] {
        let angle = radiusMeters / GreatCircle.earthRadiusMeters
        let safeAngle = angle + (angle > 3 ? 2e-7 : 2e-12)
        let reach = safeAngle * 180 / .pi
        let south = center.latitude - reach
        let north = center.latitude + reach
        if south <= -90 || north >= 90 {
            return [
                GeoBounds(south: Swift.max(south, -90), west: -180, north: Swift.min(north, 90), east: 180)
            ]
        }
        let turn = widestTurn(angle: safeAngle) * 180 / .pi
        return Self.boxes(
            south: south, west: center.longitude - turn, north: north, east: center.longitude + turn)
    }

    /// How far east of the centre's meridian a circle of `angle` radians reaches that touches no pole.
    ///
    /// sin t = sin r / cos φ. The tangent, with cos² φ - sin² r = cos(φ + r) cos(φ - r), stays exact near 90°.
    private func widestTurn(angle: Double) -> Double {
        let latitude = center.latitude * .pi / 180
        let squared = cos(latitude + angle) * cos(latitude - angle)
        return atan2(sin(angle), Swift.max(squared, 0).squareRoot())
    }

    private static func boxes(south: Double, west: Double, north: Double, east: Double) -> [GeoBounds] {
        func box(_ west: Double, _ east: Double) -> GeoBounds {
            GeoBounds(south: south, west: west, north: north, east: east)
        }
        if west <= -180 { return [box(west + 360, 180), box(-180, east)] }
        if east >= 180 { return [box(west, 180), box(-180, east - 360)] }
        return [box(west, east)]
    }
}
