/// A set of positions of a `QuadTree` as a few ascending runs, which is cheap for a million members.
public struct PositionRuns: Sendable, Hashable {
    /// Ascending, except that a search across 180° appends one side after the other.
    private(set) var runs: [Range<Int>] = []
    /// How many positions lie in the runs up to and including each.
    private var ends: [Int] = []

    /// How many positions there are.
    public var count: Int { ends.last ?? 0 }
    /// Whether there are no positions.
    public var isEmpty: Bool { runs.isEmpty }

    /// The first position in the order of the runs.
    public var first: Int? { runs.first?.lowerBound }

    /// At most `limit` positions after the first `offset` ones.
    ///
    /// - Complexity: O(log runs + limit).
    public func positions(offset: Int = 0, limit: Int) -> [Int] {
        var page: [Int] = []
        var run = Bisection.first(in: ends.indices) { ends[$0] > offset }
        var skipped = run < runs.count ? offset - (ends[run] - runs[run].count) : 0
        while run < runs.count, page.count < limit {
            page.append(contentsOf: runs[run].dropFirst(skipped).prefix(limit - page.count))
            skipped = 0
            run += 1
        }
        return page
    }

    /// Calls `body` with each position until it returns false.
    public func visit(_ body: (Int) -> Bool) {
        for run in runs {
            for position in run where !body(position) { return }
        }
    }
}

// MARK: - Collecting

extension PositionRuns: RegionVisitor {
    mutating func visit(_ node: QuadNode) { append(node.positions) }

    mutating func visit(_ point: QuantumPoint, at position: Int) { append(position..<position + 1) }

    private mutating func append(_ run: Range<Int>) {
        if let last = runs.last, last.upperBound == run.lowerBound {
            runs[runs.count - 1] = last.lowerBound..<run.upperBound
            ends[ends.count - 1] += run.count
        } else {
            ends.append(count + run.count)
            runs.append(run)
        }
    }

    /// The positions of both, each once, ascending.
    func union(_ other: PositionRuns) -> PositionRuns {
        var union = PositionRuns()
        for run in (runs + other.runs).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let start = Swift.max(run.lowerBound, union.runs.last?.upperBound ?? 0)
            if start < run.upperBound { union.append(start..<run.upperBound) }
        }
        return union
    }

    /// Adds one position after the others.
    mutating func append(_ position: Int) { append(position..<position + 1) }
}
