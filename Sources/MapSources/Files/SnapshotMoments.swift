/// When to hand out what was read so far: rarely enough that it costs little, often enough to be seen.
struct SnapshotMoments {
    let interval: Duration
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant
    private var lastCount = 0

    init(interval: Duration) {
        self.interval = interval
        last = clock.now
    }

    mutating func isDue(count: Int) -> Bool {
        let now = clock.now
        let waited = now - last
        guard count > lastCount, waited >= interval else { return false }
        guard Double(count) >= 1.6 * Double(lastCount) || waited >= .seconds(1) else { return false }
        last = now
        lastCount = count
        return true
    }
}
