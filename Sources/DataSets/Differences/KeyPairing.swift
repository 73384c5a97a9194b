import MapModel
import RowValues
import Rows

/// Rows of two tables that have the same key, by the hashes of their keys.
struct KeyPairing: Sendable {
    /// A row in each table that has a key of its own in both.
    struct Pair: Sendable {
        let old: UInt32
        let new: UInt32
    }

    /// Rows with the same key, of which a table has several.
    struct Group: Sendable {
        let old: [UInt32]
        let new: [UInt32]
    }

    private struct Row: Sendable {
        let hash: UInt64
        let row: UInt32
    }

    /// Rows whose keys are their own, in no particular order.
    private(set) var pairs: [Pair] = []
    /// Keys that several rows of a table have, if the other table has them, too.
    private(set) var groups: [Group] = []
    /// Keys that several rows of either table have.
    private(set) var doubled = 0
    /// Keys that several rows of a table have.
    private(set) var doubledOld = 0
    private(set) var doubledNew = 0
    /// Rows whose keys several rows of their table have.
    private(set) var sharingOld = 0
    private(set) var sharingNew = 0

    private static let bits: UInt64 = 12

    /// - Complexity: O(n log n), shared by the workers.
    init(_ old: [UInt64], _ new: [UInt64], by workers: Workers = .processors) {
        let (first, second) = (Self.scattered(old), Self.scattered(new))
        let found = workers.shares(of: 1 << Int(Self.bits)) { parts in
            var share = KeyPairing()
            for part in parts {
                share.merge(
                    Self.sorted(first.rows[first.starts[part]..<first.starts[part + 1]]),
                    Self.sorted(second.rows[second.starts[part]..<second.starts[part + 1]]))
            }
            return share
        }
        for share in found { append(share) }
    }

    private init() {}

    private mutating func append(_ share: KeyPairing) {
        pairs += share.pairs
        groups += share.groups
        doubled += share.doubled
        doubledOld += share.doubledOld
        doubledNew += share.doubledNew
        sharingOld += share.sharingOld
        sharingNew += share.sharingNew
    }

    /// The rows by the highest bits of their hashes.
    private static func scattered(_ hashes: [UInt64]) -> (rows: [Row], starts: [Int]) {
        var starts = [Int](repeating: 0, count: 1 << Int(bits) + 1)
        for hash in hashes { starts[Int(hash >> (64 - bits)) + 1] += 1 }
        for part in 1..<starts.count { starts[part] += starts[part - 1] }
        var next = starts
        let rows = [Row](unsafeUninitializedCapacity: hashes.count) { rows, count in
            for (row, hash) in hashes.enumerated() {
                let part = Int(hash >> (64 - bits))
                rows[next[part]] = Row(hash: hash, row: UInt32(truncatingIfNeeded: row))
                next[part] += 1
            }
            count = hashes.count
        }
        return (rows, starts)
    }

    /// By hash, then by row, which is their order. The next bits of the hashes part them into buckets of few rows, which a step
    /// back puts in order.
    private static func sorted(_ rows: ArraySlice<Row>) -> [Row] {
        // An array without room is one for all threads, whose count would be set.
        if rows.isEmpty { return [] }
        let shift = 64 - bits - 11
        var next = [Int](repeating: 0, count: 1 << 11 + 1)
        func bucket(_ row: Row) -> Int { Int(row.hash >> shift & (1 << 11 - 1)) }
        for row in rows { next[bucket(row) + 1] += 1 }
        for bucket in 1..<next.count { next[bucket] += next[bucket - 1] }
        return [Row](unsafeUninitializedCapacity: rows.count) { sorted, count in
            for row in rows {
                sorted[next[bucket(row)]] = row
                next[bucket(row)] += 1
            }
            count = rows.count
            for index in rows.indices.dropFirst() {
                var place = index - rows.startIndex
                let row = sorted[place]
                while place > 0, sorted[place - 1].hash > row.hash {
                    sorted[place] = sorted[place - 1]
                    place -= 1
                }
                sorted[place] = row
            }
        }
    }

    private mutating func merge(_ old: [Row], _ new: [Row]) {
        var (first, second) = (0, 0)
        func end(_ rows: [Row], from start: Int) -> Int {
            var end = start + 1
            while end < rows.count, rows[end].hash == rows[start].hash { end += 1 }
            return end
        }
        while first < old.count || second < new.count {
            let isOld = second == new.count || first < old.count && old[first].hash <= new[second].hash
            let isNew = first == old.count || second < new.count && new[second].hash <= old[first].hash
            let firstEnd = isOld ? end(old, from: first) : first
            let secondEnd = isNew ? end(new, from: second) : second
            if firstEnd - first > 1 {
                (doubledOld, sharingOld) = (doubledOld + 1, sharingOld + firstEnd - first)
            }
            if secondEnd - second > 1 {
                (doubledNew, sharingNew) = (doubledNew + 1, sharingNew + secondEnd - second)
            }
            if firstEnd - first > 1 || secondEnd - second > 1 { doubled += 1 }
            if isOld, isNew {
                if firstEnd - first == 1, secondEnd - second == 1 {
                    pairs.append(Pair(old: old[first].row, new: new[second].row))
                } else {
                    groups.append(
                        Group(
                            old: old[first..<firstEnd].map(\.row), new: new[second..<secondEnd].map(\.row)))
                }
            }
            (first, second) = (firstEnd, secondEnd)
        }
    }

    /// The hash of each row's key in the columns of a table.
    static func hashes(_ columns: [[UInt64]]) -> [UInt64] {
        guard let first = columns.first else { return [] }
        var hashes = first.map(ValueMeaning.mixed)
        for column in columns.dropFirst() {
            for row in hashes.indices { hashes[row] = ValueMeaning.mixed(hashes[row] &* 31 &+ column[row]) }
        }
        return hashes
    }
}
