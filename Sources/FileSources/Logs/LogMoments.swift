import Streams

/// When rows that came in are shown: at once while there are few, and four times a second while there are not very many.
struct LogMoments {
    private let interval: Duration
    private let isStream: Bool
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant
    private var lastCount = 0

    /// All rows are sorted each time.
    private static let fewRows = 200_000

    init(interval: Duration, isStream: Bool) {
        (self.interval, self.isStream) = (interval, isStream)
        last = clock.now - interval
    }

    /// Whether rows are to be shown with so many read; if so, they count as shown.
    mutating func isDue(count: Int) -> Bool {
        let now = clock.now
        let waited = now - last
        guard count > lastCount, waited >= interval else { return false }
        let isFew = isStream && count <= Self.fewRows
        let patience: Duration = isFew ? .milliseconds(250) : .seconds(1)
        guard Double(count) >= 1.6 * Double(lastCount) || waited >= patience else { return false }
        last = now
        lastCount = count
        return true
    }
}
