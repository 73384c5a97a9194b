import CellGraphics

/// Rows that panels keep for their heads; drawing and clicking agree on them.
package enum PanelMetrics {
    /// First row of a list inside its panel.
    package static let listTop = 3

    /// What lies below the head of a panel of text.
    package static func textBody(of area: CellRect) -> CellRect {
        area.droppingRows(isTall(area) ? 4 : 2)
    }

    /// The head of a panel has a line below its title.
    package static func isTall(_ area: CellRect) -> Bool { area.height > 8 }

    package static func listBody(of area: CellRect) -> CellRect { area.droppingRows(listTop) }
}

extension CellRect {
    /// The rest of it below its first rows.
    fileprivate func droppingRows(_ count: Int) -> CellRect {
        CellRect(column: column, row: row + count, width: width, height: height - count)
    }
}

/// Where things are in the area of a table; drawing and clicking agree on them.
package struct TableMetrics {
    package let area: CellRect
    /// Between the bar of the current row and its first text is a sign.
    package let hasSigns: Bool

    package init(area: CellRect, hasSigns: Bool) {
        self.area = area
        self.hasSigns = hasSigns
    }

    package var textStart: Int { area.column + (hasSigns ? 3 : 2) }
    /// The thumb of the scroll bar has the last cell, and a blank before it.
    package var textWidth: Int { max(area.endColumn - 2 - textStart, 1) }
}
