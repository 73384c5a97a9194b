import MapModel
import Streams
import Synchronization

/// Where the tiles of one version of an archive are: its header, metadata, root and leaf directories.
final class PMTilesIndex: Sendable {
    /// The root and the leaf directories below each other.
    static let depthLimit = 4
    /// The header and the root directory lie in these first bytes.
    private static let headLength = 16 << 10
    private static let metadataLimit = 1 << 20

    let source: any RangeSource
    let description: TileArchiveDescription
    private let header: PMTilesHeader
    private let root: PMTilesDirectory
    private let leaves = Mutex(LRUCache<Range<Int>, PMTilesDirectory>(byteLimit: 16 << 20))

    private var reader: PMTilesReader { PMTilesReader(source: source) }

    /// Reads header and root directory, then the metadata.
    ///
    /// - Throws: why this is not an archive of vector tiles.
    init(_ source: any RangeSource, isCancelled: () -> Bool) throws(SourceError) {
        let reader = PMTilesReader(source: source)
        let head = try source.bytes(in: 0..<Self.headLength, isCancelled: isCancelled)
        let header = try reader.checked { () throws(PMTilesFault) in try PMTilesHeader(head) }
        root = try reader.directory(
            at: header.root, header.internalCompression, head: head, isCancelled: isCancelled)
        let metadata = try Self.metadata(reader, header, head, isCancelled)
        guard header.isVector || !metadata.layers.isEmpty else { throw reader.error(.unknownTiles) }
        description = TileArchiveDescription(
            name: source.name, zooms: header.zooms, bounds: header.bounds, layers: metadata.layers,
            attribution: metadata.attribution, isRemote: source.isRemote)
        self.source = source
        self.header = header
    }

    /// The metadata, of which only the beginning is used when it is very long.
    private static func metadata(
        _ reader: PMTilesReader, _ header: PMTilesHeader, _ head: [UInt8], _ isCancelled: () -> Bool
    ) throws(SourceError) -> TileMetadata {
        let packed = try reader.bytes(
            of: .metadata, at: header.metadata.prefix(metadataLimit), limit: metadataLimit, head: head,
            isCancelled: isCancelled)
        let json = try reader.naming(.metadata, limit: metadataLimit) { () throws(CompressionFault) in
            try header.internalCompression.decompressedHead(packed, limit: metadataLimit)
        }
        return TileMetadata(json: json)
    }

    /// The decompressed bytes of the tile with this number; nil where there is none.
    func tile(_ number: Int, isCancelled: () -> Bool) throws(SourceError) -> [UInt8]? {
        guard let place = try place(of: number, isCancelled: isCancelled) else { return nil }
        let limit = TileAnswer.byteLimit
        let packed = try reader.bytes(of: .tile, at: place, limit: limit, isCancelled: isCancelled)
        let compression = header.tileCompression ?? ByteCompression(head: packed)
        return try reader.naming(.tile, limit: limit) { () throws(CompressionFault) in
            try compression.decompress(packed, limit: limit)
        }
    }

    /// The bytes of the archive that are a tile.
    private func place(of number: Int, isCancelled: () -> Bool) throws(SourceError) -> Range<Int>? {
        var directory = root
        for _ in 0..<Self.depthLimit {
            guard let entry = directory.entry(for: number) else { return nil }
            guard entry.isLeaf else { return try place(of: entry, .tile, in: header.tiles) }
            let place = try place(of: entry, .directory, in: header.leaves)
            directory = try leaf(at: place, isCancelled: isCancelled)
        }
        throw reader.error(.tooDeep)
    }

    private func leaf(at place: Range<Int>, isCancelled: () -> Bool) throws(SourceError) -> PMTilesDirectory {
        if let known = leaves.withLock({ $0.value(place) }) { return known }
        let directory = try reader.directory(
            at: place, header.internalCompression, isCancelled: isCancelled)
        leaves.withLock { $0.insert(directory, bytes: directory.byteCount, for: place) }
        return directory
    }

    private func place(
        of entry: PMTilesDirectory.Entry, _ piece: PMTilesFault.Piece, in section: Range<Int>
    ) throws(SourceError) -> Range<Int> {
        guard entry.length > 0, entry.offset <= section.count,
            Int(entry.length) <= section.count - entry.offset
        else { throw reader.error(.outside(piece)) }
        let start = section.lowerBound + entry.offset
        return start..<start + Int(entry.length)
    }
}
