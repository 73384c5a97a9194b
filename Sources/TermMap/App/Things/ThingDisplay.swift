import CellGraphics

/// Whether things are drawn one by one, each in a cell, or in clusters.
package enum ThingDisplay {
    /// Cells of the map to a thing, at least, for single cells.
    private static let cellsToAThing = 20
    /// Below so many cells to a thing they are clusters again.
    private static let fewestCells = 14
    /// Cells to a thing, at least, for names beside all of them.
    private static let cellsToAName = 64

    /// Whether so many things in a map of an area stand one by one; between the two limits it stays as it was.
    package static func isSingle(_ count: Int, in area: CellRect, before: Bool) -> Bool {
        let cells = area.width * area.height
        if count * cellsToAThing <= cells { return true }
        return before && count * fewestCells <= cells
    }

    /// Whether so many things have room for their names.
    package static func showsNames(_ count: Int, in area: CellRect) -> Bool {
        count * cellsToAName <= area.width * area.height
    }
}
