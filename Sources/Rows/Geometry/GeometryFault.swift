/// Why a geometry has no place on the map.
package enum GeometryFault: Error, Equatable, Sendable {
    /// It has no vertices, or only points with NaN as coordinates.
    case empty
    /// It violates its notation: wrong type, too few numbers, cut off, nested too deeply.
    case damaged
    /// Beyond ±90.
    case latitudeOutOfRange
    /// Beyond ±540, a turn and a half.
    case longitudeOutOfRange
    /// In other units or on another datum than degrees on WGS 84.
    case otherReference

    /// The reason under which a row with this fault is skipped.
    package var reason: SkippedRows.Reason {
        switch self {
        case .empty: .noGeometry
        case .damaged: .badGeometry
        case .latitudeOutOfRange: .latitudeOutOfRange
        case .longitudeOutOfRange: .longitudeOutOfRange
        case .otherReference: .otherReference
        }
    }
}

/// Remarks about a geometry that was read.
package struct GeometryRemarks: Equatable, Sendable {
    /// A longitude was moved by a whole turn into ±180.
    package var hasWrapped = false
    /// The number of the coordinate system that the geometry names, whose units its vertices have: an SRID, which is one of
    /// EPSG's nearly always.
    package var reference: Int?

    /// Remarks about a geometry.
    package init(hasWrapped: Bool = false) {
        self.hasWrapped = hasWrapped
    }
}
