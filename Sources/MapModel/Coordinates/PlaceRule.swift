/// Which degrees are a place on the map: one rule for all sources and prompts.
public enum PlaceRule {
    /// What `judge` decides.
    public enum Judgement: Equatable, Sendable {
        /// A longitude beyond ±180 was moved by a whole turn when `isWrapped`.
        case place(FixedCoordinate, isWrapped: Bool)
        /// The longitude would be a latitude when `isPerhapsSwapped`.
        case latitudeOutOfRange(isPerhapsSwapped: Bool)
        /// Beyond ±540 degrees, a turn and a half.
        case longitudeOutOfRange
    }

    /// Longitudes up to here are wrapped into ±180; greater numbers are rejected.
    @usableFromInline static let longitudeLimit: Int64 = 5_400_000_000
    @usableFromInline static let halfTurn: Int64 = 1_800_000_000
    @usableFromInline static let latitudeLimit: Int64 = 900_000_000

    /// A number of units, so many of which make a degree.
    public static func degrees(_ number: Double, unitsPerDegree: Double) -> ParsedDegrees {
        guard number.isFinite else { return .notANumber }
        let units = number / unitsPerDegree * FixedCoordinate.unitsPerDegree
        let limit = Double(DegreeText.farAway)
        return .value(Int64(min(max(units.rounded(), -limit), limit)))
    }

    /// - Parameters: in units of 1e-7 degrees, of any size.
    @inlinable @inline(__always)
    public static func judge(north: Int64, east: Int64) -> Judgement {
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
