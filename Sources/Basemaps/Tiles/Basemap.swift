import Streams

/// A file of land, lakes, borders and rivers in tiles of the Web Mercator square.
///
/// Format "TMB1": `data/build/tmb_format.py` describes it. Its head and the indexes of its levels are read at once, a tile
/// when it is decoded. A file that is damaged is refused by `init`, a damaged tile is empty: nothing in it can trap.
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
        /// A bit for each tile that is land from edge to edge.
        let landBitmap: [UInt8]
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
    private let content: BasemapContent

    /// Reads and checks the head and the indexes of the file at `path`, which stays open.
    package init(path: String) throws(BasemapError) {
        let file: FileBytes
        do throws(FileError) {
            file = try FileBytes(path: path)
        } catch {
            throw .unreadable(error)
        }
        let size = min(file.identity.size, Self.maximumSize)
        try self.init(BasemapContent(bytes: .file(file), size: size), path: path)
    }

    init(bytes: [UInt8], path: String) throws(BasemapError) {
        try self.init(BasemapContent(bytes: .memory(bytes), size: bytes.count), path: path)
    }

    private init(_ content: BasemapContent, path: String) throws(BasemapError) {
        guard var reader = try content.reader(0, count: 12),
            reader.bytes(4).map(Array.init) == Array("TMB1".utf8), reader.uint16() == Self.tileExtent,
            let levelCount = reader.uint16(), let creditLength = reader.uint32(),
            var credit = try content.reader(12, count: creditLength), let bytes = credit.bytes(creditLength)
        else { throw .notABasemap(path: path) }
        guard levelCount > 0, var heads = try content.reader(12 + creditLength, count: 32 * levelCount) else {
            throw .damaged(path: path)
        }
        var levels: [Level] = []
        for _ in 0..<levelCount {
            guard let level = try Self.readLevel(&heads, in: content) else { throw .damaged(path: path) }
            levels.append(level)
        }
        self.levels = levels
        self.content = content
        self.credit = String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes of a tile; none where they cannot be read.
    func bytes(at range: Range<Int>) -> ByteReader {
        let reader = try? content.reader(range.lowerBound, count: range.count)
        return reader ?? ByteReader(bytes: [], range: 0..<0)
    }

    private static func readLevel(
        _ reader: inout ByteReader, in content: BasemapContent
    ) throws(BasemapError) -> Level? {
        guard let head = reader.bytes(4).map(Array.init), let tileCount = reader.uint32(),
            let bitmapLength = reader.uint32(), let indexLength = reader.uint32(),
            let dataLength = reader.uint32(), let offset = reader.uint64(), reader.uint32() != nil
        else { return nil }
        let gridZoom = Int(head[0])
        guard gridZoom <= maximumGridZoom, offset <= content.size else { return nil }
        let cells = 1 << (2 * gridZoom)
        let dataStart = offset + bitmapLength + indexLength
        guard bitmapLength == (cells + 7) / 8, dataStart + dataLength <= content.size, tileCount <= cells,
            var index = try content.reader(offset, count: bitmapLength + indexLength),
            let landBitmap = index.bytes(bitmapLength)
        else { return nil }

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
            gridZoom: gridZoom, landBitmap: Array(landBitmap), tileNumbers: numbers, tileBytes: ranges)
    }
}

/// The bytes of a basemap, read a piece at a time.
private struct BasemapContent: Sendable {
    let bytes: KeptBytes
    /// Bytes that count.
    let size: Int

    /// A reader of `count` bytes from `offset`; nil when there are not so many.
    func reader(_ offset: Int, count: Int) throws(BasemapError) -> ByteReader? {
        guard offset <= size, count <= size - offset else { return nil }
        var memory: [UInt8] = []
        do throws(FileError) {
            try bytes.read(offset..<(offset + count), into: &memory)
        } catch {
            throw .unreadable(error)
        }
        return ByteReader(bytes: memory, range: 0..<count)
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
