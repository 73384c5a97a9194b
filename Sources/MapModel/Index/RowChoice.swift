import CByteScan

/// Some of the rows: those in a set, without ranges of others.
struct RowChoice: Sendable {
    /// Nil for all rows.
    let kept: RowSet?
    let hidden: [Range<UInt32>]

    @inline(__always)
    func holds(_ row: UInt32) -> Bool {
        if let kept, !kept.contains(row) { return false }
        return hidden.isEmpty || !hidden.contains { $0.contains(row) }
    }

    /// How many of some rows are chosen.
    @inline(__always)
    func count(_ rows: Slice<UnsafeBufferPointer<UInt32>>) -> Int {
        guard let kept, hidden.isEmpty else { return rows.reduce(0) { $0 &+ (holds($1) ? 1 : 0) } }
        return kept.words.withUnsafeBufferPointer { words in
            var count: UInt64 = 0
            for row in rows where row >> 6 < words.count {
                count &+= words[Int(row >> 6)] &>> UInt64(row & 63) & 1
            }
            return Int(count)
        }
    }
}

extension QuadTree {
    /// The keys and rows of the points that are chosen, in their order.
    ///
    /// Each worker counts those of its share, and then copies them to their place.
    func chosen(_ choice: RowChoice, by workers: Workers) -> (keys: [UInt64], rows: [UInt32]) {
        let counts = workers.shares(of: count) { share in
            rows[share].reduce(0) { $0 &+ (choice.holds($1) ? 1 : 0) }
        }
        let starts = counts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
        let total = counts.reduce(0, +)
        var chosenRows: [UInt32] = []
        let chosenKeys = [UInt64](unsafeUninitializedCapacity: total) { keyTarget, keyCount in
            chosenRows = [UInt32](unsafeUninitializedCapacity: total) { rowTarget, rowCount in
                HugePages.use(for: UnsafeMutableRawBufferPointer(keyTarget))
                HugePages.use(for: UnsafeMutableRawBufferPointer(rowTarget))
                // Each worker writes to the places of its own share.
                nonisolated(unsafe) let target = KeyedRows(keys: keyTarget, rows: rowTarget)
                workers.run(workers.count) { number in
                    copy(
                        choice, workers.share(number, of: count),
                        to: target, starts[number]..<starts[number + 1])
                }
                rowCount = total
            }
            keyCount = total
        }
        return (chosenKeys, chosenRows)
    }

    private func copy(
        _ choice: RowChoice, _ share: Range<Int>, to target: KeyedRows, _ places: Range<Int>
    ) {
        keys.withUnsafeBufferPointer { keys in
            rows.withUnsafeBufferPointer { rows in
                var place = places.lowerBound
                for index in share {
                    // What is not chosen is overwritten: a branch on a row could not be predicted.
                    guard place < places.upperBound else { return }
                    target.keys[place] = keys[index]
                    target.rows[place] = rows[index]
                    place &+= choice.holds(rows[index]) ? 1 : 0
                }
            }
        }
    }
}
