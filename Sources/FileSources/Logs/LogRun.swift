import MapModel
import Platform
import RowValues
import Rows
import Streams

/// One reading of a log: the parts of a file on several threads, all else window after window.
struct LogRun: ~Copyable {
    private let file: FileBytes
    private let options: LogOptions
    private let clock: LogClock
    private let detection: LogDetection
    private let found: LogRoles
    private var feed: ByteFeed
    private var window: ReadWindow
    private var scan: LogScan
    private var held: HeldLines
    private var moments: LogMoments
    private var memory: MemoryCheck
    /// Lines are handed over as they come: all have the same columns, whatever their forms.
    private var isPassing = false
    /// Where the parts of a file ended.
    private var partsEnd: Int?

    /// Reads until the first lines show what the others are.
    init(_ file: FileBytes, options: LogOptions, isCancelled: () -> Bool) throws(SourceError) {
        let clock = options.clock ?? .system
        var feed = ByteFeed(file, keepsBytes: false)
        var window = ReadWindow(capacity: max(options.windowSize, 64))
        try Self.fillHead(&window, from: &feed, options, isCancelled)
        let isWhole = window.isAtEnd
        if isWhole, window.count == 0 {
            if let fault = feed.fault { throw .file(fault.error(of: file.name)) }
            throw .empty(file: file.name, hasHeader: false)
        }
        let detection = window.withBytes { LogDetection($0, isWhole: isWhole, isForced: true) }
        guard let detection else { throw .empty(file: file.name, hasHeader: false) }
        let found = try window.withBytes { head throws(SourceError) in
            do throws(ColumnError) {
                return try LogRoles(detection.reader, head: head, lines: 0, options.columns, clock)
            } catch {
                throw .columns(error, file: file.name)
            }
        }
        (self.file, self.options, self.clock, self.detection) = (file, options, clock, detection)
        self.found = found
        self.feed = feed
        self.window = window
        scan = LogScan(detection.reader, found.places, clock)
        held = HeldLines(keep: options.keep, LogScan(detection.reader, found.places, clock))
        moments = LogMoments(interval: options.snapshotInterval, isStream: options.isStream)
        memory = MemoryCheck(limit: options.memoryLimit)
    }

    /// Of a stream what has come is enough, as long as there is a line.
    private static func fillHead(
        _ window: inout ReadWindow, from feed: inout ByteFeed, _ options: LogOptions,
        _ isCancelled: () -> Bool
    ) throws(SourceError) {
        while true {
            try window.fill(from: &feed, isEager: options.isStream, isCancelled: isCancelled)
            if window.isAtEnd || !window.withBytes({ LogDetection.needsMore($0) }) { return }
            if window.isFull {
                if window.count >= options.lineLimit { return }
                window.grow()
            }
        }
    }

    // MARK: parts of a file

    /// Reads a plain file, its parts side by side.
    mutating func readParts(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) {
        guard feed.isPlainFile, !detection.reader.isSequential, let end = feed.totalBytes else { return }
        try memory.check(file.name, rowCount: end / 256)
        let parts = LogParts(file, scan, end: end, options: options)
        var made = OrderedParts(count: parts.cuts.count, threads: options.threadCount) { parts.part($0) }
        for number in 0..<parts.cuts.count {
            guard let part = made.next(isCancelled: isCancelled) else { throw .cancelled }
            if let fault = part.fault { throw .file(fault) }
            scan.append(part.scan)
            try checkRows(scan.rowCount)
            let bytesRead = parts.cuts.end(of: number)
            partsEnd = bytesRead
            let isDue = moments.isDue(count: scan.rowCount)
            progress(
                LoadProgress(
                    bytesRead: bytesRead, totalBytes: end, recordCount: scan.rowCount,
                    part: isDue ? fileSource(isFinal: false) : nil))
        }
    }

    private func checkRows(_ count: Int) throws(SourceError) {
        guard count <= LoadedSource.rowLimit else { throw .tooManyRows(in: file.name) }
    }

    private func fileSource(isFinal: Bool) -> LoadedSource {
        let segment = LogSegment(
            bytes: .file(file), blocks: scan.blocks, end: partsEnd ?? 0, rowCount: scan.rowCount,
            firstRow: 0, firstLine: 0)
        return source(
            scan.reader, [segment], points: scan.points, skipped: scan.skipped, others: scan.otherCount,
            firstRow: 0, recordCount: scan.rowCount, dropped: 0)
    }

    // MARK: windows

    /// Reads window after window to the end, which a stream may not have.
    mutating func readWindows(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) {
        guard partsEnd == nil else { return }
        while true {
            let isFinal = window.isAtEnd
            let taken = takeLines(isFinal: isFinal && feed.fault == nil)
            window.discard(taken)
            try report(progress)
            if isFinal { return }
            if window.isFull, taken == 0 {
                if window.count >= options.lineLimit {
                    try skipLongLine(isCancelled: isCancelled)
                } else {
                    window.grow()
                }
            }
            try window.fill(from: &feed, isEager: options.isStream, isCancelled: isCancelled)
        }
    }

