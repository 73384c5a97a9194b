import Platform

/// A source of text that was opened: its bytes in UTF-8, without a byte order mark.
@frozen package struct TextInput: ~Copyable {
    /// The file that was opened.
    package let file: FileBytes
    /// The bytes that follow the window.
    package var feed: ByteFeed
    /// The first bytes, without a byte order mark.
    package var window: ReadWindow
    /// The source is in UTF-8 and begins with EF BB BF.
    package let hasByteOrderMark: Bool
    /// The encoding that was detected, where the text is not in Unicode.
    package let detectedEncoding: String?

    /// Reads the first window; text in UTF-16 and UTF-32 with a byte order mark is read whole.
    ///
    /// - Parameters:
    ///   - keepsBytes: the bytes of streams are kept, so that rows can be read again.
    ///   - encoding: the encoding of the text; nil to detect it.
    ///   - isEager: of a stream the window has what has come, if that is a line.
    package init(
        _ file: FileBytes, windowSize: Int, keepsBytes: Bool, encoding: String? = nil,
        isEager: Bool = false, isCancelled: () -> Bool
    ) throws(SourceError) {
        var feed = ByteFeed(file, keepsBytes: keepsBytes)
        var window = ReadWindow(capacity: max(windowSize, 64))
        try window.fill(from: &feed, isEager: isEager, isCancelled: isCancelled)
        // The bytes by which an archive is known come alone.
        if isEager, window.count <= ArchiveKind.headLength, !window.isAtEnd {
            try window.fill(from: &feed, isEager: true, isCancelled: isCancelled)
        }
        // Of a document the first bytes say little: it is waited for as a file is.
        if isEager, !window.withBytes(Self.hasLine) {
            try window.fill(from: &feed, isCancelled: isCancelled)
        }
        while !window.isAtEnd, window.count < 4 { try window.fill(from: &feed, isCancelled: isCancelled) }
        let found = encoding.map(TextEncoding.named) ?? window.withBytes { TextEncoding(head: $0) }
        switch found {
        case .utf8(let markLength): window.discard(markLength)
        case .other(let name):
            guard let decoder = EncodingDecoder(name) else {
                throw .refused(name: file.name, words: "has an unknown encoding: \(quoted(name))")
            }
            feed.apply(decoder, to: &window)
            try window.fill(from: &feed, isCancelled: isCancelled)
        case .binary: throw .file(FileError(file: file.name, reason: .looksBinary))
        case .utf16, .utf32:
            let text = try Self.wholeText(window: &window, feed: &feed, isCancelled: isCancelled)
            feed = ByteFeed(decoded: found.decoded(text) ?? [], of: feed)
            window = ReadWindow(capacity: max(windowSize, 64))
        }
        self.file = file
        self.feed = feed
        self.window = window
        hasByteOrderMark = found == .utf8(markLength: 3)
        if case .other(let name) = found, encoding == nil {
            detectedEncoding = name
        } else {
            detectedEncoding = nil
        }
    }

    /// Whether the first line ends, and is more than a bracket.
    private static func hasLine(_ bytes: ByteRun) -> Bool {
        Bytes.offset(of: 10, in: bytes.base, count: bytes.count).map { $0 > 2 } ?? false
    }

    /// The notice shown for a detected encoding.
    package static func notice(of encoding: String) -> String {
        "read as \(encoding) (choose with --encoding)"
    }

    private static func wholeText(
        window: inout ReadWindow, feed: inout ByteFeed, isCancelled: () -> Bool
    ) throws(SourceError) -> [UInt8] {
        while !window.isAtEnd {
            if window.isFull { window.grow() }
            try window.fill(from: &feed, isCancelled: isCancelled)
        }
        return window.withBytes { $0.bytes(0..<$0.count) }
    }
}
