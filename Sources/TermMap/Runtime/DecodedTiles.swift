import App
import MapModel
import Streets

/// Decoded tiles, the least recently used dropped first; nil for one that the archive does not have.
struct DecodedTiles {
    private static let byteLimit = 64 << 20

    private struct Entry {
        let tile: StreetTile?
        var lastUse: Int
    }

    private var entries: [TileID: Entry] = [:]
    private var bytes = 0
    private var clock = 0

    func holds(_ id: TileID) -> Bool { entries[id] != nil }

    mutating func tile(_ id: TileID) -> StreetTile? {
        clock += 1
        entries[id]?.lastUse = clock
        return entries[id]?.tile
    }

    mutating func insert(_ tile: StreetTile?, at id: TileID) {
        remove(id)
        clock += 1
        entries[id] = Entry(tile: tile, lastUse: clock)
        bytes += Self.bytes(of: tile)
        while bytes > Self.byteLimit, entries.count > 1,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            remove(oldest.key)
        }
    }

    private mutating func remove(_ id: TileID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        bytes -= Self.bytes(of: entry.tile)
    }

    private static func bytes(of tile: StreetTile?) -> Int { (tile?.memoryBytes ?? 0) + 100 }
}
