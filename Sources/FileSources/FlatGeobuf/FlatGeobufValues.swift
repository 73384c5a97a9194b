import Platform
import Streams

/// The values of a feature, one after another: the number of a column, then its value.
struct FlatGeobufValues {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The column of the next value; nil at the end.
    @inline(__always)
    mutating func nextColumn() throws(FlatGeobufRefusal) -> Int? {
        offset == bytes.count ? nil : Int(try number(UInt16.self))
    }

    @inline(__always)
    private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type
    ) throws(FlatGeobufRefusal) -> Number {
        guard bytes.count - offset >= MemoryLayout<Number>.size else { throw FlatGeobufRefusal() }
        defer { offset += MemoryLayout<Number>.size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    /// A whole number of the type of its column.
    @inline(__always)
    mutating func integer(_ type: FlatGeobufHeader.ColumnType) throws(FlatGeobufRefusal) -> Int64 {
        switch type {
        case .int8: Int64(try number(Int8.self))
        case .uint8: Int64(try number(UInt8.self))
        case .int16: Int64(try number(Int16.self))
        case .uint16: Int64(try number(UInt16.self))
        case .int32: Int64(try number(Int32.self))
        case .uint32: Int64(try number(UInt32.self))
        case .int64: try number(Int64.self)
        case .boolean, .double, .text: throw FlatGeobufRefusal()
        }
    }

    mutating func boolean() throws(FlatGeobufRefusal) -> Bool { try number(UInt8.self) != 0 }

    /// A finite number.
    mutating func double() throws(FlatGeobufRefusal) -> Double {
        let double = Double(bitPattern: try number(UInt64.self))
        guard double.isFinite else { throw FlatGeobufRefusal() }
        return double
    }

    /// A text in UTF-8; not one that GDAL takes for JSON.
    @inline(__always)
    mutating func text() throws(FlatGeobufRefusal) -> UnsafeBufferPointer<UInt8> {
        let length = Int(try number(UInt32.self))
        guard length <= bytes.count - offset else { throw FlatGeobufRefusal() }
        let text = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length]).assumingMemoryBound(
            to: UInt8.self)
        offset += length
        guard let first = text.first, let last = text.last else { return text }
        let isLikeJSON =
            first == UInt8(ascii: "{") && last == UInt8(ascii: "}")
            || first == UInt8(ascii: "[") && last == UInt8(ascii: "]")
        guard !isLikeJSON, Self.isText(text) else { throw FlatGeobufRefusal() }
        return text
    }

    /// UTF-8 without zeros.
    @inline(__always)
    private static func isText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var isASCII = true
        for byte in text {
            if byte == 0 { return false }
            if byte >= 0x80 { isASCII = false }
        }
        return isASCII || String(validating: text, as: UTF8.self) != nil
    }

    // MARK: numbers as GDAL writes them

    /// Seventeen digits, or up to three fewer where those end in a run of zeros or nines; always with a point or an exponent.
    static func append(_ number: Double, to text: inout [UInt8]) {
        var digits = formatted(number, digits: 17)
        if hasRun(digits) {
            digits =
                (14...16).reversed().lazy.map { formatted(number, digits: $0) }
                .first { $0.contains(UInt8(ascii: ".")) && !hasRun($0) } ?? digits
        }
        text += digits
        if !digits.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") }) {
            text += [UInt8(ascii: "."), UInt8(ascii: "0")]
        }
    }

    private static func formatted(_ number: Double, digits: Int) -> [UInt8] {
        Array(number.text(digits: digits).utf8)
    }

    /// Six zeros or nines in a row after the point.
    private static func hasRun(_ digits: [UInt8]) -> Bool {
        guard let point = digits.firstIndex(of: UInt8(ascii: ".")) else { return false }
        var length = 0
        var last: UInt8 = 0
        for digit in digits[(point + 1)...] {
            length = digit == last ? length + 1 : 1
            last = digit
            if length == 6, digit == UInt8(ascii: "0") || digit == UInt8(ascii: "9") { return true }
        }
        return false
    }
}
