import MapModel
import Rows
import Streams

/// Loads a delimited file, reporting the points so far while it reads.
///
/// Everything happens on the caller's thread: call it from a task of its own.
package struct CSVLoader: SourceLoader {
    let input: SourceInput
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
        if let system = options.coordinateSystem {
            try reader.placeProjected(
                CoordinateTransform(system: system, name: name), isCancelled: isCancelled)
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
        let lines = layout.skippedLines
        return [
            "\(layout.columnNames.count) columns, delimiter \(layout.dialect.delimiterName), \(header), \(mark)"
        ]
            + (lines > 0 ? ["the table begins on line \(lines + 1)"] : [])
            + (opening.encoding.map { [TextInput.notice(of: $0)] } ?? []) + layout.columns.reasons
            + layout.columns.notices.map(\.description)
    }
}

/// A file that was opened, with its first window and its layout.
private struct Opening: ~Copyable {
    let file: FileBytes
    var feed: ByteFeed
    var window: ReadWindow
    let layout: TableLayout
    private let hasByteOrderMark: Bool

    /// The encoding that was detected, unless it is Unicode.
    let encoding: String?

    init(_ file: FileBytes, options: CSVOptions, isCancelled: () -> Bool) throws(SourceError) {
        let input = try TextInput(
            file, windowSize: options.windowSize, keepsBytes: true, encoding: options.encoding,
            isCancelled: isCancelled)
        let (hasMark, detected) = (input.hasByteOrderMark, input.detectedEncoding)
        var feed = input.feed
        var window = input.window
        try Self.fillHead(&window, from: &feed, options: options, isCancelled: isCancelled)
        let found: TableLayout
        do throws(SourceError) {
            found = try Self.layout(&window, file: file, options: options)
        } catch {
            // Nothing separates the columns but blanks: read again with one tab between two of them.
            guard options.delimiter == nil || options.delimiter == UInt8(ascii: " "),
                window.withBytes({ CSVDialect.isSeparatedByBlanks($0, isWhole: window.isAtEnd) })
            else { throw error }
            var options = options
            options.delimiter = UInt8(ascii: "\t")
            feed.apply(BlankColumns(), to: &window)
            try Self.fillHead(&window, from: &feed, options: options, isCancelled: isCancelled)
            guard let joined = try? Self.layout(&window, file: file, options: options) else { throw error }
            found = joined
        }
        layout = found
        hasByteOrderMark = hasMark
        encoding = detected
        self.file = file
        self.feed = feed
        self.window = window
    }

    /// Skips what precedes the table and judges its first records.
    private static func layout(
        _ window: inout ReadWindow, file: FileBytes, options: CSVOptions
    ) throws(SourceError) -> TableLayout {
        let isWhole = window.isAtEnd
        let start = window.withBytes { TableStart($0, isWhole: isWhole, options: options) }
        let layout = try window.withBytes { head throws(SourceError) in
            let table = ByteRun(base: head.base + start.offset, count: head.count - start.offset)
            return try TableLayout(
                head: table, isWhole: isWhole, start: start, file: file.name, options: options)
        }
        window.discard(start.offset)
        return layout
    }

    /// Reads until two records are complete, so that a header and its first values can be judged.
    private static func fillHead(
        _ window: inout ReadWindow, from feed: inout ByteFeed, options: CSVOptions, isCancelled: () -> Bool
    ) throws(SourceError) {
        while true {
            try window.fill(from: &feed, isCancelled: isCancelled)
            if window.isAtEnd || window.count >= options.recordLimit { return }
            if window.withBytes({ TableLayout.hasTwoRecords(in: $0, options: options) }) { return }
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
            notices: reader.notices(of: table, encoding: encoding))
    }
}

extension PointReader {
    /// Messages for the user, a line each, the most important first.
    fileprivate func notices(of table: DelimitedTable, encoding: String?) -> [String] {
        var lines: [String] = []
        let file = printable(table.name)
        if let swapped = notes.swapNotice(file: table.name, records: table.recordCount) {
            lines.append(swapped)
        }
        lines += table.columns.notices.map { "\(file): \($0)" }
        if let encoding { lines.append("\(file): \(TextInput.notice(of: encoding))") }
        lines += skipped.examples
            .filter { $0.reason == .quoteNotClosed || $0.reason == .tooLong }.map {
                $0.message(file: table.name)
            }
        lines += notes.notices(file: table.name)
        return lines
    }
}
