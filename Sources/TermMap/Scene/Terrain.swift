import Basemaps
import CellGraphics
import MapModel

/// Land, coast and lines of a view as bitmaps of dots, with a rim of one cell all round.
///
/// The rim lets coast lines be decided by their true neighbours, so that a pan by whole cells shifts
/// the picture and changes nothing inside it.
struct Terrain {
    static let rim = DotSize(columns: 1, rows: 1)

    var land: DotBitmap
    var coast: DotBitmap
    var countryBorders: DotBitmap
    var disputedBorders: DotBitmap
    var stateBorders: DotBitmap
    var rivers: DotBitmap

    /// The dots of a character cell of the view.
    func dots(of bitmap: DotBitmap, column: Int, row: Int) -> UInt8 {
        bitmap.brailleBits(
            x: column * Viewport.dotsPerColumn + Self.rim.width,
            y: row * Viewport.dotsPerRow + Self.rim.height)
    }
}

/// Draws the basemap of a view into a `Terrain`, keeping the tiles it decoded.
struct TerrainPainter {
    private let basemap: Basemap
    private let coastDetail: Basemap?
    private var tiles: [TileKey: BasemapTile] = [:]

    /// About four screens of the densest level.
    private static let keptTiles = 400

    private struct TileKey: Hashable {
        let isDetail: Bool
        let level: Int
        let column: Int
        let row: Int
    }

    init(basemap: Basemap, coastDetail: Basemap?) {
        self.basemap = basemap
        self.coastDetail = coastDetail
    }

    mutating func paint(_ viewport: Viewport) -> Terrain {
        var canvas = TerrainCanvas(viewport: viewport)
        let lineLevel = Self.level(for: canvas.detail, of: basemap)
        let usesDetail = coastDetail != nil && canvas.detail >= 8.5
        visitTiles(of: basemap, isDetail: false, level: lineLevel, canvas: canvas) { tile, frame in
            canvas.draw(tile, in: frame, areas: !usesDetail, lines: true)
        }
        if usesDetail, let coastDetail {
            visitTiles(of: coastDetail, isDetail: true, level: 0, canvas: canvas) { tile, frame in
                canvas.draw(tile, in: frame, areas: true, lines: false)
            }
        }
        return canvas.finished()
    }

    /// The level whose lines are fine enough for a world of 256 · 2^detail dots.
    private static func level(for detail: Double, of basemap: Basemap) -> Int {
        let wanted = detail < 2.5 ? 0 : detail < 4.5 ? 1 : detail < 6.5 ? 2 : 3
        return min(wanted, basemap.levels.count - 1)
    }

    private mutating func visitTiles(
        of map: Basemap, isDetail: Bool, level: Int, canvas: TerrainCanvas,
        _ body: (BasemapTile, TerrainCanvas.TileFrame) -> Void
    ) {
        let side = map.levels[level].tilesPerSide
        let tileDots = canvas.worldDots / Double(side)
        let left = Int((canvas.originX / tileDots).rounded(.down))
        let right = Int(((canvas.originX + Double(canvas.width)) / tileDots).rounded(.down))
        let top = max(Int((canvas.originY / tileDots).rounded(.down)), 0)
        let bottom = min(Int(((canvas.originY + Double(canvas.height)) / tileDots).rounded(.down)), side - 1)
        guard top <= bottom else { return }
        for row in top...bottom {
            for column in left...right {
                let wrapped = ((column % side) + side) % side
                let key = TileKey(isDetail: isDetail, level: level, column: wrapped, row: row)
                let frame = TerrainCanvas.TileFrame(
                    x: Double(column) * tileDots - canvas.originX, y: Double(row) * tileDots - canvas.originY,
                    size: tileDots)
                body(tile(key, of: map), frame)
            }
        }
    }

    private mutating func tile(_ key: TileKey, of map: Basemap) -> BasemapTile {
        if let known = tiles[key] { return known }
        if tiles.count >= Self.keptTiles { tiles.removeAll(keepingCapacity: true) }
        let tile = map.tile(level: key.level, column: key.column, row: key.row)
        tiles[key] = tile
        return tile
    }
}
