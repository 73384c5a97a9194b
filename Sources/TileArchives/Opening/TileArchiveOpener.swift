import SQLiteFiles
import Streams

/// Opens the archive of tiles that the user names.
package enum TileArchiveOpener {
    /// A format of files of tiles.
    package enum Format: Sendable {
        case pmtiles, mbtiles
    }

    private static let headLength = 16

    /// The format of the file at `path`; nil when it is not a file of tiles.
    ///
    /// PMTiles of any version and content count: `open` says why they cannot be read. SQLite databases are
    /// MBTiles when they have tables or views `tiles` and `metadata`.
    package static func format(
        of path: String, isCancelled: () -> Bool = { false }
    ) throws(SourceError) -> Format? {
        switch try kind(of: path, isCancelled) {
        case .pmtiles: .pmtiles
        case .sqlite: try MBTilesArchive.isArchive(path, isCancelled: isCancelled) ? .mbtiles : nil
        case nil: nil
        }
    }

    /// Opens the archive at `path`.
    ///
    /// - Throws: `.cancelled`, or one line: why the file cannot be read, or what was expected.
    package static func open(
        path: String, isCancelled: () -> Bool = { false }
    ) throws(SourceError) -> any TileArchive {
        switch try kind(of: path, isCancelled) {
        case .pmtiles: return try PMTilesArchive(path: path, isCancelled: isCancelled)
        case .sqlite: return try MBTilesArchive(path: path, isCancelled: isCancelled)
        case nil: throw .refused(name: path, words: "not a tile file (expected PMTiles or MBTiles)")
        }
    }

    /// Whether waiting for the file timed out: later readers need not wait again.
    package static func isLocked(_ error: SourceError) -> Bool { SQLiteFile.isLocked(error) }

    private enum Kind { case pmtiles, sqlite }

    private static func kind(of path: String, _ isCancelled: () -> Bool) throws(SourceError) -> Kind? {
        let head = try TileFile(path: path).bytes(in: 0..<headLength, isCancelled: isCancelled)
        if PMTilesHeader.isArchive(head) { return .pmtiles }
        return head.starts(with: SQLiteFile.magic) ? .sqlite : nil
    }
}
