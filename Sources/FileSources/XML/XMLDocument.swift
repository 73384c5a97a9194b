import RowValues
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
        var (strayCount, joinCount) = (0, 0)
        let report = { (bytesRead: Int) throws(SourceError) -> Bool in
            try made.rows.collector.checkMemory(bytesRead: bytesRead, totalBytes: feed.totalBytes)
            let count = made.rows.collector.recordCount
            progress(
                LoadProgress(
                    bytesRead: bytesRead, totalBytes: feed.totalBytes, recordCount: count,
                    part: moments.isDue(count: count) ? made.rows.collector.part() : nil))
            return true
        }
        var fault = try read(made, from: feed, isCancelled: isCancelled, report)
        if fault != nil, file.isSeekable,
            let repaired = try readRepaired(rows, isCancelled: isCancelled, report),
            repaired.made.rows.collector.recordCount > made.rows.collector.recordCount
        {
            (made.rows, fault) = (repaired.made.rows, repaired.fault)
            (strayCount, joinCount) = (repaired.strays, repaired.joints)
        }
        if fault != nil { made.rows.endOpenRow() }
        try followLinks(made, isCancelled: isCancelled, report)
        if let fault, made.rows.collector.recordCount == 0 { throw .file(fault) }
        if made.rows.collector.recordCount == 0 {
            guard let notice = made.rows.notices.first else {
                throw .empty(file: file.name, hasHeader: false)
            }
            throw .refused(name: file.name, words: "has no rows of its own (\(notice))")
        }
        if !file.isUnchanged { made.rows.collector.notes.changedWhileReading = true }
        made.rows.collector.notes.earlyEnd = fault.map(EarlyEnd.init)
        var notices = made.rows.notices.map { "\(printable(file.name)): \($0)" }
        if strayCount > 0 {
            notices.append(
                "\(printable(file.name)): \(grouped(strayCount)) & that no entity follows, read as text")
        }
        if joinCount > 0 {
            notices.append(
                "\(printable(file.name)): \(joinCount + 1) documents, one after the other: all are read")
        }
        return try made.rows.collector.loaded(notices: notices)
    }

    /// What `--columns` prints, by the first rows.
    func explainColumns(_ rows: some XMLRows, isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let made = Made(rows)
        let fault = try read(made, from: feed, isCancelled: isCancelled) { _ in
            made.rows.collector.recordCount < FeatureRoles.sampleLimit
        }
        if fault != nil { made.rows.endOpenRow() }
        if fault != nil, file.isSeekable, made.rows.collector.recordCount == 0,
            let repaired = try readRepaired(rows, isCancelled: isCancelled, { _ in true })
        {
            made.rows = repaired.made.rows
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

    /// Reads a damaged document once more, with each & that no entity follows made one, and documents that follow each other
    /// made one; nil where there is neither.
    private func readRepaired<Rows: XMLRows>(
        _ rows: Rows, isCancelled: () -> Bool, _ report: (Int) throws(SourceError) -> Bool
    ) throws(SourceError) -> (made: Made<Rows>, fault: FileError?, strays: Int, joints: Int)? {
        let (strays, joints) = (RepairCount(), RepairCount())
        var feed = ByteFeed(file, keepsBytes: false)
        var window = ReadWindow(capacity: max(options.windowSize, 64))
        feed.apply(StrayAmpersands(count: strays), to: &window)
        feed.apply(JoinedDocuments(root: Rows.root, count: joints), to: &window)
        let made = Made(rows)
        let fault = try read(made, from: feed, isCancelled: isCancelled, report)
        return strays.value + joints.value > 0 ? (made, fault, strays.value, joints.value) : nil
    }

    /// The most documents of an archive that are read as one.
    private static let linkLimit = 1_000

    /// Reads the documents of the same archive that the document links to, and those that they link to, each once.
    private func followLinks<Rows: XMLRows>(
        _ made: Made<Rows>, isCancelled: () -> Bool, _ report: (Int) throws(SourceError) -> Bool
    ) throws(SourceError) {
        var waiting = made.rows.takeLinks()
        guard !waiting.isEmpty else { return }
        let names = ZipArchive.documentNames(in: file)
        var read = Set([ZipArchive.mainDocumentName(in: file)].compactMap(\.self))
        var others: [String] = []
        while !waiting.isEmpty {
            let link = waiting.removeFirst()
            guard let name = names.first(where: { $0 == link || $0.hasSuffix("/" + link) }),
                read.count < Self.linkLimit
            else {
                others.append(link)
                continue
            }
            guard read.insert(name).inserted else { continue }
            guard let part = try? FileBytes(member: name, of: file) else { continue }
            let feed = ByteFeed(part, keepsBytes: false)
            if try self.read(made, from: feed, isCancelled: isCancelled, report) != nil {
                made.rows.endOpenRow()
                others.append(name)
            }
            waiting += made.rows.takeLinks()
        }
        for link in others { made.rows.noteUnfollowed(link) }
    }

    /// - Parameter shouldContinue: called after each window, with the bytes of the source that were read.
    /// - Returns: why the document was not read to its end.
    private func read<Rows: XMLRows>(
        _ made: Made<Rows>, from feed: ByteFeed, isCancelled: () -> Bool,
        _ shouldContinue: (Int) throws(SourceError) -> Bool
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
