import CellGraphics

/// Whether things are drawn one by one, each in a cell, or in clusters.
package enum ThingDisplay {
    /// Cells of the map to a thing, at least, for single cells.
    private static let cellsToAThing = 20
    /// Below so many cells to a thing they are clusters again.
    private static let fewestCells = 14
    /// Cells of the map to a name, at least: more would hide where things go.
    private static let cellsToAName = 64

    /// Whether so many things in a map of an area stand one by one; between the two limits it stays as it was.
    package static func isSingle(_ count: Int, in area: CellRect, before: Bool) -> Bool {
        let cells = area.width * area.height
        if count * cellsToAThing <= cells { return true }
        return before && count * fewestCells <= cells
    }

    /// So many things of a map have names.
    package static func mostNames(in area: CellRect) -> Int { area.width * area.height / cellsToAName }
}
