import MapModel
import Streams

/// The first 127 bytes of a PMTiles archive, checked.
///
/// After the PMTiles specification, version 3: github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md.
struct PMTilesHeader: Equatable {
    static let length = 127

    let root: Range<Int>
    let metadata: Range<Int>
    let leaves: Range<Int>
    let tiles: Range<Int>
    /// Of directories and metadata.
    let internalCompression: ByteCompression
    /// Nil where the archive does not say: each tile shows it.
    let tileCompression: ByteCompression?
    /// The archive says that its tiles are MVT; otherwise it says nothing.
    let isVector: Bool
    let zooms: ClosedRange<Int>
    /// Nil for the world, and where the numbers make no sense.
    let bounds: GeoBounds?

    /// - Parameter bytes: the beginning of the archive.
    init(_ bytes: [UInt8]) throws(PMTilesFault) {
        try Self.checkMagic(bytes)
        guard bytes.count >= Self.length else { throw .cutOff(.header) }
        var reader = ByteReader(bytes: bytes, range: 8..<Self.length)
        root = try Self.section(&reader)
        metadata = try Self.section(&reader)
        leaves = try Self.section(&reader)
        tiles = try Self.section(&reader)
        try Self.checkOverlap([0..<Self.length, root, metadata, leaves, tiles])
        internalCompression = try Self.compression(bytes[97]) ?? .none
        tileCompression = try Self.compression(bytes[98])
        isVector = try Self.isVector(bytes[99])
        let (min, max) = (Int(bytes[100]), Int(bytes[101]))
        guard min <= max, max <= TileID.deepestZoom else { throw .zooms(min: min, max: max) }
        zooms = min...max
        var corners = ByteReader(bytes: bytes, range: 102..<118)
        bounds = Self.bounds(&corners)
    }

    // Versions 1 and 2 had a shorter one.
    private static let magic = Array("PMTiles".utf8)
    private static let oldMagics: [[UInt8]] = [[0x50, 0x4D, 1, 0], [0x50, 0x4D, 2, 0]]

    /// Whether the first bytes are those of a PMTiles archive of any version.
    static func isArchive(_ head: [UInt8]) -> Bool {
        head.starts(with: magic) || oldMagics.contains { head.starts(with: $0) }
    }

    private static func checkMagic(_ bytes: [UInt8]) throws(PMTilesFault) {
        guard isArchive(bytes) else { throw .notPMTiles }
        guard bytes.starts(with: magic) else { throw .version(Int(bytes[2])) }
        guard bytes.count > magic.count else { throw .cutOff(.header) }
        guard bytes[magic.count] == 3 else { throw .version(Int(bytes[magic.count])) }
    }

    private static func section(_ reader: inout ByteReader) throws(PMTilesFault) -> Range<Int> {
        guard let offset = reader.uint64(), let length = reader.uint64() else {
            throw .damagedHeader("a number is too large")
        }
        let (end, overflow) = offset.addingReportingOverflow(length)
        guard !overflow else { throw .damagedHeader("a section is too large") }
        return offset..<end
    }

    private static func checkOverlap(_ sections: [Range<Int>]) throws(PMTilesFault) {
        let sorted = sections.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        for (section, next) in zip(sorted, sorted.dropFirst()) where section.upperBound > next.lowerBound {
            throw .damagedHeader("its sections overlap")
        }
    }

    private static func compression(_ byte: UInt8) throws(PMTilesFault) -> ByteCompression? {
        switch byte {
        case 0: nil
        case 1: .some(.none)
        case 2: .gzip
        case 3: .brotli
        case 4: .zstd
        default: throw .compression(Int(byte))
        }
    }

    private static func isVector(_ byte: UInt8) throws(PMTilesFault) -> Bool {
        let others = ["PNG", "JPEG", "WebP", "AVIF", "MapLibre (MLT)"]
        guard byte > 1 else { return byte == 1 }
        guard byte - 2 < others.count else { return false }
        throw .tileFormat(others[Int(byte) - 2])
    }

    private static func bounds(_ reader: inout ByteReader) -> GeoBounds? {
        let degrees = (0..<4).compactMap { _ in
            reader.uint32().map { Double(Int32(truncatingIfNeeded: $0)) / 1e7 }
        }
        return GeoBounds(westSouthEastNorth: degrees)
    }
}
