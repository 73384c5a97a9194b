import CByteScan

/// The grid by which points are clustered: squares of `stride` × `stride` quad-tree cells.
///
/// It is anchored to the world and not to the view, so a pan never reshuffles clusters. For clusters a quad-tree
/// cell is more than 2 and at most 4 dots wide. What is left at 180° E belongs to the last column, which is up to twice
/// as wide as the others; the last row may be lower than the others.
public struct ClusterGrid: Hashable, Sendable {
    /// The depth of the quad-tree cells, 0...32.
    public let depth: Int
    /// Quad-tree cells to the side of a grid cell, at least 1.
    public let stride: Int

    /// The grid whose cells are nearest in size to `cellDots` dots when the world is `worldDots` wide.
    public init(worldDots: Double, cellDots: Double) {
        depth = Swift.min(Swift.max(Int(log2(worldDots / 4).rounded(.up)), 0), 32)
        let quadDots = worldDots / exp2(Double(depth))
        stride = Swift.min(Swift.max(Int((cellDots / quadDots).rounded()), 1), 255)
    }

    /// The grid of a view without clusters: single quad-tree cells, more than 1 and at most 2 dots wide, so that
    /// none is wider than a column of the screen.
    public static func points(of viewport: Viewport) -> ClusterGrid {
        ClusterGrid(worldDots: viewport.worldDots * 2, cellDots: 0)
    }

    /// The grid by which a server counts the density of a view: single quad-tree cells, more than half a dot and at most
    /// one dot wide.
    public static func density(of viewport: Viewport) -> ClusterGrid {
        ClusterGrid(worldDots: viewport.worldDots * 4, cellDots: 0)
    }

    /// The grid of a view at the user's cell size.
    public init(viewport: Viewport, size: ClusterSize) {
        self.init(worldDots: viewport.worldDots, cellDots: size.cellDots(atZoom: viewport.zoom))
    }

    /// Columns of cells around the world, at least 1.
    public var columnCount: UInt64 { Self.columnCount(depth: depth, stride: stride) }
    /// Rows of cells from pole to pole, at least 1.
    public var rowCount: UInt64 { (quadCount + UInt64(stride) - 1) / UInt64(stride) }

    static func columnCount(depth: Int, stride: Int) -> UInt64 {
        Swift.max((1 << UInt64(depth)) / UInt64(stride), 1)
    }

    /// The grid cell in which `point` lies.
    public func id(of point: QuantumPoint) -> ClusterID {
        id(column: column(of: UInt64(point.x)), row: row(of: UInt64(point.y)))
    }

    /// The grid cell `column` cells east of 180° W and `row` cells south of the northern edge.
    public func id(column: UInt32, row: UInt32) -> ClusterID {
        ClusterID(grid: self, column: column, row: row)
    }

    /// Quanta to the side of a grid cell; the last cell of an axis may have another size.
    public var cellQuanta: UInt64 { UInt64(stride) << quadBits }

    /// The side of a quad-tree cell is 2 to this power, in quanta.
    var quadBits: UInt64 { UInt64(32 - depth) }

    private var quadCount: UInt64 { 1 << UInt64(depth) }

    /// The column of cells in which a quantum lies.
    public func column(of quantum: UInt64) -> UInt32 {
        UInt32(Swift.min(quantum / cellQuanta, columnCount - 1))
    }

    /// The row of cells in which a quantum lies.
    public func row(of quantum: UInt64) -> UInt32 { UInt32(quantum / cellQuanta) }
}

/// The identity of a cluster: its grid cell, whichever of its points are in view.
public struct ClusterID: Hashable, Sendable {
    /// The depth of the quad-tree cells, 0...32.
    public let depth: UInt8
    /// Quad-tree cells to the side of the grid cell, 1...255.
    public let stride: UInt8
    /// Grid cells east of 180° W.
    public let column: UInt32
    /// Grid cells south of the northern edge.
    public let row: UInt32

    init(grid: ClusterGrid, column: UInt32, row: UInt32) {
        depth = UInt8(grid.depth)
        stride = UInt8(grid.stride)
        self.column = column
        self.row = row
    }

    /// The quanta of the grid cell.
    var rect: QuantumRect {
        let side = UInt64(stride) << UInt64(32 - depth)
        let west = UInt64(column) * side
        let north = UInt64(row) * side
        let isLast = UInt64(column) == ClusterGrid.columnCount(depth: Int(depth), stride: Int(stride)) - 1
        return QuantumRect(
            columns: west..<(isLast ? WorldWindow.worldSize : west + side),
            rows: north..<Swift.min(north + side, WorldWindow.worldSize))
    }

    /// What of the cell lies in a window: one part, or two at 180°.
    public func parts(in window: WorldWindow) -> [WorldWindow] {
        window.rects.map { $0.intersection(rect) }.filter { !$0.isEmpty }.map {
            WorldWindow(
                west: Int64($0.columns.lowerBound), east: Int64($0.columns.upperBound),
                north: Int64($0.rows.lowerBound), south: Int64($0.rows.upperBound))
        }
    }

    /// The box of the cell.
    public var bounds: GeoBounds {
        let last = WorldWindow.worldSize - 1
        let rect = rect
        let west = FixedCoordinate(
            QuantumPoint(x: UInt32(rect.columns.lowerBound), y: UInt32(rect.rows.lowerBound)))
        let east = FixedCoordinate(
            QuantumPoint(
                x: UInt32(min(rect.columns.upperBound, last)), y: UInt32(min(rect.rows.upperBound, last))))
        return GeoBounds(
            south: east.coordinate.latitude, west: west.coordinate.longitude, north: west.coordinate.latitude,
            east: east.coordinate.longitude)
    }
}
