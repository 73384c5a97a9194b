/// A square of the Maidenhead locator: letters A-R of 20° by 10°, digits, letters A-X, digits, letters;
/// longitude first.
///
/// Source: International Amateur Radio Union, Region 1, "VHF Managers Handbook".
struct MaidenheadSquare {
    /// The most letters and digits: five pairs.
    static let mostLetters = 10
    /// Units of longitude in a step of each pair; 2,880 units are a degree. Latitudes are half of it.
    private static func step(_ pair: Int) -> Int {
        switch pair {
        case 0: 57_600
        case 1: 5_760
        case 2: 240
        case 3: 24
        default: 1
        }
    }
    private static let unitsPerDegree = 2880.0

    /// Steps of the finest pair east of 180° W and north of the south pole.
    private let x: Int
    private let y: Int
    let letterCount: Int

    init(_ text: UnsafeBufferPointer<UInt8>) throws(CodeFault) {
        guard 2...Self.mostLetters ~= text.count, text.count % 2 == 0 else { throw .notACode }
        var x = 0
        var y = 0
        for pair in 0..<text.count / 2 {
            x += try Self.digit(text[2 * pair], pair: pair) * Self.step(pair)
            y += try Self.digit(text[2 * pair + 1], pair: pair) * Self.step(pair)
        }
        self.x = x
        self.y = y
        letterCount = text.count
    }

    init(_ place: Coordinate, letterCount: Int) {
        let most = 360 * Self.unitsPerDegree - 1
        x = Int(min(max((place.longitude + 180) * Self.unitsPerDegree, 0), most))
        y = Int(min(max((place.latitude + 90) * 2 * Self.unitsPerDegree, 0), most))
        self.letterCount = letterCount
    }

    @inline(__always)
    private static func digit(_ byte: UInt8, pair: Int) throws(CodeFault) -> Int {
        let digit = pair % 2 == 1 ? Int(byte) - 0x30 : CodeBytes.letter(byte)
        let count = pair == 0 ? 18 : pair % 2 == 1 ? 10 : 24
        guard 0..<count ~= digit else { throw .notACode }
        return digit
    }

    /// JO62qm48: the first letters in capitals, later ones small.
    var text: String {
        var bytes: [UInt8] = []
        var rest = (x, y)
        for pair in 0..<letterCount / 2 {
            let step = Self.step(pair)
            let first: UInt8 = pair == 0 ? 0x41 : pair % 2 == 1 ? 0x30 : 0x61
            bytes += [first + UInt8(rest.0 / step), first + UInt8(rest.1 / step)]
            rest = (rest.0 % step, rest.1 % step)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @inline(__always)
    var box: CodeBox {
        let width = Double(Self.step(letterCount / 2 - 1)) / Self.unitsPerDegree
        return CodeBox(
            south: Double(y) / (2 * Self.unitsPerDegree) - 90, west: Double(x) / Self.unitsPerDegree - 180,
            height: width / 2, width: width)
    }
}
