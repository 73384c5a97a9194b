/// Decimal numbers, read exactly, in integers, whatever the locale.
extension DegreeScanner {
    /// Units to a degree.
    static let unitsPerDegree: Int64 = 10_000_000
    /// Values beyond any use are clamped to this, far from overflow.
    static let farAway: Int64 = 10_000_000 * unitsPerDegree

    /// The number that comes next: a sign, digits with at most one mark among them, an exponent.
    ///
    /// - Complexity: O(digits).
    mutating func number() -> DegreeToken.Number? {
        let sign = takeNumberSign()
        let magnitudeStart = offset
        guard var number = magnitude() else { return nil }
        number.sign = sign
        if reading.hasExponents, let magnitude = exponent(from: magnitudeStart) {
            number.magnitude = magnitude
            number.hasFraction = true
        }
        // 47..3, 1.234,5
        guard offset == bytes.count || !(isPoint(bytes[offset]) || isTightComma) else { return nil }
        return number
    }

    private var isTightComma: Bool {
        reading.commaIsDecimal && bytes[offset] == UInt8(ascii: ",") && offset + 1 < bytes.count
            && Self.isDigit(bytes[offset + 1])
    }

    private mutating func takeNumberSign() -> FloatingPointSign? {
        switch bytes[offset] {
        case UInt8(ascii: "-"):
            offset += 1
            return .minus
        case UInt8(ascii: "+"):
            offset += 1
            return .plus
        default:
            guard starts(with: Self.minus) else { return nil }
            offset += Self.minus.count
            return .minus
        }
    }

    private func isPoint(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") }

    private mutating func magnitude() -> DegreeToken.Number? {
        var units: Int64 = 0
        var digitCount = 0
        while offset < bytes.count, Self.isDigit(bytes[offset]) {
            units = min(units * 10 + Int64(bytes[offset] & 0xF), Self.farAway / Self.unitsPerDegree)
            digitCount += 1
            offset += 1
        }
        let wholeDigits = digitCount
        units *= Self.unitsPerDegree
        guard offset < bytes.count, isPoint(bytes[offset]) || isTightComma else {
            return digitCount > 0 ? DegreeToken.Number(magnitude: units, wholeDigits: wholeDigits) : nil
        }
        if isPoint(bytes[offset]) { points += 1 } else { commas += 1 }
        offset += 1
        var place = Self.unitsPerDegree
        while offset < bytes.count, Self.isDigit(bytes[offset]) {
            let digit = Int64(bytes[offset] & 0xF)
            // The eighth digit alone decides the rounding: halves go away from zero, whatever follows.
            if place > 1 { units += digit * (place / 10) } else if place == 1, digit >= 5 { units += 1 }
            place /= 10
            digitCount += 1
            offset += 1
        }
        return digitCount > 0
            ? DegreeToken.Number(magnitude: units, hasFraction: true, wholeDigits: wholeDigits) : nil
    }

    /// The magnitude from `start` with the exponent that comes next; nil when none does.
    private mutating func exponent(from start: Int) -> Int64? {
        var end = offset
        guard end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") else { return nil }
        end += 1
        if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") { end += 1 }
        let firstDigit = end
        while end < bytes.count, Self.isDigit(bytes[end]) { end += 1 }
        guard end > firstDigit else { return nil }
        // Only ASCII digits, marks and signs are left; Swift reads them in the C locale.
        let plain = bytes[start..<end].map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
        guard let value = Double(String(decoding: plain, as: UTF8.self)) else { return nil }
        offset = end
        return Int64(min((value * Double(Self.unitsPerDegree)).rounded(), Double(Self.farAway)))
    }
}
