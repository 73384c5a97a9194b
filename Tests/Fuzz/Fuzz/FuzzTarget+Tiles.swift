import MapModel
import Streets

@testable import Basemaps
@testable import RowValues
@testable import Streams
@testable import TileArchives

extension FuzzTarget {
    /// Tiles and the files that the program keeps or ships.
    static let tiles: [String: Reader] = [
        "mvt": { bytes in
            let tile = MVTDecoder().decode(bytes)
            guard !tile.layers.isEmpty else { return }
            _ = BlockPlan(BlockID(zoom: 16, column: 8704, row: 5972), tileZoom: 14).draw { _ in .tile(tile) }
            _ = MVTInspector.findings(bytes, x: 0.5, y: 0.5, reach: 0.1)
        },
        "pmtiles": { bytes in
            guard let archive = try? PMTilesArchive(source: BytesSource(all: bytes), isCancelled: { false })
            else { return }
            for zoom in 0...2 {
                guard let id = TileID(zoom: zoom, column: 0, row: 0) else { continue }
                _ = try? archive.tile(id, isCancelled: { false })
            }
        },
        "metadata": { _ = TileMetadata(json: $0) },
        "basemap": { bytes in
            guard let basemap = try? Basemap(bytes: bytes, path: "fuzz") else { return }
            for level in basemap.levels.indices.prefix(3) {
                _ = basemap.tile(level: level, column: 0, row: 0)
            }
        },
        "gazetteer": { bytes in
            guard let gazetteer = try? Gazetteer(bytes) else { return }
            _ = PlaceSearch(gazetteer)
        },
        // Checksums stand before these: what is behind them is fuzzed without.
        "saved": { bytes in
            _ = SavedHeader(bytes)
            _ = try? SavedTable(bytes, end: bytes.count)
            var reader = ByteReader(bytes)
            _ = DetectedColumns(&reader, columnCount: 3)
        },
    ]
}

/// An archive in memory.
private struct BytesSource: RangeSource {
    let all: [UInt8]
    var name: String { "fuzz" }

    func bytes(in range: Range<Int>, isCancelled: () -> Bool) throws(SourceError) -> [UInt8] {
        Array(all[range.clamped(to: all.indices)])
    }

    func reopened(isCancelled: () -> Bool) throws(SourceError) -> any RangeSource { self }
}
