/// Decides which places of a thing that moves are good: the rules of `FixFilter` that need no receiver, in few bytes, as
/// there may be many things.
public struct PlaceFilter: Sendable {
    /// The decision on one place.
    public enum Verdict: Hashable, Sendable {
        /// Good, and the newest.
        case newest
        /// Good, though out of reach of the newest: enough others agree with it.
        case jumped
        /// Not good, for the first reason that applies.
        case dropped(FixDropReason)
    }

    /// This close to 0° N 0° E a place is none.
    public static let nullIslandRadiusMeters = 1.0
    /// So many places in a row that agree with each other outweigh those before them.
    public static let convincingCount = 3

    /// The newest good place; nil before the first.
    public private(set) var newest: TimedPlace?
    /// When the one before it was, or at the latest when the newest was.
    private var before: UTCInstant?
    private var unreachable = UnreachableRun()
    /// The newest place is at least so many milliseconds after the one before where its time may be wrong.
    private static let leastLead = 60_000

    /// A filter that knows no place yet.
    public init() {}

    /// Judges the next place of a thing.
    public mutating func judge(
        _ coordinate: Coordinate, at time: UTCInstant, within reach: TimedPlace.Reach
    ) -> Verdict {
        let reason = TimedPlace.reasonToDrop(
            coordinate, nullIslandRadiusMeters: Self.nullIslandRadiusMeters)
        if let reason { return .dropped(reason) }
        let place = TimedPlace(coordinate: coordinate, time: time)
        guard let newest else {
            self.newest = place
            return .newest
        }
        if time < newest.time {
            // Unless the time of the newest alone was wrong: those that follow agree with each other, after the one before it.
            guard time >= before ?? time, newest.time.milliseconds(since: before ?? time) >= Self.leastLead
            else { return .dropped(.outOfOrder) }
            unreachable.add(place, within: reach)
            guard unreachable.count >= Self.convincingCount else { return .dropped(.outOfOrder) }
            accept(place)
            return .newest
        }
        guard place.isReachable(from: newest, within: reach) else {
            unreachable.add(place, within: reach)
            guard unreachable.count >= Self.convincingCount else { return .dropped(.tooFast) }
            accept(place)
            return .jumped
        }
        accept(place)
        return .newest
    }

    /// Takes a place that is known to be good.
    public mutating func accept(_ place: TimedPlace) {
        before = newest.map { min($0.time, place.time) }
        newest = place
        unreachable = UnreachableRun()
    }
}
