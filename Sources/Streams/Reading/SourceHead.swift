/// The beginning of a source and its name: what its kind is detected from.
package struct SourceHead: Sendable {
    /// The first bytes, unpacked where the source is packed.
    package let bytes: [UInt8]
    /// The last part of the name after a dot, in lower case; of packed files the one before it.
    package let ending: String
    /// What the file is packed with, as its own directory shows it.
    package let archive: ArchiveKind?
    /// The first byte that is no blank and no byte order mark, of UTF-16 as well; nil where there is no text.
    package let firstSign: UInt8?

    /// - Parameter head: the first bytes as they are in the file.
    package init(_ head: [UInt8], name: String, archive: ArchiveKind? = nil) {
        bytes = ArchiveKind.unpackedHead(head)
        ending = Self.ending(of: name)
        self.archive = archive
        firstSign = bytes.first { $0 > 0x20 && $0 < 0x80 || $0 == 0x1E }
    }

    private static func ending(of name: String) -> String {
        var parts = name.lowercased().split(separator: ".").dropFirst()
        if let last = parts.last, ["gz", "zst", "zip"].contains(last), parts.count > 1 { parts.removeLast() }
        return parts.last.map(String.init) ?? ""
    }

    /// XML, HTML or something like it.
    package var isMarkup: Bool { firstSign == UInt8(ascii: "<") }

    /// Zipped files.
    package var isZip: Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// Bytes that no encoding of text has.
    package var isBinary: Bool {
        let isMarked = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        return !isMarked && !bytes.starts(with: [0, 0, 0xFE, 0xFF])
            && ByteRun.with(bytes) { TextEncoding(head: $0) == .binary }
    }

    package var isWebPage: Bool { isMarkup && (holds("<html") || holds("<!doctype html")) }

    /// Whether a text is among the first bytes, in small or capital letters, also in UTF-16.
    package func holds(_ text: String) -> Bool {
        let needle = Array(text.utf8)
        let small = bytes.filter { $0 != 0 }.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        guard small.count >= needle.count else { return false }
        return (0...small.count - needle.count).contains { start in
            small[start..<start + needle.count].elementsEqual(needle)
        }
    }
}
