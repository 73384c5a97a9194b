import CByteScan
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
        plain_degrees(bytes.base, start, end)
    }

    /// The number of the first `count` bytes of a word, which are digits, padded with zeros to eight.
    @inlinable @inline(__always)
    static func eightDigits(padding word: UInt64, count: Int) -> Int64 {
        let known = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        return number(of: (word & known) &- (0x3030_3030_3030_3030 & known))
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
