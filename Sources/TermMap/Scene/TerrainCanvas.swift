import Basemaps
import CellGraphics
import MapModel

/// Collects the shapes of basemap tiles as dots of one view.
struct TerrainCanvas {
    /// Where a tile lies on the canvas, in dots.
    struct TileFrame {
        let x: Double
        let y: Double
        let size: Double
    }

    let width: Int
    let height: Int
    /// The canvas's top left corner in dots of the world.
    let originX: Double
    let originY: Double
    let worldDots: Double
    /// Zoom by dots: the world is 256 · 2^detail dots wide. The rules for lines and labels count in it.
    let detail: Double

    /// Edge flags of land, of lakes in it, of land in those and of lakes in that.
    private var areas: [DotBitmap]
    private var countryBorders: DotBitmap
    private var disputedBorders: DotBitmap
    private var stateBorders: DotBitmap
    private var rivers: DotBitmap

    init(viewport: Viewport) {
        let rim = Terrain.rim
        width = viewport.size.width + 2 * rim.width
        height = viewport.size.height + 2 * rim.height
        originX = Double(viewport.origin.x - rim.width)
        originY = Double(viewport.origin.y - rim.height)
        worldDots = viewport.worldDots
        detail = viewport.dotZoom
        let blank = DotBitmap(width: width, height: height)
        areas = Array(repeating: blank, count: 4)
        countryBorders = blank
        disputedBorders = blank
        stateBorders = blank
        rivers = blank
    }

    mutating func draw(_ tile: BasemapTile, in frame: TileFrame, areas drawsAreas: Bool, lines: Bool) {
        if drawsAreas, tile.isAllLand { drawWhole(frame) }
        for feature in tile.features {
            if feature.layer.isArea {
                if drawsAreas { drawRings(of: feature, tile, frame) }
            } else if lines, isShown(feature) {
                drawLines(of: feature, tile, frame)
            }
        }
    }

    private mutating func drawWhole(_ frame: TileFrame) {
        for x in [frame.x, frame.x + frame.size] {
            areas[0].toggleEdge(
                from: DotPosition(x: x, y: frame.y), to: DotPosition(x: x, y: frame.y + frame.size))
        }
    }

    private mutating func drawRings(of feature: BasemapTile.Feature, _ tile: BasemapTile, _ frame: TileFrame)
    {
        let layer = (feature.layer == .land ? 0 : 1) + (feature.attribute == 0 ? 0 : 2)
        let scale = frame.size / Double(Basemap.tileExtent)
        var start = feature.start
        for end in feature.ends where end > start {
            var previous = Self.position(tile.points[end - 1], frame, scale)
            for index in start..<end {
                let next = Self.position(tile.points[index], frame, scale)
                areas[layer].toggleEdge(from: previous, to: next)
                previous = next
            }
            start = end
        }
    }

    private mutating func drawLines(of feature: BasemapTile.Feature, _ tile: BasemapTile, _ frame: TileFrame)
    {
        let scale = frame.size / Double(Basemap.tileExtent)
        var start = feature.start
        for end in feature.ends where end > start {
            var previous = Self.position(tile.points[start], frame, scale)
            for index in start + 1..<max(end, start + 1) {
                let next = Self.position(tile.points[index], frame, scale)
                drawLine(of: feature, from: previous, to: next)
                previous = next
            }
            start = end
        }
    }

    private mutating func drawLine(
        of feature: BasemapTile.Feature, from start: DotPosition, to end: DotPosition
    ) {
        switch feature.layer {
        case .countryBorder where feature.attribute == 0: countryBorders.drawLine(from: start, to: end)
        case .countryBorder: disputedBorders.drawLine(from: start, to: end)
        case .stateBorder: stateBorders.drawLine(from: start, to: end)
        case .river: rivers.drawLine(from: start, to: end)
        case .land, .lake: break
        }
    }

    private static func position(_ point: BasemapTile.Point, _ frame: TileFrame, _ scale: Double)
        -> DotPosition
    {
        DotPosition(x: frame.x + Double(point.x) * scale, y: frame.y + Double(point.y) * scale)
    }

    /// Which lines a zoom shows: more would be a lattice at the world, fewer an empty map further in.
    private func isShown(_ feature: BasemapTile.Feature) -> Bool {
        switch feature.layer {
        case .land, .lake: true
        case .countryBorder: detail >= 0.25
        case .stateBorder: detail >= 3 && Double(feature.attribute) / 10 <= detail + 1
        case .river: detail >= 2.2 && Double(feature.attribute) <= (1.3 * detail - 1.2).rounded(.down)
        }
    }

    /// The finished terrain. Land goes on a little beyond the southern end of the world, or its end would be a coast.
    ///
    /// Lines on water are gone: the sources draw borders across straits.
    consuming func finished() -> Terrain {
        for layer in areas.indices { areas[layer].fillBetweenEdges() }
        var land = areas[0]
        land.subtract(areas[1])
        land.formUnion(areas[2])
        land.subtract(areas[3])
        land.extendRow(Int((worldDots - originY).rounded(.up)) - 1, down: Terrain.rim.height)
        countryBorders.formIntersection(land)
        stateBorders.formIntersection(land)
        disputedBorders.formIntersection(land)
        return Terrain(
            land: land, coast: land.shore(), countryBorders: countryBorders, disputedBorders: disputedBorders,
            stateBorders: stateBorders, rivers: rivers)
    }
}
