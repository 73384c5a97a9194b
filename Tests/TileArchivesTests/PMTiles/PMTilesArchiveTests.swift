import Dispatch
import Foundation
import MapModel
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Streams
@testable import RowTestSupport
@testable import TileArchives

@Suite struct PMTilesArchiveTests {
    /// Every tile of the zooms 0 to 2, each with bytes of its own.
    static let allTiles: [TileID: [UInt8]] = {
        var tiles: [TileID: [UInt8]] = [:]
        for zoom in 0...2 {
            for column in 0..<1 << zoom {
                for row in 0..<1 << zoom {
                    guard let id = TileID(zoom: zoom, column: column, row: row) else { continue }
                    tiles[id] = content(of: id)
                }
            }
        }
        return tiles
    }()

    private static func content(of id: TileID) -> [UInt8] {
        Array("tile \(id.zoom)/\(id.column)/\(id.row) ".utf8) + [UInt8](repeating: 0x1A, count: 100)
    }

    @Test(arguments: [nil, 1, 4], [nil, .gzip, .zstd] as [Packing?])
    func tilesAreFound(leafSize: Int?, packing: Packing?) throws {
        let writer = PMTilesWriter(Self.allTiles, leafSize: leafSize, packing: packing)
        let archive = try PMTilesArchive(bytes: writer.bytes)
        for (id, bytes) in Self.allTiles {
            #expect(try archive.tile(id, isCancelled: { false }) == TileAnswer(bytes: bytes))
        }
    }

