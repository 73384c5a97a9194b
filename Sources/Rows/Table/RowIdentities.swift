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
                var hasher = Hasher()
                if let id {
                    hasher.combine(row.text(of: id))
                } else {
                    for value in row.values { hasher.combine(value.text) }
                }
                hashes.append(UInt64(bitPattern: Int64(hasher.finalize())))
            }
        }
        return hashes
    }
}
