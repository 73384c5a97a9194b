/// Finds the quarters of nodes, without references to the tree that lends its memory.
struct QuarterFinder {
    /// The keys of the tree, ascending.
    let keys: UnsafeBufferPointer<UInt64>
    /// The first index of each value of their top bits, and their count.
    let directory: UnsafeBufferPointer<UInt32>
    let directoryBits: Int

    /// Where the points of the four quarters begin, and where the last one ends.
    @inline(__always)
    func quarterStarts(of node: QuadNode) -> SIMD8<Int> {
        let half = node.side / 2
        let step = half * half
        var starts = SIMD8<Int>.zero
        starts[0] = node.indices.lowerBound
        starts[4] = node.indices.upperBound
        if 2 * (node.depth + 1) <= directoryBits {
            let shift = UInt64(64 - directoryBits)
            for quarter in 1..<4 {
                starts[quarter] = Int(directory[Int((node.key + UInt64(quarter) * step) >> shift)])
            }
        } else {
            starts[2] = firstIndex(notBelow: node.key + 2 * step, in: starts[0]..<starts[4])
            starts[1] = firstIndex(notBelow: node.key + step, in: starts[0]..<starts[2])
            starts[3] = firstIndex(notBelow: node.key + 3 * step, in: starts[2]..<starts[4])
        }
        return starts
    }

    /// The first index in `range` whose key is not below `key`; the end of the range when there is none.
    @inline(__always)
    private func firstIndex(notBelow key: UInt64, in range: Range<Int>) -> Int {
        Bisection.first(in: range) { keys[$0] >= key }
    }
}
