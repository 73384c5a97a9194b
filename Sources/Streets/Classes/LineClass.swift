/// What a line of the map is, by rising rank: a cell shows only its line of the highest rank.
public enum LineClass: UInt8, CaseIterable, Comparable, Sendable {
    case stream, ferry, path, service, taxiway, tram, river, pedestrian, rail, minor, medium, ramp, runway,
        major
    case motorway

    /// The lower rank comes first.
    public static func < (first: LineClass, second: LineClass) -> Bool { first.rawValue < second.rawValue }

    /// The zoom from which on it is drawn.
    public var leastZoom: Double {
        switch self {
        case .motorway: 6
        case .major: 8
        case .river, .ferry: 9
        case .rail, .runway: 11
        case .medium: 11.5
        case .ramp: 13
        case .minor, .stream: 14
        case .pedestrian, .tram, .taxiway: 15
        case .service, .path: 16
        }
    }

    /// The zoom from which on it is named; nil for what has no name on the map.
    var leastNameZoom: Double? {
        switch self {
        case .motorway: 10
        case .major: 12.5
        case .medium: 14
        case .minor: 15
        case .pedestrian: 15.5
        case .service: 16.5
        case .path: 17
        default: nil
        }
    }

    /// The usual width on the ground.
    var meters: Double {
        switch self {
        case .motorway: 22
        case .runway: 45
        case .major: 16
        case .taxiway: 15
        case .medium: 12
        case .minor, .pedestrian, .ramp: 8
        case .rail: 6
        case .service: 4
        case .tram: 3
        case .path: 2
        case .river, .stream, .ferry: 1
        }
    }

    /// The width in dots: at least one, at most four.
    func width(metersPerDot: Double) -> Int { min(max(Int((meters / metersPerDot).rounded()), 1), 4) }

    /// Classes of one colour are drawn together in a cell.
    var isColoredLike: LineClass {
        switch self {
        case .stream: .river
        case .taxiway: .service
        case .tram: .rail
        case .ramp, .runway: .medium
        default: self
        }
    }

    /// Streets, which have names and which people walk or drive on.
    var isStreet: Bool {
        switch self {
        case .motorway, .major, .medium, .ramp, .minor, .pedestrian, .service, .path: true
        default: false
        }
    }

    /// A link between two roads has the rank of the class below.
    var link: LineClass {
        switch self {
        case .motorway: .ramp
        case .major: .medium
        case .medium: .minor
        default: self
        }
    }
}
