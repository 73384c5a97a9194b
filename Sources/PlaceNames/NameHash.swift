/// 64 bits that stand for a folded text: texts whose bits are the same are taken for the same.
enum NameHash {
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The bits of some bytes, eight at a time.
    static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: bytes.count) &* multiplier
        guard let base = bytes.baseAddress else { return mixed(hash) }
        let raw = UnsafeRawPointer(base)
        var offset = 0
        while offset &+ 8 <= bytes.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            hash = mixed(hash ^ word)
            offset &+= 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(base[offset])
            offset &+= 1
        }
        return mixed(hash ^ rest)
    }

    /// The bits of some bytes.
    static func of(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBufferPointer { of($0) } }

    /// The bits of a text inside a country.
    static func of(_ hash: UInt64, in country: Int) -> UInt64 {
        mixed(hash ^ UInt64(truncatingIfNeeded: country &+ 1) &* 0xD6E8_FEB8_6659_FD93)
    }

    @inline(__always)
    private static func mixed(_ hash: UInt64) -> UInt64 {
        let product = (hash ^ hash >> 29) &* multiplier
        return product ^ product >> 32
    }
}
