import MapModel

/// Which degrees are a place on the map: the rule of all sources.
enum PlaceRule {
    enum Judgement: Equatable {
        /// A longitude beyond ±180 was moved by a whole turn when `isWrapped`.
        case place(FixedCoordinate, isWrapped: Bool)
        /// The longitude would be a latitude when `isPerhapsSwapped`.
        case latitudeOutOfRange(isPerhapsSwapped: Bool)
        case longitudeOutOfRange
    }

    /// Longitudes up to here are wrapped into ±180; beyond, they are no longitudes.
    private static let longitudeLimit = 540 * NumberParser.unitsPerDegree
    private static let halfTurn = 180 * NumberParser.unitsPerDegree
    private static let latitudeLimit = 90 * NumberParser.unitsPerDegree

    /// - Parameters: in units of 1e-7 degrees, of any size.
    @inline(__always)
    static func judge(north: Int64, east: Int64) -> Judgement {
        guard north.magnitude <= UInt64(latitudeLimit) else {
            return .latitudeOutOfRange(
                isPerhapsSwapped: east.magnitude <= UInt64(latitudeLimit)
                    && north.magnitude <= UInt64(longitudeLimit))
        }
        var wrapped = east
        if east.magnitude > UInt64(halfTurn) {
            guard east.magnitude <= UInt64(longitudeLimit) else { return .longitudeOutOfRange }
            wrapped += east < 0 ? 2 * halfTurn : -2 * halfTurn
        }
        return .place(
            FixedCoordinate(
                latitudeE7: Int32(truncatingIfNeeded: north), longitudeE7: Int32(truncatingIfNeeded: wrapped)),
            isWrapped: wrapped != east)
    }
}
