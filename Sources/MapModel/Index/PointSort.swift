/// Sorts the pieces of a `PointBuffer` into the two columns of a `QuadTree`.
///
/// One pass scatters all points by the highest 8 to 12 bits in which any two keys differ; then the buckets are sorted
/// one by one, in scratch memory of the size of the largest. Both steps are shared by the workers. The pieces are
/// given back after the first: at its highest the memory is one column of keys and the result.
enum PointSort {
    /// So many that a bucket of some ten thousand points fits the second cache, and no more: the fewer buckets, the
    /// fewer places does the first pass write to.
    private static func digitBits(for count: Int) -> Int {
        let bits = Int.bitWidth - count.leadingZeroBitCount - 1
        return min(max(bits - 13, 8), 12)
    }

    /// How many shares of the buckets workers take one after another.
    private static let shareCount = 256

    /// - Complexity: O(n).
    static func sorted(
        _ pieces: inout [PointPiece], count: Int, by workers: Workers
    ) -> (keys: [UInt64], rows: [UInt32]) {
        let differing = pieces.reduce(0) { $0 | $1.someBits } & ~pieces.reduce(UInt64.max) { $0 & $1.allBits }
        let digit = Digit(highest: 64 - differing.leadingZeroBitCount, bits: digitBits(for: count))
        var rows: [UInt32] = []
        let keys = [UInt64](unsafeUninitializedCapacity: count) { keyTarget, keyCount in
            rows = [UInt32](unsafeUninitializedCapacity: count) { rowTarget, rowCount in
                HugePages.use(for: UnsafeMutableRawBufferPointer(keyTarget))
                HugePages.use(for: UnsafeMutableRawBufferPointer(rowTarget))
                let target = KeyedRows(keys: keyTarget, rows: rowTarget)
                let ends = scatter(pieces, to: target, by: digit, workers)
                pieces = []
                if digit.shift > 0 { sortBuckets(of: target, ends, workers) }
                rowCount = count
            }
            keyCount = count
        }
        return (keys, rows)
    }

    /// The bits of a key that choose its bucket.
    private struct Digit {
        let shift: UInt64
        let mask: UInt64

        init(highest: Int, bits: Int) {
            shift = UInt64(max(highest - bits, 0))
            mask = (1 << UInt64(min(highest, bits))) - 1
        }

        var count: Int { Int(mask) + 1 }

        @inline(__always)
        func of(_ key: UInt64) -> Int { Int(truncatingIfNeeded: key &>> shift & mask) }
    }

    /// Moves all points to their buckets, rows ascending in each; returns where the buckets end.
    private static func scatter(
        _ pieces: [PointPiece], to target: KeyedRows, by digit: Digit, _ workers: Workers
    ) -> [Int] {
        let shares = shares(of: pieces, workers.count)
        var places = [UInt32](repeating: 0, count: shares.count * digit.count)
        return places.withUnsafeMutableBufferPointer { places in
            // Each worker writes to its own counters and, by them, to its own places of the target.
            nonisolated(unsafe) let places = places
            nonisolated(unsafe) let target = target
            workers.run(shares.count) { share in
                let counts = UnsafeMutableBufferPointer(
                    rebasing: places[share * digit.count..<(share + 1) * digit.count])
                for piece in pieces[shares[share]] { count(piece, by: digit, counts) }
            }
            let ends = placesFromCounts(places, digits: digit.count)
            workers.run(shares.count) { share in
                let next = UnsafeMutableBufferPointer(
                    rebasing: places[share * digit.count..<(share + 1) * digit.count])
                for piece in pieces[shares[share]] { move(piece, by: digit, next, to: target) }
            }
            return ends
        }
    }

    /// Neighbouring pieces for each worker, with about as many points.
    private static func shares(of pieces: [PointPiece], _ count: Int) -> [Range<Int>] {
        let total = pieces.reduce(0) { $0 + $1.count }
        var shares: [Range<Int>] = []
        var points = 0
        var start = 0
        for (index, piece) in pieces.enumerated() {
            points += piece.count
            if points * count >= total * (shares.count + 1) {
                shares.append(start..<index + 1)
                start = index + 1
            }
        }
        return shares
    }

    private static func count(
        _ piece: PointPiece, by digit: Digit, _ counts: UnsafeMutableBufferPointer<UInt32>
    ) {
        piece.withColumns { keys, _, _ in
            for key in keys { counts[digit.of(key)] &+= 1 }
        }
    }

    /// Turns the counts of each share into the first place of each; returns where the buckets end.
    private static func placesFromCounts(_ counts: UnsafeMutableBufferPointer<UInt32>, digits: Int) -> [Int] {
        var next: UInt32 = 0
        return (0..<digits).map { digit in
            for slot in stride(from: digit, to: counts.count, by: digits) {
                (counts[slot], next) = (next, next + counts[slot])
            }
            return Int(next)
        }
    }

    private static func move(
        _ piece: PointPiece, by digit: Digit, _ next: UnsafeMutableBufferPointer<UInt32>, to target: KeyedRows
    ) {
        piece.withColumns { keys, firstRow, steps in
            for index in keys.indices {
                let key = keys[index]
                let slot = digit.of(key)
                let place = Int(next[slot])
                next[slot] &+= 1
                target.keys[place] = key
                target.rows[place] = firstRow &+ (steps?[index] ?? UInt32(truncatingIfNeeded: index))
            }
        }
    }

    private static func sortBuckets(of target: KeyedRows, _ ends: [Int], _ workers: Workers) {
        nonisolated(unsafe) let target = target
        let bucketsAtATime = max(ends.count / shareCount, 1)
        let parts = (ends.count + bucketsAtATime - 1) / bucketsAtATime
        workers.run(parts) { part in
            let buckets = part * bucketsAtATime..<min((part + 1) * bucketsAtATime, ends.count)
            func range(_ bucket: Int) -> Range<Int> { (bucket == 0 ? 0 : ends[bucket - 1])..<ends[bucket] }
            let longest = buckets.map { range($0).count }.max() ?? 0
            KeyedRows.withScratch(longest) { scratch in
                for bucket in buckets {
                    let own = target[range(bucket)]
                    own.sort(0..<own.keys.count, other: scratch, intoOther: false)
                }
            }
        }
    }
}
