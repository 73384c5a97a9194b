/// A cell of a geohash: five bits a letter, longitude first, halving both intervals in turn.
///
/// Source: Niemeyer, geohash.org, 2008.
struct GeohashCell {
    /// The most letters: 60 bits, 4 cm.
    static let mostLetters = 12
    private static let letters = Array("0123456789bcdefghjkmnpqrstuvwxyz".utf8)

    /// The bits of all letters, the first one highest.
    private let bits: UInt64
    let letterCount: Int

    init(_ text: UnsafeBufferPointer<UInt8>) throws(CodeFault) {
        guard 1...Self.mostLetters ~= text.count else { throw .notACode }
        var bits: UInt64 = 0
        for byte in text {
            guard let digit = Self.digit(byte) else { throw .notACode }
            bits = bits << 5 | UInt64(digit)
        }
        self.bits = bits
        letterCount = text.count
    }

    init(_ place: Coordinate, letterCount: Int) {
        let x = Self.step(place.longitude, from: 180)
        let y = Self.step(place.latitude, from: 90)
        let all = MortonCode.code(of: QuantumPoint(x: y, y: x))
        self.letterCount = letterCount
        bits = all >> UInt64(64 - 5 * letterCount)
    }

    /// Which of 2³² steps of -`limit`...`limit` a number of degrees is in.
    private static func step(_ degrees: Double, from limit: Double) -> UInt32 {
        UInt32(min(max((degrees + limit) / (2 * limit) * 0x1p32, 0), 0x1p32 - 1))
    }

    /// The digits, then the letters without a, i, l and o.
    @inline(__always)
    static func digit(_ byte: UInt8) -> Int? {
        if CodeBytes.isDigit(byte) { return Int(byte) - 0x30 }
        let letter = CodeBytes.letter(byte)
        guard 1...25 ~= letter, letter != 8, letter != 11, letter != 14 else { return nil }
        return letter + 9 - (letter > 8 ? 1 : 0) - (letter > 11 ? 1 : 0) - (letter > 14 ? 1 : 0)
    }

    var text: String {
        let bytes = (0..<letterCount).map { letter in
            Self.letters[Int(bits >> UInt64(5 * (letterCount - 1 - letter)) & 31)]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @inline(__always)
    var box: CodeBox {
        let count = 5 * letterCount
        // The last bit of an even count is a latitude, of an odd one a longitude.
        let point = MortonCode.point(of: bits)
        let isEven = count % 2 == 0
        let x = Double(isEven ? point.y : point.x)
        let y = Double(isEven ? point.x : point.y)
        let width = 360 / Double(1 << UInt64((count + 1) / 2))
        let height = 180 / Double(1 << UInt64(count / 2))
        return CodeBox(south: y * height - 90, west: x * width - 180, height: height, width: width)
    }
}
