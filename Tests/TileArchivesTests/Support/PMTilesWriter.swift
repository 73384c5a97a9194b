import MapModel

@testable import RowTestSupport
@testable import Streams
@testable import TileArchives

/// Makes PMTiles archives, well formed unless a test changes something.
struct PMTilesWriter {
    typealias Entry = (tile: Int, offset: Int?, length: Int, runLength: Int)

    var root: [UInt8] = []
    var metadata: [UInt8] = Array("{}".utf8)
    var leaves: [UInt8] = []
    var tiles: [UInt8] = []
    /// 1 none, 2 gzip, 3 Brotli, 4 zstd.
    var internalCompression: UInt8 = 1
    var tileCompression: UInt8 = 1
    var tileType: UInt8 = 1
    var minZoom: UInt8 = 0
    var maxZoom: UInt8 = 2
    /// West, south, east, north in 1e-7°.
    var bounds: [Int] = [110_000_000, 430_000_000, 120_000_000, 440_000_000]
    /// Bytes written over the archive.
    var patches: [(offset: Int, bytes: [UInt8])] = []

    init() {}

    /// An archive of `tiles`, with leaf directories of `leafSize` entries when given.
    init(_ content: [TileID: [UInt8]], leafSize: Int? = nil, packing: Packing? = nil) {
        let pack = { (bytes: [UInt8]) in packing?.pack(bytes) ?? bytes }
        internalCompression = packing?.number ?? 1
        tileCompression = internalCompression
        metadata = pack(Array(#"{"attribution":"© Someone","vector_layers":[{"id":"roads"}]}"#.utf8))
        var entries: [Entry] = []
        for (id, bytes) in content.sorted(by: { $0.key.pmtilesNumber < $1.key.pmtilesNumber }) {
            let packed = pack(bytes)
            entries.append((id.pmtilesNumber, tiles.count, packed.count, 1))
            tiles += packed
        }
        guard let leafSize else {
            root = pack(Self.directory(entries))
            return
        }
        var rootEntries: [Entry] = []
        for start in stride(from: 0, to: entries.count, by: leafSize) {
            let leaf = Array(entries[start..<min(start + leafSize, entries.count)])
            let bytes = pack(Self.directory(leaf))
            rootEntries.append((leaf[0].tile, leaves.count, bytes.count, 0))
            leaves += bytes
        }
        root = pack(Self.directory(rootEntries))
    }

    /// The bytes of a directory; an offset of nil is after the entry before.
    static func directory(_ entries: [Entry], count: Int? = nil) -> [UInt8] {
        var bytes = varint(count ?? entries.count)
        var last = 0
        for entry in entries {
            bytes += varint(entry.tile &- last)
            last = entry.tile
        }
        for entry in entries { bytes += varint(entry.runLength) }
        for entry in entries { bytes += varint(entry.length) }
        for entry in entries { bytes += varint(entry.offset.map { $0 + 1 } ?? 0) }
        return bytes
    }

    static func varint(_ number: Int) -> [UInt8] {
        var rest = UInt64(bitPattern: Int64(number))
        var bytes: [UInt8] = []
        while rest > 127 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    static func word(_ number: Int, count: Int = 8) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Where the sections begin.
    var metadataOffset: Int { 127 + root.count }
    var leavesOffset: Int { metadataOffset + metadata.count }
    var tilesOffset: Int { leavesOffset + leaves.count }

    var bytes: [UInt8] {
        var archive = Array("PMTiles".utf8) + [3]
        let sections = [
            (127, root.count), (metadataOffset, metadata.count), (leavesOffset, leaves.count),
            (tilesOffset, tiles.count),
        ]
        for (offset, count) in sections { archive += Self.word(offset) + Self.word(count) }
        archive += Self.word(0) + Self.word(0) + Self.word(0)
        archive += [1, internalCompression, tileCompression, tileType, minZoom, maxZoom]
        for number in bounds { archive += Self.word(number, count: 4) }
        archive += [0] + Self.word(0, count: 8)
        archive += root + metadata + leaves + tiles
        for patch in patches {
            archive.replaceSubrange(patch.offset..<patch.offset + patch.bytes.count, with: patch.bytes)
        }
        return archive
    }
}

extension Packing {
    /// The number of the compression in PMTiles, which do not know zlib.
    var number: UInt8 { self == .zstd ? 4 : 2 }
}
