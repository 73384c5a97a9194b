import Dispatch
import MapModel
import Synchronization
import TestSupport
import Testing

@testable import SQLiteFiles
@testable import Streams
@testable import RowTestSupport
@testable import TileArchives

@Suite struct MBTilesArchiveTests {
    /// A tile with an empty layer of this name.
    private static func tile(_ name: String) -> [UInt8] {
        let layer = [0x78, 2, 0x0A, UInt8(name.utf8.count)] + Array(name.utf8)
        return [0x1A, UInt8(layer.count)] + layer
    }

    private static let tiles: [(id: TileID, bytes: [UInt8])] = PMTilesArchiveTests.allTiles.keys.map { id in
        (id, tile("\(id.zoom)/\(id.column)/\(id.row)"))
    }

    private static func packed(_ pack: ([UInt8]) -> [UInt8] = { $0 }) -> [(id: TileID, bytes: [UInt8])] {
        tiles.map { ($0.id, pack($0.bytes)) }
    }

    private func expectAllTiles(of archive: MBTilesArchive) throws {
        for (id, bytes) in Self.tiles {
            #expect(try archive.tile(id, isCancelled: { false }) == TileAnswer(bytes: bytes))
        }
    }

    @Test(arguments: [nil, .gzip, .zlib, .zstd] as [Packing?])
    func tilesAreFound(packing: Packing?) throws {
        let file = try MBTilesWriter(tiles: Self.packed { packing?.pack($0) ?? $0 })
        try expectAllTiles(of: MBTilesArchive(path: file.path))
    }

    @Test func aTableWithoutAnIndexIsRead() throws {
        let file = try MBTilesWriter([], tiles: Self.tiles)
        try expectAllTiles(of: MBTilesArchive(path: file.path))
    }

    @Test func tilesMayBeAView() throws {
        let tables = """
            CREATE TABLE metadata (name TEXT, value TEXT);
            CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
            CREATE TABLE images (tile_id TEXT, tile_data BLOB);
            CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data
                FROM map JOIN images ON images.tile_id = map.tile_id;
            INSERT INTO images VALUES ('sea', x'1A0578020A0161');
            INSERT INTO map VALUES (1, 0, 0, 'sea'), (1, 1, 1, 'sea');
            """
        let file = try MBTilesWriter([], tables: tables)
        let archive = try MBTilesArchive(path: file.path)
        // Row 0 of the table is the southern one.
        #expect(try archive.bytes(1, 0, 1) == Self.tile("a"))
        #expect(try archive.bytes(1, 1, 0) == Self.tile("a"))
        #expect(try archive.bytes(1, 0, 0) == nil)
        #expect(try archive.bytes(3, 0, 0) == nil)
    }

    @Test func columnsMayBeTexts() throws {
        let tables = MBTilesWriter.tables.replacing("INTEGER", with: "TEXT")
        let file = try MBTilesWriter(tables: tables, tiles: Self.tiles)
        try expectAllTiles(of: MBTilesArchive(path: file.path))
    }

    @Test func theDescriptionIsThatOfTheMetadata() throws {
        let file = try MBTilesWriter(
            tiles: Self.tiles,
            metadata: [
                "format": "pbf", "minzoom": "1", "maxzoom": "2", "bounds": "7.4,43.7,7.5,43.8",
                "attribution": "<b>&copy; Me</b>", "json": #"{"vector_layers":[{"id":"water"}]}"#,
            ])
        #expect(
            try MBTilesArchive(path: file.path).description
                == TileArchiveDescription(
                    name: file.path, zooms: 1...2,
                    bounds: GeoBounds(south: 43.7, west: 7.4, north: 43.8, east: 7.5), layers: ["water"],
                    attribution: "© Me"))
    }

    @Test func withoutMetadataTheTilesAreAsked() throws {
        let file = try MBTilesWriter(tiles: Self.tiles, metadata: [:])
        let archive = try MBTilesArchive(path: file.path)
        #expect(archive.description.zooms == 0...2)
        try expectAllTiles(of: archive)
    }

    @Test func severalThreadsReadAtOnce() throws {
        let file = try MBTilesWriter(tiles: Self.packed(Packing.gzip.pack))
        let archive = try MBTilesArchive(path: file.path)
        let wrong = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for (id, bytes) in Self.tiles {
                let found = try? archive.tile(id, isCancelled: { false })
                if found?.bytes != bytes { wrong.withLock { $0 += 1 } }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
    }

    // MARK: refusals

    @Test(
        arguments: [
            (["format": "png"], "has png tiles (expected vector tiles, MVT)"),
            (["format": "WEBP"], "has webp tiles (expected"), (["format": "mlt"], "has mlt tiles (expected"),
            (["format": "\u{1B}[2J"], "has ^[[2j tiles (expected"),
        ] as [([String: String], String)])
    func otherTilesAreRefused(metadata: [String: String], words: String) throws {
        let file = try MBTilesWriter(tiles: Self.tiles, metadata: metadata)
        let message = sourceMessage { try MBTilesArchive(path: file.path) } ?? ""
        #expect(message.contains(words) && isOneLine(message), "\(message)")
    }

    @Test func aFirstTileThatIsAPictureIsRefused() throws {
        let id = try #require(TileID(zoom: 0, column: 0, row: 0))
        let file = try MBTilesWriter(tiles: [(id, [0x89, 0x50, 0x4E, 0x47])], metadata: [:])
        #expect(
            sourceMessage { try MBTilesArchive(path: file.path) }?
                .hasSuffix("has tiles of an unknown format (expected vector tiles, MVT)") == true)
    }

    @Test func emptyValuesAreNoTiles() throws {
        let file = try MBTilesWriter(["INSERT INTO tiles VALUES (0, 0, 0, NULL), (1, 0, 1, x'')"])
        let archive = try MBTilesArchive(path: file.path)
        #expect(try archive.bytes(0, 0, 0) == nil && archive.bytes(1, 0, 0) == nil)
    }

    @Test(
        arguments: [
            ("CREATE TABLE other (x)", "is an SQLite database without tiles (expected PMTiles"),
            ("CREATE TABLE tiles (x)", "no such column: "),
            (MBTilesWriter.tables, "has no tiles (expected"),
            (
                MBTilesWriter.tables + "INSERT INTO tiles VALUES (5, 0, 0, NULL), (31, 0, 0, NULL)",
                "has zooms 5 to 31"
            ),
        ])
    func databasesWithoutTilesAreRefused(tables: String, words: String) throws {
        let file = try MBTilesWriter([], tables: tables, metadata: [:])
        let message = sourceMessage { try MBTilesArchive(path: file.path) } ?? ""
        #expect(message.contains(words) && isOneLine(message), "\(message)")
    }
}
