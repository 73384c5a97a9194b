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
        westOfBucket[bucket] = Swift.min(westOfBucket[bucket], point.x)
        eastOfBucket[bucket] = Swift.max(eastOfBucket[bucket], point.x)
    }

    /// The box of the points; nil when there are none. Points beyond the Mercator square give their latitudes apart.
    func bounds(polarLatitudes: [Int32]) -> GeoBounds? {
        guard let columns = columns() else { return nil }
        let northWest = FixedCoordinate(QuantumPoint(x: columns.west, y: north))
        let southEast = FixedCoordinate(QuantumPoint(x: columns.east, y: south))
        let latitudes = latitudeRange(polarLatitudes, inner: southEast.latitudeE7...northWest.latitudeE7)
        return GeoBounds(
            from: FixedCoordinate(latitudeE7: latitudes.lowerBound, longitudeE7: northWest.longitudeE7),
            to: FixedCoordinate(latitudeE7: latitudes.upperBound, longitudeE7: southEast.longitudeE7))
    }

    /// The latitudes of the points; the first and the last row hold nothing but polar points.
    private func latitudeRange(_ polar: [Int32], inner: ClosedRange<Int32>) -> ClosedRange<Int32> {
        guard let least = polar.min(), let most = polar.max() else { return inner }
        let polarRows = [LatitudeTable.firstRow, LatitudeTable.lastRow]
        let lowest = polarRows.contains(south) ? least : inner.lowerBound
        return lowest...(polarRows.contains(north) ? most : inner.upperBound)
    }

    /// The shortest way eastwards that passes all points: what the widest empty stretch of the ring leaves.
    private func columns() -> (west: UInt32, east: UInt32)? {
        let occupied = westOfBucket.indices.filter { westOfBucket[$0] <= eastOfBucket[$0] }
        guard let first = occupied.first, let last = occupied.last else { return nil }
        // The stretch that holds 180° comes first: it wins when others are as wide.
        var west = westOfBucket[first], east = eastOfBucket[last]
        var widest = west &- east
        for (before, after) in zip(occupied, occupied.dropFirst()) {
            let gap = westOfBucket[after] - eastOfBucket[before]
            if gap > widest { (widest, west, east) = (gap, westOfBucket[after], eastOfBucket[before]) }
        }
        return (west, east)
    }
}

extension GeoBounds {
    /// The box eastwards from the south-west to the north-east corner; an eastern edge at -180° is told as 180°.
    init(from southWest: FixedCoordinate, to northEast: FixedCoordinate) {
        let west = southWest.coordinate, east = northEast.coordinate
        let isBeyondMeridian = east.longitude < west.longitude && east.longitude == -180
        self.init(
            south: west.latitude, west: west.longitude, north: east.latitude,
            east: isBeyondMeridian ? 180 : east.longitude)
    }
}
