import MapModel
import Rows
import Streams

/// Loads a delimited file, reporting the points so far while it reads.
///
/// Everything happens on the caller's thread: call it from a task of its own.
package struct CSVLoader: SourceLoader {
    private let input: SourceInput
    /// The dialect, columns and limits that the user set.
    package let options: CSVOptions

    /// - Parameter path: a file, a pipe, or "-" for the standard input.
    package init(path: String, options: CSVOptions = CSVOptions()) {
        self.init(SourceInput(path: path), options: options)
    }

    /// Reads an input that was opened already.
    init(_ input: SourceInput, options: CSVOptions) {
        self.input = input
        self.options = options
    }

    /// The path, or "stdin".
    package var name: String { input.name }

    /// Reads the whole file.
    ///
    /// - Parameters:
    ///   - isCancelled: checked after each window of about 1 MiB, and ten times a second while a pipe is
    ///     silent.
    ///   - progress: called after each window; some calls carry points, first after `snapshotInterval`, then
    ///     whenever there are 1.6 times as many, or any more after a second.
    package func read(
        isCancelled: () -> Bool = { Task.isCancelled }, progress: (LoadProgress) -> Void = { _ in }
    ) throws(SourceError) -> LoadedSource {
        var opening = try Opening(input.open(), options: options, isCancelled: isCancelled)
        let layout = opening.layout
        var reader = PointReader(layout: layout)
        var scanner = reader.makeScanner()
        var moments = SnapshotMoments(interval: options.snapshotInterval)
        opening.window.withBytes { scanner.begin(in: $0, at: 0) }
        if layout.dialect.hasHeader {
            _ = opening.window.withBytes { scanner.advance(in: $0, isFinal: opening.window.isAtEnd) }
        }
        while true {
            let offset = opening.window.offset
            let isFinal = opening.window.isAtEnd
            opening.window.withBytes { reader.read($0, at: offset, isFinal: isFinal, with: &scanner) }
            guard reader.recordCount <= options.rowLimit else { throw .tooManyRows(in: opening.file.name) }
            progress(
                LoadProgress(
                    bytesRead: opening.feed.bytesTaken, totalBytes: opening.feed.totalBytes,
                    recordCount: reader.recordCount,
                    part: moments.isDue(count: reader.points.count)
                        ? opening.source(reader) : nil))
            let isStuck = scanner.start == 0 && opening.window.isFull
            let isTooLong = isStuck && opening.window.count >= options.recordLimit
            if isTooLong || (isFinal && scanner.start < opening.window.count) {
                opening.window.withBytes { reader.stop(at: scanner, $0, offset: offset) }
                break
            }
            if isFinal { break }
            if isStuck { opening.window.grow() } else { opening.window.discard(scanner.start) }
            try opening.window.fill(from: &opening.feed, isCancelled: isCancelled)
            opening.window.withBytes { scanner.begin(in: $0, at: 0) }
        }
        if !opening.file.isUnchanged { reader.noteChangedFile() }
        if let fault = opening.feed.fault { reader.note(fault) }
        return opening.source(reader)
    }

    /// What `--columns` prints: the format of the file, which columns are read, and why, a line each.
    package func explainColumns(isCancelled: () -> Bool = { Task.isCancelled }) throws(SourceError)
        -> [String]
    {
        let opening = try Opening(input.openToExplain(), options: options, isCancelled: isCancelled)
        let layout = opening.layout
        let mark = layout.dialect.decimalMark == .comma ? "decimal comma" : "decimal point"
        let header = layout.dialect.hasHeader ? "header in the first record" : "no header"
        return [
            "\(layout.columnNames.count) columns, delimiter \(layout.dialect.delimiterName), \(header), \(mark)"
        ]
            + layout.columns.reasons + layout.columns.notices.map(\.description)
    }
}

/// A file that was opened, with its first window and its layout.
private struct Opening: ~Copyable {
    let file: FileBytes
    var feed: ByteFeed
    var window: ReadWindow
    let layout: TableLayout
    private let hasByteOrderMark: Bool

    init(_ file: FileBytes, options: CSVOptions, isCancelled: () -> Bool) throws(SourceError) {
        let input = try TextInput(
            file, windowSize: options.windowSize, keepsBytes: true, isCancelled: isCancelled)
        let hasMark = input.hasByteOrderMark
        var feed = input.feed
        var window = input.window
        try Self.fillHead(&window, from: &feed, options: options, isCancelled: isCancelled)
        let isWhole = window.isAtEnd
        let layout = try window.withBytes { head throws(SourceError) in
            try TableLayout(head: head, isWhole: isWhole, file: file.name, options: options)
        }
        self.layout = layout
        self.file = file
        self.feed = feed
        self.window = window
        hasByteOrderMark = hasMark
    }

    /// Reads until two records are complete, so that a header and its first values can be judged.
    private static func fillHead(
        _ window: inout ReadWindow, from feed: inout ByteFeed, options: CSVOptions, isCancelled: () -> Bool
    ) throws(SourceError) {
        while true {
            try window.fill(from: &feed, isCancelled: isCancelled)
            if window.isAtEnd || window.count >= options.recordLimit { return }
            if window.withBytes({ TableLayout.recordCount(in: $0, upTo: 2, options: options) }) == 2 {
                return
            }
            if window.isFull { window.grow() }
        }
    }

    /// What was read so far.
    func source(_ reader: PointReader) -> LoadedSource {
        let kept = feed.kept.map(KeptBytes.memory) ?? .file(file)
        let table = DelimitedTable(
            name: file.name, identity: file.identity, dialect: layout.dialect,
            columnNames: layout.columnNames,
            columns: layout.columns, headerBytes: layout.headerBytes, recordCount: reader.recordCount,
            lineEnd: layout.lineEnd, hasByteOrderMark: hasByteOrderMark, blocks: reader.blocks, bytes: kept)
        return LoadedSource(
            points: reader.points, shapes: reader.shapes, table: table, skipped: reader.skipped,
            notices: reader.notices(of: table))
    }
}

extension PointReader {
    /// Messages for the user, a line each, the most important first.
    fileprivate func notices(of table: DelimitedTable) -> [String] {
        var lines: [String] = []
        let file = printable(table.name)
        if let swapped = notes.swapNotice(file: table.name, records: table.recordCount) {
            lines.append(swapped)
        }
        lines += table.columns.notices.map { "\(file): \($0)" }
        lines += skipped.examples
            .filter { $0.reason == .quoteNotClosed || $0.reason == .tooLong }.map {
                $0.message(file: table.name)
            }
        lines += notes.notices(file: table.name)
        return lines
    }
}
