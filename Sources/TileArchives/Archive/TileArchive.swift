import MapModel
import Streams

/// A file or a server of vector tiles.
///
/// Nothing in it can be trusted: sizes, offsets and texts are checked, and an answer is limited in bytes and time.
package protocol TileArchive: Sendable {
    /// What the archive says of itself.
    var description: TileArchiveDescription { get }

    /// A tile, waiting for the disk or the server; callable from several threads at once.
    ///
    /// - Throws: `.cancelled`, or why this tile failed to load; others may still succeed.
    func tile(_ id: TileID, isCancelled: () -> Bool) throws(SourceError) -> TileAnswer
}

/// An archive's answer for one tile.
package struct TileAnswer: Sendable, Equatable {
    /// The decompressed bytes, at most `byteLimit`; nil where the archive has no such tile.
    package let bytes: [UInt8]?
    /// Comes from the cache because the server does not answer.
    package let isOffline: Bool

    /// The most bytes of a decompressed tile: 16 MiB.
    package static let byteLimit = 16 << 20

    package init(bytes: [UInt8]?, isOffline: Bool = false) {
        self.bytes = bytes
        self.isOffline = isOffline
    }
}

/// What an archive says of itself, checked and made harmless.
package struct TileArchiveDescription: Sendable, Equatable {
    /// The file or address as the user named it, without passwords and keys.
    package var name: String
    /// The zooms of its tiles.
    package var zooms: ClosedRange<Int>
    /// The region that it covers; nil for the world or where that is not known.
    package var bounds: GeoBounds?
    /// The names of its layers; empty where that is not known.
    package var layers: [String]
    /// Whose data it is, in one line of plain text without markup and control characters; may be empty.
    package var attribution: String
    /// Whether it is on a network: a tile that fails to load may load later.
    package var isRemote: Bool

    package init(
        name: String, zooms: ClosedRange<Int>, bounds: GeoBounds? = nil, layers: [String] = [],
        attribution: String = "", isRemote: Bool = false
    ) {
        self.name = name
        self.zooms = zooms
        self.bounds = bounds
        self.layers = layers
        self.attribution = attribution
        self.isRemote = isRemote
    }
}
