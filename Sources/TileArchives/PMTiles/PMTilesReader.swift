import Streams

/// Reads and decompresses what is in a PMTiles archive, with errors that name the archive.
struct PMTilesReader {
    let source: any RangeSource

    /// All bytes of `place`, from `head`, the first bytes of the archive, where they are in it.
    func bytes(
        of piece: PMTilesFault.Piece, at place: Range<Int>, limit: Int, head: [UInt8] = [],
        isCancelled: () -> Bool
    ) throws(SourceError) -> [UInt8] {
        if place.isEmpty { return [] }
        if place.upperBound <= head.count { return Array(head[place]) }
        guard place.count <= limit else { throw error(.tooLarge(piece, limit: limit)) }
        let bytes = try source.bytes(in: place, isCancelled: isCancelled)
        guard bytes.count == place.count else { throw error(.cutOff(piece)) }
        return bytes
    }

    /// The directory at `place`.
    func directory(
        at place: Range<Int>, _ compression: ByteCompression, head: [UInt8] = [], isCancelled: () -> Bool
    ) throws(SourceError) -> PMTilesDirectory {
        let limit = PMTilesDirectory.byteLimit
        let packed = try bytes(of: .directory, at: place, limit: limit, head: head, isCancelled: isCancelled)
        let bytes = try naming(.directory, limit: limit) { () throws(CompressionFault) in
            try compression.decompress(packed, limit: limit)
        }
        return try checked { () throws(PMTilesFault) in try PMTilesDirectory(bytes) }
    }

    /// The result of `body`, whose fault becomes a message.
    func checked<Result>(_ body: () throws(PMTilesFault) -> Result) throws(SourceError) -> Result {
        do throws(PMTilesFault) {
            return try body()
        } catch {
            throw self.error(error)
        }
    }

    /// The same for bytes that are decompressed.
    func naming<Result>(
        _ piece: PMTilesFault.Piece, limit: Int, _ body: () throws(CompressionFault) -> Result
    ) throws(SourceError) -> Result {
        do throws(CompressionFault) {
            return try body()
        } catch {
            throw self.error(
                error == .tooLarge ? .tooLarge(piece, limit: limit) : .notDecompressed(piece, error))
        }
    }

    func error(_ fault: PMTilesFault) -> SourceError { .refused(name: source.name, words: fault.words) }
}
