// The parts of the tree that are derived from the sorted keys.
extension QuadTree {
    /// About 16 points share an entry, within a size of 16 KB to 4 MB.
    static func directoryBits(for count: Int) -> Int {
        let bits = Int.bitWidth - Swift.max(count, 1).leadingZeroBitCount - 1
        return Swift.min(Swift.max(bits - 4, 12), 20)
    }

    static func directory(of keys: [UInt64], bits: Int) -> [UInt32] {
        var starts: [UInt32] = []
        starts.reserveCapacity(1 << bits + 1)
        let shift = UInt64(64 - bits)
        for index in keys.indices {
            let slot = Int(keys[index] >> shift)
            while starts.count <= slot { starts.append(UInt32(index)) }
        }
        while starts.count <= 1 << bits { starts.append(UInt32(keys.count)) }
        return starts
    }

    /// The running sums of the keys, and how far the points reach.
    static func summary(of keys: [UInt64]) -> (sums: [SIMD2<UInt64>], extent: PointExtent) {
        var sums: [SIMD2<UInt64>] = []
        sums.reserveCapacity(keys.count / sumStep + 1)
        var extent = PointExtent()
        var total = SIMD2<UInt64>.zero
        for index in keys.indices {
            if index % sumStep == 0 { sums.append(total) }
            let point = MortonCode.point(of: keys[index])
            total &+= SIMD2(UInt64(point.x), UInt64(point.y))
            extent.add(point)
        }
        if keys.count % sumStep == 0 { sums.append(total) }
        return (sums, extent)
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
