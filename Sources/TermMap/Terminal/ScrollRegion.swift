import CellGraphics

/// A part of the screen that shows a plane, and which part of the plane it shows.
package struct ScrollRegion: Equatable {
    /// Where it lies on the screen; it begins at the left edge.
    package var rect: CellRect
    /// The column and row of the plane at the rectangle's top left.
    package var column: Int
    package var row: Int
    /// Only regions of one scale show the same plane.
    package var scale: Double

    package init(rect: CellRect, column: Int, row: Int, scale: Double) {
        self.rect = rect
        self.column = column
        self.row = row
        self.scale = scale
    }

    /// By how many columns what is shown must move to the left to become `next`, and up to which column; nil when it
    /// did not just move sideways.
    ///
    /// A panel that opens or closes makes one of them narrower: what lies beneath it is drawn over the panel's cells.
    func leftShift(to next: ScrollRegion) -> (columns: Int, endColumn: Int)? {
        guard next.rect.row == rect.row, next.rect.height == rect.height, next.rect.column == 0,
            rect.column == 0, next.scale == scale, next.row == row
        else { return nil }
        let shift = next.column - column
        // Beyond half of the width too little stays to be worth it.
        guard shift != 0, abs(shift) * 2 <= min(rect.width, next.rect.width) else { return nil }
        return (shift, max(rect.endColumn, next.rect.endColumn))
    }
}
