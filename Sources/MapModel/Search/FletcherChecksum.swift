/// Two running sums over 32-bit words: they detect any change of one word, and any exchange of two.
///
/// After Fletcher, "An Arithmetic Checksum for Serial Transmissions", IEEE Transactions on Communications 30,
/// 1982, with sums of 64 bits.
struct FletcherChecksum: Equatable {
    private(set) var sum: UInt64 = 0
    private(set) var sumOfSums: UInt64 = 0

    /// The sums over the little-endian words of `bytes`; bytes after the last whole word do not count.
    init(_ bytes: UnsafeRawBufferPointer) {
        for offset in stride(from: 0, to: bytes.count - 3, by: 4) {
            sum &+= UInt64(bytes.number(at: offset, as: UInt32.self))
            sumOfSums &+= sum
        }
    }

    /// The sums that 16 bytes hold.
    init(stored bytes: UnsafeRawBufferPointer) {
        sum = bytes.number(at: 0, as: UInt64.self)
        sumOfSums = bytes.number(at: 8, as: UInt64.self)
    }
}
