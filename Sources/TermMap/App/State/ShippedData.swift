import Basemaps
import CellGraphics

/// The files that the program ships: the basemap and the names of places.
package struct ShippedData: Sendable {
    package private(set) var basemap = BasemapData.none
    /// What the view is drawn from; nil without a basemap.
    package private(set) var tiles: SuppliedTiles?
    private var store: TileStore?
    private var supplyCount = 0
    /// The names of places, once read.
    package private(set) var atlas: Atlas?
    /// The names of places are being read.
    package var isAtlasAwaited = false
    /// Why place names cannot be searched, one line.
    package private(set) var atlasError: String?

    /// What is missing or damaged, a line each.
    package var faults: [String] { basemap.faults + (atlasError.map { [$0] } ?? []) }

    package mutating func receive(_ basemap: BasemapData) {
        self.basemap = basemap
        store = basemap.basemap.map { TileStore(basemap: $0, coastDetail: basemap.coastDetail) }
        tiles = nil
    }

    /// Supplies the tiles of a window, unless it was done already.
    mutating func supply(_ window: TileWindow) {
        guard window != tiles?.window, store != nil else { return }
        store?.fill(window)
        supplyCount += 1
        tiles = SuppliedTiles(window: window, tiles: store?.tiles(in: window) ?? [], number: supplyCount)
    }

    package mutating func receive(_ result: Result<Atlas, AtlasError>) {
        isAtlasAwaited = false
        switch result {
        case .success(let atlas): self.atlas = atlas
        case .failure(let error): atlasError = error.message
        }
    }
}
