import CellGraphics
import MapModel

/// Badges of grid cells that are too small to hold one: blocks of k × k cells take their place.
///
/// Every badge stays inside its block, and what meets there becomes one. Blocks need nothing from each other.
struct BadgeBlocks {
    /// A grid cell of at least so many dots holds a badge: seven columns, or three and a half rows.
    private static let holdingDots = 14.0
    /// The least side of a block in dots.
    private static let leastDots = 16.0

    /// Grid cells to the side of a block; nil where a cell holds a badge by itself.
    static func side(_ cells: WorldCells, _ style: BadgeStyle) -> Int? {
        // Texts that are longer than counts need wider cells.
        let more = Double((style.mostDigits - BadgeStyle.digitsOfCount) * Viewport.dotsPerColumn)
        return cells.side < holdingDots + more ? Int(((leastDots + more) / cells.side).rounded(.up)) : nil
    }

    /// The badges of `clusters`, which fill whole blocks of `side` grid cells.
    ///
    /// - Complexity: O(n), as long as a block holds only a few badges.
    static func groups(
        of clusters: [Cluster], side: Int, _ cells: WorldCells, _ style: BadgeStyle, _ contents: BadgeContents
    ) -> [BadgeGroup] {
        let last = max(Int(cells.grid.columnCount) / side, 1) - 1
        let blocks = Dictionary(grouping: clusters) { cluster in
            SIMD2(min(Int(cluster.id.column) / side, last), Int(cluster.id.row) / side)
        }
        return blocks.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }.flatMap { block, clusters in
            groups(
                of: clusters,
                in: cells.wholeCells(column: block.x * side, row: block.y * side, count: side), cells, style,
                contents)
        }
    }

    private static func groups(
        of clusters: [Cluster], in block: CellRect, _ cells: WorldCells, _ style: BadgeStyle,
        _ contents: BadgeContents
    ) -> [BadgeGroup] {
        var placed: [BadgeGroup] = []
        for cluster in clusters.sorted(by: BadgeGroup.leads) {
            var group = group([cluster], in: block, cells, style, contents)
            while case let hit = placed.indices.filter({ BadgeSize.meet(placed[$0].rect, group.rect) }),
                !hit.isEmpty
            {
                group = self.group(
                    group.cells + hit.flatMap { placed[$0].cells }, in: block, cells, style, contents)
                for index in hit.reversed() { placed.remove(at: index) }
            }
            placed.append(group)
        }
        return placed
    }

    private static func group(
        _ parts: [Cluster], in block: CellRect, _ cells: WorldCells, _ style: BadgeStyle,
        _ contents: BadgeContents
    ) -> BadgeGroup {
        var group = BadgeGroup(parts)
        let free = BadgeSize.rect(
            of: group.content(contents), around: cells.cell(of: group.leader.densest),
            room: style.room(inBlock: block.height), style)
        let air = free.width == 1 ? 0 : 1
        group.rect.column = max(min(free.column, block.endColumn - air - free.width), block.column)
        group.rect.row = max(min(free.row, block.endRow - free.height), block.row)
        group.rect.width = free.width
        group.rect.height = free.height
        return group
    }
}
