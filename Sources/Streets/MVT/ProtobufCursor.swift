/// Reads the wire format of Protocol Buffers from bytes that may be damaged; never beyond `end`.
///
/// After "Encoding", protobuf.dev. Only what vector tiles use: groups and unknown wire types are faults.
struct ProtobufCursor {
    let base: UnsafePointer<UInt8>
    var offset: Int
    let end: Int

    /// A field: its number and where its value is.
    struct Field {
        let number: Int
        let type: WireType
        /// The number of a varint; else 0.
        let value: UInt64
        /// The bytes of any other value.
        let bytes: Range<Int>
    }

    enum WireType: UInt8 { case varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 }

    init(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) {
        self.base = base
        offset = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { offset >= end }

    /// The next varint of at most 64 bits; nil when the bytes end before it does, or it is longer.
    @inline(__always)
    mutating func varint() -> UInt64? {
        guard offset < end else { return nil }
        let first = base[offset]
        if first < 128 {
            offset += 1
            return UInt64(first)
        }
        return longVarint()
    }

    private mutating func longVarint() -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while offset < end, shift < 64 {
            let byte = base[offset]
            offset += 1
            value |= UInt64(byte & 127) &<< shift
            if byte < 128 { return value }
            shift += 7
        }
        return nil
    }

    /// The next field; nil for damaged bytes.
    mutating func field() -> Field? {
        guard let key = varint(), key >> 3 != 0, let number = Int(exactly: key >> 3),
            let type = WireType(rawValue: UInt8(key & 7))
        else { return nil }
        switch type {
        case .varint:
            guard let value = varint() else { return nil }
            return Field(number: number, type: type, value: value, bytes: offset..<offset)
        case .fixed64: return take(8, number, type)
        case .fixed32: return take(4, number, type)
        case .bytes:
            guard let length = varint(), let count = Int(exactly: length) else { return nil }
            return take(count, number, type)
        }
    }

    private mutating func take(_ count: Int, _ number: Int, _ type: WireType) -> Field? {
        guard count <= end - offset else { return nil }
        defer { offset += count }
        return Field(number: number, type: type, value: 0, bytes: offset..<offset + count)
    }

    /// The little-endian number in the bytes of a fixed field.
    static func fixed(_ base: UnsafePointer<UInt8>, _ bytes: Range<Int>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64(base[$1]) }
    }
}
