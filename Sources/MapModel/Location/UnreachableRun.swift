/// Places in a row that could not be reached from the newest good one, but each from the one before it.
///
/// When the first of all is wrong, everything after it is out of its reach: some that agree with each other
/// outweigh it.
public struct UnreachableRun: Hashable, Sendable {
    private var last: TimedPlace?
    /// How many agree with each other.
    public private(set) var count = 0

    /// No places yet.
    public init() {}

    /// Adds a place that was out of reach.
    public mutating func add(_ place: TimedPlace, within reach: TimedPlace.Reach) {
        let agrees = last.map { place.isReachable(from: $0, within: reach) } ?? false
        count = agrees ? count + 1 : 1
        last = place
    }
}
