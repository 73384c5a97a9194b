/// When rows that came in are shown: once there are markedly more of them than last time, or any more after a while.
package struct SnapshotMoments {
    let interval: Duration
    private let isStream: Bool
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant
    private var lastCount = 0

    /// Of a stream so many are shown four times a second; all rows are sorted each time.
    private static let fewRows = 200_000

    /// Moments at least `interval` apart: the first of a stream at once, that of all else after as long.
    package init(interval: Duration, isStream: Bool = false) {
        self.interval = interval
        self.isStream = isStream
        last = isStream ? clock.now - interval : clock.now
    }

    /// Whether a report is due with `count` records read; if so, it counts as made.
    package mutating func isDue(count: Int) -> Bool {
        let now = clock.now
        let waited = now - last
        guard count > lastCount, waited >= interval else { return false }
        let patience: Duration = isStream && count <= Self.fewRows ? .milliseconds(250) : .seconds(1)
        guard Double(count) >= 1.6 * Double(lastCount) || waited >= patience else { return false }
        last = now
        lastCount = count
        return true
    }
}
