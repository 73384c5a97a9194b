import Basemaps
import CellGraphics
import MapModel

/// Land, coast and lines of a view as bitmaps of dots, with a rim of one cell all round.
///
/// The rim lets coast lines be decided by their true neighbours, so that a pan by whole cells shifts
/// the picture and changes nothing inside it.
struct Terrain {
    var land: DotBitmap
    var coast: DotBitmap
    var countryBorders: DotBitmap
    var disputedBorders: DotBitmap
    var stateBorders: DotBitmap
    var rivers: DotBitmap

    /// The dots of a character cell of the view.
    func dots(of bitmap: DotBitmap, column: Int, row: Int) -> UInt8 {
        bitmap.brailleBits(
            x: column * Viewport.dotsPerColumn + TileWindow.rim.width,
            y: row * Viewport.dotsPerRow + TileWindow.rim.height)
    }
}

extension Terrain {
    /// The terrain of a view, drawn from the tiles that were supplied for it.
    init(of supplied: SuppliedTiles) {
        var canvas = TerrainCanvas(window: supplied.window)
        for tile in supplied.tiles { canvas.draw(tile) }
        self = canvas.finished()
    }
}
