import MapModel
import Streams

/// Recognises rows after a reload of their source: a hash of each row's identifier, or of all its values
/// where it has none. Hashes are valid while the program runs.
package struct RowIdentities: Sendable {
    /// By row.
    let hashes: [UInt64]

    /// Whether the rows of `table` are few enough to be recognised: 8 bytes each are kept.
    package static func fit(_ table: any RowTable) -> Bool { table.recordCount <= 1 << 25 }

    /// Reads all rows of `table`.
    package init(
        of table: any RowTable, isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(SourceError) {
        hashes = try table.identityHashes(isCancelled: isCancelled)
    }

    init(hashes: [UInt64]) { self.hashes = hashes }

    /// The same with so many rows behind them that nothing else is equal to.
    package func followed(by count: Int) -> RowIdentities {
        RowIdentities(
            hashes: hashes
                + (0..<max(count, 0)).map { number in
                    Self.hash(ofIdentifier: false) { $0.combine(number) }
                })
    }

    /// Rows that are recognised.
    package var count: Int { hashes.count }

    /// A hash of what `combine` feeds in: the identifier of a row, or all its values if it has none. The lowest bit is set
    /// for identifiers.
    package static func hash(
        ofIdentifier isIdentifier: Bool, _ combine: (inout Hasher) -> Void
    ) -> UInt64 {
        var hasher = Hasher()
        combine(&hasher)
        let bits = UInt64(bitPattern: Int64(hasher.finalize()))
        return isIdentifier ? bits | 1 : bits & ~1
    }

    /// Of no rows.
    package init() { hashes = [] }

    /// How many rows are only in `next`, and how many only here.
    ///
    /// - Complexity: O(n log n).
    package func changes(to next: RowIdentities) -> (added: Int, removed: Int) {
        let (here, there) = (hashes.sorted(), next.hashes.sorted())
        var (first, second, common) = (0, 0, 0)
        while first < here.count, second < there.count {
            if here[first] == there[second] { common += 1 }
            let isBehind = here[first] <= there[second]
            let isAhead = here[first] >= there[second]
            if isBehind { first += 1 }
            if isAhead { second += 1 }
        }
        return (there.count - common, here.count - common)
    }

    /// The same of the rows that have a place alone.
    ///
    /// - Parameters:
    ///   - places: of the rows here; nil for none.
    ///   - nextPlaces: of those in `next`.
    package func changes(
        to next: RowIdentities, placed places: QuadTree?, _ nextPlaces: QuadTree
    ) -> (added: Int, removed: Int) {
        RowIdentities(hashes: places.map { placed(in: $0) } ?? []).changes(
            to: RowIdentities(hashes: next.placed(in: nextPlaces)))
    }

    private func placed(in tree: QuadTree) -> [UInt64] {
        (0..<tree.count).compactMap { index in
            let row = Int(tree.row(at: index))
            return row < hashes.count ? hashes[row] : nil
        }
    }

    /// The number in `next` of a row; nil when it no longer exists. Equal rows are paired in the order of
    /// their sources.
    ///
    /// - Complexity: O(n).
    package func row(_ row: UInt32, in next: RowIdentities) -> UInt32? {
        guard row < hashes.count else { return nil }
        let hash = hashes[Int(row)]
        let before = hashes[..<Int(row)].count { $0 == hash }
        let same = next.hashes.indices.lazy.filter { next.hashes[$0] == hash }.prefix(before + 1)
        return Array(same).last.map { UInt32($0) }
    }
}

// MARK: - Many rows

extension RowIdentities {
    /// The numbers in `next` of many rows; those that no longer exist have none.
    ///
    /// Rows before the first difference and after the last one keep their order, so that only those between them
    /// are looked up; equal rows are paired in their order.
    ///
    /// - Complexity: O(n).
    package func rows(_ rows: RowSet, in next: RowIdentities) -> RowSet {
        let shorter = min(hashes.count, next.hashes.count)
        let head = (0..<shorter).first { hashes[$0] != next.hashes[$0] } ?? shorter
        let (last, nextLast) = (hashes.count - 1, next.hashes.count - 1)
        let tail =
            (0..<shorter - head).first { hashes[last - $0] != next.hashes[nextLast - $0] }
            ?? shorter - head
        var found = RowSet(capacity: next.hashes.count)
        var wanted: [UInt32] = []
        for row in rows.rows where row < hashes.count {
            if row < head {
                found.insert(row)
            } else if Int(row) >= hashes.count - tail {
                found.insert(UInt32(Int(row) - hashes.count + next.hashes.count))
            } else {
                wanted.append(row)
            }
        }
        let between = head..<next.hashes.count - tail
        for row in look(for: wanted, from: head, among: next.hashes[between]) { found.insert(row) }
        return found
    }

    /// Where rows, ascending and none before `head`, are among `others`, by their hashes.
    private func look(for rows: [UInt32], from head: Int, among others: ArraySlice<UInt64>) -> [UInt32] {
        guard let end = rows.last else { return [] }
        var places: [UInt64: [Int]] = [:]
        for row in rows { places[hashes[Int(row)]] = [] }
        for index in others.indices where places[others[index]] != nil {
            places[others[index]]?.append(index)
        }
        // Rows that nobody looks for take their equals as well.
        var found: [UInt32] = []
        var next = 0
        var taken: [UInt64: Int] = [:]
        for row in head...Int(end) {
            let isWanted = rows[next] == row
            if isWanted { next += 1 }
            guard let equals = places[hashes[row]] else { continue }
            let order = taken[hashes[row], default: 0]
            taken[hashes[row]] = order + 1
            if isWanted, order < equals.count { found.append(UInt32(equals[order])) }
        }
        return found
    }
}

extension RowTable {
    /// The hash of each row's identity, by row.
    package func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        let id = roles.id
        var hashes: [UInt64] = []
        hashes.reserveCapacity(recordCount)
        for start in stride(from: 0, to: recordCount, by: 4_096) {
            if isCancelled() { throw .cancelled }
            let rows = (start..<min(start + 4_096, recordCount)).map { UInt32($0) }
            try visitRows(rows) { row in
                let identifier = id.map(row.text(of:)) ?? ""
                let isIdentifier = identifier.utf8.contains { $0 > 0x20 }
                hashes.append(
                    RowIdentities.hash(ofIdentifier: isIdentifier) { hasher in
                        guard !isIdentifier else { return hasher.combine(identifier) }
                        for value in row.values { hasher.combine(value.text) }
                    })
            }
        }
        return hashes
    }
}
