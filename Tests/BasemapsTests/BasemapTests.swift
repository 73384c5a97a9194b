import Foundation
import TestSupport
import Testing

@testable import Basemaps
@testable import Streams

@Suite struct BasemapTests {
    private static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: Repository.root + "/data/" + name)))
    }

    /// Decodes some tiles of every level, so that a trap would show; the number of points.
    private func decodeSome(_ map: Basemap, step: Int) -> Int {
        var points = 0
        for (level, grid) in map.levels.enumerated() {
            for number in stride(from: 0, to: grid.tilesPerSide * grid.tilesPerSide, by: step) {
                let tile = map.tile(
                    level: level, column: number % grid.tilesPerSide, row: number / grid.tilesPerSide)
                points += tile.points.count
                for feature in tile.features {
                    #expect(feature.start <= tile.points.count)
                    #expect(feature.ends.allSatisfy { $0 >= feature.start && $0 <= tile.points.count })
                }
            }
        }
        return points
    }

    @Test(arguments: ["basemap.tmb", "coast-detail.tmb"])
    func shippedFilesAreWhole(name: String) throws {
        let map = try Basemap(path: Repository.root + "/data/" + name)
        #expect(!map.levels.isEmpty && !map.credit.isEmpty)
        #expect(decodeSome(map, step: 37) > 100)
    }

    @Test func tilesBeyondTheGridAreEmptySea() throws {
        let map = try Basemap(path: Repository.root + "/data/basemap.tmb")
        for (column, row) in [(-1, 0), (0, -1), (Int.max, 0), (0, map.levels[0].tilesPerSide)] {
            let tile = map.tile(level: 0, column: column, row: row)
            #expect(!tile.isAllLand && tile.points.isEmpty)
        }
    }

    @Test func otherFilesAreRefused() {
        #expect(throws: BasemapError.unreadable(FileError(file: "/nowhere.tmb", reason: .noSuchFile))) {
            try Basemap(path: "/nowhere.tmb")
        }
        for bytes in [[], Array("TMB1".utf8), Array("PNG".utf8), [UInt8](repeating: 255, count: 64)] {
            #expect(throws: BasemapError.notABasemap(path: "x")) { try Basemap(bytes: bytes, path: "x") }
        }
    }

    @Test func aFileCutAnywhereIsRefused() throws {
        let whole = try Self.bytes("basemap.tmb")
        for part in 0..<64 {
            #expect(throws: BasemapError.self) {
                try Basemap(bytes: Array(whole.prefix(whole.count * part / 64)), path: "x")
            }
        }
    }

    /// Half of the flips hit the head and the first index, where most harm is done.
    @Test(arguments: 0..<10)
    func flippedBytesNeverTrap(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let whole = try Self.bytes("basemap.tmb")
        for round in 0..<50 {
            var bytes = whole
            for _ in 0..<3 {
                let limit = round % 2 == 0 ? min(600, bytes.count) : bytes.count
                bytes[Int.random(in: 0..<limit, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            }
            // Refused, or tiles of some kind.
            guard let map = try? Basemap(bytes: bytes, path: "x") else { continue }
            _ = decodeSome(map, step: 997)
        }
    }
}

@Suite struct ByteReaderTests {
    private func reader(_ bytes: [UInt8]) -> ByteReader { ByteReader(bytes: bytes, range: bytes.indices) }

    @Test(
        arguments: [
            ([0], 0), ([127], 127), ([128, 1], 128), ([0xE5, 0x8E, 0x26], 624_485), ([128], nil), ([], nil),
            ([255, 255, 255, 255, 255, 255, 255, 127], (1 << 56) - 1),
            ([255, 255, 255, 255, 255, 255, 255, 255, 1], nil),
        ] as [([UInt8], Int?)])
    func numbersOfVariableLength(bytes: [UInt8], value: Int?) {
        var reader = reader(bytes)
        #expect(reader.varint() == value)
    }

    @Test(arguments: [(0, 0), (1, -1), (2, 1), (3, -2), (126, 63), (127, -64)] as [(UInt8, Int)])
    func zigzagNumbers(byte: UInt8, value: Int) {
        var reader = reader([byte])
        #expect(reader.signedVarint() == value)
    }

    @Test func nothingIsReadBeyondTheEnd() {
        var reader = ByteReader(bytes: [1, 2, 3, 4, 5, 6], range: 1..<4)
        #expect(reader.bytes(4) == nil && reader.bytes(-1) == nil && reader.uint32() == nil)
        #expect(reader.uint16() == 0x0302)
        #expect(reader.uint16() == nil)
        #expect(reader.byte() == 4 && reader.byte() == nil && reader.isAtEnd)
    }
}
