import CellGraphics
import MapModel

/// The cells that a count takes, and where they may stand.
enum BadgeSize {
    /// Cells for `count` rows: a dot for one, else the number with a blank on each side; a large one is tall.
    ///
    /// - Parameters:
    ///   - room: rows that there are for it.
    ///   - leastDigits: cells for what a badge says in place of its count.
    static func size(of count: Int, room: Int, leastDigits: Int) -> (width: Int, height: Int) {
        if count == 1 { return (1, 1) }
        let isTall = ClusterScale.sizeClass(of: count) >= 5 && room >= 3
        return (max(ClusterScale.abbreviatedCount(count).count, leastDigits) + 2, isTall ? 3 : 1)
    }

    /// The cells of that size around `middle`.
    static func rect(of count: Int, around middle: CellPoint, room: Int, leastDigits: Int) -> CellRect {
        let size = size(of: count, room: room, leastDigits: leastDigits)
        return CellRect(
            column: middle.column - size.width / 2, row: middle.row - size.height / 2, width: size.width,
            height: size.height)
    }

    /// Whether two annotations are too near to each other: less than a free column between them, and between two
    /// badges less than a free row. Two dots may touch.
    static func meet(_ first: CellRect, _ second: CellRect) -> Bool {
        let dots = (first.width == 1 ? 1 : 0) + (second.width == 1 ? 1 : 0)
        let columns = dots == 2 ? 0 : 1
        let rows = dots == 0 ? 1 : 0
        return first.column < second.endColumn + columns && second.column < first.endColumn + columns
            && first.row < second.endRow + rows && second.row < first.endRow + rows
    }
}

extension CellRect {
    func moved(columns: Int, rows: Int = 0) -> CellRect {
        CellRect(column: column + columns, row: row + rows, width: width, height: height)
    }
}
