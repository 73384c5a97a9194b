/// When to report what was read so far: rarely enough to cost little, often enough to be seen.
package struct SnapshotMoments {
    let interval: Duration
    private let isLive: Bool
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant
    private var lastCount = 0
    /// What comes first of a stream is shown at once.
    private var isFirst: Bool
    /// How long it took to make the last report.
    private var cost = Duration.zero

    /// Messages wait no longer than this, as long as reports are cheap.
    private static let liveInterval = Duration.milliseconds(150)

    /// Moments at least `interval` apart, counted from now.
    ///
    /// - Parameters:
    ///   - isLive: what is read happens now: reports do not wait until there is much more to be shown.
    ///   - isStream: what comes first may be all for long: it is reported at once.
    package init(interval: Duration, isLive: Bool = false, isStream: Bool = false) {
        self.interval = isLive ? max(interval, Self.liveInterval) : interval
        self.isLive = isLive
        // Where nobody asks for reports there are none.
        isFirst = (isLive || isStream) && interval < .seconds(60)
        last = clock.now
    }

    /// Whether a report is due with `count` records read; if so, it counts as made.
    package mutating func isDue(count: Int) -> Bool {
        let now = clock.now
        let waited = now - last
        guard count > lastCount, isFirst || waited >= max(interval, cost * 3) else { return false }
        guard isLive || Double(count) >= 1.6 * Double(lastCount) || waited >= .seconds(1) else {
            return false
        }
        isFirst = false
        last = now
        lastCount = count
        return true
    }

    /// A report was made that was due: the next one is due when three times as long has passed as it took.
    package mutating func noteReport() {
        cost = clock.now - last
        last = clock.now
    }
}
