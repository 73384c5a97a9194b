import Foundation
import MapModel
import TestSupport
import Testing

@testable import SQLiteFiles
@testable import Streams
@testable import RowTestSupport
@testable import TileArchives

@Suite struct MBTilesHostileTests {
    private static let metadata = "CREATE TABLE metadata (name TEXT, value TEXT);"

    /// Rows without an end, none of which is asked for.
    private static let endless =
        metadata + """
            CREATE VIEW tiles AS
                WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
                SELECT -n AS zoom_level, 0 AS tile_column, 0 AS tile_row, x'1A00' AS tile_data FROM c;
            """

    @Test func anEndlessViewIsCancelled() throws {
        let file = try MBTilesWriter([], tables: Self.endless)
        let archive = try MBTilesArchive(path: file.path)
        let id = try #require(TileID(zoom: 0, column: 0, row: 0))
        var calls = 0
        #expect(throws: SourceError.cancelled) {
            try archive.tile(id) {
                calls += 1
                return calls > 100
            }
        }
    }

    @Test func anEndlessViewEndsWithATimeout() throws {
        let file = try MBTilesWriter([], tables: Self.endless)
        let archive = try MBTilesArchive(path: file.path)
        let message = SQLiteDatabase.$simulatedLookTime.withValue(.seconds(1)) {
            sourceMessage { try archive.bytes(0, 0, 0) }
        }
        #expect(message?.contains("timeout: no row within 10 s") == true)
    }

    @Test func aHugeValueIsRefused() throws {
        let tables =
            Self.metadata + """
                CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row,
                    zeroblob(17 << 20) AS tile_data;
                """
        let file = try MBTilesWriter([], tables: tables)
        let archive = try MBTilesArchive(path: file.path)
        let message = sourceMessage { try archive.bytes(0, 0, 0) } ?? ""
        #expect(message.contains("has a value or statement that is too large") && isOneLine(message))
    }

    @Test func aBombIsRefused() throws {
        let id = try #require(TileID(zoom: 0, column: 0, row: 0))
        let bomb = Packing.gzip.pack([UInt8](repeating: 0, count: TileAnswer.byteLimit + 1))
        let file = try MBTilesWriter(tiles: [(id, bomb)])
        let archive = try MBTilesArchive(path: file.path)
        #expect(
            sourceMessage { try archive.bytes(0, 0, 0) }?
                .hasSuffix("cannot decompress a tile: the decompressed data is too large") == true)
    }

    @Test func manyRowsOfMetadataAreNotRead() throws {
        let tables = """
            CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);
            CREATE VIEW metadata AS
                WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
                SELECT CASE n WHEN 1 THEN 'minzoom' WHEN 2 THEN 'maxzoom' ELSE 'format' END AS name,
                    CASE n WHEN 1 THEN 0 WHEN 2 THEN 3 ELSE 'pbf' END AS value FROM c;
            """
        let file = try MBTilesWriter([], tables: tables, metadata: [:])
        let archive = try MBTilesArchive(path: file.path)
        #expect(archive.description.zooms == 0...3)
    }

    @Test func aViewThatWritesOrLoadsIsRefused() throws {
        let tables = Self.metadata + "CREATE VIEW tiles AS SELECT load_extension('x') AS zoom_level;"
        let file = try MBTilesWriter([], tables: tables, metadata: [:])
        let message = sourceMessage { try MBTilesArchive(path: file.path) }
        #expect(message.map(isOneLine) == true)
    }

    // MARK: fuzz

    private static func original() throws -> [UInt8] {
        let tiles = PMTilesArchiveTests.allTiles.map { (id: $0.key, bytes: Packing.gzip.pack($0.value)) }
        let file = try MBTilesWriter(
            tiles: tiles, metadata: ["format": "pbf", "json": #"{"vector_layers":[{"id":"a"}]}"#])
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)))
    }

    @Test(arguments: 0..<4) func mutationsDoNotTrap(chunk: UInt64) throws {
        let original = try Self.original()
        var (opened, refused, read, failed) = (0, 0, 0, 0)
        for seed in chunk * 500..<(chunk + 1) * 500 {
            var random = SeededRandom(seed)
            let file = try TemporaryFile(original.mutated(&random, upTo: original.count))
            do {
                let archive = try MBTilesArchive(path: file.path)
                opened += 1
                let message = sourceMessage { try archive.bytes(1, Int(seed & 1), Int(seed >> 1 & 1)) }
                #expect(message.map(isOneLine) ?? true, "seed \(seed): \(message ?? "")")
                if message == nil { read += 1 } else { failed += 1 }
            } catch {
                #expect(isOneLine("\(error)"), "seed \(seed)")
                refused += 1
            }
        }
        #expect(
            opened > 20 && refused > 20 && read > 100 && failed > 2, "\((opened, refused, read, failed))")
    }
}
