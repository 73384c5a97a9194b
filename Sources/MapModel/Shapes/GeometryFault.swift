/// Why a geometry has no place on the map.
@frozen public enum GeometryFault: Error, Equatable, Sendable {
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
}
