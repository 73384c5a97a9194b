import CByteScan

/// How far points reach: their rows, and which longitudes they leave empty.
struct PointExtent: Sendable {
    /// Buckets of longitude, 0.022° each: gaps within a bucket are not seen.
    private static let bucketBits: UInt32 = 14
    /// Blocks that are looked at at a time.
    private static let batchSize = 64

    private var north = UInt32.max
    private var south = UInt32.min
    private var westOfBucket = [UInt32](repeating: .max, count: 1 << bucketBits)
    private var eastOfBucket = [UInt32](repeating: 0, count: 1 << bucketBits)

    private init() {}

    /// How far the points of some keys reach, which ascend.
    ///
    /// - Complexity: O(n), shared by the workers.
    init(of keys: [UInt64], by workers: Workers) {
        let blocks = keys.count / QuadTree.sumStep
        let parts = workers.shares(of: blocks) { share in
            var extent = PointExtent()
            keys.withUnsafeBufferPointer { extent.add($0, blocks: share) }
            return extent
        }
        self = parts.dropFirst().reduce(parts[0]) { $0.union($1) }
        // The last block is not full.
        for key in keys[(blocks * QuadTree.sumStep)...] { add(MortonCode.point(of: key)) }
    }

    /// Adds full blocks of keys.
    private mutating func add(_ keys: UnsafeBufferPointer<UInt64>, blocks: Range<Int>) {
        guard let codes = keys.baseAddress else { return }
        // A local lives in registers.
        var extent = self
        withUnsafeTemporaryAllocation(of: morton_rect.self, capacity: Self.batchSize) { reaches in
            for first in stride(from: blocks.lowerBound, to: blocks.upperBound, by: Self.batchSize) {
                let batch = first..<Swift.min(first + Self.batchSize, blocks.upperBound)
                morton_find_reach(codes + first * QuadTree.sumStep, batch.count, reaches.baseAddress)
                for block in batch {
                    let start = block * QuadTree.sumStep
                    extent.add(
                        UnsafeBufferPointer(rebasing: keys[start..<start + QuadTree.sumStep]),
                        reaching: reaches[block - first])
                }
            }
        }
        self = extent
    }

    @inline(__always)
    private mutating func add(_ point: QuantumPoint) {
        north = Swift.min(north, point.y)
        south = Swift.max(south, point.y)
        add(column: point.x)
    }

    @inline(__always)
    private mutating func add(column: UInt32) {
        let bucket = Int(column >> (32 - Self.bucketBits))
        // Few points reach further than those before, so that branches cost less than writing each time.
        if column < westOfBucket[bucket] { westOfBucket[bucket] = column }
        if column > eastOfBucket[bucket] { eastOfBucket[bucket] = column }
    }

    /// Adds points by their codes, which ascend; `reach` is how far these reach.
    @inline(__always)
    private mutating func add(_ codes: UnsafeBufferPointer<UInt64>, reaching reach: morton_rect) {
        add(MortonCode.point(of: reach.west | reach.north << 1))
        add(MortonCode.point(of: reach.east | reach.south << 1))
        // What ascends between two of a bucket is in it.
        if (codes[0] ^ codes[codes.count - 1]) >> UInt64(64 - 2 * Self.bucketBits) == 0 { return }
        for code in codes { add(column: MortonCode.column(of: code)) }
    }

    /// How far the points of both reach.
    private func union(_ other: PointExtent) -> PointExtent {
        var union = self
        union.north = Swift.min(north, other.north)
        union.south = Swift.max(south, other.south)
        for bucket in westOfBucket.indices {
            union.westOfBucket[bucket] = Swift.min(westOfBucket[bucket], other.westOfBucket[bucket])
            union.eastOfBucket[bucket] = Swift.max(eastOfBucket[bucket], other.eastOfBucket[bucket])
        }
        return union
    }

    /// The tight box of the points; nil when there are none.
    var reach: QuantumReach? {
        columns().map { QuantumReach(west: $0.west, east: $0.east, north: north, south: south) }
    }

    /// The shortest way eastwards past all points: the ring without its widest empty stretch.
    private func columns() -> (west: UInt32, east: UInt32)? {
        let occupied = westOfBucket.indices.filter { westOfBucket[$0] <= eastOfBucket[$0] }
        guard let first = occupied.first, let last = occupied.last else { return nil }
        // The stretch that holds 180° comes first, so it wins a tie.
        var west = westOfBucket[first]
        var east = eastOfBucket[last]
        var widest = west &- east
        for (before, after) in zip(occupied, occupied.dropFirst()) {
            let gap = westOfBucket[after] - eastOfBucket[before]
            if gap > widest { (widest, west, east) = (gap, westOfBucket[after], eastOfBucket[before]) }
        }
        return (west, east)
    }
}
