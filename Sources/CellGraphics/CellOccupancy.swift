/// Which cells of the map are taken; the first to claim them keeps them.
public struct CellOccupancy: Sendable {
    /// Where cells can be free.
    public let area: CellRect
    private var isTaken: [Bool]

    /// Only cells of `area` can be free.
    public init(area: CellRect) {
        self.area = area
        isTaken = Array(repeating: false, count: area.width * area.height)
    }

    /// Takes the part of `rect` that lies in the area.
    public mutating func take(_ rect: CellRect) {
        let part = rect.intersection(area)
        for row in part.row..<part.endRow {
            for column in part.column..<part.endColumn { isTaken[index(column, row)] = true }
        }
    }

    /// Whether `rect` lies inside the area and is free, with `air` free columns on both sides.
    public func isFree(_ rect: CellRect, air: Int = 0) -> Bool {
        guard !rect.isEmpty, rect.column >= area.column, rect.endColumn <= area.endColumn,
            rect.row >= area.row, rect.endRow <= area.endRow
        else { return false }
        let first = max(rect.column - air, area.column)
        let end = min(rect.endColumn + air, area.endColumn)
        for row in rect.row..<rect.endRow {
            for column in first..<end where isTaken[index(column, row)] { return false }
        }
        return true
    }

    private func index(_ column: Int, _ row: Int) -> Int {
        (row - area.row) * area.width + column - area.column
    }
}
