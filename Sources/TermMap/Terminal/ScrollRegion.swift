import CellGraphics

/// A part of the screen that shows a plane, and which part of the plane it shows.
struct ScrollRegion: Equatable {
    /// Where it lies on the screen; it begins at the left edge.
    var rect: CellRect
    /// The column and row of the plane at the rectangle's top left.
    var column: Int
    var row: Int
    /// Only regions of one scale show the same plane.
    var scale: Double

    /// Columns by which what is shown must move to the left to become `next`; nil when it did not just move sideways.
    func leftShift(to next: ScrollRegion) -> Int? {
        guard next.rect == rect, next.scale == scale, next.row == row, rect.column == 0 else { return nil }
        let shift = next.column - column
        // Beyond half of the width too little stays to be worth it.
        return shift != 0 && abs(shift) * 2 <= rect.width ? shift : nil
    }
}
