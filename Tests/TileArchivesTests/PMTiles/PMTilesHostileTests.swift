import MapModel
import TestSupport
import Testing

@testable import Streams
@testable import RowTestSupport
@testable import TileArchives

@Suite struct PMTilesHostileTests {
    typealias Case = (name: String, make: @Sendable (inout PMTilesWriter) -> Void, words: String)

    private static func number(_ offset: Int, _ number: Int) -> (offset: Int, bytes: [UInt8]) {
        (offset, PMTilesWriter.word(number))
    }

    /// A small archive of one tile.
    private static func writer(_ change: (inout PMTilesWriter) -> Void) -> PMTilesWriter {
        var writer = PMTilesWriter()
        writer.tiles = [1, 2, 3]
        writer.root = PMTilesWriter.directory([(0, 0, 3, 1)])
        change(&writer)
        return writer
    }

    private static let headers: [Case] = [
        (
            "version 1", { $0.patches = [(0, Array("PM".utf8) + [1, 0])] },
            "is a PMTiles archive of version 1 (expected"
        ),
        (
            "version 2", { $0.patches = [(0, Array("PM".utf8) + [2, 0])] },
            "is a PMTiles archive of version 2 (expected"
        ),
        ("version 4", { $0.patches = [(7, [4])] }, "is a PMTiles archive of version 4 (expected"),
        ("PNG", { $0.tileType = 2 }, "has PNG tiles (expected vector tiles, MVT)"),
        ("JPEG", { $0.tileType = 3 }, "has JPEG tiles (expected"),
        ("WebP", { $0.tileType = 4 }, "has WebP tiles (expected"),
        ("AVIF", { $0.tileType = 5 }, "has AVIF tiles (expected"),
        ("MLT", { $0.tileType = 6 }, "has MapLibre (MLT) tiles (expected"),
        ("no type", { $0.tileType = 0 }, "has tiles of an unknown type and no vector layers"),
        ("type 7", { $0.tileType = 7 }, "has tiles of an unknown type and no vector layers"),
        ("compression 5", { $0.tileCompression = 5 }, "has an unknown compression: 5"),
        ("compression 255", { $0.internalCompression = 255 }, "has an unknown compression: 255"),
        ("zoom 31", { $0.maxZoom = 31 }, "has zooms 0 to 31 (expected 0 to 30)"),
        ("zooms", { $0.minZoom = 3 }, "has zooms 3 to 2 (expected 0 to 30)"),
        (
            "2^63", { $0.patches = [number(8, Int.min)] },
            "has a damaged PMTiles header: a number is too large"
        ),
        (
            "overflow", { $0.patches = [number(16, Int.max)] },
            "has a damaged PMTiles header: a section is too large"
        ),
        (
            "root in header", { $0.patches = [number(8, 100)] },
            "has a damaged PMTiles header: its sections overlap"
        ),
        (
            "tiles on root", { $0.patches = [number(56, 127)] },
            "has a damaged PMTiles header: its sections overlap"
        ),
        (
            "metadata on tiles", { $0.patches = [number(32, 4)] },
            "has a damaged PMTiles header: its sections overlap"
        ),
        ("root beyond the end", { $0.patches = [number(8, 1 << 40)] }, "ends within its directory"),
        ("metadata beyond the end", { $0.patches = [number(24, 1 << 40)] }, "ends within its metadata"),
        (
            "huge root", { $0.patches = [number(8, 1 << 40), number(16, 1 << 40)] },
            "has a directory of more than 16 MiB"
        ),
    ]

    private static let directories: [Case] = [
        ("empty", { $0.root = [] }, "has a damaged PMTiles directory: no entries"),
        ("count", { $0.root = PMTilesWriter.directory([], count: 1 << 40) }, "more entries than bytes"),
        ("2^63 entries", { $0.root = [UInt8](repeating: 255, count: 9) + [1] }, "no entries"),
        ("cut off", { $0.root = [1, 0, 1, 0x80, 0x80] }, "it ends too early"),
        (
            "same tile twice", { $0.root = PMTilesWriter.directory([(5, 0, 1, 1), (5, 0, 1, 1)]) },
            "not in order"
        ),
        (
            "overflow of tiles",
            { $0.root = PMTilesWriter.directory([(Int.max, 0, 1, 1), (Int.min, 0, 1, 1)]) }, "not in order"
        ),
        (
            "length of 33 bits", { $0.root = PMTilesWriter.directory([(0, 0, 1 << 32, 1)]) },
            "a number is too large"
        ),
        (
            "no first offset", { $0.root = PMTilesWriter.directory([(0, nil, 3, 1)]) },
            "its first offset is missing"
        ),
        (
            "overflow of offsets",
            { $0.root = PMTilesWriter.directory([(0, Int.max - 1, 3, 1)]) }, "an offset is too large"
        ),
        (
            "not gzip", { $0.internalCompression = 2 },
            "cannot decompress its directory: the compressed data is damaged"
        ),
        (
            "not zstd", { $0.internalCompression = 4 },
            "cannot decompress its directory: the compressed data is damaged"
        ),
        (
            "bomb",
            {
                $0.internalCompression = 2
                $0.root = Packing.gzip.pack([UInt8](repeating: 0, count: 17 << 20))
            }, "has a directory of more than 16 MiB"
        ),
        (
            "too many entries",
            { $0.root = PMTilesWriter.varint(1 << 20) + [UInt8](repeating: 1, count: 4 << 20) },
            "more than 524,288 entries"
        ),
    ]

