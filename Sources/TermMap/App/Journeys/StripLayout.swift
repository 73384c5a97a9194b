import CellGraphics

/// Where the parts of the strip are: title, plot with its heights at the left, axis, its figures, and the range.
package struct StripLayout: Equatable, Sendable {
    /// All of the strip.
    package let area: CellRect

    /// Columns for heights, where the strip is wide enough for them.
    static let leftColumns = 8
    private static let leastWidth = 40
    private static let rightColumns = 3

    /// The strip in some cells.
    package init(area: CellRect) { self.area = area }

    /// How high the strip is on a screen of so many rows.
    package static func height(screenRows: Int) -> Int {
        switch screenRows {
        case 60...: 13
        case 36...: 11
        case 18...: 9
        default: 5
        }
    }

    /// A low strip has three rows of plot, and one for the figures of its axis.
    package var isLow: Bool { area.height < 8 }
    private var padding: Int { area.width >= Self.leastWidth ? 2 : 1 }

    package var title: CellRect {
        CellRect(
            column: area.column + padding, row: area.row, width: max(area.width - 2 * padding, 1),
            height: min(1, area.height))
    }

    /// The columns of the profile.
    package var plot: CellRect {
        let left = area.width >= Self.leastWidth ? Self.leftColumns : 1
        let right = area.width >= Self.leastWidth ? Self.rightColumns : 1
        let below = isLow ? 1 : 3
        return CellRect(
            column: area.column + left, row: area.row + 1, width: max(area.width - left - right, 1),
            height: max(area.height - 1 - below, 0))
    }

    /// Where heights end, at the left of the plot; nil where there is no room for them.
    package var scaleEnd: Int? { area.width >= Self.leastWidth ? plot.column - 1 : nil }
    /// The line below the plot; nil in a low strip.
    package var axisRow: Int? { isLow ? nil : plot.endRow }
    /// The figures of the axis.
    package var labelRow: Int { isLow ? plot.endRow : plot.endRow + 1 }
    /// The figures of the range; nil in a low strip, where they stand in the title.
    package var range: CellRect? {
        guard !isLow else { return nil }
        let start = area.width >= Self.leastWidth ? plot.column : area.column + 1
        return CellRect(
            column: start, row: area.endRow - 1, width: max(area.endColumn - 1 - start, 1), height: 1)
    }

    /// The column of the plot at a column of the screen, which may be outside of it.
    package func plotColumn(at column: Int) -> Int { column - plot.column }
}
