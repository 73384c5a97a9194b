import CByteScan

/// What blocks of `QuadTree.sumStep` keys sum up to, and how far they reach.
enum BlockSummaries {
    /// Blocks that are summed up at a time.
    private static let batch = 64

    /// Visits some blocks, each of which is full, in order.
    @inline(__always)
    static func visit(
        _ keys: UnsafeBufferPointer<UInt64>, blocks: Range<Int>, _ body: (Int, morton_summary) -> Void
    ) {
        guard let codes = keys.baseAddress else { return }
        withUnsafeTemporaryAllocation(of: morton_summary.self, capacity: batch) { summaries in
            for first in stride(from: blocks.lowerBound, to: blocks.upperBound, by: batch) {
                let some = first..<Swift.min(first + batch, blocks.upperBound)
                morton_summarize(codes + first * QuadTree.sumStep, some.count, summaries.baseAddress)
                for block in some { body(block, summaries[block - first]) }
            }
        }
    }
}
