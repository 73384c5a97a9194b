import MapModel

/// The rules by which numbers become vertices, the same for every notation and for columns of coordinates.
extension GeometrySketch {
    /// No geometry may be nested more deeply than this, whatever it is written in.
    static let depthLimit = 32

    /// Adds a vertex in units of 1e-7 degrees to the part begun last.
    ///
    /// Longitudes up to a turn and a half wrap into ±180.
    package mutating func append(
        north: Int64, east: Int64, _ remarks: inout GeometryRemarks
    ) throws(GeometryFault) {
        append(try Self.place(north: north, east: east, &remarks))
    }

    /// The same for the vertex that begins a part: nothing is begun when it lies nowhere.
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
        // Far beyond what is accepted and far from what an Int64 holds.
        let limit = 1e6
        try append(
            north: Int64((min(max(latitude, -limit), limit) * FixedCoordinate.unitsPerDegree).rounded()),
            east: Int64((min(max(longitude, -limit), limit) * FixedCoordinate.unitsPerDegree).rounded()),
            &remarks)
    }
}
