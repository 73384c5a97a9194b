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

    /// Reads the first window; text in UTF-16 and UTF-32 is read whole.
    ///
    /// - Parameter keepsBytes: the bytes of streams are kept, so that rows can be read again.
    package init(
        _ file: FileBytes, windowSize: Int, keepsBytes: Bool, isCancelled: () -> Bool
    ) throws(SourceError) {
        var feed = ByteFeed(file, keepsBytes: keepsBytes)
        var window = ReadWindow(capacity: max(windowSize, 64))
        try window.fill(from: &feed, isCancelled: isCancelled)
        while !window.isAtEnd, window.count < 4 { try window.fill(from: &feed, isCancelled: isCancelled) }
        let encoding = window.withBytes { TextEncoding(head: $0) }
        switch encoding {
        case .utf8(let markLength): window.discard(markLength)
        case .unmarked(let name): throw .file(FileError(file: file.name, reason: .encoding(name)))
        case .binary: throw .file(FileError(file: file.name, reason: .looksBinary))
        case .utf16, .utf32:
            let text = try Self.wholeText(window: &window, feed: &feed, isCancelled: isCancelled)
            feed = ByteFeed(decoded: encoding.decoded(text) ?? [], of: feed)
            window = ReadWindow(capacity: max(windowSize, 64))
        }
        self.file = file
        self.feed = feed
        self.window = window
        hasByteOrderMark = encoding == .utf8(markLength: 3)
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
