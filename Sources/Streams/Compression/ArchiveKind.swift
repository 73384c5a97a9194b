/// How a file is compressed, by its first bytes.
package enum ArchiveKind: Sendable, Equatable {
    case gzip
    case zstd
    /// A zip archive with a KML document.
    case kmz
    /// A zip archive with one file of text, by its name in the archive.
    case zippedText(String)
    /// Any other zip archive.
    case zip
    /// Not supported: compressed by the program of this name.
    case foreign(String)

    /// The longest of the magic numbers.
    static let headLength = 6

    private static let magicNumbers: [(bytes: [UInt8], kind: ArchiveKind)] =
        [
            ([0x1F, 0x8B, 8], .gzip), ([0x28, 0xB5, 0x2F, 0xFD], .zstd), ([0x50, 0x4B, 3, 4], .zip),
            ([0x50, 0x4B, 5, 6], .zip), ([0x42, 0x5A, 0x68], .foreign("bzip2")),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .foreign("xz")), ([0x04, 0x22, 0x4D, 0x18], .foreign("lz4")),
        ] + skippableFrames.map { ($0, .zstd) }

    /// Frames of zstd without data: pzstd writes one before each frame with data.
    private static let skippableFrames: [[UInt8]] = (0x50...0x5F).map { [$0, 0x2A, 0x4D, 0x18] }

    /// The kind that `head`, the first bytes of a file, shows; a zip archive is `.zip`, whatever its
    /// contents.
    ///
    /// "BZh" may be the beginning of a text: for bzip2 the digit and the mark of a block must follow.
    package init?(head: some Collection<UInt8>) {
        guard let found = Self.magicNumbers.first(where: { head.starts(with: $0.bytes) }) else { return nil }
        if found.kind == .foreign("bzip2"), !head.dropFirst(4).prefix(2).elementsEqual([0x31, 0x41]) {
            return nil
        }
        self = found.kind
    }

    /// Whether more bytes after `head` may make it the head of an archive.
    package static func mayBegin(_ head: [UInt8]) -> Bool {
        magicNumbers.contains { $0.bytes.count > head.count && $0.bytes.starts(with: head) }
    }

    /// How an open file is compressed; nil when it is not, and for streams. Looks into a zip archive for
    /// a document.
    static func of(_ file: FileBytes) -> ArchiveKind? {
        guard file.isSeekable else { return nil }
        var head = [UInt8](repeating: 0, count: headLength)
        let count = head.withUnsafeMutableBytes { try? file.read(at: 0, into: $0) } ?? 0
        guard let kind = ArchiveKind(head: head[..<count]) else { return nil }
        guard kind == .zip else { return kind }
        let archive = try? ZipArchive(.file(file), count: file.identity.size, name: file.name)
        guard let document = archive?.document(named: file.member) else { return .zip }
        return document.ending == "kml" ? .kmz : .zippedText(document.name)
    }

    /// Why it cannot be read as a stream of bytes; nil when it can.
    package var refusal: String? {
        switch self {
        case .gzip, .zstd, .kmz, .zippedText, .zip: nil
        case .foreign(let program):
            "is compressed with \(program) (decompress it first; gzip and zstd are supported)"
        }
    }
}
