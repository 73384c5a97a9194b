/// Reads little-endian numbers from a range of bytes; nil at the end, never beyond it.
struct ByteReader {
    private let source: [UInt8]
    private(set) var offset: Int
    private let end: Int

    init(bytes: [UInt8], range: Range<Int>) {
        source = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { offset >= end }

    mutating func byte() -> UInt8? {
        guard offset < end else { return nil }
        defer { offset += 1 }
        return source[offset]
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= end - offset else { return nil }
        defer { offset += count }
        return source[offset..<offset + count]
    }

    mutating func uint16() -> Int? { number(ofBytes: 2) }
    mutating func uint32() -> Int? { number(ofBytes: 4) }
    /// A 64-bit number that fits an `Int`.
    mutating func uint64() -> Int? { number(ofBytes: 8).flatMap { $0 >= 0 ? $0 : nil } }

    private mutating func number(ofBytes count: Int) -> Int? {
        guard let slice = bytes(count) else { return nil }
        return slice.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// An unsigned LEB128 number below 2^56.
    mutating func varint() -> Int? {
        var value = 0
        var shift = 0
        while offset < end, shift < 56 {
            let next = Int(source[offset])
            offset += 1
            value |= (next & 127) << shift
            if next < 128 { return value }
            shift += 7
        }
        return nil
    }

    /// A zigzag number.
    mutating func signedVarint() -> Int? {
        varint().map { $0 >> 1 ^ -($0 & 1) }
    }
}
