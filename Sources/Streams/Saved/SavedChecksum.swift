/// A checksum of a block of bytes at the speed of memory, for finding damage.
///
/// Running sums, and sums of those, of 64-bit words in eight lanes: they detect any change of one word, and any exchange
/// of two in a lane. After Fletcher, "An Arithmetic Checksum for Serial Transmissions", IEEE Transactions on
/// Communications 30, 1982.
package enum SavedChecksum {
    private static let step = MemoryLayout<SIMD8<UInt64>>.size

    /// The checksum of `bytes` and of how many there are.
    ///
    /// - Complexity: O(n), 16 bytes and more a cycle.
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var sum = SIMD8<UInt64>.zero
        var sumOfSums = SIMD8<UInt64>.zero
        let whole = bytes.count - bytes.count % step
        var offset = 0
        while offset < whole {
            sum &+= bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self)
            sumOfSums &+= sum
            offset += step
        }
        var rest = SIMD8<UInt64>.zero
        withUnsafeMutableBytes(of: &rest) { $0.copyBytes(from: bytes[whole...]) }
        sum &+= rest
        sumOfSums &+= sum
        var hash = UInt64(bytes.count)
        for lane in sum.indices {
            hash = mixed(hash ^ sum[lane])
            hash = mixed(hash ^ sumOfSums[lane])
        }
        return hash
    }

    /// The checksum of an array.
    package static func of(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { of($0) } }

    /// One-to-one: no two words have the same result.
    private static func mixed(_ word: UInt64) -> UInt64 {
        let product = word &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 32
    }
}
