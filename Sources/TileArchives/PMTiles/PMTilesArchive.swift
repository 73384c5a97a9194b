import MapModel
import Streams
import Synchronization

/// A PMTiles archive of vector tiles, version 3, in a file or on a server.
///
/// When the file is replaced by another version, the next tile that is read opens the archive again: what it knew
/// of the old version is dropped, and no tile mixes the two. Tiles that the old version lacks are not read.
package final class PMTilesArchive: TileArchive {
    private let index: Mutex<PMTilesIndex>

    /// Opens an archive: the first request is for 16 KiB, at most two more follow.
    ///
    /// - Throws: `.cancelled`, or why this is not an archive of vector tiles.
    package init(source: any RangeSource, isCancelled: () -> Bool) throws(SourceError) {
        index = Mutex(try PMTilesIndex(source, isCancelled: isCancelled))
    }

    /// Opens the archive in the file at `path`.
    package convenience init(path: String, isCancelled: () -> Bool = { false }) throws(SourceError) {
        try self.init(source: try TileFile(path: path), isCancelled: isCancelled)
    }

    /// What the archive says of itself; changes when the file is replaced.
    package var description: TileArchiveDescription { index.withLock { $0 }.description }

    /// The tile, read with one request, and one more for each leaf directory that is not known yet.
    package func tile(_ id: TileID, isCancelled: () -> Bool) throws(SourceError) -> TileAnswer {
        let index = index.withLock { $0 }
        do throws(SourceError) {
            return try Self.tile(id, in: index, isCancelled: isCancelled)
        } catch {
            guard error.isSourceChanged else { throw error }
        }
        do throws(SourceError) {
            let next = try reopened(after: index, isCancelled: isCancelled)
            return try Self.tile(id, in: next, isCancelled: isCancelled)
        } catch {
            guard error.isSourceChanged else { throw error }
            throw .refused(name: index.source.name, words: "keeps changing while it is read")
        }
    }

    private static func tile(
        _ id: TileID, in index: PMTilesIndex, isCancelled: () -> Bool
    ) throws(SourceError) -> TileAnswer {
        guard index.description.zooms.contains(id.zoom) else { return TileAnswer(bytes: nil) }
        let bytes = try index.tile(id.pmtilesNumber, isCancelled: isCancelled)
        return TileAnswer(bytes: bytes, isOffline: index.source.isOffline)
    }

    /// The index of the version after `old`; of several readers that find it changed the first replaces it.
    private func reopened(
        after old: PMTilesIndex, isCancelled: () -> Bool
    ) throws(SourceError) -> PMTilesIndex {
        let current = index.withLock { $0 }
        if current !== old { return current }
        let source = try old.source.reopened(isCancelled: isCancelled)
        let next = try PMTilesIndex(source, isCancelled: isCancelled)
        return index.withLock { index in
            if index === old { index = next }
            return index
        }
    }
}
