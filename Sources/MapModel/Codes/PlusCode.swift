/// A full plus code: five pairs of digits of base 20, then rows of five by four, in whole units of degrees.
///
/// Source: Google, "Open Location Code specification", 2021.
struct PlusCode: Equatable {
    /// The most digits, `+` not counted.
    static let mostDigits = 15
    /// Digits before `+`.
    static let digitsBeforePlus = 8
    static let plus = UInt8(ascii: "+")
    private static let letters = Array("23456789CFGHJMPQRVWX".utf8)
    /// Units to a degree of latitude and of longitude in which the finest cell is whole.
    static let unitsNorth = 25_000_000
    static let unitsEast = 8_192_000

    /// Units north of the south pole, and east of 180° W, of the south-west corner.
    let south: Int
    let west: Int
    let digitCount: Int

    init(_ text: UnsafeBufferPointer<UInt8>) throws(CodeFault) {
        guard text.count > Self.digitsBeforePlus, text[Self.digitsBeforePlus] == Self.plus else {
            throw ShortPlusCode.isShort(text) ? .short : .notACode
        }
        guard text.count != 10, text.count <= Self.mostDigits + 1 else { throw .notACode }
        var south = 0
        var west = 0
        var count = 0
        for offset in text.indices where offset != Self.digitsBeforePlus {
            guard let digit = Self.digit(text[offset]) else {
                guard Self.isPadding(text, from: offset) else { throw .notACode }
                break
            }
            let (north, east) = Self.step(count)
            if count >= 10 {
                south += digit / 4 * north
                west += digit % 4 * east
            } else if count % 2 == 0 {
                south += digit * north
            } else {
                west += digit * east
            }
            count += 1
        }
        guard south < 180 * Self.unitsNorth, west < 360 * Self.unitsEast else { throw .outOfRange }
        self.south = south
        self.west = west
        digitCount = count
    }

    /// Latitudes of a pole belong to the last cell before it.
    init(_ place: Coordinate, digitCount: Int) {
        let north = (place.latitude + 90) * Double(Self.unitsNorth)
        let east = (place.longitude + 180) * Double(Self.unitsEast)
        // A millionth of a unit more, so that 20.1 is not just below.
        let mostNorth = Double(180 * Self.unitsNorth - 1)
        let y = Int(min(max((north + 1e-6).rounded(.down), 0), mostNorth))
        let x = Int((east + 1e-6).rounded(.down)) % (360 * Self.unitsEast)
        let (height, width) = Self.step(digitCount - 1)
        south = y / height * height
        west = x / width * width
        self.digitCount = digitCount
    }

    /// `00` up to `+`, at which the code ends.
    private static func isPadding(_ text: UnsafeBufferPointer<UInt8>, from offset: Int) -> Bool {
        offset >= 2 && offset % 2 == 0 && offset < digitsBeforePlus && text.count == digitsBeforePlus + 1
            && text[offset..<digitsBeforePlus].allSatisfy { $0 == 0x30 }
    }

    /// Units in a step of a digit, of latitude and of longitude.
    @inline(__always)
    private static func step(_ digit: Int) -> (north: Int, east: Int) {
        var (north, east) = (unitsNorth * 20, unitsEast * 20)
        for _ in 0..<min(digit / 2, 4) { (north, east) = (north / 20, east / 20) }
        for _ in 9..<max(digit, 9) { (north, east) = (north / 5, east / 4) }
        return (north, east)
    }

    /// 0 to 19; nil for other bytes.
    @inline(__always)
    static func digit(_ byte: UInt8) -> Int? {
        if 0x32...0x39 ~= byte { return Int(byte) - 0x32 }
        switch byte & 0xDF {
        case UInt8(ascii: "C"): return 8
        case UInt8(ascii: "F"): return 9
        case UInt8(ascii: "G"): return 10
        case UInt8(ascii: "H"): return 11
        case UInt8(ascii: "J"): return 12
        case UInt8(ascii: "M"): return 13
        case UInt8(ascii: "P"): return 14
        case UInt8(ascii: "Q"): return 15
        case UInt8(ascii: "R"): return 16
        case UInt8(ascii: "V"): return 17
        case UInt8(ascii: "W"): return 18
        case UInt8(ascii: "X"): return 19
        default: return nil
        }
    }

    var text: String {
        var bytes: [UInt8] = []
        var rest = (south, west)
        for digit in 0..<digitCount {
            let (north, east) = Self.step(digit)
            if digit >= 10 {
                bytes.append(Self.letters[rest.0 / north * 4 + rest.1 / east])
                rest = (rest.0 % north, rest.1 % east)
            } else if digit % 2 == 0 {
                bytes.append(Self.letters[rest.0 / north])
                rest.0 %= north
            } else {
                bytes.append(Self.letters[rest.1 / east])
                rest.1 %= east
            }
        }
        while bytes.count < Self.digitsBeforePlus { bytes.append(0x30) }
        bytes.insert(Self.plus, at: Self.digitsBeforePlus)
        return String(decoding: bytes, as: UTF8.self)
    }

    @inline(__always)
    var box: CodeBox {
        let (north, east) = Self.step(digitCount - 1)
        return CodeBox(
            south: Double(south) / Double(Self.unitsNorth) - 90,
            west: Double(west) / Double(Self.unitsEast) - 180,
            height: Double(north) / Double(Self.unitsNorth), width: Double(east) / Double(Self.unitsEast))
    }
}
