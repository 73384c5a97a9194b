import Rows
import Streams

/// A document of XML that is converted into rows: the code that GPX and KML share.
struct XMLDocument {
    private let file: FileBytes
    private let feed: ByteFeed
    private let options: FeatureOptions

    init(_ feed: ByteFeed, options: FeatureOptions) {
        file = feed.file
        self.feed = feed
        self.options = options
    }

    /// Reads all of it. What precedes an error is kept, and a notice reports the error.
    func read(
        _ rows: some XMLRows, isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let made = Made(rows)
        var moments = SnapshotMoments(interval: options.snapshotInterval)
        let fault = try read(made, isCancelled: isCancelled) { bytesRead throws(SourceError) in
            try made.rows.collector.checkMemory(bytesRead: bytesRead, totalBytes: feed.totalBytes)
            let count = made.rows.collector.recordCount
            progress(
                LoadProgress(
                    bytesRead: bytesRead, totalBytes: feed.totalBytes, recordCount: count,
                    part: moments.isDue(count: count) ? made.rows.collector.part() : nil))
            return true
        }
        if let fault, made.rows.collector.recordCount == 0 { throw .file(fault) }
        if made.rows.collector.recordCount == 0 { throw .empty(file: file.name, hasHeader: false) }
        if !file.isUnchanged { made.rows.collector.notes.changedWhileReading = true }
        let notices = made.rows.notices.map { "\(printable(file.name)): \($0)" }
        return try made.rows.collector.loaded(
            notices: (fault.map { ["\($0) (showing the rows before it)"] } ?? []) + notices)
    }

    /// What `--columns` prints, by the first rows.
    func explainColumns(_ rows: some XMLRows, isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let made = Made(rows)
        let fault = try read(made, isCancelled: isCancelled) { _ in
            made.rows.collector.recordCount < FeatureRoles.sampleLimit
        }
        if let fault, made.rows.collector.recordCount == 0 { throw .file(fault) }
        do throws(ColumnError) {
            let found = try made.rows.collector.roles(coordinates: []).found()
            let columnCount = made.rows.collector.values.columnNames.count
            return ["\(type(of: made.rows).formatName), \(columnCount) columns"] + found.reasons
        } catch {
            throw .columns(error, file: file.name)
        }
    }

    // MARK: reading

    /// Rows while they are made. One access to them is checked for each event; properties of a class would be checked
    /// one by one, a fifth of the time.
    private final class Made<Rows: XMLRows> {
        var rows: Rows

        init(_ rows: Rows) { self.rows = rows }
    }

    /// - Parameter shouldContinue: called after each window, with the bytes of the source that were read.
    /// - Returns: why the document was not read to its end.
    private func read<Rows: XMLRows>(
        _ made: Made<Rows>, isCancelled: () -> Bool, _ shouldContinue: (Int) throws(SourceError) -> Bool
    ) throws(SourceError) -> FileError? {
        guard let stream = XMLStream() else {
            throw .file(
                FileError(file: file.name, reason: .notReadable(line: nil, words: "not enough memory")))
        }
        var feed = feed
        var window = ReadWindow(capacity: max(options.windowSize, 64))
        while true {
            try window.fill(from: &feed, isCancelled: isCancelled)
            let fault = feed.fault
            do throws(XMLStream.Failure) {
                try window.withBytes { bytes throws(XMLStream.Failure) in
                    let span = UnsafeBufferPointer(start: bytes.base, count: bytes.count).span
                    try stream.feed(span, isLast: window.isAtEnd && fault == nil) { event in
                        made.rows.take(event, of: stream)
                    }
                }
            } catch {
                return try failure(error, stream, Rows.self)
            }
            if let root = stream.root, root != Rows.root { throw .file(wrongRoot(root, Rows.formatName)) }
            window.discard(window.count)
            let goesOn = try shouldContinue(feed.bytesTaken)
            if window.isAtEnd || !goesOn {
                return fault.map { fault in
                    FileError(file: file.name, reason: .notReadable(line: nil, words: fault.words))
                }
            }
        }
    }

    private func failure<Rows: XMLRows>(
        _ failure: XMLStream.Failure, _ stream: XMLStream, _ type: Rows.Type
    ) throws(SourceError) -> FileError {
        if let root = stream.root, root != Rows.root { throw .file(wrongRoot(root, Rows.formatName)) }
        var line = stream.line
        if case .malformed(_, let number) = failure { line = number }
        return FileError(file: file.name, reason: .notReadable(line: line, words: "\(failure)"))
    }

    private func wrongRoot(_ root: String, _ format: String) -> FileError {
        FileError(
            file: file.name,
            reason: .notReadable(line: nil, words: "is not \(format) (root element \(quoted(root)))"))
    }
}
