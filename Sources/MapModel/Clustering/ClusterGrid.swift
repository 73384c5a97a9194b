#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The grid by which points are clustered: squares of `stride` × `stride` quad-tree cells.
///
/// It is anchored to the world and not to the view, so a pan never reshuffles clusters. A quad-tree cell is
/// more than 2 and at most 4 dots wide; at 180° E the last column may be narrower than the others.
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

    /// The grid of a view at the user's cell size.
    public init(viewport: Viewport, size: ClusterSize) {
        self.init(worldDots: viewport.worldDots, cellDots: size.cellDots(atZoom: viewport.zoom))
    }

    /// The grid cell in which `point` lies.
    public func id(of point: QuantumPoint) -> ClusterID {
        ClusterID(grid: self, column: cell(of: point.x), row: cell(of: point.y))
    }

    /// The grid cell `column` cells east of 180° W and `row` cells south of the northern edge.
    public func id(column: UInt32, row: UInt32) -> ClusterID {
        ClusterID(grid: self, column: column, row: row)
    }

    /// Quanta to the side of a grid cell; the last cell of an axis may be smaller.
    public var cellQuanta: UInt64 { UInt64(stride) << quadBits }

    /// The side of a quad-tree cell is 2 to this power, in quanta.
    var quadBits: UInt64 { UInt64(32 - depth) }

    private func cell(of quantum: UInt32) -> UInt32 {
        UInt32(UInt64(quantum) >> quadBits / UInt64(stride))
    }
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
        QuantumRect(columns: quanta(of: column), rows: quanta(of: row))
    }

    /// The box of the cell.
    public var bounds: GeoBounds {
        let last = WorldWindow.worldSize - 1
        let west = FixedCoordinate(
            QuantumPoint(x: UInt32(quanta(of: column).lowerBound), y: UInt32(quanta(of: row).lowerBound)))
        let east = FixedCoordinate(
            QuantumPoint(
                x: UInt32(min(quanta(of: column).upperBound, last)),
                y: UInt32(min(quanta(of: row).upperBound, last))))
        return GeoBounds(
            south: east.coordinate.latitude, west: west.coordinate.longitude, north: west.coordinate.latitude,
            east: east.coordinate.longitude)
    }

    private func quanta(of cell: UInt32) -> Range<UInt64> {
        let side = UInt64(stride) << UInt64(32 - depth)
        let start = UInt64(cell) * side
        return start..<Swift.min(start + side, WorldWindow.worldSize)
    }
}
