import CByteScan

/// Bytes to look for, and which two of them to compare first; borrowed for the length of a call.
struct Needle {
    let base: UnsafePointer<UInt8>
    let count: Int
    private let first: Int
    private let second: Int

    /// - Precondition: `bytes` are not empty.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { preconditionFailure("a word has letters") }
        self.base = base
        count = bytes.count
        (first, second) = ByteRarity.rarestPair(of: bytes)
    }

    /// Notes where the bytes occur between `offset` and `limit`, up to as many places as there is room for;
    /// returns how many. Moves `offset` to where the next call continues.
    @inline(__always)
    func find(
        in text: UnsafePointer<UInt8>, _ offset: inout Int, limit: Int,
        into places: UnsafeMutableBufferPointer<UInt32>
    ) -> Int {
        byte_find(text, &offset, limit, bytes, places.baseAddress, places.count)
    }

    var bytes: byte_needle { byte_needle(bytes: base, length: count, first: first, second: second) }

    /// Whether the bytes occur at `offset`, before `limit`.
    @inline(__always)
    func isAt(_ offset: Int, in text: UnsafePointer<UInt8>, limit: Int) -> Bool {
        guard count <= limit - offset else { return false }
        for place in 0..<count where text[offset &+ place] != base[place] { return false }
        return true
    }
}
