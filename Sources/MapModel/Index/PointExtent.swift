/// How far points reach: their rows, and which longitudes they leave empty.
struct PointExtent {
    /// Buckets of longitude, 0.022° each: gaps within a bucket are not seen.
    private static let bucketBits: UInt32 = 14

    private var north = UInt32.max
    private var south = UInt32.min
    private var westOfBucket = [UInt32](repeating: .max, count: 1 << bucketBits)
    private var eastOfBucket = [UInt32](repeating: 0, count: 1 << bucketBits)

    @inline(__always)
    mutating func add(_ point: QuantumPoint) {
        north = Swift.min(north, point.y)
        south = Swift.max(south, point.y)
        let bucket = Int(point.x >> (32 - Self.bucketBits))
        // Few points reach further than those before, so that branches cost less than writing each time.
        if point.x < westOfBucket[bucket] { westOfBucket[bucket] = point.x }
        if point.x > eastOfBucket[bucket] { eastOfBucket[bucket] = point.x }
    }

    /// How far the points of both reach.
    func union(_ other: PointExtent) -> PointExtent {
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
