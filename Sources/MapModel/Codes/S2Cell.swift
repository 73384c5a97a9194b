/// A cell of S2: a face of a cube around the globe, halved along a Hilbert curve.
///
/// Source: Google, "S2 Geometry", s2geometry.io.
struct S2Cell: Equatable, Sendable {
    /// The finest level.
    static let mostLevel = 30
    /// The side of the cube of the same surface as the globe, in metres.
    private static let faceMeters = 9_220_000.0

    /// Three bits for the face, two a level, then a 1.
    let number: UInt64

    init(_ text: UnsafeBufferPointer<UInt8>) throws(CodeFault) {
        if text.first == UInt8(ascii: "-") {
            let magnitude = CodeBytes.decimal(UnsafeBufferPointer(rebasing: text.dropFirst()))
            guard let magnitude, magnitude <= 1 << 63 else { throw .notACode }
            try self.init(number: 0 &- magnitude)
        } else if text.count > 16 {
            guard let number = CodeBytes.decimal(text) else { throw .notACode }
            try self.init(number: number)
        } else {
            guard let token = CodeBytes.hexadecimal(text) else { throw .notACode }
            try self.init(number: token << UInt64(4 * (16 - text.count)))
        }
    }

    /// The lowest bit must be on an even place, the face below 6.
    init(number: UInt64) throws(CodeFault) {
        let lowest = number & (0 &- number)
        guard lowest & 0x1555_5555_5555_5555 != 0, number >> 61 < 6 else { throw .notACode }
        self.number = number
    }

    var level: Int { Self.mostLevel - number.trailingZeroBitCount / 2 }
    private var face: Int { Int(number >> 61) }

    /// The hexadecimal digits without the zeros at the end.
    var token: String {
        let digits = String(number, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        return String(padded.reversed().drop { $0 == "0" }.reversed())
    }

    /// The column and row of the cell on its face, by the turns of the Hilbert curve.
    private var position: (i: Int, j: Int) {
        var isSwapped = number >> 61 & 1
        var isFlipped: UInt64 = 0
        var i: UInt64 = 0
        var j: UInt64 = 0
        var shift: UInt64 = 59
        for _ in 0..<level {
            let quarter = number >> shift & 3
            // (0,0) (0,1) (1,1) (1,0), swapped and flipped.
            let high = quarter >> 1
            let other = (quarter ^ high) & 1
            let first = isSwapped == 0 ? high : other
            let second = isSwapped == 0 ? other : high
            i = i << 1 | (first ^ isFlipped)
            j = j << 1 | (second ^ isFlipped)
            // The first quarter swaps, the last one swaps and flips.
            isSwapped ^= quarter == 0 || quarter == 3 ? 1 : 0
            isFlipped ^= quarter == 3 ? 1 : 0
            shift &-= 2
        }
        return (Int(i), Int(j))
    }

    var middle: Coordinate {
        let (i, j) = position
        return point(i: Double(i) + 0.5, j: Double(j) + 0.5).coordinate
    }

    /// The side of a square of the mean surface at its level, in metres.
    var sizeMeters: Double { Self.faceMeters / Double(1 << level) }

    /// The four corners, anticlockwise.
    var corners: [UnitVector] {
        let (i, j) = position
        return [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { point(i: Double(i) + $0.0, j: Double(j) + $0.1) }
    }

    private func point(i: Double, j: Double) -> UnitVector {
        let scale = 1 / Double(1 << level)
        let u = Self.projected(i * scale)
        let v = Self.projected(j * scale)
        switch face {
        case 0: return UnitVector(x: 1, y: u, z: v)
        case 1: return UnitVector(x: -u, y: 1, z: v)
        case 2: return UnitVector(x: -u, y: -v, z: 1)
        case 3: return UnitVector(x: -1, y: -v, z: -u)
        case 4: return UnitVector(x: v, y: -1, z: -u)
        default: return UnitVector(x: v, y: u, z: -1)
        }
    }

    /// The quadratic projection, which makes cells of similar size: 0...1 to -1...1.
    @inline(__always)
    private static func projected(_ s: Double) -> Double {
        s >= 0.5 ? (4 * s * s - 1) / 3 : (1 - 4 * (1 - s) * (1 - s)) / 3
    }
}
