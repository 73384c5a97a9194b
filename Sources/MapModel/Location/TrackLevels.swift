/// Which points of a track are worth drawing at which zoom: one bit a point for every second zoom.
///
/// A level keeps a point when it is at least its spacing from the last one it kept; the spacing is a dot of
/// the finer of its two zooms. Drawing a day at any zoom costs as much as its dots, and reading n / 64 words;
/// all levels together take 1.5 bytes a point.
struct TrackLevels: Sendable {
    /// Zooms 0 to 23 in pairs.
    static let count = 12

    private var bits = [[UInt64]](repeating: [], count: Self.count)
    private var lastKept = [WorldPoint](repeating: WorldPoint(x: -4, y: -4), count: Self.count)
    private var pointCount = 0

    /// The level for a zoom of web maps.
    static func level(forZoom zoom: Double) -> Int {
        guard zoom > 0 else { return 0 }
        return Int(Swift.min(zoom, Double(2 * count - 1)) / 2)
    }

    /// The world is 64 · 2^zoom dots wide.
    private static let squaredSpacings: [Double] = (0..<count).map { level in
        let dots = Double(UInt64(64) << UInt64(2 * level + 1))
        return 1 / (dots * dots)
    }

    mutating func append(_ coordinate: Coordinate) {
        let point = WebMercator.project(coordinate)
        let isNewWord = pointCount % 64 == 0
        let bit = UInt64(1) << UInt64(pointCount % 64)
        for level in 0..<Self.count {
            if isNewWord { bits[level].append(0) }
            let x = abs(point.x - lastKept[level].x)
            let aroundX = Swift.min(x, abs(1 - x))
            let y = point.y - lastKept[level].y
            guard aroundX * aroundX + y * y >= Self.squaredSpacings[level] else { continue }
            bits[level][pointCount / 64] |= bit
            lastKept[level] = point
        }
        pointCount += 1
    }

    /// Calls `body` with the indices kept at a level within `range`, ascending.
    func visit(level: Int, in range: Range<Int>, _ body: (Int) -> Void) {
        var word = range.lowerBound / 64
        while word * 64 < range.upperBound {
            var rest = bits[level][word]
            while rest != 0 {
                let index = word * 64 + rest.trailingZeroBitCount
                if range.contains(index) { body(index) }
                rest &= rest - 1
            }
            word += 1
        }
    }

    var bytes: Int { bits.reduce(0) { $0 + $1.capacity * MemoryLayout<UInt64>.size } }
}
