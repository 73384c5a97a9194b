/// Orders the rows that match a query: better matches first, nearer ones among equals.
public struct RowRanking: Sendable {
    private let tree: QuadTree
    /// The index of each row in the tree; rows without a place have none.
    private let indices: [UInt32]

    private static let nowhere = UInt32.max
    /// The most hits of one kind that are measured one by one; beyond that the tree finds the nearest.
    private static let measuredHits = 4_096

    /// - Complexity: O(rows); 4 bytes a row.
    public init(_ tree: QuadTree) {
        self.tree = tree
        let rowCount = (tree.rows.max().map { Int($0) } ?? -1) + 1
        var indices = [UInt32](repeating: Self.nowhere, count: rowCount)
        for (index, row) in tree.rows.enumerated() { indices[Int(row)] = UInt32(index) }
        self.indices = indices
    }

    /// The index of a row in the tree; nil for a row that has no place.
    public func index(ofRow row: UInt32) -> Int? {
        guard Int(row) < indices.count, indices[Int(row)] != Self.nowhere else { return nil }
        return Int(indices[Int(row)])
    }

    /// The row at a index of the tree.
    public func row(at index: Int) -> UInt32 { tree.row(at: index) }

    /// All matches that have a place.
    ///
    /// - Complexity: O(hits).
    public func indices(of matches: NameMatches) -> PointSet {
        var set = PointSet(capacity: tree.count)
        for row in matches.records {
            if let index = index(ofRow: row) { set.insert(index) }
        }
        return set
    }

    /// The best `limit` hits by kind of match, then distance from `center` where there is one, then row; as indices
    /// in the tree.
    ///
    /// - Complexity: O(hits + limit · log limit) as a rule; a million hits are not sorted.
    public func best(_ limit: Int, of matches: NameMatches, near center: Coordinate?) -> [Int] {
        var byKind = [[UInt32]](repeating: [], count: MatchKind.allCases.count)
        for (row, kind) in zip(matches.records, matches.kinds) {
            if let index = index(ofRow: row) { byKind[Int(kind.rawValue)].append(UInt32(index)) }
        }
        var best: [Int] = []
        for hits in byKind where best.count < limit {
            // Hits come in the order of their rows.
            let room = limit - best.count
            best += center.map { nearest(room, of: hits, to: $0) } ?? hits.prefix(room).map { Int($0) }
        }
        return best
    }

    private func nearest(_ count: Int, of hits: [UInt32], to center: Coordinate) -> [Int] {
        if hits.count > Self.measuredHits {
            var set = PointSet(capacity: tree.count)
            for index in hits { set.insert(Int(index)) }
            return tree.nearest(to: center, count: count, where: { set.contains($0) }).map(\.index)
        }
        let measured = hits.map { index in
            (
                meters: GreatCircle.distance(from: center, to: tree.coordinate(at: Int(index))),
                row: tree.row(at: Int(index)), index: Int(index)
            )
        }
        return measured.sorted { ($0.meters, $0.row) < ($1.meters, $1.row) }.prefix(count).map(\.index)
    }
}