    /// Hands over the lines of each window, and forgets them.
    mutating func pass(
        isCancelled: () -> Bool, _ body: (LoadedSource) throws(SourceError) -> Void
    ) throws(SourceError) {
        isPassing = true
        while true {
            let isFinal = window.isAtEnd
            let taken = takeLines(isFinal: isFinal && feed.fault == nil)
            window.discard(taken)
            if held.rowCount > 0 {
                try body(heldSource())
                held.forget()
            }
            if isFinal { break }
            if window.isFull, taken == 0 {
                if window.count >= options.lineLimit {
                    try skipLongLine(isCancelled: isCancelled)
                } else {
                    window.grow()
                }
            }
            try window.fill(from: &feed, isEager: true, isCancelled: isCancelled)
        }
        if let fault = feed.fault { throw .file(fault.error(of: file.name)) }
    }

    /// Takes all whole lines of the window; how many bytes those are.
    private mutating func takeLines(isFinal: Bool) -> Int {
        window.withBytes { bytes in
            let end = isFinal ? bytes.count : Bytes.endOfLastLine(bytes)
            held.append(bytes, 0..<end)
            return end
        }
    }

    /// Passes over a line that is longer than may be.
    private mutating func skipLongLine(isCancelled: () -> Bool) throws(SourceError) {
        var count = 0
        while true {
            let found = window.withBytes { Bytes.offset(of: 10, in: $0.base, count: $0.count) }
            count += found ?? window.count
            window.discard(found.map { $0 + 1 } ?? window.count)
            if found != nil || window.isAtEnd { break }
            try window.fill(from: &feed, isCancelled: isCancelled)
        }
        held.skipLong(byteCount: count)
    }

    private mutating func report(_ progress: (LoadProgress) -> Void) throws(SourceError) {
        try checkRows(held.rowCount)
        if options.keep == nil {
            try memory.check(
                file.name, rowCount: held.rowCount, byteCount: held.byteCount,
                MemoryCheck.Progress(bytesRead: feed.bytesTaken, totalBytes: feed.totalBytes))
        }
        let isDue = moments.isDue(count: held.totalRows)
        progress(
            LoadProgress(
                bytesRead: feed.bytesTaken, totalBytes: feed.totalBytes, recordCount: held.rowCount,
                part: isDue ? heldSource() : nil))
    }

    private mutating func heldSource() -> LoadedSource {
        held.trim()
        return source(
            held.reader, held.segments, points: held.points, skipped: held.skipped, others: held.otherCount,
            firstRow: held.firstRow, recordCount: held.rowCount, dropped: held.firstRow)
    }

    // MARK: the result

    /// The whole source.
    mutating func finished() throws(SourceError) -> LoadedSource {
        if let fault = feed.fault, held.rowCount == 0, partsEnd == nil {
            throw .file(fault.error(of: file.name))
        }
        var source = partsEnd != nil ? fileSource(isFinal: true) : heldSource()
        guard source.table.recordCount > 0 else { throw .empty(file: file.name, hasHeader: false) }
        if !file.isUnchanged {
            source.notices.append("\(printable(file.name)): changed while it was read (press R to reload)")
        }
        return source
    }

    private func source(
        _ reader: any LogLineReader, _ segments: [LogSegment], points: PointBuffer, skipped: SkippedRows,
        others: Int, firstRow: Int, recordCount: Int, dropped: Int
    ) -> LoadedSource {
        let table = LogTable(
            name: file.name, reader: reader, segments: segments, firstRow: firstRow, recordCount: recordCount,
            hasOthers: others > 0 || isPassing, places: found.places, roles: found.roles, clock: clock)
        let name = printable(file.name)
        var notices = found.notices.map { "\(name): \($0)" }
        if case .none = found.places { notices.append("\(name): \(Self.withoutPlaces)") }
        if others > 0, !detection.isText {
            notices.append(
                "\(name): \(grouped(others)) \(others == 1 ? "line" : "lines") of another form, shown as text"
            )
        }
        var source = LoadedSource(
            points: points, table: table, skipped: skipped, notices: notices,
            earlyEnd: feed.fault.map { .torn(words: $0.words) })
        source.layers[0].droppedCount = dropped
        return source
    }

    /// Why nothing is on the map.
    private static let withoutPlaces =
        "nothing says where its lines are, so they are not on the map (addresses need a database: --geoip FILE, or put one into ~/.local/share/termmap)"

    /// What the log is, for `--columns`.
    var explanation: [String] {
        let names = ["line"] + detection.reader.columnNames
        return [
            "\(detection.reader.words): \(names.count) columns, \(names.joined(separator: ", "))"
        ] + found.reasons + found.notices
    }
}

extension Bytes {
    /// Behind the last line feed; 0 where there is none.
    static func endOfLastLine(_ bytes: ByteRun) -> Int {
        var end = bytes.count
        while end > 0, bytes[end - 1] != 10 { end -= 1 }
        return end
    }
}
