import Basemaps
import CellGraphics
import MapModel

/// Collects the shapes of basemap tiles as dots of one view.
struct TerrainCanvas {
    private let window: TileWindow
    /// Edge flags of land, of lakes in it, of land in those and of lakes in that.
    private var areas: [DotBitmap]
    private var countryBorders: DotBitmap
    private var disputedBorders: DotBitmap
    private var stateBorders: DotBitmap
    private var rivers: DotBitmap

    init(window: TileWindow) {
        self.window = window
        let blank = DotBitmap(width: window.width, height: window.height)
        areas = Array(repeating: blank, count: 4)
        countryBorders = blank
        disputedBorders = blank
        stateBorders = blank
        rivers = blank
    }

    mutating func draw(_ placed: PlacedTile) {
        if placed.hasAreas, placed.tile.isAllLand { drawWhole(placed) }
        for feature in placed.tile.features {
            if feature.layer.isArea {
                if placed.hasAreas { drawRings(of: feature, placed) }
            } else if placed.hasLines, isShown(feature) {
                drawLines(of: feature, placed)
            }
        }
    }

    private mutating func drawWhole(_ placed: PlacedTile) {
        for x in [placed.x, placed.x + placed.size] {
            areas[0].toggleEdge(
                from: DotPosition(x: x, y: placed.y), to: DotPosition(x: x, y: placed.y + placed.size))
        }
    }

    private mutating func drawRings(of feature: BasemapTile.Feature, _ placed: PlacedTile) {
        let layer = (feature.layer == .land ? 0 : 1) + (feature.attribute == 0 ? 0 : 2)
        let scale = placed.size / Double(Basemap.tileExtent)
        var start = feature.start
        for end in feature.ends where end > start {
            var previous = Self.position(placed.tile.points[end - 1], placed, scale)
            for index in start..<end {
                let next = Self.position(placed.tile.points[index], placed, scale)
                areas[layer].toggleEdge(from: previous, to: next)
                previous = next
            }
            start = end
        }
    }

    private mutating func drawLines(of feature: BasemapTile.Feature, _ placed: PlacedTile) {
        let scale = placed.size / Double(Basemap.tileExtent)
        var start = feature.start
        for end in feature.ends where end > start {
            var previous = Self.position(placed.tile.points[start], placed, scale)
            for index in start + 1..<max(end, start + 1) {
                let next = Self.position(placed.tile.points[index], placed, scale)
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

    private static func position(_ point: BasemapTile.Point, _ placed: PlacedTile, _ scale: Double)
        -> DotPosition
    {
        DotPosition(x: placed.x + Double(point.x) * scale, y: placed.y + Double(point.y) * scale)
    }

    /// Which lines a zoom shows: more would be a lattice at the world, fewer an empty map further in.
    private func isShown(_ feature: BasemapTile.Feature) -> Bool {
        switch feature.layer {
        case .land, .lake: true
        case .countryBorder: window.detail >= 0.25
        case .stateBorder: window.detail >= 3 && Double(feature.attribute) / 10 <= window.detail + 1
        case .river:
            window.detail >= 2.2 && Double(feature.attribute) <= (1.3 * window.detail - 1.2).rounded(.down)
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
        land.extendRow(Int((window.worldDots - window.originY).rounded(.up)) - 1, down: TileWindow.rim.height)
        countryBorders.formIntersection(land)
        stateBorders.formIntersection(land)
        disputedBorders.formIntersection(land)
        return Terrain(
            land: land, coast: land.shore(), countryBorders: countryBorders, disputedBorders: disputedBorders,
            stateBorders: stateBorders, rivers: rivers)
    }
}
