import MapModel
import Streams

/// Reads degrees in columns: plain decimals fast, all other notations by the grammar of `DegreeText`.
///
/// Decimals are read exactly, in integers, whatever the locale. A comma is a decimal mark only in a dialect
/// that uses it.
@frozen public struct NumberParser {
    /// Units of the result to a degree.
    public static let unitsPerDegree: Int64 = 10_000_000

    @usableFromInline let decimalMark: CSVDialect.DecimalMark

    /// A parser for columns with the given decimal mark.
    @inlinable public init(decimalMark: CSVDialect.DecimalMark) {
        self.decimalMark = decimalMark
    }

    /// Reads plain decimals, which nearly all values are: a sign, one to three digits, a mark, one to sixteen
    /// digits.
    @inlinable @inline(__always)
    public func degrees(in bytes: ByteRun, _ range: Range<Int>, axis: CoordinateAxis) -> ParsedDegrees {
        var offset = range.lowerBound
        let end = range.upperBound
        guard offset < end else { return .missing }
        let isNegative = bytes[offset] == UInt8(ascii: "-")
        if isNegative { offset &+= 1 }
        var whole: Int64 = 0
        let wholeStart = offset
        while offset < end, offset &- wholeStart < 4 {
            let digit = bytes[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            whole = whole &* 10 &+ Int64(digit)
            offset &+= 1
        }
        let fractionStart = offset &+ 1
        let length = end &- fractionStart
        guard offset > wholeStart, offset &- wholeStart < 4, length >= 1, length <= 16,
            bytes[offset] == UInt8(ascii: ".")
        else { return slowDegrees(in: bytes, range, axis: axis) }
        // The eighth digit alone decides the rounding: halves go away from zero, whatever follows.
        guard let digits = Self.eightDigits(bytes.word(at: fractionStart), count: min(length, 8)),
            length <= 8 || Self.eightDigits(bytes.word(at: fractionStart &+ 8), count: length &- 8) != nil
        else { return slowDegrees(in: bytes, range, axis: axis) }
        let magnitude = whole &* Self.unitsPerDegree &+ (digits &+ 5) / 10
        return .value(isNegative ? -magnitude : magnitude)
    }

    /// The number of the first `count` bytes of a word, padded with zeros to eight digits; nil when one of
    /// them is not a digit.
    ///
    /// After Daniel Lemire, "Quickly parsing eight digits", 2018.
    @inlinable @inline(__always)
    static func eightDigits(_ word: UInt64, count: Int) -> Int64? {
        let zeros: UInt64 = 0x3030_3030_3030_3030
        let known = count == 8 ? UInt64.max : (UInt64(1) << UInt64(8 &* count)) &- 1
        let text = (word & known) | (zeros & ~known)
        let isAllDigits =
            (text & 0xF0F0_F0F0_F0F0_F0F0) == zeros
            && ((text &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0) == zeros
        return isAllDigits ? spelled(text) : nil
    }

    /// The same where the first `count` bytes are known to be digits.
    @inlinable @inline(__always)
    static func eightDigits(padding word: UInt64, count: Int) -> Int64 {
        let known = count == 8 ? UInt64.max : (UInt64(1) << UInt64(8 &* count)) &- 1
        return spelled((word & known) | (0x3030_3030_3030_3030 & ~known))
    }

    @inlinable @inline(__always)
    static func spelled(_ digits: UInt64) -> Int64 {
        var value = digits &- 0x3030_3030_3030_3030
        value = (value &* 10) &+ (value >> 8)
        let low = (value & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        let high = ((value >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
        return Int64((low &+ high) >> 32)
    }

    @inline(never) @usableFromInline
    func slowDegrees(in bytes: ByteRun, _ range: Range<Int>, axis: CoordinateAxis) -> ParsedDegrees {
        DegreeText.degrees(bytes.buffer(range), axis: axis, commaIsDecimal: decimalMark == .comma)
    }

    /// The same for an array of bytes.
    public func degrees(_ text: [UInt8], axis: CoordinateAxis) -> ParsedDegrees {
        DegreeText.degrees(text, axis: axis, commaIsDecimal: decimalMark == .comma)
    }
}
