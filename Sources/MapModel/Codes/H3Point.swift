/// A point of the hexagons' plane, in whole steps along two axes 120° apart; the third axis, k, is minus
/// their sum.
///
/// Each resolution has seven times the cells of the one before and is turned by asin √(3/28), odd ones to one
/// side, even ones back.
struct H3Point: Equatable {
    /// Steps along axis i.
    var a: Int
    /// Steps along axis j.
    var b: Int

    /// The same place in the steps of the next resolution, whose number is `resolution`.
    @inline(__always)
    func refined(to resolution: Int) -> H3Point {
        resolution % 2 == 1 ? H3Point(a: 2 * a + b, b: 3 * b - a) : H3Point(a: 3 * a - b, b: a + 2 * b)
    }

    /// The cell of the resolution before `resolution` in which this one lies.
    func coarsened(from resolution: Int) -> H3Point {
        let (x, y) =
            resolution % 2 == 1 ? (3 * a - b, a + 2 * b) : (2 * a + b, 3 * b - a)
        return H3Point(a: Self.seventh(x), b: Self.seventh(y))
    }

    /// A seventh, rounded to the nearest.
    private static func seventh(_ number: Int) -> Int {
        Int((Double(number) / 7).rounded())
    }

    /// One step in the direction of a digit: 4 is i, 2 is j, 1 is k, others are sums.
    @inline(__always)
    init(digit: Int) {
        a = (digit >> 2 & 1) - (digit & 1)
        b = (digit >> 1 & 1) - (digit & 1)
    }

    @inline(__always)
    init(a: Int, b: Int) {
        self.a = a
        self.b = b
    }

    /// The cell that contains a point between the middles.
    init(nearestTo a: Double, _ b: Double) {
        // In coordinates with the sum 0 the one with the largest rest follows from the others.
        let (q, r, s) = (a - b, b, -a)
        var (x, y, z) = (q.rounded(), r.rounded(), s.rounded())
        let rests = (abs(x - q), abs(y - r), abs(z - s))
        if rests.0 > rests.1, rests.0 > rests.2 {
            x = -y - z
        } else if rests.1 > rests.2 {
            y = -x - z
        } else {
            z = -x - y
        }
        self.init(a: Int(-z), b: Int(y))
    }

    /// The digit of one step, 0 to 6.
    var digit: Int {
        let least = min(a, b, 0)
        return ((a - least) << 2 | (b - least) << 1 | -least) & 7
    }

    /// Turned by 60° about the origin, from axis i away from axis j.
    @inline(__always)
    var turnedBack: H3Point { H3Point(a: b, b: b - a) }

    /// Turned by 60° about the origin, from axis i towards axis j.
    var turned: H3Point { H3Point(a: a - b, b: a) }

    @inline(__always)
    static func + (first: H3Point, second: H3Point) -> H3Point {
        H3Point(a: first.a + second.a, b: first.b + second.b)
    }

    @inline(__always)
    static func - (first: H3Point, second: H3Point) -> H3Point {
        H3Point(a: first.a - second.a, b: first.b - second.b)
    }

    @inline(__always)
    static func * (point: H3Point, scale: Int) -> H3Point { H3Point(a: point.a * scale, b: point.b * scale) }
}
