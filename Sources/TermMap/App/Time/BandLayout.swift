import CellGraphics

/// Where the parts of the band are: title, bars, rail with the window, labels, and the readout at the right.
package struct BandLayout: Equatable, Sendable {
    /// All of the band.
    package let area: CellRect

    /// The readout comes from this width on.
    private static let columnsForReadout = 100
    /// Its own columns, and the gap before it.
    static let (readoutColumns, readoutGap) = (26, 4)
    private static let columnsForPadding = 40

    /// The band in some cells.
    package init(area: CellRect) { self.area = area }

    /// How high the band is on a screen of so many rows; lower with two windows.
    package static func height(screenRows: Int, comparing: Bool = false) -> Int {
        switch screenRows {
        case 60...: comparing ? 7 : 10
        case 30...: 6
        case 20...: 5
        default: 3
        }
    }

    /// Whether there is room for the words of a wide screen.
    package var isWide: Bool { area.width >= Self.columnsForReadout }
    /// Columns left free at both edges.
    package var padding: Int { area.width >= Self.columnsForPadding ? 2 : 1 }

    /// The title's row.
    package var title: CellRect {
        CellRect(
            column: area.column + padding, row: area.row, width: area.width - 2 * padding,
            height: min(1, area.height))
    }

    /// The bars; the axis fills them from the left.
    package var bars: CellRect {
        let readout = isWide ? Self.readoutColumns + Self.readoutGap : 0
        return CellRect(
            column: area.column + padding, row: area.row + 1, width: area.width - 2 * padding - readout,
            height: max(area.height - (area.height > 3 ? 3 : 2), 0))
    }

    /// The row with the window and the ticks; nil where the band is too low.
    package var railRow: Int? { area.height > 3 ? bars.endRow : nil }
    /// The row of the labels.
    package var labelRow: Int { area.endRow - 1 }

    /// What the window holds, at the right; nil where the band is narrow.
    package var readout: CellRect? {
        guard isWide else { return nil }
        return CellRect(
            column: area.endColumn - padding - Self.readoutColumns, row: area.row + 1,
            width: Self.readoutColumns, height: max(area.height - 1, 0))
    }

    /// What a cell of the band is part of.
    package enum Part: Equatable, Sendable { case title, bars, rail, labels, readout }

    /// The part that a cell belongs to; nil outside the band.
    package func part(at cell: CellPoint) -> Part? {
        guard area.contains(cell) else { return nil }
        if cell.row == area.row { return .title }
        if let readout, cell.column >= readout.column - Self.readoutGap { return .readout }
        if cell.row == railRow { return .rail }
        return bars.row..<bars.endRow ~= cell.row ? .bars : .labels
    }

    /// The column of the axis at a column of the screen, which may be outside of it.
    package func axisColumn(at column: Int) -> Int { column - bars.column }
}
