/// A hash that is the same in each run: FNV-1a with 64 bits, for names and for finding damage.
package enum StableHash {
    /// 16 hexadecimal digits.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