    @Test(arguments: headers.indices) func aDamagedHeaderIsRefused(index: Int) {
        let (name, make, words) = Self.headers[index]
        expectRefusal(name, Self.writer(make).bytes, words)
    }

    @Test(arguments: directories.indices) func aDamagedRootIsRefused(index: Int) {
        let (name, make, words) = Self.directories[index]
        expectRefusal(name, Self.writer(make).bytes, words)
    }

    private func expectRefusal(_ name: String, _ bytes: [UInt8], _ words: String) {
        let message = sourceMessage { try PMTilesArchive(bytes: bytes) } ?? ""
        #expect(message.hasPrefix("memory.pmtiles: ") && message.contains(words), "\(name): \(message)")
        #expect(isOneLine(message))
    }

    @Test(arguments: 0..<127) func aHeaderThatIsCutOffIsRefused(length: Int) {
        let message = sourceMessage {
            try PMTilesArchive(bytes: Array(Self.writer { _ in }.bytes[..<length]))
        }
        #expect(message?.contains(length < 7 ? "is not a PMTiles archive" : "ends within its header") == true)
    }

    @Test func anUnknownTypeWithVectorLayersIsRead() throws {
        let writer = Self.writer {
            $0.tileType = 0
            $0.metadata = Array(#"{"vector_layers":[{"id":"roads"}]}"#.utf8)
        }
        #expect(try PMTilesArchive(bytes: writer.bytes).bytes(0, 0, 0) == [1, 2, 3])
    }

    @Test(arguments: [
        [900_000_000, 430_000_000, 120_000_000, 990_000_000], [0, 0, 0, 0],
        [110_000_000, 440_000_000, 120_000_000, 430_000_000],
        [-1_800_000_000, -900_000_000, 1_800_000_000, 900_000_000],
    ])
    func boundsThatAreNoRegionAreNil(bounds: [Int]) throws {
        let writer = Self.writer { $0.bounds = bounds }
        #expect(try PMTilesArchive(bytes: writer.bytes).description.bounds == nil)
    }

    // MARK: tiles

    private static let tiles: [Case] = [
        (
            "beyond the section", { $0.root = PMTilesWriter.directory([(0, 1, 3, 1), (1, 0, 3, 1)]) },
            "a tile is empty or outside"
        ),
        (
            "far away", { $0.root = PMTilesWriter.directory([(0, 1 << 50, 3, 1), (1, 0, 3, 1)]) },
            "a tile is empty or outside"
        ),
        (
            "empty", { $0.root = PMTilesWriter.directory([(0, 0, 0, 1), (1, 0, 3, 1)]) },
            "a tile is empty or outside"
        ),
        (
            "cut off",
            {
                $0.root = PMTilesWriter.directory([(0, 1, 8, 1), (1, 0, 3, 1)])
                $0.patches = [number(64, 11)]
            }, "ends within its tile"
        ),
        (
            "too large",
            {
                $0.root = PMTilesWriter.directory([(0, 0, 1 << 31, 1), (1, 0, 3, 1)])
                $0.patches = [number(64, 1 << 31)]
            }, "has a tile of more than 16 MiB"
        ),
        (
            "no leaves", { $0.root = PMTilesWriter.directory([(0, 0, 3, 0), (1, 0, 3, 1)]) },
            "a directory is empty or outside"
        ),
        (
            "circle",
            {
                $0.leaves = PMTilesWriter.directory([(0, 0, 5, 0)])
                $0.root = PMTilesWriter.directory([(0, 0, 5, 0), (1, 0, 3, 1)])
            }, "more than 4 levels"
        ),
        (
            "damaged leaf",
            {
                $0.leaves = [3, 0, 0, 0, 0]
                $0.root = PMTilesWriter.directory([(0, 0, 5, 0), (1, 0, 3, 1)])
            }, "more entries than bytes"
        ),
    ]

    @Test(arguments: tiles.indices) func aDamagedTileLeavesTheOthers(index: Int) throws {
        let (name, make, words) = Self.tiles[index]
        let archive = try PMTilesArchive(bytes: Self.writer(make).bytes)
        let message = sourceMessage { try archive.bytes(0, 0, 0) } ?? ""
        #expect(message.contains(words) && isOneLine(message), "\(name): \(message)")
        #expect(try archive.bytes(1, 0, 0) == [1, 2, 3])
    }

    @Test(arguments: Packing.allCases) func aTileThatIsABombIsRefused(packing: Packing) throws {
        let bomb = packing.pack([UInt8](repeating: 0, count: TileAnswer.byteLimit + 1))
        let writer = Self.writer {
            $0.tiles = bomb
            $0.root = PMTilesWriter.directory([(0, 0, bomb.count, 1)])
            $0.tileCompression = 0
        }
        let archive = try PMTilesArchive(bytes: writer.bytes)
        #expect(
            sourceMessage { try archive.bytes(0, 0, 0) } == "memory.pmtiles: has a tile of more than 16 MiB")
    }

    @Test func leavesOfThreeLevelsAreRead() throws {
        let writer = Self.writer {
            let last = PMTilesWriter.directory([(0, 0, 3, 1)])
            let middle = PMTilesWriter.directory([(0, 0, last.count, 0)])
            let first = PMTilesWriter.directory([(0, last.count, middle.count, 0)])
            $0.leaves = last + middle + first
            $0.root = PMTilesWriter.directory([(0, last.count + middle.count, first.count, 0)])
        }
        #expect(try PMTilesArchive(bytes: writer.bytes).bytes(0, 0, 0) == [1, 2, 3])
    }
}
