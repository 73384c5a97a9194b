import MapModel

/// The part of the world to draw tiles for, in dots of the view's zoom.
package struct TileWindow: Equatable, Sendable {
    /// Dots beyond the view on each side: one cell, so that a line at the edge is drawn by its true neighbours.
    package static let rim = DotSize(columns: 1, rows: 1)

    /// The north-west corner in dots of the world; beyond 180° E it continues from the west.
    package let originX: Double
    /// Its second coordinate, southwards from the northern edge; may be negative or beyond the world.
    package let originY: Double
    /// Columns of dots.
    package let width: Int
    /// Rows of dots.
    package let height: Int
    /// The width of the world in dots.
    package let worldDots: Double
    /// The world is 256 · 2^detail dots wide; the rules for lines and labels use this scale.
    package let detail: Double

    /// The view with its rim.
    package init(_ viewport: Viewport) {
        let rim = Self.rim
        originX = Double(viewport.origin.x - rim.width)
        originY = Double(viewport.origin.y - rim.height)
        width = viewport.size.width + 2 * rim.width
        height = viewport.size.height + 2 * rim.height
        worldDots = viewport.worldDots
        detail = viewport.dotZoom
    }
}

/// The address of a tile in one of the two files.
package struct TileAddress: Hashable, Sendable {
    /// The file with the finer coast.
    package let isCoastDetail: Bool
    /// The level of detail in the file.
    package let level: Int
    /// Tiles east of 180° W.
    package let column: Int
    /// Tiles south of the northern edge.
    package let row: Int
}

/// A tile and where it lies in a window.
package struct PlacedTile: Sendable {
    /// The decoded tile.
    package let tile: BasemapTile
    /// Its north-west corner in dots from that of the window.
    package let x: Double
    /// Its second coordinate, southwards.
    package let y: Double
    /// Its side in dots.
    package let size: Double
    /// Land and lakes are drawn from it.
    package let hasAreas: Bool
    /// Borders and rivers are drawn from it.
    package let hasLines: Bool
}

/// The tiles that a view is drawn from.
package struct SuppliedTiles: Sendable {
    package let window: TileWindow
    /// In drawing order.
    package let tiles: [PlacedTile]
    /// Another one for each supply: a drawing of an older one is out of date.
    package let number: Int

    package init(window: TileWindow, tiles: [PlacedTile], number: Int) {
        self.window = window
        self.tiles = tiles
        self.number = number
    }
}
