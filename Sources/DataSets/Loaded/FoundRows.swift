import Dispatch
import MapModel
import Platform
import Synchronization

/// The rows that match a query, by record of the index and by index in the tree.
package struct FoundRows: Sendable {
    package private(set) var hits: NameHits
    package private(set) var points: PointSet

    /// Those in some segments of an index; nil when cancelled.
    package init?(
        _ query: SearchQuery, in index: NameIndex, _ segments: Range<Int>, ranked: Int, _ ranking: RowRanking,
        isCancelled: () -> Bool
    ) {
        guard let hits = index.hits(query, in: segments, rankedCount: ranked, isCancelled: isCancelled) else {
            return nil
        }
        self.hits = hits
        points = ranking.indices(of: hits)
    }

    /// - Parameter parts: at least one, in the order of their segments.
    package init(joining parts: [FoundRows], of query: SearchQuery) {
        hits = NameHits(joining: parts.map(\.hits), of: query)
        points = parts[0].points
        for part in parts.dropFirst() where !part.points.isEmpty { points.formUnion(part.points) }
    }
}

extension FoundRows {
    /// The same, with the segments shared among the processors.
    ///
    /// `isCancelled` is asked on the calling thread, where a task knows whether it is.
    package init?(
        sharing query: SearchQuery, in index: NameIndex, _ all: Range<Int>, ranked: Int,
        _ ranking: RowRanking,
        isCancelled: () -> Bool
    ) {
        let count = max(min(HelperThreads.processorCount, all.count), 1)
        let found = Mutex<[FoundRows?]>(Array(repeating: nil, count: count))
        let isGivenUp = Atomic<Bool>(false)
        let group = DispatchGroup()
        func segments(_ part: Int) -> Range<Int> {
            let start = all.lowerBound
            return start + part * all.count / count..<start + (part + 1) * all.count / count
        }
        for part in 1..<count {
            let range = segments(part)
            DispatchQueue.global(qos: .userInitiated).async(group: group) {
                let rows = FoundRows(query, in: index, range, ranked: ranked, ranking) {
                    isGivenUp.load(ordering: .relaxed)
                }
                found.withLock { $0[part] = rows }
            }
        }
        let own = FoundRows(query, in: index, segments(0), ranked: ranked, ranking, isCancelled: isCancelled)
        if own == nil { isGivenUp.store(true, ordering: .relaxed) }
        while group.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
            if isCancelled() { isGivenUp.store(true, ordering: .relaxed) }
        }
        found.withLock { $0[0] = own }
        let parts = found.withLock { $0.compactMap { $0 } }
        guard parts.count == count else { return nil }
        self.init(joining: parts, of: query)
    }
}
