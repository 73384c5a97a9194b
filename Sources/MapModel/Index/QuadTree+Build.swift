import CByteScan

// The parts of the tree that are derived from the sorted keys.
extension QuadTree {
    /// About 16 points share an entry, within a size of 16 KB to 4 MB.
    static func directoryBits(for count: Int) -> Int {
        let bits = Int.bitWidth - Swift.max(count, 1).leadingZeroBitCount - 1
        return Swift.min(Swift.max(bits - 4, 12), 20)
    }

    /// The first index at or after each value of the top `bits` bits of the keys, and their count.
    static func directory(of keys: [UInt64], bits: Int, by workers: Workers = .alone) -> [UInt32] {
        let shift = UInt64(64 - bits)
        return [UInt32](unsafeUninitializedCapacity: 1 << bits + 1) { starts, count in
            count = 1 << bits + 1
            // Each worker writes the entries of its own keys.
            nonisolated(unsafe) let starts = starts
            workers.run(workers.count) { number in
                let share = workers.share(number, of: keys.count)
                var slot = share.lowerBound == 0 ? 0 : Int(keys[share.lowerBound - 1] >> shift) + 1
                for index in share {
                    while slot <= Int(keys[index] >> shift) {
                        starts[slot] = UInt32(truncatingIfNeeded: index)
                        slot += 1
                    }
                }
            }
            let end = keys.last.map { Int($0 >> shift) + 1 } ?? 0
            for slot in end..<count { starts[slot] = UInt32(keys.count) }
        }
    }

    /// The directory of some points of this tree, from its own: how many of them are below each of its entries.
    func directory(of points: PointSet, bits: Int, by workers: Workers) -> [UInt32] {
        let finer = directoryBits - bits
        let slotCount = 1 << bits + 1
        return [UInt32](unsafeUninitializedCapacity: slotCount) { starts, count in
            // Each worker writes the entries of its own share.
            nonisolated(unsafe) let starts = starts
            workers.run(workers.count) { number in
                let share = workers.share(number, of: slotCount)
                var ranks = PointRanks(of: points, from: Int(directory[share.lowerBound << finer]))
                for slot in share {
                    let index = Int(directory[slot << finer])
                    starts[slot] = UInt32(truncatingIfNeeded: ranks.count(below: index))
                }
            }
            count = slotCount
        }
    }

    /// Polar points in the order of the tree; they are given with ascending rows.
    static func sorted(_ points: [PolarPoint]) -> [PolarPoint] {
        var keys = points.map(\.key)
        var numbers = Array(0..<UInt32(points.count))
        return RadixSort.sorted(keys: &keys, rows: &numbers).rows.map { points[Int($0)] }
    }

    /// The running sums of the keys, and how far the points reach.
    static func summary(
        of keys: [UInt64], by workers: Workers = .alone
    ) -> (sums: [SIMD2<UInt64>], extent: PointExtent) {
        let blocks = keys.count / sumStep + 1
        var parts = [SummaryPart](repeating: SummaryPart(), count: workers.count)
        let sums = [SIMD2<UInt64>](unsafeUninitializedCapacity: blocks) { sums, count in
            parts.withUnsafeMutableBufferPointer { parts in
                // Each worker writes to its own blocks and its own part.
                nonisolated(unsafe) let (sums, parts) = (sums, parts)
                workers.run(workers.count) { number in
                    parts[number].sum(keys, blocks: workers.share(number, of: blocks), into: sums)
                }
                var total = SIMD2<UInt64>.zero
                for number in parts.indices {
                    for block in workers.share(number, of: blocks) { sums[block] &+= total }
                    total &+= parts[number].total
                }
            }
            count = blocks
        }
        return (sums, parts.dropFirst().reduce(parts[0].extent) { $0.union($1.extent) })
    }

    /// The sums of x and y over all indices below `index`: the nearest kept sum and at most 8 keys.
    @inline(__always)
    func sum(below index: Int) -> SIMD2<UInt64> { Self.sum(below: index, keys, sums) }

    /// The same, of sorted keys and the sums that are kept of them.
    @inline(__always)
    static func sum(below index: Int, _ keys: [UInt64], _ sums: [SIMD2<UInt64>]) -> SIMD2<UInt64> {
        let nearest = Swift.min((index + sumStep / 2) / sumStep, sums.count - 1)
        let kept = nearest * sumStep
        return kept <= index
            ? sums[nearest] &+ MortonCode.sum(of: keys, in: kept..<index)
            : sums[nearest] &- MortonCode.sum(of: keys, in: index..<kept)
    }
}

/// What one worker finds out about its blocks of keys.
private struct SummaryPart {
    private(set) var extent = PointExtent()
    /// The sums of x and y over all keys of the blocks.
    private(set) var total = SIMD2<UInt64>.zero

    /// Blocks whose summaries are found at a time.
    private static let batch = 64

    /// Writes the sum of the keys before each block, of these blocks alone.
    mutating func sum(
        _ keys: [UInt64], blocks: Range<Int>, into sums: UnsafeMutableBufferPointer<SIMD2<UInt64>>
    ) {
        let whole = keys.count / QuadTree.sumStep
        // Locals live in registers.
        var (extent, total) = (extent, total)
        keys.withUnsafeBufferPointer { keys in
            withUnsafeTemporaryAllocation(of: morton_summary.self, capacity: Self.batch) { summaries in
                for first in stride(from: blocks.lowerBound, to: blocks.upperBound, by: Self.batch) {
                    let batch = first..<Swift.min(first + Self.batch, blocks.upperBound)
                    let full = batch.clamped(to: 0..<whole)
                    if let codes = keys.baseAddress, !full.isEmpty {
                        morton_summarize(
                            codes + first * QuadTree.sumStep, full.count, summaries.baseAddress)
                    }
                    for block in full {
                        let summary = summaries[block - first]
                        sums[block] = total
                        total &+= SIMD2(summary.x, summary.y)
                        let start = block * QuadTree.sumStep
                        extent.add(
                            UnsafeBufferPointer(rebasing: keys[start..<start + QuadTree.sumStep]),
                            reaching: summary.reach)
                    }
                    // The last block is not full.
                    for block in full.upperBound..<batch.upperBound {
                        sums[block] = total
                        for index in block * QuadTree.sumStep..<keys.count {
                            let point = MortonCode.point(of: keys[index])
                            total &+= SIMD2(UInt64(point.x), UInt64(point.y))
                            extent.add(point)
                        }
                    }
                }
            }
        }
        (self.extent, self.total) = (extent, total)
    }
}
