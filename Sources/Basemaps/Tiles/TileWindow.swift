import MapModel

/// The part of the world that tiles are wanted for, in dots of the view's zoom.
package struct TileWindow: Equatable, Sendable {
    /// The north-west corner in dots of the world; east of the world's end it goes on from the west.
    package let originX: Double
    package let originY: Double
    package let width: Int
    package let height: Int
    /// The width of the world in dots.
    package let worldDots: Double
    /// The world is 256 · 2^detail dots wide; the rules for lines and labels count in it.
    package let detail: Double

    /// The view and `rim` dots more on each side.
    package init(_ viewport: Viewport, rim: DotSize) {
        originX = Double(viewport.origin.x - rim.width)
        originY = Double(viewport.origin.y - rim.height)
        width = viewport.size.width + 2 * rim.width
        height = viewport.size.height + 2 * rim.height
        worldDots = viewport.worldDots
        detail = viewport.dotZoom
    }
}

/// Which tile of which file.
package struct TileAddress: Hashable, Sendable {
    /// The file with the finer coast.
    package let isCoastDetail: Bool
    package let level: Int
    package let column: Int
    package let row: Int
}

/// A tile and where it lies in a window.
package struct PlacedTile: Sendable {
    package let tile: BasemapTile
    /// Its north-west corner in dots from that of the window.
    package let x: Double
    package let y: Double
    /// Its side in dots.
    package let size: Double
    /// Land and lakes are drawn from it.
    package let hasAreas: Bool
    /// Borders and rivers are drawn from it.
    package let hasLines: Bool
}
