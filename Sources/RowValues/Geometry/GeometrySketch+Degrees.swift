import MapModel

/// Converts numbers to vertices by the same rules for every notation and for columns of coordinates.
extension GeometrySketch {
    /// The deepest nesting of a geometry in any notation.
    static let depthLimit = 32

    /// Adds a vertex in units of 1e-7 degrees to the part begun last.
    ///
    /// Longitudes up to a turn and a half wrap into ±180.
    package mutating func append(
        north: Int64, east: Int64, _ remarks: inout GeometryRemarks
    ) throws(GeometryFault) {
        append(try Self.place(north: north, east: east, &remarks))
    }

    /// The same for the first vertex of a part: the part is begun only if the vertex is valid.
    package mutating func begin(
        _ kind: Kind, isHole: Bool = false, north: Int64, east: Int64, _ remarks: inout GeometryRemarks
    ) throws(GeometryFault) {
        let place = try Self.place(north: north, east: east, &remarks)
        begin(kind, isHole: isHole)
        append(place)
    }

    private static func place(
        north: Int64, east: Int64, _ remarks: inout GeometryRemarks
    ) throws(GeometryFault) -> FixedCoordinate {
        switch PlaceRule.judge(north: north, east: east) {
        case .place(let place, let isWrapped):
            if isWrapped { remarks.hasWrapped = true }
            return place
        case .latitudeOutOfRange: throw .latitudeOutOfRange
        case .longitudeOutOfRange: throw .longitudeOutOfRange
        }
    }

    /// The same in degrees, which must be finite.
    package mutating func append(
        latitude: Double, longitude: Double, _ remarks: inout GeometryRemarks
    ) throws(GeometryFault) {
        // Far beyond the accepted range and far from the limits of Int64.
        let limit = 1e6
        try append(
            north: Int64((min(max(latitude, -limit), limit) * FixedCoordinate.unitsPerDegree).rounded()),
            east: Int64((min(max(longitude, -limit), limit) * FixedCoordinate.unitsPerDegree).rounded()),
            &remarks)
    }
}
