import Streams

/// The entries of a root or leaf directory, in the order of their tiles.
struct PMTilesDirectory: Equatable {
    /// Consecutive tiles with the same bytes, or a leaf directory.
    struct Entry: Equatable {
        /// The number of the first tile.
        let tile: Int
        let offset: Int
        let length: UInt32
        /// How many tiles have these bytes; 0 for a leaf directory.
        let runLength: UInt32

        var isLeaf: Bool { runLength == 0 }
    }

    /// The bytes of a decompressed directory.
    static let byteLimit = 16 << 20
    /// More entries than any writer puts into one directory: 12 MiB.
    static let entryLimit = 1 << 19

    let entries: [Entry]

    /// The memory that it takes, about.
    var byteCount: Int { entries.count * MemoryLayout<Entry>.stride + 128 }

    /// - Parameter bytes: decompressed: the number of entries, then four columns: tile numbers, run lengths,
    ///   lengths, offsets.
    /// - Complexity: O(bytes).
    init(_ bytes: [UInt8]) throws(PMTilesFault) {
        var reader = ByteReader(bytes: bytes, range: bytes.indices)
        guard let count = reader.varint(bits: 63) else { throw .damagedDirectory("no entries") }
        // An entry takes a byte in each of four columns.
        guard count <= bytes.count / 4 else { throw .damagedDirectory("more entries than bytes") }
        guard count <= Self.entryLimit else {
            throw .damagedDirectory("more than \(grouped(Self.entryLimit)) entries")
        }
        let tiles = try Self.tiles(&reader, count)
        let runLengths = try Self.column(&reader, count)
        let lengths = try Self.column(&reader, count)
        entries = try Self.entries(&reader, tiles, runLengths, lengths)
    }

    /// The entry of a tile or of the leaf directory that may have it; nil where there is none.
    ///
    /// - Complexity: O(log entries).
    func entry(for tile: Int) -> Entry? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].tile <= tile { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let entry = entries[low - 1]
        return entry.isLeaf || tile - entry.tile < Int(entry.runLength) ? entry : nil
    }

    // MARK: columns

    private static func number(_ reader: inout ByteReader) throws(PMTilesFault) -> Int {
        guard let number = reader.varint(bits: 63) else { throw .damagedDirectory("it ends too early") }
        return number
    }

    private static func tiles(_ reader: inout ByteReader, _ count: Int) throws(PMTilesFault) -> [Int] {
        var tiles: [Int] = []
        tiles.reserveCapacity(count)
        var tile = 0
        for index in 0..<count {
            let step = try number(&reader)
            let (next, overflow) = tile.addingReportingOverflow(step)
            guard !overflow, step > 0 || index == 0 else {
                throw .damagedDirectory("its tiles are not in order")
            }
            tile = next
            tiles.append(tile)
        }
        return tiles
    }

    private static func column(_ reader: inout ByteReader, _ count: Int) throws(PMTilesFault) -> [UInt32] {
        var column: [UInt32] = []
        column.reserveCapacity(count)
        for _ in 0..<count {
            guard let number = UInt32(exactly: try number(&reader)) else {
                throw .damagedDirectory("a number is too large")
            }
            column.append(number)
        }
        return column
    }

    /// Adds the last column: an offset plus 1, or 0 for the bytes after the entry before.
    private static func entries(
        _ reader: inout ByteReader, _ tiles: [Int], _ runLengths: [UInt32], _ lengths: [UInt32]
    ) throws(PMTilesFault) -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(tiles.count)
        var end: Int?
        for index in tiles.indices {
            let number = try number(&reader)
            guard let offset = number > 0 ? number - 1 : end else {
                throw .damagedDirectory("its first offset is missing")
            }
            let (next, overflow) = offset.addingReportingOverflow(Int(lengths[index]))
            guard !overflow else { throw .damagedDirectory("an offset is too large") }
            end = next
            entries.append(
                Entry(
                    tile: tiles[index], offset: offset, length: lengths[index], runLength: runLengths[index]))
        }
        return entries
    }
}
