/// Sorts rows by their 64-bit keys, most significant digit first; rows with equal keys keep their order.
///
/// Each step scatters a bucket by the highest bits in which its keys differ, so a common prefix is scanned
/// only once and equal keys need no further step. O(n) for keys spread like places.
/// After McIlroy, Bostic and McIlroy, "Engineering Radix Sort", Computing Systems 6, 1993.
public enum RadixSort {
    /// The keys in ascending order and their rows with them.
    ///
    /// The arguments are used as scratch space and are left empty.
    public static func sorted(
        keys: inout [UInt64], rows: inout [UInt32]
    ) -> (keys: [UInt64], rows: [UInt32]) {
        let count = keys.count
        precondition(rows.count == count)
        var sortedRows: [UInt32] = []
        let sortedKeys = [UInt64](unsafeUninitializedCapacity: count) { keyTarget, keyCount in
            sortedRows = [UInt32](unsafeUninitializedCapacity: count) { rowTarget, rowCount in
                keys.withUnsafeMutableBufferPointer { keySource in
                    rows.withUnsafeMutableBufferPointer { rowSource in
                        KeyedRows(keys: keySource, rows: rowSource)
                            .sort(
                                0..<count, other: KeyedRows(keys: keyTarget, rows: rowTarget), intoOther: true
                            )
                    }
                }
                rowCount = count
            }
            keyCount = count
        }
        keys = []
        rows = []
        return (sortedKeys, sortedRows)
    }
}

/// Two parallel columns in memory that another owns for as long as the sort runs.
struct KeyedRows {
    let keys: UnsafeMutableBufferPointer<UInt64>
    let rows: UnsafeMutableBufferPointer<UInt32>

    /// A part of the columns.
    subscript(part: Range<Int>) -> KeyedRows {
        KeyedRows(
            keys: UnsafeMutableBufferPointer(rebasing: keys[part]),
            rows: UnsafeMutableBufferPointer(rebasing: rows[part]))
    }

    /// Calls `body` with columns of `count` rows that mean nothing.
    static func withScratch(_ count: Int, _ body: (KeyedRows) -> Void) {
        let keys = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: count)
        let rows = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: count)
        defer {
            keys.deallocate()
            rows.deallocate()
        }
        body(KeyedRows(keys: keys, rows: rows))
    }

    private static let insertionLimit = 24
    private static let widestDigit = 14

    /// Sorts a part of the columns with the same part of `other` as scratch space, and leaves the result in either.
    func sort(_ part: Range<Int>, other: KeyedRows, intoOther: Bool) {
        guard part.count > Self.insertionLimit else {
            return insertionSort(part, into: intoOther ? other : self)
        }
        let difference = differingBits(part)
        guard difference != 0 else { return move(part, to: other, unless: !intoOther) }
        let highest = 64 - difference.leadingZeroBitCount
        let digit = Swift.min(Self.digitBits(for: part.count), highest)
        let shift = highest - digit
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 1 << digit) { ends in
            scatter(part, to: other, shift: shift, ends: ends)
            guard shift > 0 else { return other.move(part, to: self, unless: intoOther) }
            let target = intoOther ? other : self
            // Buckets of a few keys are sorted together with their neighbours: no key leaves its bucket.
            var smallFrom = part.lowerBound
            var start = part.lowerBound
            for end in ends {
                let end = part.lowerBound &+ Int(end)
                if end &- start > Self.insertionLimit {
                    other.insertionSort(smallFrom..<start, into: target)
                    other.sort(start..<end, other: self, intoOther: !intoOther)
                    smallFrom = end
                }
                start = end
            }
            other.insertionSort(smallFrom..<part.upperBound, into: target)
        }
    }

    /// A wide digit for big buckets; for small ones so many bits that few keys share a digit.
    private static func digitBits(for count: Int) -> Int {
        let bits = Int.bitWidth - count.leadingZeroBitCount - 1
        return Swift.min(widestDigit, Swift.max(bits, 3))
    }

    private func differingBits(_ part: Range<Int>) -> UInt64 {
        let first = keys[part.lowerBound]
        var difference: UInt64 = 0
        for index in part { difference |= keys[index] ^ first }
        return difference
    }

    /// Moves each key to the bucket of its digit; `ends` becomes the end of each bucket, from the start of the part.
    private func scatter(
        _ part: Range<Int>, to other: KeyedRows, shift: Int, ends: UnsafeMutableBufferPointer<UInt32>
    ) {
        let mask = UInt64(ends.count - 1)
        let shift = UInt64(shift)
        ends.initialize(repeating: 0)
        for index in part { ends[Int(keys[index] &>> shift & mask)] &+= 1 }
        var next: UInt32 = 0
        for digit in ends.indices {
            let count = ends[digit]
            ends[digit] = next
            next &+= count
        }
        for index in part {
            let key = keys[index]
            let digit = Int(key &>> shift & mask)
            let place = part.lowerBound &+ Int(ends[digit])
            ends[digit] &+= 1
            other.keys[place] = key
            other.rows[place] = rows[index]
        }
    }

    private func insertionSort(_ part: Range<Int>, into target: KeyedRows) {
        // The largest key so far stays in a register: most keys are not smaller.
        var last: UInt64 = 0
        for index in part {
            let key = keys[index]
            let row = rows[index]
            var place = index
            if key >= last {
                last = key
            } else {
                repeat {
                    target.keys[place] = target.keys[place - 1]
                    target.rows[place] = target.rows[place - 1]
                    place -= 1
                } while place > part.lowerBound && target.keys[place - 1] > key
            }
            target.keys[place] = key
            target.rows[place] = row
        }
    }

    private func move(_ part: Range<Int>, to other: KeyedRows, unless isInPlace: Bool) {
        guard !isInPlace else { return }
        for index in part {
            other.keys[index] = keys[index]
            other.rows[index] = rows[index]
        }
    }
}
