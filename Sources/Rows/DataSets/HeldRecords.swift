/// How many of the records of an endless stream are held: the last ones, or those that came lately.
package struct HeldRecords: Sendable {
    private let keep: KeptLines
    /// How many records had come, and when, in seconds; ascending.
    private var arrivals: [(count: Int, seconds: Int)] = []
    private let begin = ContinuousClock.now

    /// None has come yet.
    package init(_ keep: KeptLines) { self.keep = keep }

    /// How many of the first records are to be given up now.
    ///
    /// - Parameters:
    ///   - total: records that have come.
    ///   - held: how many of them are held.
    package mutating func surplus(of total: Int, held: Int) -> Int {
        surplus(of: total, held: held, seconds: Int((ContinuousClock.now - begin).components.seconds))
    }

    /// The same at a moment.
    package mutating func surplus(of total: Int, held: Int, seconds now: Int) -> Int {
        switch keep {
        case .count(let count): return max(held - count, 0)
        case .age(let seconds):
            // Sixteen steps are enough to forget by.
            if let last = arrivals.last, now - last.seconds < max(seconds / 16, 1) {
                arrivals[arrivals.count - 1].count = total
            } else {
                arrivals.append((total, now))
            }
            let old = arrivals.prefix { now - $0.seconds > seconds }
            arrivals.removeFirst(old.count)
            return max((old.last?.count ?? 0) - (total - held), 0)
        }
    }

    /// Whether so many are held that some must be given up before the rows are shown.
    package func isFull(held: Int) -> Bool {
        if case .count(let count) = keep { held / 2 > count } else { false }
    }
}
