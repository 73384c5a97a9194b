/// Reads little-endian numbers from a range of bytes; nil at the end, never beyond it.
package struct ByteReader {
    private let source: [UInt8]
    /// The offset of the next byte, from the first of all bytes.
    package private(set) var offset: Int
    private let end: Int

    /// A reader of the bytes at `range`, which must be indices of `bytes`.
    package init(bytes: [UInt8], range: Range<Int>) {
        source = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    /// A reader of all of `bytes`.
    package init(_ bytes: [UInt8]) { self.init(bytes: bytes, range: bytes.indices) }

    /// Nothing is left.
    package var isAtEnd: Bool { offset >= end }

    /// The next byte.
    package mutating func byte() -> UInt8? {
        guard offset < end else { return nil }
        defer { offset += 1 }
        return source[offset]
    }

    /// The next `count` bytes.
    package mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= end - offset else { return nil }
        defer { offset += count }
        return source[offset..<offset + count]
    }

    /// A 16-bit number.
    package mutating func uint16() -> Int? { number(ofBytes: 2) }
    /// A 32-bit number.
    package mutating func uint32() -> Int? { number(ofBytes: 4) }
    /// A 64-bit number that fits an `Int`.
    package mutating func uint64() -> Int? { number(ofBytes: 8).flatMap { $0 >= 0 ? $0 : nil } }

    private mutating func number(ofBytes count: Int) -> Int? {
        guard let slice = bytes(count) else { return nil }
        return slice.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// An unsigned LEB128 number of at most `bits` bits, a multiple of 7 below 64.
    package mutating func varint(bits: Int = 56) -> Int? {
        var value = 0
        var shift = 0
        while offset < end, shift < bits {
            let next = Int(source[offset])
            offset += 1
            value |= (next & 127) << shift
            if next < 128 { return value }
            shift += 7
        }
        return nil
    }

    /// A zigzag number.
    package mutating func signedVarint() -> Int? {
        varint().map { $0 >> 1 ^ -($0 & 1) }
    }
}
