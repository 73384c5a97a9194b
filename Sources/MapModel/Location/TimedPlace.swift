/// Where something was, and when.
public struct TimedPlace: Hashable, Sendable {
    /// On WGS 84.
    public let coordinate: Coordinate
    /// By the clock of who reports it.
    public let time: UTCInstant

    /// A place at a moment.
    public init(coordinate: Coordinate, time: UTCInstant) {
        self.coordinate = coordinate
        self.time = time
    }

    /// The place of a fix; nil where it lacks one or a time.
    init?(_ fix: LocationFix) {
        guard let coordinate = fix.coordinate, let time = fix.time else { return nil }
        self.init(coordinate: coordinate, time: time)
    }

    /// Whether the distance between two places can be covered within a reach.
    ///
    /// Two receivers may report places some metres apart at one moment: times nearer than a second count as
    /// one.
    public func isReachable(from start: TimedPlace, within reach: Reach) -> Bool {
        let seconds = Swift.max(abs(time.seconds(since: start.time)), 1)
        return GreatCircle.distance(from: start.coordinate, to: coordinate)
            <= reach.metersPerSecond * seconds + reach.slackMeters
    }

    /// How far something can have moved since it was somewhere.
    public struct Reach: Hashable, Sendable {
        /// The limit of its speed.
        public let metersPerSecond: Double
        /// How much farther it may seem to be, whatever the time.
        public let slackMeters: Double

        /// A limit of speed and what is tolerated beyond it.
        public init(metersPerSecond: Double, slackMeters: Double = 0) {
            self.metersPerSecond = metersPerSecond
            self.slackMeters = slackMeters
        }
    }

    /// Why a place cannot be right by itself: it is missing, off the globe or close to 0° N 0° E; nil where it can.
    ///
    /// - Parameter nullIslandRadiusMeters: nil to accept places there.
    static func reasonToDrop(_ coordinate: Coordinate?, nullIslandRadiusMeters: Double?) -> FixDropReason? {
        guard let coordinate,
            Coordinate(wrapping: coordinate.latitude, coordinate.longitude) == coordinate
        else { return .noCoordinate }
        if let radius = nullIslandRadiusMeters,
            GreatCircle.distance(from: nullIsland, to: coordinate) <= radius
        {
            return .nullIsland
        }
        return nil
    }

    private static let nullIsland = Coordinate(latitude: 0, longitude: 0)
}
