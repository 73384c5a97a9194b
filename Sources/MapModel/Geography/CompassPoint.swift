/// One of the eight winds.
public enum CompassPoint: String, CaseIterable, Sendable {
    case north = "N"
    case northEast = "NE"
    case east = "E"
    case southEast = "SE"
    case south = "S"
    case southWest = "SW"
    case west = "W"
    case northWest = "NW"

    /// The wind nearest to `bearing`, in degrees clockwise from north; north for what is not a number.
    public init(bearing: Double) {
        let eighth = (bearing / 45).rounded().remainder(dividingBy: 8)
        let winds = Self.allCases
        self = eighth.isFinite ? winds[(Int(eighth) + winds.count) % winds.count] : .north
    }

    /// "N", "NE", …
    public var symbol: String { rawValue }

    /// "north", "north-east", …
    public var words: String {
        switch self {
        case .north: "north"
        case .northEast: "north-east"
        case .east: "east"
        case .southEast: "south-east"
        case .south: "south"
        case .southWest: "south-west"
        case .west: "west"
        case .northWest: "north-west"
        }
    }
}
