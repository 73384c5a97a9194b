/// What a receiver said about one moment: where it is, how sure, how fast.
///
/// Nothing is checked here but the limits of the globe: `FixFilter` decides what can be trusted. A number that
/// was not given, or not finite, is nil.
public struct LocationFix: Hashable, Sendable {
    public enum Mode: UInt8, Sendable, Comparable {
        /// The receiver does not know where it is.
        case none = 1
        /// Latitude and longitude.
        case twoDimensional = 2
        /// And altitude.
        case threeDimensional = 3

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    public var mode: Mode
    /// By the receiver's clock.
    public var time: UTCInstant?
    public var coordinate: Coordinate?
    /// Above mean sea level.
    public var altitudeMeters: Double?
    /// Radius around the coordinate in which the place is with 95 % probability, as receivers say it.
    public var accuracyMeters: Double?
    public var speedMetersPerSecond: Double?
    /// Clockwise from true north.
    public var courseDegrees: Double?
    public var satellitesUsed: Int?
    public var satellitesSeen: Int?
    /// Path of the receiver, as `/dev/ttyUSB0`; empty where there is only one.
    public var device: String

    public init(
        mode: Mode, time: UTCInstant? = nil, coordinate: Coordinate? = nil, altitudeMeters: Double? = nil,
        accuracyMeters: Double? = nil, speedMetersPerSecond: Double? = nil, courseDegrees: Double? = nil,
        satellitesUsed: Int? = nil, satellitesSeen: Int? = nil, device: String = ""
    ) {
        self.mode = mode
        self.time = time
        self.coordinate = coordinate
        self.altitudeMeters = altitudeMeters
        self.accuracyMeters = accuracyMeters
        self.speedMetersPerSecond = speedMetersPerSecond
        self.courseDegrees = courseDegrees
        self.satellitesUsed = satellitesUsed
        self.satellitesSeen = satellitesSeen
        self.device = device
    }
}
