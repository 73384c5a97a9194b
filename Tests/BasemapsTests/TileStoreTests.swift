import MapModel
import TestSupport
import Testing

@testable import Basemaps

@Suite struct TileStoreTests {
    private func window(_ longitude: Double, _ zoom: Double) -> TileWindow {
        let center = WebMercator.project(Coordinate(latitude: 45, longitude: longitude))
        return TileWindow(Viewport(center: center, zoom: zoom, size: DotSize(columns: 80, rows: 24)))
    }

    private func store() throws -> TileStore {
        TileStore(
            basemap: try Basemap(path: Repository.root + "/data/basemap.tmb"),
            coastDetail: try Basemap(path: Repository.root + "/data/coast-detail.tmb"))
    }

    @Test(arguments: [(10.0, 1.0), (179.9, 3.0), (-180.0, 6.0), (8.0, 12.0), (8.0, 17.0)])
    func whatIsMissingIsNamedUntilItIsThere(longitude: Double, zoom: Double) throws {
        var store = try store()
        let window = window(longitude, zoom)
        var missing = store.missing(in: window)
        #expect(!missing.isEmpty && store.tiles(in: window).isEmpty)
        #expect(Set(missing).count == missing.count)
        while let address = missing.first {
            store.insert(store.decoded(address), at: address)
            let rest = store.missing(in: window)
            #expect(rest == Array(missing.dropFirst()))
            missing = rest
        }
        var filled = try self.store()
        filled.fill(window)
        let tiles = store.tiles(in: window)
        #expect(tiles.map(\.x) == filled.tiles(in: window).map(\.x))
        // Every dot of the window that is on the globe lies in a tile that draws areas, and in one that draws lines.
        for x in stride(from: 0.5, to: Double(window.width), by: 7) {
            for y in stride(from: max(-window.originY, 0) + 0.5, to: Double(window.height), by: 7)
            where y + window.originY < window.worldDots {
                let around = tiles.filter {
                    $0.x <= x && x < $0.x + $0.size && $0.y <= y && y < $0.y + $0.size
                }
                #expect(around.count(where: \.hasAreas) == 1 && around.count(where: \.hasLines) == 1)
            }
        }
    }

    @Test func manyWindowsDoNotFillTheMemory() throws {
        var store = try store()
        for step in 0..<60 { store.fill(window(Double(step) * 6 - 180, 8)) }
        let last = window(-180, 8)
        store.fill(last)
        #expect(store.missing(in: last).isEmpty)
        #expect(store.count <= 800)
    }
}
