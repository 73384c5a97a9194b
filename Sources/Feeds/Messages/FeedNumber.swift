import Streams

/// Numbers in bytes.
enum FeedNumber {
    private static let powers: [Double] = (0...22).map { power in
        (0..<power).reduce(1.0) { product, _ in product * 10 }
    }

    /// A decimal number with a sign, a fraction and an exponent; nil for all else, also for NaN and infinity.
    static func decimal(_ bytes: ByteRun, _ range: Range<Int>) -> Double? {
        var next = range.lowerBound
        let end = range.upperBound
        while next < end, bytes[next] == 0x20 { next += 1 }
        var isNegative = false
        if next < end, bytes[next] == UInt8(ascii: "-") || bytes[next] == UInt8(ascii: "+") {
            isNegative = bytes[next] == UInt8(ascii: "-")
            next += 1
        }
        var (mantissa, digits, decimals) = (UInt64(0), 0, 0)
        var hasPoint = false
        while next < end {
            let byte = bytes[next]
            if byte &- 0x30 < 10 {
                // More digits do not change a place.
                if digits < 18 {
                    mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
                    if hasPoint { decimals += 1 }
                } else if !hasPoint {
                    decimals -= 1
                }
                digits += 1
            } else if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else {
                break
            }
            next += 1
        }
        guard digits > 0 else { return nil }
        if next < end, bytes[next] | 0x20 == UInt8(ascii: "e") {
            guard let power = integer(bytes, next + 1..<end), abs(power) < 400 else { return nil }
            decimals -= power
            next = end
        }
        while next < end, bytes[next] == 0x20 { next += 1 }
        guard next == end else { return nil }
        let value = scaled(Double(mantissa), decimals)
        guard value.isFinite else { return nil }
        return isNegative ? -value : value
    }

    private static func scaled(_ value: Double, _ decimals: Int) -> Double {
        if value == 0 || decimals == 0 { return value }
        var (value, left) = (value, abs(decimals))
        while left > 0 {
            let power = powers[min(left, 22)]
            value = decimals > 0 ? value / power : value * power
            left -= 22
        }
        return value
    }

    /// A whole number with a sign; nil for all else.
    static func integer(_ bytes: ByteRun, _ range: Range<Int>) -> Int? {
        var next = range.lowerBound
        guard next < range.upperBound else { return nil }
        let isNegative = bytes[next] == UInt8(ascii: "-")
        if isNegative || bytes[next] == UInt8(ascii: "+") { next += 1 }
        guard next < range.upperBound, range.upperBound - next <= 18 else { return nil }
        var value = 0
        while next < range.upperBound {
            let digit = bytes[next] &- 0x30
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
            next += 1
        }
        return isNegative ? -value : value
    }

    /// The number of some digits, all of them; nil where one is none.
    @inline(__always)
    static func digits(_ bytes: ByteRun, _ start: Int, _ count: Int) -> Int? {
        var value = 0
        for offset in start..<start + count {
            let digit = bytes[offset] &- 0x30
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int(digit)
        }
        return value
    }

    /// Seconds or milliseconds since 1970, as whole or decimal numbers, as milliseconds; nil for what is neither.
    static func epochMilliseconds(_ number: Double) -> Int64? {
        switch number {
        case 1e8..<1e11: Int64((number * 1000).rounded())
        case 1e11..<1e14: Int64(number.rounded())
        default: nil
        }
    }
}
