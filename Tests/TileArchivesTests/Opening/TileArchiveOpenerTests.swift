import CSQLite
import Foundation
import MapModel
import Testing

@testable import Streams
@testable import TileArchives

@Suite struct TileArchiveOpenerTests {
    private static let id = TileID(zoom: 0, column: 0, row: 0)

    @Test func bothFormatsAreDetected() throws {
        let pmtiles = try TemporaryFile(PMTilesWriter(PMTilesArchiveTests.allTiles).bytes, name: "a.csv")
        let mbtiles = try MBTilesWriter()
        #expect(try TileArchiveOpener.format(of: pmtiles.path) == .pmtiles)
        #expect(try TileArchiveOpener.format(of: mbtiles.path) == .mbtiles)
        #expect(try TileArchiveOpener.open(path: pmtiles.path) is PMTilesArchive)
        #expect(try TileArchiveOpener.open(path: mbtiles.path) is MBTilesArchive)
    }

    @Test(arguments: [
        "", "P", "PMT", "name,lat,lon\n", "\u{89}PNG\r\n", "SQLite format 2", "PM\u{3}\u{0}", "PMTile",
    ])
    func otherFilesAreNotTiles(text: String) throws {
        let file = try TemporaryFile(Array(text.utf8), name: "city.png")
        #expect(try TileArchiveOpener.format(of: file.path) == nil)
        #expect(
            sourceMessage { try TileArchiveOpener.open(path: file.path) }
                == "\(file.path): not a tile file (expected PMTiles or MBTiles)")
    }

    @Test func otherDatabasesAreNotTiles() throws {
        let places = try MBTilesWriter([], tables: "CREATE TABLE places (x)", metadata: [:])
        #expect(try TileArchiveOpener.format(of: places.path) == nil)
        let tilesOnly = try MBTilesWriter([], tables: "CREATE TABLE tiles (x)", metadata: [:])
        #expect(try TileArchiveOpener.format(of: tilesOnly.path) == nil)
    }

    /// Whoever reads it next would wait once more.
    @Test func aLockedDatabaseIsKnownFromOneThatIsNoArchive() throws {
        let places = try MBTilesWriter([], tables: "CREATE TABLE places (x)", metadata: [:])
        var writer: OpaquePointer?
        defer { sqlite3_close_v2(writer) }
        #expect(sqlite3_open(places.path, &writer) == SQLITE_OK)
        #expect(sqlite3_exec(writer, "BEGIN EXCLUSIVE", nil, nil, nil) == SQLITE_OK)
        do throws(SourceError) {
            _ = try TileArchiveOpener.format(of: places.path)
            Issue.record("it is locked")
        } catch {
            #expect(TileArchiveOpener.isLocked(error) && !TileArchiveOpener.isLocked(.cancelled))
        }
    }

    @Test func oldArchivesAreDetectedAndExplained() throws {
        let file = try TemporaryFile(Array("PM".utf8) + [1, 0] + [UInt8](repeating: 0, count: 200))
        #expect(try TileArchiveOpener.format(of: file.path) == .pmtiles)
        #expect(sourceMessage { try TileArchiveOpener.open(path: file.path) }?.contains("version 1") == true)
    }

    @Test func whatCannotBeOpenedSaysWhy() {
        #expect(
            sourceMessage { try TileArchiveOpener.open(path: "/no/such.pmtiles") }
                == "/no/such.pmtiles: no such file")
        #expect(
            sourceMessage { try TileArchiveOpener.open(path: "/tmp") }
                == "/tmp: is a directory (expected a file)")
        #expect(
            sourceMessage { try TileArchiveOpener.open(path: "/dev/null") }
                == "/dev/null: is not a regular file (tiles can only be read from one)")
    }

    @Test func openingIsCancelled() throws {
        let pmtiles = try TemporaryFile(PMTilesWriter(PMTilesArchiveTests.allTiles).bytes)
        let mbtiles = try MBTilesWriter()
        for path in [pmtiles.path, mbtiles.path] {
            #expect(throws: SourceError.cancelled) {
                try TileArchiveOpener.open(path: path, isCancelled: { true })
            }
        }
    }
}
