import CellGraphics
import MapModel

/// The cells of the screen as if it showed the whole world: column ⌊x · worldDots / 2⌋, row ⌊y · worldDots / 4⌋.
///
/// They are the same in every view of a zoom, since a view begins on a whole cell of them. What is decided in them
/// does not change with a pan.
struct WorldCells {
    let grid: ClusterGrid
    let worldDots: Double
    /// The side of a grid cell in dots.
    let side: Double

    init(grid: ClusterGrid, worldDots: Double) {
        self.grid = grid
        self.worldDots = worldDots
        side = Double(grid.cellQuanta) / Double(WorldWindow.worldSize) * worldDots
    }

    /// Columns around the world, to the nearest.
    var columnCount: Int { Int((worldDots / Double(Viewport.dotsPerColumn)).rounded()) }

    /// The cell in which `point` lies.
    func cell(of point: WorldPoint) -> CellPoint {
        CellPoint(
            column: Int((point.x * worldDots / Double(Viewport.dotsPerColumn)).rounded(.down)),
            row: Int((point.y * worldDots / Double(Viewport.dotsPerRow)).rounded(.down)))
    }

    /// The whole cells inside a square of `count` × `count` grid cells; the last column takes what is left.
    func wholeCells(column: Int, row: Int, count: Int = 1) -> CellRect {
        let columns = Int(grid.columnCount)
        let isLast = column / count >= max(columns / count, 1) - 1
        let left = Double(column) * side
        let right = isLast ? worldDots : left + Double(count) * side
        let top = Double(row) * side
        let firstColumn = Self.ceiling(left, Viewport.dotsPerColumn)
        let firstRow = Self.ceiling(top, Viewport.dotsPerRow)
        return CellRect(
            column: firstColumn, row: firstRow,
            width: Self.floor(right, Viewport.dotsPerColumn) - firstColumn,
            height: Self.floor(top + Double(count) * side, Viewport.dotsPerRow) - firstRow)
    }

    func wholeCells(of id: ClusterID) -> CellRect { wholeCells(column: Int(id.column), row: Int(id.row)) }

    /// The columns by which `id` is moved to lie beside `other`: a whole turn where 180° is between them.
    func turn(of id: ClusterID, towards other: ClusterID) -> Int {
        let distance = Int(other.column) - Int(id.column)
        guard abs(distance) * 2 > Int(grid.columnCount) else { return 0 }
        return distance.signum() * columnCount
    }

    /// A cell that begins at a whole cell of the screen, up to rounding, is whole.
    private static func ceiling(_ dots: Double, _ step: Int) -> Int {
        Int((dots / Double(step) - 1e-6).rounded(.up))
    }

    private static func floor(_ dots: Double, _ step: Int) -> Int {
        Int((dots / Double(step) + 1e-6).rounded(.down))
    }
}
