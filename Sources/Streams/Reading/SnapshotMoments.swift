/// When to report what was read so far: rarely enough to cost little, often enough to be seen.
package struct SnapshotMoments {
    let interval: Duration
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant
    private var lastCount = 0

    /// Moments at least `interval` apart, counted from now.
    package init(interval: Duration) {
        self.interval = interval
        last = clock.now
    }

    /// Whether a report is due with `count` records read; if so, it counts as made.
    package mutating func isDue(count: Int) -> Bool {
        let now = clock.now
        let waited = now - last
        guard count > lastCount, waited >= interval else { return false }
        guard Double(count) >= 1.6 * Double(lastCount) || waited >= .seconds(1) else { return false }
        last = now
        lastCount = count
        return true
    }
}
