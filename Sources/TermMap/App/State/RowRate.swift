/// How many rows a stream brings in a second: the mean of the last ten.
package struct RowRate: Sendable, Equatable {
    private struct Sample: Equatable {
        let time: Duration
        let count: Int
    }

    private var samples: [Sample] = []

    private static let span = Duration.seconds(10)
    /// Of more samples in ten seconds not all are kept.
    private static let closest = Duration.milliseconds(200)

    /// So many rows have come by now.
    mutating func note(_ count: Int, at now: Duration) {
        if let last = samples.last, count < last.count { samples = [] }
        if samples.count > 1, let last = samples.last,
            last.time - samples[samples.count - 2].time < Self.closest
        {
            samples.removeLast()
        }
        samples.append(Sample(time: now, count: count))
        // The one before the span says what there was at its beginning.
        while samples.count > 1, samples[1].time <= now - Self.span { samples.removeFirst() }
    }

    /// Rows per second; nil where none came lately, and in the first second.
    func perSecond(at now: Duration) -> Double? {
        guard let last = samples.last, let first = samples.first, now - last.time < Self.span else {
            return nil
        }
        let begin = samples.last { $0.time <= now - Self.span } ?? first
        let seconds = min(now - begin.time, Self.span) / .seconds(1)
        guard seconds >= 1, last.count > begin.count else { return nil }
        return Double(last.count - begin.count) / seconds
    }

    /// When the figure changes though nothing comes.
    func timeToNextChange(at now: Duration) -> Duration? { perSecond(at: now) == nil ? nil : .seconds(1) }
}
