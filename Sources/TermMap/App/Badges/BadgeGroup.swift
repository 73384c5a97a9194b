import CellGraphics
import MapModel

/// Neighbouring clusters that share one badge, and its cells of the world.
struct BadgeGroup {
    /// The largest first, which leads: then from the north, from the west.
    private(set) var cells: [Cluster]
    /// The rows in all of the cells.
    let count: Int
    var rect = CellRect(column: 0, row: 0, width: 1, height: 1)

    init(_ cells: [Cluster]) {
        self.cells = cells.sorted(by: Self.leads)
        count = cells.reduce(0) { $0 + $1.count }
    }

    /// What its rows come to.
    func content(_ contents: BadgeContents) -> BadgeContent {
        contents.areCounts
            ? BadgeContent(count: count) : cells.reduce(into: .none) { $0.add(contents.ofCluster($1)) }
    }

    var leader: Cluster { cells[0] }
    var id: ClusterID { leader.id }

    /// Larger ones first, then from the north, then from the west: an order that is the same in every view.
    static func leads(_ first: Cluster, _ second: Cluster) -> Bool {
        (second.count, first.id.row, first.id.column) < (first.count, second.id.row, second.id.column)
    }

    func hasPriority(over other: BadgeGroup) -> Bool {
        (other.count, id.row, id.column) < (count, other.id.row, other.id.column)
    }
}

/// Which of the clusters share a badge: those whose densest spots lie side by side across the edge of their cells.
///
/// Two of the eight neighbours are linked when less than `columnShare` of a side lies between their spots. Below half
/// a side a spot cannot be linked to the west and to the east: a group fits into 2 × 2 cells, and no chain runs on.
struct BadgeLinks {
    /// Of the side of a cell, across and down.
    private static let columnShare = 0.3
    private static let rowShare = 0.2
    /// Two clusters of so many rows stay two badges.
    private static let largeCount = 1_000
    /// On a grid of fewer columns around the world badges are few, and linking would cost too many of them.
    private static let fullLinksFrom = 12.0

    private let cells: WorldCells
    private let clusters: [Cluster]
    private let table: ClusterTable
    private let reach: (x: Double, y: Double)
    private var parents: [Int32]

    /// The groups of `clusters`, each of another cell of the grid.
    ///
    /// - Complexity: O(n).
    static func groups(of clusters: [Cluster], _ cells: WorldCells) -> [BadgeGroup] {
        var links = BadgeLinks(clusters, cells)
        for index in clusters.indices { links.linkNeighbours(of: index) }
        var members: [Int32: [Cluster]] = [:]
        for index in clusters.indices {
            members[links.root(Int32(index)), default: []].append(clusters[index])
        }
        return members.sorted { $0.key < $1.key }.map { BadgeGroup($0.value) }
    }

    private init(_ clusters: [Cluster], _ cells: WorldCells) {
        self.cells = cells
        self.clusters = clusters
        table = ClusterTable(clusters.map(\.id), cells.grid)
        let share = min(Double(cells.grid.columnCount) / Self.fullLinksFrom, 1)
        reach = (
            max(Self.columnShare * share * cells.side, Double(Viewport.dotsPerColumn)),
            max(Self.rowShare * share * cells.side, Double(Viewport.dotsPerRow))
        )
        parents = clusters.indices.map { Int32($0) }
    }

    private mutating func linkNeighbours(of index: Int) {
        for other in table.neighbours(of: clusters[index].id) where other > index {
            if isLinked(clusters[index], clusters[other]) {
                let first = root(Int32(index))
                let second = root(Int32(other))
                parents[Int(max(first, second))] = min(first, second)
            }
        }
    }

    private func isLinked(_ first: Cluster, _ second: Cluster) -> Bool {
        if min(first.count, second.count) >= Self.largeCount { return false }
        let dx = first.densest.x - second.densest.x
        return abs(dx - dx.rounded()) * cells.worldDots < reach.x
            && abs(first.densest.y - second.densest.y) * cells.worldDots < reach.y
    }

    private func root(_ index: Int32) -> Int32 {
        var index = index
        while parents[Int(index)] != index { index = parents[Int(index)] }
        return index
    }
}

/// Finds clusters, or what they lead, by their cells of the grid.
struct ClusterTable {
    private let indices: [UInt64: Int32]
    private let columnCount: UInt32

    /// The clusters in their order.
    init(_ ids: [ClusterID], _ grid: ClusterGrid) {
        columnCount = UInt32(clamping: grid.columnCount)
        indices = Dictionary(
            uniqueKeysWithValues: ids.enumerated().map { (Self.key($1.column, $1.row), Int32($0)) })
    }

    /// The indices of what lies in the eight cells around `id`, around the ring of longitudes.
    func neighbours(of id: ClusterID) -> [Int] {
        var found: [Int] = []
        let columns = [
            id.column == 0 ? columnCount - 1 : id.column - 1, id.column, (id.column + 1) % columnCount,
        ]
        for row in id.row - min(id.row, 1)...id.row + 1 {
            // On a ring of two columns the neighbour to the west is the one to the east.
            for (step, column) in columns.enumerated() where !columns[..<step].contains(column) {
                guard row != id.row || column != id.column, let index = indices[Self.key(column, row)] else {
                    continue
                }
                found.append(Int(index))
            }
        }
        return found
    }

    private static func key(_ column: UInt32, _ row: UInt32) -> UInt64 { UInt64(row) << 32 | UInt64(column) }
}
