/// Why a geometry has no place on the map.
package enum GeometryFault: Error, Equatable, Sendable {
    /// It has no vertices, or only points that are not numbers.
    case empty
    /// Not written as its notation wants: wrong type, too few numbers, cut off, nested too deeply.
    case damaged
    /// Beyond ±90.
    case latitudeOutOfRange
    /// Beyond ±540, a turn and a half.
    case longitudeOutOfRange
    /// In other units or on another datum than degrees on WGS 84.
    case otherReference

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

/// What there is to say about a geometry that was read.
package struct GeometryRemarks: Equatable, Sendable {
    /// A longitude was moved by a whole turn into ±180.
    package var hasWrapped = false

    package init(hasWrapped: Bool = false) {
        self.hasWrapped = hasWrapped
    }
}