    @Test func theDescriptionIsThatOfTheHeaderAndTheMetadata() throws {
        let archive = try PMTilesArchive(bytes: PMTilesWriter(Self.allTiles, packing: .gzip).bytes)
        #expect(
            archive.description
                == TileArchiveDescription(
                    name: "memory.pmtiles", zooms: 0...2,
                    bounds: GeoBounds(south: 43, west: 11, north: 44, east: 12), layers: ["roads"],
                    attribution: "© Someone"))
    }

    @Test func tilesThatAreNotThereAreNil() throws {
        var tiles = Self.allTiles
        tiles[try #require(TileID(zoom: 2, column: 1, row: 1))] = nil
        let archive = try PMTilesArchive(bytes: PMTilesWriter(tiles, leafSize: 4).bytes)
        #expect(try archive.bytes(2, 1, 1) == nil)
        #expect(try archive.bytes(3, 0, 0) == nil)
    }

    @Test func tilesBeyondTheZoomsAreNotLookedFor() throws {
        var writer = PMTilesWriter(Self.allTiles)
        writer.minZoom = 1
        writer.maxZoom = 1
        let archive = try PMTilesArchive(bytes: writer.bytes)
        #expect(try archive.bytes(0, 0, 0) == nil && archive.bytes(2, 0, 0) == nil)
        let tile = try #require(TileID(zoom: 1, column: 0, row: 0))
        #expect(try archive.bytes(1, 0, 0) == Self.allTiles[tile])
    }

    @Test func aRunOfTilesHasTheSameBytes() throws {
        var writer = PMTilesWriter()
        writer.tiles = Array("sealand".utf8)
        writer.root = PMTilesWriter.directory([(1, 0, 3, 3), (4, nil, 4, 1), (6, 0, 3, 2)])
        let archive = try PMTilesArchive(bytes: writer.bytes)
        // 1, 2, 3 are 1/0/0, 1/0/1, 1/1/1; 4 is 1/1/0; 6 and 7 are 2/1/0 and 2/1/1; 5 and 8 have no tile.
        let found = try [(1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0), (2, 1, 0), (2, 1, 1)].map {
            String(decoding: try archive.bytes($0.0, $0.1, $0.2) ?? [], as: UTF8.self)
        }
        #expect(found == ["sea", "sea", "sea", "land", "sea", "sea"])
        #expect(
            try archive.bytes(0, 0, 0) == nil && archive.bytes(2, 0, 0) == nil
                && archive.bytes(2, 0, 1) == nil)
    }

    @Test func tilesShowTheirCompressionWhereTheHeaderDoesNot() throws {
        for packing in Packing.allCases {
            var writer = PMTilesWriter()
            writer.tiles = packing.pack(Array("packed".utf8))
            writer.root = PMTilesWriter.directory([(0, 0, writer.tiles.count, 1)])
            writer.tileCompression = 0
            #expect(try PMTilesArchive(bytes: writer.bytes).bytes(0, 0, 0) == Array("packed".utf8))
        }
    }

    // MARK: reads

    @Test func theFirstReadIsOneOf16KiB() throws {
        let file = MemoryFile(PMTilesWriter(Self.allTiles).bytes)
        _ = try PMTilesArchive(source: file.source, isCancelled: { false })
        #expect(file.reads == [0..<16_384])
    }

    @Test func leafDirectoriesAreReadOnce() throws {
        let writer = PMTilesWriter(Self.allTiles, leafSize: 8)
        let file = MemoryFile(writer.bytes)
        let archive = try PMTilesArchive(source: file.source, isCancelled: { false })
        for id in Self.allTiles.keys { _ = try archive.tile(id, isCancelled: { false }) }
        #expect(file.reads.count == 1 + 3 + Self.allTiles.count)
    }

    @Test func rootAndMetadataMayLieBehindTheFirst16KiB() throws {
        var writer = PMTilesWriter(Self.allTiles)
        writer.metadata = Array(
            #"{"description":"\#(String(repeating: "x", count: 20_000))","attribution":"me"}"#.utf8)
        #expect(try PMTilesArchive(bytes: writer.bytes).description.attribution == "me")
    }

    @Test func metadataBeyondAMebibyteIsNotUsed() throws {
        var writer = PMTilesWriter(Self.allTiles)
        let filler = String(repeating: "x", count: 1 << 20)
        writer.metadata = Array(
            #"{"attribution":"me","description":"\#(filler)","vector_layers":[{"id":"late"}]}"#.utf8)
        let description = try PMTilesArchive(bytes: writer.bytes).description
        #expect(description.attribution == "me" && description.layers.isEmpty)
    }

    @Test func aCancelledReadThrowsCancelled() throws {
        let file = MemoryFile(PMTilesWriter(Self.allTiles).bytes)
        #expect(throws: SourceError.cancelled) {
            try PMTilesArchive(source: file.source, isCancelled: { true })
        }
        let archive = try PMTilesArchive(source: file.source, isCancelled: { false })
        let id = try #require(TileID(zoom: 0, column: 0, row: 0))
        #expect(throws: SourceError.cancelled) { try archive.tile(id, isCancelled: { true }) }
    }

    @Test func severalThreadsReadAtOnce() throws {
        let archive = try PMTilesArchive(
            bytes: PMTilesWriter(Self.allTiles, leafSize: 2, packing: .gzip).bytes)
        let wrong = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for (id, bytes) in Self.allTiles {
                let found = try? archive.tile(id, isCancelled: { false })
                if found?.bytes != bytes { wrong.withLock { $0 += 1 } }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
    }

    // MARK: changes

    @Test func aReplacedFileIsOpenedAgain() throws {
        let file = MemoryFile(PMTilesWriter(Self.allTiles, leafSize: 4).bytes)
        let archive = try PMTilesArchive(source: file.source, isCancelled: { false })
        #expect(try archive.bytes(1, 0, 0) == Self.allTiles[try #require(TileID(zoom: 1, column: 0, row: 0))])
        let other = try #require(TileID(zoom: 1, column: 0, row: 0))
        var writer = PMTilesWriter([other: Array("new".utf8)])
        writer.maxZoom = 1
        file.replace(by: writer.bytes)
        #expect(try archive.bytes(1, 0, 0) == Array("new".utf8))
        #expect(try archive.bytes(1, 1, 1) == nil)
        #expect(archive.description.zooms == 0...1)
    }

    @Test func aFileThatKeepsChangingIsReported() throws {
        let file = MemoryFile(PMTilesWriter(Self.allTiles).bytes)
        let archive = try PMTilesArchive(source: file.source, isCancelled: { false })
        file.state.withLock { $0.readsPerVersion = 1 }
        #expect(
            sourceMessage { try archive.bytes(0, 0, 0) }
                == "memory.pmtiles: keeps changing while it is read")
    }

    @Test func aFileOnDiskThatIsWrittenOverIsOpenedAgain() throws {
        let file = try TemporaryFile(PMTilesWriter(Self.allTiles).bytes)
        let archive = try PMTilesArchive(path: file.path)
        let id = try #require(TileID(zoom: 0, column: 0, row: 0))
        try file.write(PMTilesWriter([id: Array("new".utf8)]).bytes)
        #expect(try archive.bytes(0, 0, 0) == Array("new".utf8))
        try file.write([])
        #expect(sourceMessage { try archive.bytes(0, 0, 0) } == "\(file.path): is not a PMTiles archive")
    }

    /// Only the time of the file shows it.
    @Test func aFileOfTheSameLengthIsOpenedAgain() throws {
        let first = try #require(TileID(zoom: 0, column: 0, row: 0))
        let second = try #require(TileID(zoom: 1, column: 0, row: 0))
        let write = { (file: TemporaryFile, length: Int) in
            let tiles = [
                first: [UInt8](repeating: 1, count: length), second: [UInt8](repeating: 2, count: 8 - length),
            ]
            try file.write(PMTilesWriter(tiles).bytes)
            try file.setModified(secondsAgo: length)
        }
        let file = try TemporaryFile()
        try write(file, 3)
        let archive = try PMTilesArchive(path: file.path)
        try write(file, 5)
        #expect(try archive.bytes(1, 0, 0) == [2, 2, 2])
    }
}
