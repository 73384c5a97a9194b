/// Numbers by the hashes of texts, without the texts.
///
/// The first bits of a hash choose a bucket, 32 others are compared: of a million names one in ten thousand tables
/// takes two for one.
struct NumberTable: Sendable, Equatable {
    private let shift: UInt64
    /// Of each bucket, and the end of the last.
    private let starts: [UInt32]
    private let tags: [UInt32]
    private let values: [UInt32]

    /// A table of as many values as hashes; those of one hash keep their order.
    ///
    /// - Complexity: O(n).
    init(hashes: [UInt64], values: [UInt32]) {
        precondition(hashes.count == values.count, "each value has a hash")
        let bits = UInt64(max(1, Int.bitWidth - max(hashes.count, 2).leadingZeroBitCount))
        let shift = 64 - bits
        let starts = Self.starts(of: hashes, shift, bucketCount: 1 << Int(bits))
        var tags = [UInt32](repeating: 0, count: hashes.count)
        var sorted = tags
        var ends = starts
        ends.withUnsafeMutableBufferPointer { ends in
            tags.withUnsafeMutableBufferPointer { tags in
                sorted.withUnsafeMutableBufferPointer { sorted in
                    for (hash, value) in zip(hashes, values) {
                        let bucket = Int(hash >> shift)
                        let place = Int(ends[bucket])
                        ends[bucket] += 1
                        tags[place] = UInt32(truncatingIfNeeded: hash)
                        sorted[place] = value
                    }
                }
            }
        }
        self.shift = shift
        self.starts = starts
        self.tags = tags
        self.values = sorted
    }

    /// The first place of each bucket, and the end of the last.
    private static func starts(of hashes: [UInt64], _ shift: UInt64, bucketCount: Int) -> [UInt32] {
        var starts = [UInt32](repeating: 0, count: bucketCount + 1)
        starts.withUnsafeMutableBufferPointer { starts in
            for hash in hashes { starts[Int(hash >> shift) + 1] += 1 }
            for bucket in 1...bucketCount { starts[bucket] += starts[bucket - 1] }
        }
        return starts
    }

    /// Bytes that the table occupies.
    var byteCount: Int { 4 * (starts.count + tags.count + values.count) }

    /// Calls `body` with each value of a hash.
    @inline(__always)
    func visit(_ hash: UInt64, _ body: (UInt32) -> Void) {
        let bucket = Int(hash >> shift)
        let tag = UInt32(truncatingIfNeeded: hash)
        var place = Int(starts[bucket])
        let end = Int(starts[bucket + 1])
        while place < end {
            if tags[place] == tag { body(values[place]) }
            place &+= 1
        }
    }

    /// The first value of a hash.
    func first(_ hash: UInt64) -> UInt32? {
        var found: UInt32?
        visit(hash) { if found == nil { found = $0 } }
        return found
    }

    /// Calls `body` with the values of each different hash.
    func forEachHash(_ body: (ArraySlice<UInt32>) -> Void) {
        for bucket in 0..<starts.count - 1 {
            let range = Int(starts[bucket])..<Int(starts[bucket + 1])
            guard let first = range.first else { continue }
            if range.allSatisfy({ tags[$0] == tags[first] }) {
                body(values[range])
                continue
            }
            for tag in Set(tags[range]).sorted() {
                body(range.filter { tags[$0] == tag }.map { values[$0] }[...])
            }
        }
    }
}
