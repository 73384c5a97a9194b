import CellGraphics

/// A corner of a map for what says something of it: no count is hidden where one of the four is free.
enum FreeCorner {
    /// The first corner, from the top left, in which a box of some cells covers none of the others; else the one in which it
    /// covers fewest. A cell at the edges stays free.
    static func rect(width: Int, height: Int, in map: CellRect, besides others: [CellRect]) -> CellRect {
        let columns = [map.column + 1, max(map.endColumn - 1 - width, map.column)]
        let rows = [map.row + 1, max(map.endRow - 1 - height, map.row)]
        let corners = rows.flatMap { row in
            columns.map { CellRect(column: $0, row: row, width: width, height: height) }
        }
        func covered(_ corner: CellRect) -> Int { others.count { $0.intersects(corner) } }
        // The first of equal ones.
        let best = corners.indices.min { (covered(corners[$0]), $0) < (covered(corners[$1]), $1) }
        return corners[best ?? 0]
    }
}
