/// Orders the rows that match a query: better matches first, nearer ones among equals.
public struct RowRanking: Sendable {
    let tree: QuadTree
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
    @inline(__always)
    public func index(ofRow row: UInt32) -> Int? {
        guard Int(row) < indices.count, indices[Int(row)] != Self.nowhere else { return nil }
        return Int(indices[Int(row)])
    }

    /// The row at a index of the tree.
    public func row(at index: Int) -> UInt32 { tree.row(at: index) }

    /// All hits that have a place.
    ///
    /// - Complexity: O(hits).
    public func indices(of hits: NameHits) -> PointSet {
        var set = PointSet(capacity: tree.count)
        hits.visitRecords { row in
            if let index = index(ofRow: row) { set.insert(index) }
            return true
        }
        return set
    }

    /// The best `limit` hits by kind of match, those with all words of the query whole before others, then distance from
    /// `center` where there is one, then row; as indices in the tree.
    ///
    /// - Parameters:
    ///   - points: `indices(of: hits)`.
    ///   - index: that of the hits: where many have no place, more of them must be ranked.
    /// - Complexity: O(ranked hits + limit · log limit) as a rule; a million hits are not sorted.
    public func best(
        _ limit: Int, of hits: NameHits, _ points: PointSet, near center: Coordinate?, in index: NameIndex
    ) -> [Int] {
        var byKind = [[UInt32]](repeating: [], count: MatchKind.allCases.count)
        for (row, kind) in hits.ranked {
            if let index = self.index(ofRow: row) { byKind[Int(kind.rawValue)].append(UInt32(index)) }
        }
        var best: [Int] = []
        let terms = hits.query.terms
        for (kind, indices) in zip(MatchKind.allCases, byKind) where best.count < limit {
            var (whole, others) = ([UInt32](), indices)
            // "Main Street 17" ranks before "Main Street 171". Many are not looked at: a key must not wait for that.
            if !kind.isWhole, indices.count <= Self.measuredHits {
                let isWhole = indices.map { index.hasWords(of: terms, in: tree.row(at: Int($0))) }
                whole = zip(indices, isWhole).filter(\.1).map(\.0)
                others = zip(indices, isWhole).filter { !$1 }.map(\.0)
            }
            for hits in [whole, others] {
                // Hits come in the order of their rows.
                let room = limit - best.count
                best += center.map { nearest(room, of: hits, to: $0) } ?? hits.prefix(room).map { Int($0) }
            }
        }
        let room = min(limit, points.count) - best.count
        guard room > 0 else { return best }
        guard hits.isRanked else {
            let all = index.ranked(hits)
            return self.best(limit, of: all, points, near: center, in: index)
        }
        return best
            + (center.map { nearest(room, in: points, butNot: Set(best), to: $0) }
                ?? first(room, of: hits, butNot: Set(best)))
    }

    // MARK: - The nearest

    private func nearest(_ count: Int, of hits: [UInt32], to center: Coordinate) -> [Int] {
        if hits.count > Self.measuredHits {
            var set = PointSet(capacity: tree.count)
            for index in hits { set.insert(Int(index)) }
            return nearest(count, in: set, butNot: [], to: center)
        }
        return measured(hits.lazy.map { Int($0) }, from: center).prefix(count).map { $0 }
    }

    /// - Parameter others: fewer than are asked for in all, and members.
    private func nearest(
        _ count: Int, in set: PointSet, butNot others: Set<Int>, to center: Coordinate
    ) -> [Int] {
        let wanted = min(count + others.count, set.count)
        guard let indices = tree.indices(of: set, around: center, wanted, limit: Self.measuredHits) else {
            return tree.nearest(
                to: center, count: count, where: { set.contains($0) && !others.contains($0) }
            ).map(\.index)
        }
        return measured(indices.filter { !others.contains($0) }, from: center).prefix(count).map { $0 }
    }

    private func measured(_ indices: some Sequence<Int>, from center: Coordinate) -> [Int] {
        let origin = GreatCircle.Origin(center)
        return indices.map { index in
            (meters: origin.distance(to: tree.coordinate(at: index)), row: tree.row(at: index), index: index)
        }.sorted { ($0.meters, $0.row) < ($1.meters, $1.row) }.map(\.index)
    }

    /// The first hits in the order of their rows.
    private func first(_ count: Int, of hits: NameHits, butNot others: Set<Int>) -> [Int] {
        var found: [Int] = []
        hits.visitRecords { row in
            guard found.count < count else { return false }
            if let index = index(ofRow: row), !others.contains(index) { found.append(index) }
            return true
        }
        return found
    }
}

extension QuadTree {
    private static let firstRadius = 100.0
    private static let steps = 40

    /// The members of `set` in a circle around `center` that has at least `count` of them and at most `limit`; nil where
    /// there is none such, as many are in one place, or where the set is small anyway.
    ///
    /// Members in a circle are counted 64 at a time, so it does not matter how few of all points are members.
    fileprivate func indices(of set: PointSet, around center: Coordinate, _ count: Int, limit: Int) -> [Int]?
    {
        var low = 0.0
        var high = Double.infinity
        var radius = Self.firstRadius
        for _ in 0..<Self.steps {
            guard
                let circle = try? GeoCircle(
                    center: center, radiusMeters: min(radius, GeoCircle.halfEarthMeters))
            else { return nil }
            let runs = indices(in: circle)
            let found = set.count(in: runs)
            if found >= count, found <= max(limit, count) { return set.members(in: runs) }
            if found < count {
                if circle.coversEverything { return nil }
                low = radius
            } else {
                high = radius
            }
            radius = high.isFinite ? (max(low, 1) * high).squareRoot() : radius * 6
            guard high - low > 1 else { return nil }
        }
        return nil
    }
}

extension PointSet {
    /// The members in `runs`.
    fileprivate func members(in runs: IndexRuns) -> [Int] {
        var members: [Int] = []
        for run in runs.runs {
            var next = first(from: run.lowerBound)
            while let index = next, index < run.upperBound {
                members.append(index)
                next = first(after: index)
            }
        }
        return members
    }
}
