import Foundation
import MapModel
import Testing

@testable import Streams
@testable import TileArchives

/// Archives as programs of others wrote them.
@Suite(.enabled(if: RealTiles.areThere, "real archives: no ../shared/testdata/tiles"))
struct RealArchiveTests {
    /// All tiles that touch the bounds, by zoom.
    private func tiles(of archive: any TileArchive) throws -> [TileID] {
        let bounds = try #require(archive.description.bounds)
        return archive.description.zooms.flatMap { zoom in
            let first = Self.address(bounds.north, bounds.west, zoom)
            let last = Self.address(bounds.south, bounds.east, zoom)
            return (first.column...last.column).flatMap { column in
                (first.row...last.row).compactMap { TileID(zoom: zoom, column: column, row: $0) }
            }
        }
    }

    private static func address(_ latitude: Double, _ longitude: Double, _ zoom: Int) -> (
        column: Int, row: Int
    ) {
        let y = 0.5 - asinh(tan(latitude * .pi / 180)) / (2 * .pi)
        return (Int((longitude + 180) / 360 * Double(1 << zoom)), Int(y * Double(1 << zoom)))
    }

    /// The counts are those of the archives' own headers and tables.
    @Test(arguments: [
        ("firenze.pmtiles", 108, 0...14), ("sf-shortbread.pmtiles", 16, 11...14),
        ("monaco-omt.mbtiles", 22, 0...14),
    ])
    func allTilesAreFound(name: String, count: Int, zooms: ClosedRange<Int>) throws {
        let archive = try TileArchiveOpener.open(path: RealTiles.path(name))
        #expect(archive.description.zooms == zooms)
        let found = try tiles(of: archive).compactMap { try archive.tile($0, isCancelled: { false }).bytes }
        #expect(found.count == count)
        let areTiles = found.allSatisfy(MBTilesArchive.isVectorTile) && found.contains { $0.count > 10_000 }
        #expect(areTiles)
    }

    @Test func firenzeSaysWhatItIs() throws {
        let description = try TileArchiveOpener.open(path: RealTiles.path("firenze.pmtiles")).description
        #expect(description.attribution == "Protomaps © OpenStreetMap")
        #expect(description.layers.contains("roads") && description.layers.contains("water"))
        #expect(
            description.bounds
                == GeoBounds(south: 43.7270125, west: 11.154026, north: 43.8325455, east: 11.3289395))
    }

    @Test func theOthersSayWhatTheyAre() throws {
        let shortbread = try TileArchiveOpener.open(path: RealTiles.path("sf-shortbread.pmtiles")).description
        #expect(shortbread.attribution == "© OpenStreetMap contributors")
        #expect(shortbread.layers.contains("street_labels"))
        let monaco = try TileArchiveOpener.open(path: RealTiles.path("monaco-omt.mbtiles")).description
        #expect(monaco.layers.contains("transportation_name"))
        #expect(monaco.bounds == GeoBounds(south: 43.72335, west: 7.409205, north: 43.75169, east: 7.448637))
    }

    @Test func aLeafDirectoryOfAnotherWriterIsRead() throws {
        #expect(
            sourceMessage { try TileArchiveOpener.open(path: RealTiles.path("leaf.pmtiles")) }?
                .contains("has tiles of an unknown type and no vector layers") == true)
        var bytes = try RealTiles.bytes("leaf.pmtiles")
        bytes[99] = 1
        let archive = try PMTilesArchive(bytes: bytes)
        let tiles = try [(0, 0, 0), (1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0)].map {
            String(decoding: try archive.bytes($0.0, $0.1, $0.2) ?? [], as: UTF8.self)
        }
        #expect(tiles == ["0", "1", "2", "3", "4"])
    }

    @Test(.enabled(if: BrotliLibrary.installed != nil, "real archives: no libbrotli1"))
    func brotliOfAnotherWriterIsRead() throws {
        #expect(
            sourceMessage { try TileArchiveOpener.open(path: RealTiles.path("single_tile_brotli.pmtiles")) }?
                .hasSuffix("has PNG tiles (expected vector tiles, MVT)") == true)
        var bytes = try RealTiles.bytes("single_tile_brotli.pmtiles")
        bytes[99] = 1
        let tile = try PMTilesArchive(bytes: bytes).bytes(0, 0, 0)
        #expect(tile?.count == 18_404 && tile?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
    }
}
