/// A set of indices of a `QuadTree` as a few ascending runs, which is cheap for a million members.
public struct IndexRuns: Sendable, Hashable {
    /// Ascending, except that a search across 180° appends one side after the other.
    private(set) var runs: [Range<Int>] = []
    /// How many indices lie in the runs up to and including each.
    private var ends: [Int] = []

    /// None.
    public init() {}

    /// A single one.
    public init(_ index: Int) { append(index) }

    /// How many indices there are.
    public var count: Int { ends.last ?? 0 }

    /// At most `limit` indices after the first `offset` ones.
    ///
    /// - Complexity: O(log runs + limit).
    public func indices(offset: Int = 0, limit: Int) -> [Int] {
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

    /// Calls `body` with each index until it returns false.
    public func visit(_ body: (Int) -> Bool) {
        for run in runs {
            for index in run where !body(index) { return }
        }
    }
}

// MARK: - Collecting

extension IndexRuns: RegionVisitor {
    mutating func visit(_ node: QuadNode) { append(node.indices) }

    mutating func visit(_ point: QuantumPoint, at index: Int) { append(index..<index + 1) }

    mutating func append(_ run: Range<Int>) {
        if let last = runs.last, last.upperBound == run.lowerBound {
            runs[runs.count - 1] = last.lowerBound..<run.upperBound
            ends[ends.count - 1] += run.count
        } else {
            ends.append(count + run.count)
            runs.append(run)
        }
    }

    /// The indices of both, each once, ascending.
    public func union(_ other: IndexRuns) -> IndexRuns {
        var union = IndexRuns()
        for run in (runs + other.runs).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let start = Swift.max(run.lowerBound, union.runs.last?.upperBound ?? 0)
            if start < run.upperBound { union.append(start..<run.upperBound) }
        }
        return union
    }

    /// Adds one index after the others.
    mutating func append(_ index: Int) { append(index..<index + 1) }
}
