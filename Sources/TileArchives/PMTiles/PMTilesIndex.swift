import Streams

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
    private let leaves = LeafCache()

    /// Reads header and root directory, then the metadata.
    ///
    /// - Throws: why this is not an archive of vector tiles.
    init(_ source: any RangeSource, isCancelled: () -> Bool) throws(SourceError) {
        self.source = source
        let head = try source.bytes(in: 0..<Self.headLength, isCancelled: isCancelled)
        header = try Self.naming(source) { () throws(PMTilesFault) in try PMTilesHeader(head) }
        root = try Self.directory(header.root, header, source, head, isCancelled)
        let metadata = try Self.metadata(header, source, head, isCancelled)
        guard header.isVector || !metadata.layers.isEmpty else {
            throw .refused(name: source.name, words: PMTilesFault.unknownTiles.words)
        }
        description = TileArchiveDescription(
            name: source.name, zooms: header.zooms, bounds: header.bounds, layers: metadata.layers,
            attribution: metadata.attribution, isRemote: source.isRemote)
    }

    /// The decompressed bytes of the tile with this number; nil where there is none.
    func tile(_ number: Int, isCancelled: () -> Bool) throws(SourceError) -> [UInt8]? {
        guard let place = try place(of: number, isCancelled: isCancelled) else { return nil }
        let packed = try Self.bytes(
            .tile, place, limit: TileAnswer.byteLimit, source, isCancelled: isCancelled)
        let compression = header.tileCompression ?? ByteCompression(head: packed)
        return try Self.decompress(.tile, packed, compression, limit: TileAnswer.byteLimit, source)
    }

    /// The bytes of the archive that are a tile.
    private func place(of number: Int, isCancelled: () -> Bool) throws(SourceError) -> Range<Int>? {
        var directory = root
        for _ in 0..<Self.depthLimit {
            guard let entry = directory.entry(for: number) else { return nil }
            guard entry.isLeaf else { return try place(of: entry, .tile, in: header.tiles) }
            let place = try place(of: entry, .directory, in: header.leaves)
            if let known = leaves.directory(at: place) {
                directory = known
            } else {
                directory = try Self.directory(place, header, source, [], isCancelled)
                leaves.keep(directory, at: place)
            }
        }
        throw .refused(name: source.name, words: PMTilesFault.tooDeep.words)
    }

    private func place(
        of entry: PMTilesDirectory.Entry, _ piece: PMTilesFault.Piece, in section: Range<Int>
    ) throws(SourceError) -> Range<Int> {
        guard entry.length > 0, entry.offset <= section.count,
            Int(entry.length) <= section.count - entry.offset
        else { throw .refused(name: source.name, words: PMTilesFault.outside(piece).words) }
        let start = section.lowerBound + entry.offset
        return start..<start + Int(entry.length)
    }

    // MARK: reading

    /// - Parameter head: the first bytes of the archive, as far as they are known.
    private static func directory(
        _ place: Range<Int>, _ header: PMTilesHeader, _ source: any RangeSource, _ head: [UInt8],
        _ isCancelled: () -> Bool
    ) throws(SourceError) -> PMTilesDirectory {
        let limit = PMTilesDirectory.byteLimit
        let packed = try bytes(.directory, place, limit: limit, source, head, isCancelled: isCancelled)
        let unpacked = try decompress(.directory, packed, header.internalCompression, limit: limit, source)
        return try naming(source) { () throws(PMTilesFault) in try PMTilesDirectory(unpacked) }
    }

    /// The metadata, of which only the beginning is used when it is very long.
    private static func metadata(
        _ header: PMTilesHeader, _ source: any RangeSource, _ head: [UInt8], _ isCancelled: () -> Bool
    ) throws(SourceError) -> TileMetadata {
        let place = header.metadata.prefix(metadataLimit)
        let packed = try bytes(.metadata, place, limit: metadataLimit, source, head, isCancelled: isCancelled)
        let json = try naming(source) { () throws(PMTilesFault) in
            do throws(CompressionFault) {
                return try header.internalCompression.decompressedHead(packed, limit: metadataLimit)
            } catch {
                throw .notDecompressed(.metadata, error)
            }
        }
        return TileMetadata(json: json)
    }

    /// All bytes of `place`, from `head` where they are in it.
    private static func bytes(
        _ piece: PMTilesFault.Piece, _ place: Range<Int>, limit: Int, _ source: any RangeSource,
        _ head: [UInt8] = [], isCancelled: () -> Bool
    ) throws(SourceError) -> [UInt8] {
        if place.isEmpty { return [] }
        if place.upperBound <= head.count { return Array(head[place]) }
        guard place.count <= limit else {
            throw .refused(name: source.name, words: PMTilesFault.tooLarge(piece, limit: limit).words)
        }
        let bytes = try source.bytes(in: place, isCancelled: isCancelled)
        guard bytes.count == place.count else {
            throw .refused(name: source.name, words: PMTilesFault.cutOff(piece).words)
        }
        return bytes
    }

    private static func decompress(
        _ piece: PMTilesFault.Piece, _ bytes: [UInt8], _ compression: ByteCompression, limit: Int,
        _ source: any RangeSource
    ) throws(SourceError) -> [UInt8] {
        try naming(source) { () throws(PMTilesFault) in
            do throws(CompressionFault) {
                return try compression.decompress(bytes, limit: limit)
            } catch {
                throw error == .tooLarge ? .tooLarge(piece, limit: limit) : .notDecompressed(piece, error)
            }
        }
    }

    /// Faults as messages that name the archive.
    private static func naming<Result>(
        _ source: any RangeSource, _ body: () throws(PMTilesFault) -> Result
    ) throws(SourceError) -> Result {
        do throws(PMTilesFault) {
            return try body()
        } catch {
            throw .refused(name: source.name, words: error.words)
        }
    }
}
