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

    /// Reads plain decimals fast, all else by `DegreeText`.
    @inlinable @inline(__always)
    public func degrees(in bytes: ByteRun, _ range: Range<Int>, axis: CoordinateAxis) -> ParsedDegrees {
        if range.isEmpty { return .missing }
        let plain = Self.plainDegrees(in: bytes, from: range.lowerBound, to: range.upperBound)
        return plain == Self.notPlain ? slowDegrees(in: bytes, range, axis: axis) : .value(plain)
    }

    /// What `plainDegrees` returns for anything but plain decimals.
    @inlinable public static var notPlain: Int64 { .min }

    /// Reads plain decimals, which nearly all values are: a sign, one to three digits, a point, one to sixteen
    /// digits; `notPlain` for all else.
    @inlinable @inline(__always)
    public static func plainDegrees(in bytes: ByteRun, from start: Int, to end: Int) -> Int64 {
        let sign: Int64 = bytes.base[start] == UInt8(ascii: "-") ? 1 : 0
        let wholeStart = start &+ Int(truncatingIfNeeded: sign)
        // The point is the second, third or fourth byte.
        let head = bytes.word(at: wholeStart)
        let points = (head ^ 0x2E2E_2E2E) & 0xFFFF_FFFF
        let isPoint = (points &- 0x0101_0101) & ~points & 0x8080_8080
        let wholeBits = UInt64(truncatingIfNeeded: isPoint.trailingZeroBitCount &- 7)
        let fractionStart = wholeStart &+ 1 &+ Int(truncatingIfNeeded: wholeBits >> 3)
        let length = end &- fractionStart
        guard isPoint != 0, wholeBits != 0, length >= 1, length <= 16 else { return notPlain }
        // Digits fill the upper bytes; what is below them are zeros.
        let shift = 32 &- wholeBits
        let whole = ((head &<< shift) & 0xFFFF_FFFF) &- ((0x3030_3030 &<< shift) & 0xFFFF_FFFF)
        let fraction = digits(of: bytes.word(at: fractionStart), count: min(length, 8))
        let isAllDigits =
            ((whole | (whole &+ 0x0606_0606)) & 0xF0F0_F0F0)
            | ((fraction | (fraction &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0)
        guard isAllDigits == 0,
            // The eighth digit alone decides the rounding: halves go away from zero, whatever follows.
            length <= 8 || eightDigits(bytes.word(at: fractionStart &+ 8), count: length &- 8) != nil
        else { return notPlain }
        let pairs = whole &* 10 &+ (whole >> 8)
        let degrees = Int64(truncatingIfNeeded: (pairs & 0xFF) &* 100 &+ (pairs >> 16 & 0xFF))
        let magnitude = degrees &* unitsPerDegree &+ (number(of: fraction) &+ 5) / 10
        return (magnitude ^ (0 &- sign)) &+ sign
    }

    /// The first `count` bytes of a word less the digit 0, the rest 0: above 9 where they are not digits.
    @inlinable @inline(__always)
    static func digits(of word: UInt64, count: Int) -> UInt64 {
        let known = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        return (word & known) &- (0x3030_3030_3030_3030 & known)
    }

    /// The number of the first `count` bytes of a word, padded with zeros to eight digits; nil when one of
    /// them is not a digit.
    @inlinable @inline(__always)
    static func eightDigits(_ word: UInt64, count: Int) -> Int64? {
        let digits = digits(of: word, count: count)
        // A byte below the digit 0 borrowed, one above the digit 9 has 6 added beyond 15.
        let isAllDigits = (digits | (digits &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0 == 0
        return isAllDigits ? number(of: digits) : nil
    }

    /// The same where the first `count` bytes are known to be digits.
    @inlinable @inline(__always)
    static func eightDigits(padding word: UInt64, count: Int) -> Int64 {
        number(of: digits(of: word, count: count))
    }

    /// The number of eight digits, a byte each, the first in the lowest place.
    ///
    /// After Daniel Lemire, "Quickly parsing eight digits", 2018.
    @inlinable @inline(__always)
    static func number(of digits: UInt64) -> Int64 {
        let value = (digits &* 10) &+ (digits >> 8)
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
