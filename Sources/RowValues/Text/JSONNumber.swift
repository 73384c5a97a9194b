/// Parses a number in JSON's notation.
package enum JSONNumber {
    /// Powers of ten that are exact as `Double`.
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
        1e19, 1e20, 1e21, 1e22,
    ]
    private static let longest = 400

    /// The nearest `Double`; nil when the text is not a number of JSON, or too large.
    package static func value(_ text: Span<UInt8>) -> Double? {
        var offset = 0
        func byte() -> UInt8 { offset < text.count ? text[offset] : 0 }
        func isDigit() -> Bool { (48...57).contains(byte()) }
        let isNegative = byte() == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        guard isDigit(), text.count <= longest else { return nil }
        let hasLeadingZero = byte() == 48
        let start = offset
        var units: UInt64 = 0
        var digits = 0
        var decimals = 0
        func takeDigits() {
            while isDigit() {
                if digits < 19 { units = units * 10 + UInt64(byte() - 48) }
                digits += 1
                offset += 1
            }
        }
        takeDigits()
        guard !hasLeadingZero || offset == start + 1 else { return nil }
        if byte() == UInt8(ascii: ".") {
            offset += 1
            let before = digits
            takeDigits()
            decimals = digits - before
            guard decimals > 0 else { return nil }
        }
        // A whole number below 2^53 and an exact power of ten: one division, correctly rounded.
        if offset == text.count, digits < 19, units < 1 << 53, decimals < powers.count {
            let magnitude = Double(units) / powers[decimals]
            return isNegative ? -magnitude : magnitude
        }
        return slowValue(text)
    }

    /// Anything else: the standard library reads more than JSON allows, but of the letters only an exponent
    /// comes this far.
    private static func slowValue(_ text: Span<UInt8>) -> Double? {
        let last = text[text.count - 1]
        guard (48...57).contains(last),
            let value = Double(String(decoding: text.indices.map { text[$0] }, as: UTF8.self)),
            value.isFinite
        else { return nil }
        return value
    }
}
