/// When to hand out what was read so far: rarely enough that it costs little, often enough to be seen.
package struct SnapshotMoments {
    let interval: Duration
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant
    private var lastCount = 0

    package init(interval: Duration) {
        self.interval = interval
        last = clock.now
    }

    /// Whether now, with `count` records read, is such a moment; it is the last one then.
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
