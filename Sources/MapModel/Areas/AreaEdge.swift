/// A straight stretch of an outline, in whole units of 1e-7°, turned upward: so the areas on both sides compute the same.
struct AreaEdge: Sendable, Hashable {
    let x1: Int32
    let y1: Int32
    let x2: Int32
    let y2: Int32

    /// An edge between two vertices in either order.
    @inline(__always)
    init(from x1: Int32, _ y1: Int32, to x2: Int32, _ y2: Int32) {
        let isUpward = y1 < y2 || y1 == y2 && x1 < x2
        (self.x1, self.y1, self.x2, self.y2) = isUpward ? (x1, y1, x2, y2) : (x2, y2, x1, y1)
    }

    /// Above 0 for a point left of the edge, 0 on its line.
    ///
    /// Products of two differences are below 2⁶⁴, so doubles are right to 10⁴; only what is nearer to 0 needs whole numbers.
    @inline(__always)
    func side(_ x: Int32, _ y: Int32) -> Int {
        let first = (Double(x2) - Double(x1)) * (Double(y) - Double(y1))
        let difference = first - (Double(y2) - Double(y1)) * (Double(x) - Double(x1))
        if difference > Self.doubtful { return 1 }
        if difference < -Self.doubtful { return -1 }
        return exactSide(x, y)
    }

    /// Doubles nearer to 0 than this may have the wrong sign.
    static let doubtful = 1e4

    @inline(never)
    private func exactSide(_ x: Int32, _ y: Int32) -> Int {
        let first = Int128(Int64(x2) - Int64(x1)) * Int128(Int64(y) - Int64(y1))
        return Int((first - Int128(Int64(y2) - Int64(y1)) * Int128(Int64(x) - Int64(x1))).signum())
    }

    /// Whether it passes the parallel through a point at or west of it.
    ///
    /// A point is taken a little east, and very much less north, of where it is: so it is on no edge.
    @inline(__always)
    func isWest(of x: Int32, _ y: Int32) -> Bool { (y1 > y) != (y2 > y) && side(x, y) <= 0 }

    /// Whether it passes the meridian just east of `x` at or below `y`.
    @inline(__always)
    func isBelow(_ x: Int32, _ y: Int32) -> Bool {
        guard (x1 > x) != (x2 > x) else { return false }
        let isRising = x2 > x1
        let side = side(x, y)
        // Just east of the point a rising edge is above it.
        if side == 0 { return y1 == y2 || !isRising }
        return isRising == (side > 0)
    }

    /// Whether it changes the parity on the way from `start` up its meridian and then east or west to `end`.
    @inline(__always)
    func isPassed(from startX: Int32, _ startY: Int32, to endX: Int32, _ endY: Int32) -> Bool {
        var isOdd = false
        if (x1 > startX) != (x2 > startX) {
            isOdd = isBelow(startX, endY) != isBelow(startX, startY)
        }
        if (y1 > endY) != (y2 > endY), (side(endX, endY) <= 0) != (side(startX, endY) <= 0) { isOdd.toggle() }
        return isOdd
    }

    /// Whether a point lies on it, its ends included.
    @inline(__always)
    func holds(_ x: Int32, _ y: Int32) -> Bool {
        y1 <= y && y <= y2 && min(x1, x2) <= x && x <= max(x1, x2) && side(x, y) == 0
    }
}

/// What all edges of a polygon cover, in units of 1e-7°; all sides belong to it.
struct AreaBox: Sendable, Hashable {
    var west = Int32.max
    var south = Int32.max
    var east = Int32.min
    var north = Int32.min

    @inline(__always)
    mutating func add(_ edge: AreaEdge) {
        west = Swift.min(west, Swift.min(edge.x1, edge.x2))
        east = Swift.max(east, Swift.max(edge.x1, edge.x2))
        south = Swift.min(south, edge.y1)
        north = Swift.max(north, edge.y2)
    }

    @inline(__always)
    func holds(_ x: Int32, _ y: Int32) -> Bool { west <= x && x <= east && south <= y && y <= north }
}

/// Whether points on the border of an area lie in it.
public enum AreaBorder: Sendable {
    /// Of areas with a common border exactly one has each point: what counts add up with.
    case halfOpen
    /// All points on the border.
    case closed
    /// None of them.
    case open
}
