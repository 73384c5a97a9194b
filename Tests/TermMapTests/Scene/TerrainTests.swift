import Basemaps
import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Scene
@testable import StoryTestSupport

/// The shipped basemap, drawn.
@Suite struct TerrainTests {
    private func paint(_ viewport: Viewport) throws -> Terrain {
        let basemap = try #require(Repository.basemap.basemap)
        var store = TileStore(basemap: basemap, coastDetail: Repository.basemap.coastDetail)
        let window = TileWindow(viewport)
        store.fill(window)
        return Terrain(of: SuppliedTiles(window: window, tiles: store.tiles(in: window), number: 1))
    }

    private func view(_ latitude: Double, _ longitude: Double, _ zoom: Double) -> Viewport {
        let center = WebMercator.project(Coordinate(latitude: latitude, longitude: longitude))
        return Viewport(center: center, zoom: zoom, size: DotSize(columns: 40, rows: 12))
    }

    private func isLand(_ terrain: Terrain, _ view: Viewport, _ latitude: Double, _ longitude: Double) -> Bool
    {
        let dot = view.dot(of: WebMercator.project(Coordinate(latitude: latitude, longitude: longitude)))
        return terrain.land[
            Int(dot.x.rounded(.down)) + TileWindow.rim.width,
            Int(dot.y.rounded(.down)) + TileWindow.rim.height]
    }

    @Test(
        arguments: [
            ("Paris", 48.85, 2.35, true), ("Atlantic", 30, -40, false), ("Sahara", 23, 5, true),
            ("Lake Superior", 47.7, -87.5, false), ("Caspian", 42, 50.5, false),
            ("Antarctica", -80, 60, true),
            ("Brazil", -10, -55, true), ("Pacific", 0, -140, false), ("Chukotka", 67, -175.5, true),
            ("Australia", -25, 134, true), ("Gulf of Guinea", 0, 0, false), ("Black Sea", 43, 35, false),
        ], [1.5, 3.0, 5, 7])
    func knownPlacesAreLandOrWater(place: (String, Double, Double, Bool), zoom: Double) throws {
        let (name, latitude, longitude, expected) = place
        let view = view(latitude, longitude, zoom)
        #expect(isLand(try paint(view), view, latitude, longitude) == expected, "\(name)")
    }

    @Test(arguments: [
        (48.8566, 2.3522, true), (43.28, 5.33, false), (37.83, -122.45, false), (37.76, -122.44, true),
        (40.78, -73.97, true), (40.66, -74.04, false),
    ])
    func coastIsTrueInDetail(latitude: Double, longitude: Double, expected: Bool) throws {
        let view = view(latitude, longitude, 12)
        #expect(isLand(try paint(view), view, latitude, longitude) == expected)
    }

    @Test func landGoesOnAcrossTheAntimeridian() throws {
        let view = view(67, 180, 4)
        let terrain = try paint(view)
        for longitude in [176.5, 178, 179.5, -179.5, -178, -176.5] {
            #expect(isLand(terrain, view, 67, longitude), "\(longitude)")
        }
        #expect(!isLand(terrain, view, 60, 180))
    }

    @Test(
        arguments: [(48.0, 5.0, 4.0), (67, 180, 4), (-33, 151, 8), (52, 5, 2), (0, 180, 3), (40.7, -74, 11)],
        [(1, 0), (-3, 2), (0, -1), (7, 5)])
    func panByWholeCellsShiftsThePicture(place: (Double, Double, Double), by: (Int, Int)) throws {
        let before = view(place.0, place.1, place.2)
        let after = before.panned(columns: by.0, rows: by.1)
        let first = try paint(before)
        let second = try paint(after)
        var dots = 0
        for (old, new) in [
            (first.land, second.land), (first.coast, second.coast),
            (first.countryBorders, second.countryBorders), (first.stateBorders, second.stateBorders),
        ] {
            for row in max(by.1, 0)..<min(12, 12 + by.1) {
                for column in max(by.0, 0)..<min(40, 40 + by.0) {
                    let was = first.dots(of: old, column: column, row: row)
                    let now = second.dots(of: new, column: column - by.0, row: row - by.1)
                    #expect(was == now, "\(column), \(row)")
                    dots += was.nonzeroBitCount
                }
            }
        }
        #expect(dots > 0 || place.0 == 0)
    }

    @Test func coastIsLandBesideWater() throws {
        let terrain = try paint(view(48, 5, 3))
        var onLand = terrain.coast
        onLand.formIntersection(terrain.land)
        #expect(onLand == terrain.coast && !terrain.coast.isEmpty)
    }

    @Test func bordersAreOnLandOnly() throws {
        let terrain = try paint(view(50, 5, 4))
        var onWater = terrain.countryBorders
        onWater.subtract(terrain.land)
        #expect(onWater.isEmpty && !terrain.countryBorders.isEmpty)
    }

    @Test(arguments: [0.0, 0.7, 6, 13.5, 22])
    func anyZoomIsDrawn(zoom: Double) throws {
        let view = view(85, -180, zoom)
        #expect(try paint(view).land.width == view.size.width + 2 * TileWindow.rim.width)
    }
}
