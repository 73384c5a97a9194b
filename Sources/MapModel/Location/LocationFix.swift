/// A receiver's report for one moment: position, accuracy, speed.
///
/// A number that is missing, or that no receiver can mean, is nil; `FixFilter` decides which of the others
/// are trusted.
public struct LocationFix: Hashable, Sendable {
    /// The dimensions of a fix, with the raw values of gpsd's `mode`.
    public enum Mode: UInt8, Sendable, Comparable {
        /// The receiver does not know where it is.
        case none = 1
        /// Latitude and longitude.
        case twoDimensional = 2
        /// And altitude.
        case threeDimensional = 3

        /// Orders by dimensions.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The dimensions that the receiver determined.
    public var mode: Mode
    /// By the receiver's clock.
    public var time: UTCInstant?
    /// Latitude and longitude on WGS 84; nil when the receiver did not report them.
    public var coordinate: Coordinate?
    /// Above mean sea level.
    public var altitudeMeters: Double?
    /// Radius around the coordinate that contains the place with 95 % probability, as the receiver reports
    /// it.
    public var accuracyMeters: Double?
    /// Speed over ground.
    public var speedMetersPerSecond: Double?
    /// Clockwise from true north.
    public var courseDegrees: Double?
    /// Satellites used for the fix, `satelliteCounts`.
    public var satellitesUsed: Int?
    /// Satellites in view, `satelliteCounts`.
    public var satellitesSeen: Int?
    /// Path of the receiver, as `/dev/ttyUSB0`; empty where there is only one.
    public var device: String

    /// The limits of plausible reports: from below the deepest mine to geostationary satellites, which move
    /// at 3 km/s and low ones at 8 km/s; half way around the globe.
    private static let altitudes = -12_000.0...40_000_000
    private static let speeds = 0.0...12_000
    private static let courses = 0.0...360
    private static let largestAccuracyMeters = 20_037_508.0
    /// The counts of satellites that are believed.
    public static let satelliteCounts = 0...999

    /// Numbers out of range become nil. A negative accuracy is kept: it reports that the place is not known.
    public init(
        mode: Mode, time: UTCInstant? = nil, coordinate: Coordinate? = nil, altitudeMeters: Double? = nil,
        accuracyMeters: Double? = nil, speedMetersPerSecond: Double? = nil, courseDegrees: Double? = nil,
        satellitesUsed: Int? = nil, satellitesSeen: Int? = nil, device: String = ""
    ) {
        self.mode = mode
        self.time = time
        self.coordinate = coordinate
        self.altitudeMeters = altitudeMeters.flatMap { Self.altitudes.contains($0) ? $0 : nil }
        self.accuracyMeters = accuracyMeters.flatMap { $0 <= Self.largestAccuracyMeters ? $0 : nil }
        self.speedMetersPerSecond = speedMetersPerSecond.flatMap { Self.speeds.contains($0) ? $0 : nil }
        self.courseDegrees = courseDegrees.flatMap { Self.courses.contains($0) ? $0 : nil }
        self.satellitesUsed = satellitesUsed.flatMap { Self.satelliteCounts.contains($0) ? $0 : nil }
        self.satellitesSeen = satellitesSeen.flatMap { Self.satelliteCounts.contains($0) ? $0 : nil }
        self.device = device
    }

    /// The same with numbers out of range removed: for a fix whose numbers were set one after another.
    public var withinRange: LocationFix {
        LocationFix(
            mode: mode, time: time, coordinate: coordinate, altitudeMeters: altitudeMeters,
            accuracyMeters: accuracyMeters, speedMetersPerSecond: speedMetersPerSecond,
            courseDegrees: courseDegrees, satellitesUsed: satellitesUsed, satellitesSeen: satellitesSeen,
            device: device)
    }
}
