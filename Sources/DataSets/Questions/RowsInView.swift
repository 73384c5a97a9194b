import MapModel

/// The rows that a screen says are in view.
package enum RowsInView: Sendable, Equatable {
    /// All in a part of the world.
    case window(WorldWindow)
    /// Those of badges that were seen in a part of the world: one at the edge may stand for rows beyond it, and one that is
    /// covered for rows before it.
    case badges([Annotation], seenIn: WorldWindow)

    /// More parts of the world than these are not asked of a server.
    private static let mostWindows = 400

    /// Where they are: some parts of the world; nil where there are too many.
    package var windows: [WorldWindow]? {
        switch self {
        case .window(let window): return [window]
        case .badges(let badges, let seen):
            guard badges.count <= Self.mostWindows else { return nil }
            return badges.flatMap { badge in
                badge.id.cell?.parts(in: seen) ?? [WorldWindow(holding: QuantumPoint(badge.mean))]
            }
        }
    }

    /// Whether some badges have the rows of one class alone.
    var keepsClassesApart: Bool {
        guard case .badges(let badges, _) = self else { return false }
        return badges.contains { if case .classCluster = $0.id { true } else { false } }
    }

    /// Their indices in a tree, which has all of them.
    func runs(of tree: QuadTree) -> IndexRuns {
        switch self {
        case .window(let window): tree.indices(in: window)
        case .badges(let badges, let seen):
            Self.union(badges.map { tree.members(of: $0, in: seen, nil).runs }[...])
        }
    }

    /// The same one by one, of badges that have the rows of a class.
    func rows(of tree: QuadTree, _ classes: ClassCounts?, capacity: Int) -> RowSet {
        var rows = RowSet(capacity: capacity)
        guard case .badges(let badges, let seen) = self else { return rows }
        for badge in badges {
            tree.members(of: badge, in: seen, classes).forEach { index in
                let row = tree.row(at: index)
                if row < capacity { rows.insert(row) }
            }
        }
        return rows
    }

    private static func union(_ parts: ArraySlice<IndexRuns>) -> IndexRuns {
        guard parts.count > 1 else { return parts.first ?? IndexRuns() }
        let middle = parts.startIndex + parts.count / 2
        return union(parts[..<middle]).union(union(parts[middle...]))
    }
}

extension WorldWindow {
    /// The smallest window that a point lies in.
    fileprivate init(holding point: QuantumPoint) {
        self.init(
            west: Int64(point.x), east: Int64(point.x) + 1, north: Int64(point.y), south: Int64(point.y) + 1)
    }
}
