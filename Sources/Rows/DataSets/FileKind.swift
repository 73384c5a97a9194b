import Streams

/// A kind of file: how it is detected and what reads it.
///
/// Each kind is declared in the folder of its reader; `SourceOpener.kinds` lists them all.
package struct FileKind: Sendable {
    /// How sure a kind is that it can read a file, in rising order.
    package enum Confidence: Comparable, Sendable {
        /// It may be, when no other kind applies.
        case fallback
        /// The name matches, the bytes are inconclusive.
        case name
        /// The first bytes match.
        case content
        /// In any case.
        case certain
    }

    /// Makes a loader of an open file; nothing is read yet.
    package typealias Reader = @Sendable (SourceInput, SourceOptions) -> any SourceLoader
    /// Makes a finder of nearby rows that uses an index of the file.
    package typealias Finder = @Sendable (SourceInput, SourceOptions) throws(SourceError) -> any NearbySource

    /// What becomes of files that are opened together.
    package enum Opened {
        /// All rows are read; the finder finds those near a place without that, where there is one.
        case loader(any SourceLoader, finder: (@Sendable () throws(SourceError) -> any NearbySource)?)
        /// Each view is asked for.
        case server(any ViewportSource)
    }
    /// Opens all files of this kind as one; nil where each is read by itself.
    package typealias Together =
        @Sendable ([SourceInput], SourceOptions, () -> Bool) throws(SourceError) -> Opened?

    /// The name for `--format`.
    package let name: String
    /// The bytes that all files of this kind begin with; empty where there are none.
    package let magic: [UInt8]
    /// Can be read from a stream, from its first byte to its last.
    package let isStreamable: Bool
    /// Holds tables that `--table` and `--sql` choose from.
    package let isDatabase: Bool
    /// Holds layers that `--layer` chooses from.
    package let hasLayers: Bool
    /// Makes the loader of a file of this kind.
    package let reader: Reader
    /// Makes the finder of nearby rows; nil when the rows must be loaded to find them.
    package let finder: Finder?
    /// Opens several files as one table; nil where each is a layer of its own.
    package let together: Together?
    private let judge: @Sendable (SourceHead) -> Confidence?

    /// A kind of file.
    ///
    /// - Parameter judge: how sure the kind is about a file without its magic bytes; nil for a file it cannot
    ///   read.
    package init(
        name: String, magic: [UInt8] = [], isStreamable: Bool = true, isDatabase: Bool = false,
        hasLayers: Bool = false, reader: @escaping Reader, finder: Finder? = nil,
        together: Together? = nil, judge: @escaping @Sendable (SourceHead) -> Confidence?
    ) {
        self.name = name
        self.magic = magic
        self.isStreamable = isStreamable
        self.isDatabase = isDatabase
        self.hasLayers = hasLayers
        self.reader = reader
        self.finder = finder
        self.together = together
        self.judge = judge
    }

    /// How sure it is about a file that begins like this; nil when it cannot read it.
    package func confidence(in head: SourceHead) -> Confidence? {
        !magic.isEmpty && head.bytes.starts(with: magic) ? .certain : judge(head)
    }
}

/// A kind of database server: how its addresses are recognised, and how it is queried.
package struct ServerKind: Sendable {
    /// Whether an argument is an address of such a server and not a path.
    package let isAddress: @Sendable (String) -> Bool
    /// Makes the source without connecting.
    package let open: @Sendable (String, SourceOptions) throws(SourceError) -> any ViewportSource

    /// A kind of server, recognised by its addresses.
    package init(
        isAddress: @escaping @Sendable (String) -> Bool,
        open: @escaping @Sendable (String, SourceOptions) throws(SourceError) -> any ViewportSource
    ) {
        self.isAddress = isAddress
        self.open = open
    }
}
