/// The address of a Web Mercator tile: one of 2^zoom × 2^zoom squares, counted from the north-west corner.
public struct TileID: Hashable, Sendable {
    /// The deepest zoom of any tile: columns and rows fit 30 bits.
    public static let deepestZoom = 30

    /// 0...30; at 0 one tile is the world.
    public let zoom: Int
    /// Tiles east of 180° W, 0..<2^zoom.
    public let column: Int
    /// Tiles south of the northern edge, 0..<2^zoom.
    public let row: Int

    /// The tile at an address; nil where there is none.
    public init?(zoom: Int, column: Int, row: Int) {
        guard (0...Self.deepestZoom).contains(zoom), (0..<1 << zoom).contains(column),
            (0..<1 << zoom).contains(row)
        else { return nil }
        self.zoom = zoom
        self.column = column
        self.row = row
    }

    /// The tile of a lower zoom that holds this one; nil below zoom 0.
    public func ancestor(levels: Int) -> TileID? {
        guard levels >= 0, levels <= zoom else { return nil }
        return TileID(zoom: zoom - levels, column: column >> levels, row: row >> levels)
    }
}
