import MapModel

/// The decoded tiles of a basemap: returns those of a window and names those that are missing.
///
/// Drawing never decodes: missing tiles are decoded and inserted before.
package struct TileStore: Sendable {
    /// About four screens of the densest level.
    private static let capacity = 400
    /// The finer coast is drawn from this detail.
    private static let leastCoastDetail = 8.5

    private let basemap: Basemap
    private let coastDetail: Basemap?
    private var tiles: [TileAddress: BasemapTile] = [:]

    /// A store without decoded tiles; without `coastDetail` the coast of `basemap` is drawn at all zooms.
    package init(basemap: Basemap, coastDetail: Basemap?) {
        self.basemap = basemap
        self.coastDetail = coastDetail
    }

    /// The number of decoded tiles.
    var count: Int { tiles.count }

    /// The decoded tiles of a window, in drawing order.
    ///
    /// - Complexity: O(tiles in the window).
    package func tiles(in window: TileWindow) -> [PlacedTile] {
        slots(in: window).compactMap { slot in
            tiles[slot.address].map {
                PlacedTile(
                    tile: $0, x: slot.x, y: slot.y, size: slot.size, hasAreas: slot.hasAreas,
                    hasLines: slot.hasLines)
            }
        }
    }

    /// The tiles of a window that are not decoded yet, each once.
    package func missing(in window: TileWindow) -> [TileAddress] {
        var named: Set<TileAddress> = []
        return slots(in: window).map(\.address).filter { tiles[$0] == nil && named.insert($0).inserted }
    }

    /// Decodes a tile; one that is damaged is empty.
    ///
    /// - Complexity: O(points of the tile).
    package func decoded(_ address: TileAddress) -> BasemapTile {
        let file = address.isCoastDetail ? coastDetail ?? basemap : basemap
        return file.tile(level: address.level, column: address.column, row: address.row)
    }

    /// Keeps a decoded tile; `fill` drops those of other windows when there are many.
    package mutating func insert(_ tile: BasemapTile, at address: TileAddress) {
        tiles[address] = tile
    }

    /// Decodes the missing tiles of a window: the file is in memory, nothing waits.
    ///
    /// - Complexity: O(points of the missing tiles).
    package mutating func fill(_ window: TileWindow) {
        let missing = missing(in: window)
        if tiles.count + missing.count > Self.capacity {
            let wanted = Set(slots(in: window).map(\.address))
            tiles = tiles.filter { wanted.contains($0.key) }
        }
        for address in missing { insert(decoded(address), at: address) }
    }

    // MARK: - Which tiles a window needs

    private struct Slot {
        let address: TileAddress
        let x: Double
        let y: Double
        let size: Double
        let hasAreas: Bool
        let hasLines: Bool
    }

    private func slots(in window: TileWindow) -> [Slot] {
        guard let coastDetail, window.detail >= Self.leastCoastDetail else {
            return slots(in: window, of: basemap, isCoastDetail: false, hasAreas: true, hasLines: true)
        }
        return slots(in: window, of: basemap, isCoastDetail: false, hasAreas: false, hasLines: true)
            + slots(in: window, of: coastDetail, isCoastDetail: true, hasAreas: true, hasLines: false)
    }

    /// The level whose lines are fine enough for a world of 256 · 2^detail dots.
    private static func level(for detail: Double, of basemap: Basemap) -> Int {
        let wanted = detail < 2.5 ? 0 : detail < 4.5 ? 1 : detail < 6.5 ? 2 : 3
        return min(wanted, basemap.levels.count - 1)
    }

    private func slots(
        in window: TileWindow, of file: Basemap, isCoastDetail: Bool, hasAreas: Bool, hasLines: Bool
    ) -> [Slot] {
        let level = isCoastDetail ? 0 : Self.level(for: window.detail, of: file)
        let side = file.levels[level].tilesPerSide
        let size = window.worldDots / Double(side)
        func index(_ dots: Double) -> Int { Int((dots / size).rounded(.down)) }
        let top = max(index(window.originY), 0)
        let bottom = min(index(window.originY + Double(window.height)), side - 1)
        guard top <= bottom else { return [] }
        return (top...bottom).flatMap { row in
            (index(window.originX)...index(window.originX + Double(window.width))).map { column in
                let wrapped = ((column % side) + side) % side
                return Slot(
                    address: TileAddress(
                        isCoastDetail: isCoastDetail, level: level, column: wrapped, row: row),
                    x: Double(column) * size - window.originX, y: Double(row) * size - window.originY,
                    size: size, hasAreas: hasAreas, hasLines: hasLines)
            }
        }
    }
}
