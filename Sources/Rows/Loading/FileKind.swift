import Streams

/// A kind of file: how it is detected and what reads it.
///
/// Each kind is declared in the folder of its reader; `SourceOpener.kinds` lists them all.
package struct FileKind: Sendable {
    /// How sure a kind is that a file is its own, in rising order.
    package enum Confidence: Comparable, Sendable {
        /// It may be, when nobody else wants it.
        case fallback
        /// The name says so, the bytes say nothing.
        case name
        case content
        /// Whatever else it looks like.
        case certain
    }

    /// What makes a loader of an open file; nothing is read yet.
    package typealias Reader = @Sendable (SourceInput, SourceOptions) -> any SourceLoader
    /// What makes a finder of nearby rows that uses an index of the file.
    package typealias Finder = @Sendable (SourceInput, SourceOptions) throws(SourceError) -> any NearbySource

    /// As `--format` takes it.
    package let name: String
    /// The bytes that all files of this kind begin with; empty where there are none.
    package let magic: [UInt8]
    /// Can be read from a stream, from its first byte to its last.
    package let isStreamable: Bool
    /// Holds tables that `--table` and `--sql` choose from.
    package let isDatabase: Bool
    /// Holds layers that `--layer` chooses from.
    package let hasLayers: Bool
    package let reader: Reader
    package let finder: Finder?
    private let judge: @Sendable (SourceHead) -> Confidence?

    package init(
        name: String, magic: [UInt8] = [], isStreamable: Bool = true, isDatabase: Bool = false,
        hasLayers: Bool = false, reader: @escaping Reader, finder: Finder? = nil,
        judge: @escaping @Sendable (SourceHead) -> Confidence?
    ) {
        self.name = name
        self.magic = magic
        self.isStreamable = isStreamable
        self.isDatabase = isDatabase
        self.hasLayers = hasLayers
        self.reader = reader
        self.finder = finder
        self.judge = judge
    }

    /// How sure it is that a file which begins so is its own; nil for what it cannot read.
    package func confidence(in head: SourceHead) -> Confidence? {
        !magic.isEmpty && head.bytes.starts(with: magic) ? .certain : judge(head)
    }
}

/// A kind of database server: how its addresses are recognized and what asks it.
package struct ServerKind: Sendable {
    package let isAddress: @Sendable (String) -> Bool
    /// Connects to nothing yet.
    package let open: @Sendable (String, SourceOptions) throws(SourceError) -> any ViewportSource

    package init(
        isAddress: @escaping @Sendable (String) -> Bool,
        open: @escaping @Sendable (String, SourceOptions) throws(SourceError) -> any ViewportSource
    ) {
        self.isAddress = isAddress
        self.open = open
    }
}
