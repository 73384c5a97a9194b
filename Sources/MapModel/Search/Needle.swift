import CByteScan

/// Bytes to look for, and which two of them to compare first.
struct Needle: Sendable {
    let bytes: [UInt8]
    private let first: Int
    private let second: Int

    /// - Precondition: `bytes` are not empty.
    init(_ bytes: [UInt8]) {
        precondition(!bytes.isEmpty)
        self.bytes = bytes
        (first, second) = ByteRarity.rarestPair(of: bytes)
    }

    var count: Int { bytes.count }

    /// Notes where the bytes stand between `position` and `limit`, up to as many places as there is room for; how
    /// many. Moves `position` to where to go on.
    @inline(__always)
    func find(
        in base: UnsafePointer<UInt8>, _ position: inout Int, limit: Int,
        into places: UnsafeMutableBufferPointer<UInt32>
    ) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            let needle = byte_needle(
                bytes: bytes.baseAddress, length: bytes.count, first: first, second: second)
            return byte_find(base, &position, limit, needle, places.baseAddress, places.count)
        }
    }

    /// Whether the bytes stand at `position`, before `limit`.
    @inline(__always)
    func isAt(_ position: Int, in base: UnsafePointer<UInt8>, limit: Int) -> Bool {
        guard bytes.count <= limit - position else { return false }
        for place in bytes.indices where base[position &+ place] != bytes[place] { return false }
        return true
    }
}
