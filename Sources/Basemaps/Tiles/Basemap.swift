import Streams

/// A file of land, lakes, borders and rivers in tiles of the Web Mercator square, read whole into memory.
///
/// Format "TMB1": `data/build/tmb_format.py` describes it. A file that is damaged is refused by `init`, a damaged
/// tile is empty: nothing in it can trap.
package struct Basemap: Sendable {
    /// Units to the side of a tile.
    package static let tileExtent = 4096
    /// Finer grids would not fit the tile index; the shipped ones have at most 2^8 tiles a side.
    private static let maximumGridZoom = 12

    /// The largest file that is read: 64 MB.
    private static let maximumSize = 1 << 26

    /// One level of detail: a grid of 2^gridZoom × 2^gridZoom tiles.
    package struct Level: Sendable {
        /// The grid has 2^gridZoom tiles to a side, 0...12.
        package let gridZoom: Int
        let landBitmap: Range<Int>
        /// Ascending tile numbers and where their bytes are.
        let tileNumbers: [Int32]
        let tileBytes: [Range<Int>]

        /// Tiles to the side of the grid.
        package var tilesPerSide: Int { 1 << gridZoom }
    }

    /// The levels in the order of the file; at least one.
    package let levels: [Level]
    /// Origin and licence of the data, in one line.
    package let credit: String
    let bytes: [UInt8]

    /// Reads and checks the file at `path`.
    package init(path: String) throws(BasemapError) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileBytes.whole(path, limit: Self.maximumSize)
        } catch {
            throw .unreadable(error)
        }
        try self.init(bytes: bytes, path: path)
    }

    init(bytes: [UInt8], path: String) throws(BasemapError) {
        var reader = ByteReader(bytes: bytes, range: bytes.indices)
        guard reader.bytes(4).map(Array.init) == Array("TMB1".utf8), reader.uint16() == Self.tileExtent,
            let levelCount = reader.uint16(), let creditLength = reader.uint32(),
            let creditBytes = reader.bytes(creditLength)
        else { throw .notABasemap(path: path) }
        var levels: [Level] = []
        for _ in 0..<levelCount {
            guard let level = Self.readLevel(&reader, in: bytes) else { throw .damaged(path: path) }
            levels.append(level)
        }
        guard !levels.isEmpty else { throw .damaged(path: path) }
        self.levels = levels
        self.bytes = bytes
        credit = String(decoding: creditBytes, as: UTF8.self)
    }

    private static func readLevel(_ reader: inout ByteReader, in bytes: [UInt8]) -> Level? {
        guard let head = reader.bytes(4).map(Array.init), let tileCount = reader.uint32(),
            let bitmapLength = reader.uint32(), let indexLength = reader.uint32(),
            let dataLength = reader.uint32(), let offset = reader.uint64(), reader.uint32() != nil
        else { return nil }
        let gridZoom = Int(head[0])
        guard gridZoom <= maximumGridZoom, offset <= bytes.count else { return nil }
        let cells = 1 << (2 * gridZoom)
        let indexStart = offset + bitmapLength
        let dataStart = indexStart + indexLength
        guard bitmapLength == (cells + 7) / 8, dataStart + dataLength <= bytes.count, tileCount <= cells
        else { return nil }

        var index = ByteReader(bytes: bytes, range: indexStart..<dataStart)
        var numbers: [Int32] = []
        var ranges: [Range<Int>] = []
        var number = 0
        var start = dataStart
        for _ in 0..<tileCount {
            guard let step = index.varint(), let length = index.varint(), step <= cells, length <= dataLength
            else { return nil }
            number += step
            guard number < cells, start + length <= dataStart + dataLength else { return nil }
            numbers.append(Int32(number))
            ranges.append(start..<(start + length))
            start += length
        }
        return Level(
            gridZoom: gridZoom, landBitmap: offset..<indexStart, tileNumbers: numbers, tileBytes: ranges)
    }
}

/// Why a basemap cannot be used.
package enum BasemapError: Error, Equatable, CustomStringConvertible {
    /// The file cannot be read, or is too large.
    case unreadable(FileError)
    /// The file does not begin like a basemap.
    case notABasemap(path: String)
    /// The header refers to bytes or tiles that do not exist.
    case damaged(path: String)

    /// One line for the user that names the file.
    package var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .notABasemap(let path):
            "\(printable(path)): not a basemap (expected a file that begins with TMB1)"
        case .damaged(let path): "\(printable(path)): damaged basemap"
        }
    }
}
