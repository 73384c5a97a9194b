extension JSONCursor {
    /// The next value in units of 1e-7 degrees, exact, halves rounded away from zero; nil when it is not a
    /// number, which is then not consumed.
    @inline(__always)
    package mutating func degrees() throws(JSONFault) -> Int64? {
        let first = try peek()
        let isNegative = first == UInt8(ascii: "-")
        let start = isNegative ? offset &+ 1 : offset
        var next = start
        var whole: Int64 = 0
        while next < end, next &- start < 4 {
            let digit = bytes[next] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            whole = whole &* 10 &+ Int64(digit)
            next &+= 1
        }
        let length = next &- start
        guard length > 0, length < 4, length == 1 || bytes[start] != UInt8(ascii: "0"), next < end else {
            return try slowDegrees()
        }
        guard bytes[next] == UInt8(ascii: ".") else {
            // A comma or a bracket ends the number; a fourth digit or an exponent continues it.
            guard bytes[next] == UInt8(ascii: ",") || bytes[next] == UInt8(ascii: "]") else {
                return try slowDegrees()
            }
            offset = next
            return (isNegative ? -whole : whole) &* NumberParser.unitsPerDegree
        }
        let word = bytes.word(at: next &+ 1)
        let count = Self.leadingDigits(word)
        next &+= 1 &+ count
        if count == 8, next < end { next &+= Self.leadingDigits(bytes.word(at: next)) }
        // Another digit, an exponent or the end of the bytes: rare enough to parse again.
        guard count > 0, next < end, bytes[next] &- UInt8(ascii: "0") >= 10,
            bytes[next] | 0x20 != UInt8(ascii: "e")
        else { return try slowDegrees() }
        offset = next
        let fraction = NumberParser.eightDigits(padding: word, count: count)
        let magnitude = whole &* NumberParser.unitsPerDegree &+ (fraction &+ 5) / 10
        return isNegative ? -magnitude : magnitude
    }

    /// How many of the eight bytes are digits before the first that is not.
    @inline(__always)
    private static func leadingDigits(_ word: UInt64) -> Int {
        // A byte is a digit when its upper half is 3 and its lower half does not overflow with 6 more.
        let upper = word & 0xF0F0_F0F0_F0F0_F0F0
        let carried = (word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x0606_0606_0606_0606
        let wrong =
            (upper ^ 0x3030_3030_3030_3030) | ((carried & 0xF0F0_F0F0_F0F0_F0F0) ^ 0x3030_3030_3030_3030)
        return wrong == 0 ? 8 : wrong.trailingZeroBitCount / 8
    }

    @inline(never)
    private mutating func slowDegrees() throws(JSONFault) -> Int64? {
        switch bytes[offset] {
        case UInt8(ascii: "\""):
            let text = try text()
            let parser = NumberParser(decimalMark: .point)
            guard case .value(let units) = parser.degrees(bytes.bytes(text.range), axis: .longitude) else {
                throw .badGeometry(.damaged, at: text.range.lowerBound, isPerhapsSwapped: false)
            }
            hasTextNumbers = true
            return units
        case UInt8(ascii: "-") where offset + 1 < end && bytes[offset + 1] == UInt8(ascii: "I"):
            return nil
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
        default: return nil
        }
        let range = try number()
        let parser = NumberParser(decimalMark: .point)
        // Longer numbers are accepted: digits beyond the first thousands do not change a place.
        if case .value(let units) = parser.degrees(bytes.bytes(range), axis: .longitude) { return units }
        return nil
    }
}
