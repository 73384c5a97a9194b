/// One fix of a track, as it is kept, drawn and saved.
public struct TrackPoint: Hashable, Sendable {
    /// The moment of the fix.
    public var time: UTCInstant
    /// To nine decimals of a degree, 0.1 mm.
    public var coordinate: Coordinate
    /// Above mean sea level; nil when it is unknown.
    public var altitudeMeters: Double?
    /// Radius around the coordinate in which the place is with 95 % probability; nil when it is unknown.
    public var accuracyMeters: Double?
    /// Speed over ground; nil when it is unknown.
    public var speedMetersPerSecond: Double?
    /// Clockwise from true north; nil when it is unknown.
    public var courseDegrees: Double?

    /// A point of a track; the coordinate must lie on the globe.
    public init(
        time: UTCInstant, coordinate: Coordinate, altitudeMeters: Double? = nil,
        accuracyMeters: Double? = nil, speedMetersPerSecond: Double? = nil, courseDegrees: Double? = nil
    ) {
        self.time = time
        self.coordinate = coordinate
        self.altitudeMeters = altitudeMeters
        self.accuracyMeters = accuracyMeters
        self.speedMetersPerSecond = speedMetersPerSecond
        self.courseDegrees = courseDegrees
    }

    /// What a track keeps of a fix; nil when it has no time or no coordinate on the globe.
    public init?(_ fix: LocationFix) {
        guard let time = fix.time, let coordinate = fix.coordinate,
            Coordinate(wrapping: coordinate.latitude, coordinate.longitude) == coordinate
        else { return nil }
        self.init(
            time: time, coordinate: coordinate, altitudeMeters: fix.altitudeMeters,
            accuracyMeters: fix.accuracyMeters, speedMetersPerSecond: fix.speedMetersPerSecond,
            courseDegrees: fix.courseDegrees)
    }
}
