import MapModel

extension GeometryFault {
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
