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

    /// The sums of x and y of the keys before each block of `sumStep`.
    static func runningSums(of keys: [UInt64], by workers: Workers = .alone) -> [SIMD2<UInt64>] {
        let blocks = keys.count / sumStep + 1
        var totals = [SIMD2<UInt64>](repeating: .zero, count: workers.count)
        return [SIMD2<UInt64>](unsafeUninitializedCapacity: blocks) { sums, count in
            totals.withUnsafeMutableBufferPointer { totals in
                // Each worker writes to its own blocks and its own total.
                nonisolated(unsafe) let (sums, totals) = (sums, totals)
                workers.run(workers.count) { number in
                    totals[number] = sum(keys, blocks: workers.share(number, of: blocks), into: sums)
                }
                var total = SIMD2<UInt64>.zero
                for number in totals.indices {
                    for block in workers.share(number, of: blocks) { sums[block] &+= total }
                    total &+= totals[number]
                }
            }
            count = blocks
        }
    }

    /// Writes the sum of the keys before each block, of these blocks alone.
    ///
    /// - Returns: the sum over all keys of the blocks.
    private static func sum(
        _ keys: [UInt64], blocks: Range<Int>, into sums: UnsafeMutableBufferPointer<SIMD2<UInt64>>
    ) -> SIMD2<UInt64> {
        var total = SIMD2<UInt64>.zero
        let full = blocks.clamped(to: 0..<keys.count / sumStep)
        keys.withUnsafeBufferPointer { keys in
            guard let codes = keys.baseAddress, let sums = sums.baseAddress, !full.isEmpty else { return }
            var totalSoFar = morton_total()
            // Two numbers are laid out as the two members are.
            (sums + full.lowerBound).withMemoryRebound(to: morton_total.self, capacity: full.count) { sums in
                morton_add_up(codes + full.lowerBound * sumStep, full.count, sums, &totalSoFar)
            }
            total = SIMD2(totalSoFar.x, totalSoFar.y)
        }
        // The last block is not full.
        for block in full.upperBound..<blocks.upperBound {
            sums[block] = total
            total &+= MortonCode.sum(of: keys, in: block * sumStep..<keys.count)
        }
        return total
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
