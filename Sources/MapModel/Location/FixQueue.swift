/// Good fixes after a filter: one for each moment, in the order of their times.
///
/// Holds fixes back while a better one of the same moment, or a late one, may still arrive.
public struct FixQueue: Sendable {
    private let lateToleranceMilliseconds: Int64
    private var waiting: [LocationFix] = []

    /// - Parameter lateToleranceMilliseconds: as in `FixRules`.
    public init(lateToleranceMilliseconds: Int64 = 0) {
        self.lateToleranceMilliseconds = lateToleranceMilliseconds
    }

    /// Takes a fix that the filter found good, and calls `body` with those that need not wait any longer.
    public mutating func add(
        _ fix: LocationFix, verdict: FixFilter.Verdict, _ body: (LocationFix) -> Void
    ) {
        guard verdict.isGood, let time = fix.time else { return }
        if verdict == .sameMoment {
            // Late ones of other receivers come before it.
            if !waiting.isEmpty { waiting[waiting.count - 1] = fix }
            return
        }
        if verdict == .newestAfterFuture { waiting.removeAll { $0.time.map { $0 > time } ?? false } }
        var place = waiting.count
        while place > 0, let before = waiting[place - 1].time, before > time { place -= 1 }
        waiting.insert(fix, at: place)
        guard let newest = waiting.last?.time else { return }
        let settled = waiting.dropLast().prefix {
            $0.time.map { newest.milliseconds(since: $0) > lateToleranceMilliseconds } ?? true
        }
        settled.forEach(body)
        waiting.removeFirst(settled.count)
    }

    /// Calls `body` with all that wait, at the end.
    public mutating func finish(_ body: (LocationFix) -> Void) {
        waiting.forEach(body)
        waiting = []
    }
}
