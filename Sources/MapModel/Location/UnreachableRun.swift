/// Fixes in a row that could not be reached from the newest good one, but each from the one before it.
///
/// When the first fix of all is wrong, everything after it is out of its reach: some fixes that agree with
/// each other outweigh it.
struct UnreachableRun: Sendable {
    private static let convincingCount = 5

    private var last: LocationFix?
    private var count = 0

    var isConvincing: Bool { count >= Self.convincingCount }

    mutating func add(_ fix: LocationFix, within speedLimit: Double) {
        let agrees = last.map { Self.isReachable(fix, from: $0, within: speedLimit) } ?? false
        count = agrees ? count + 1 : 1
        last = fix
    }

    /// Whether the distance between two fixes can be covered at a speed of at most `speedLimit` metres a
    /// second.
    ///
    /// Two receivers may report places some metres apart at one moment: times nearer than a second count as
    /// one.
    static func isReachable(_ fix: LocationFix, from start: LocationFix, within speedLimit: Double) -> Bool {
        guard let from = start.coordinate, let coordinate = fix.coordinate, let startTime = start.time,
            let time = fix.time
        else { return true }
        let seconds = Swift.max(abs(time.seconds(since: startTime)), 1)
        return GreatCircle.distance(from: from, to: coordinate) <= speedLimit * seconds
    }
}
