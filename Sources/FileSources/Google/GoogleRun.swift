import RowValues
import Rows
import Streams

/// A location file that was opened, read window by window: only the entry that is read is in memory besides the rows.
struct GoogleRun: ~Copyable {
    private var input: TextInput
    private let options: FeatureOptions
    private var entries: GoogleEntries

    init(_ file: FileBytes, options: FeatureOptions, isCancelled: () -> Bool) throws(SourceError) {
        input = try TextInput(
            file, windowSize: options.windowSize, keepsBytes: false, encoding: options.encoding,
            isCancelled: isCancelled)
        self.options = options
        entries = GoogleEntries(name: file.name, options: options)
    }

    private var name: String { input.file.name }

    /// Reads the document to its end.
    mutating func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        var moments = SnapshotMoments(interval: options.snapshotInterval)
        var isDone = false
        while !isDone {
            isDone = readWindow()
            try tell(progress, &moments)
            if !isDone { isDone = try !moveWindow(isCancelled: isCancelled) }
        }
        entries.reader.collector.notes.changedWhileReading = !input.file.isUnchanged
        entries.reader.collector.notes.earlyEnd =
            input.feed.fault.map { .torn(words: $0.words) }
            ?? entries.faultWords.map { .torn(line: entries.framer.line, words: $0) }
        return try result()
    }

    /// Reads the entries in the window; whether they are the last.
    private mutating func readWindow() -> Bool {
        let isFinal = input.window.isAtEnd
        let isEnd = input.window.withBytes { entries.read($0, isFinal: isFinal) }
        return isEnd || isFinal
    }

    /// Makes room in the window and fills it; false when its entry is too long.
    private mutating func moveWindow(isCancelled: () -> Bool) throws(SourceError) -> Bool {
        if entries.framer.offset > 0 || !input.window.isFull {
            input.window.discard(entries.framer.offset)
            entries.rebase()
        } else if input.window.count >= options.recordLimit {
            input.window.withBytes { entries.stop(tooLong: $0) }
            return false
        } else {
            input.window.grow()
        }
        try input.window.fill(from: &input.feed, isCancelled: isCancelled)
        return true
    }

    private mutating func tell(
        _ progress: (LoadProgress) -> Void, _ moments: inout SnapshotMoments
    ) throws(SourceError) {
        let bytesRead = input.feed.bytesTaken
        try entries.reader.collector.checkMemory(bytesRead: bytesRead, totalBytes: input.feed.totalBytes)
        let isDue = moments.isDue(count: entries.reader.collector.takenCount)
        progress(
            LoadProgress(
                bytesRead: bytesRead, totalBytes: input.feed.totalBytes,
                recordCount: entries.reader.collector.recordCount,
                part: isDue ? entries.reader.collector.part() : nil))
    }

    // MARK: the result

    private func result() throws(SourceError) -> LoadedSource {
        let count = entries.reader.collector.recordCount
        if count == 0 {
            if let fault = input.feed.fault { throw .file(fault.error(of: name)) }
            guard let notice = entries.withoutPlaceNotice else { throw .empty(file: name, hasHeader: false) }
            throw .refused(name: name, words: "has no rows (\(notice))")
        }
        if count == 1, entries.reader.collector.skipped.count(of: .unreadable) == 1,
            let words = entries.faultWords
        {
            throw .file(FileError(file: name, reason: .notReadable(line: entries.framer.line, words: words)))
        }
        var notices = entries.notices
        if let encoding = input.detectedEncoding { notices.append(": \(TextInput.notice(of: encoding))") }
        return try entries.reader.collector.loaded(notices: notices.map { "\(printable(name))\($0)" })
    }

    /// What the file is, and the columns that were detected, by its first rows.
    mutating func explanation(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        while !readWindow(), entries.reader.collector.recordCount < FeatureRoles.sampleLimit,
            try moveWindow(isCancelled: isCancelled)
        {}
        var words: [String] = []
        for list in entries.reader.lists where !words.contains(list.words) { words.append(list.words) }
        do throws(ColumnError) {
            let found = try entries.reader.collector.roles(coordinates: []).found()
            let count = entries.reader.collector.values.columnNames.count
            return ["Google's location files, \(words.joined(separator: ", ")), \(count) columns"]
                + found.reasons.map {
                    entries.reader.hasOwnLabel ? $0.replacing("(--label)", with: "(by name)") : $0
                }
        } catch {
            throw .columns(error, file: name)
        }
    }
}
