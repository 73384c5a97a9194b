import Platform
import Programs
import Rows
import Streams

/// One reading of a delimited file: its parts on several threads where they can be read at any time, else and at
/// the end one window after the other.
struct CSVRun {
    var reader: PointReader
    var scanner: CSVScanner
    private var moments: SnapshotMoments
    private var memory: MemoryCheck
    let options: CSVOptions
    private let marks = RecordMarks()
    /// The columns that are read with the places; nil where there are none, or the parts did not have them all.
    private var early: EarlyColumns.Collected?

    /// A run that has passed the header, which is in the first window.
    init(_ opening: borrowing CSVOpening, options: CSVOptions) {
        self.options = options
        reader = PointReader(layout: opening.layout)
        scanner = reader.makeScanner()
        // What names mean is learnt from the first part: it had better have many.
        var isByName = false
        if case .places(let roles) = opening.layout.columns.coordinates { isByName = roles.address == nil }
        moments = SnapshotMoments(
            interval: options.snapshotInterval, isLive: options.isLive,
            isStream: !opening.file.isSeekable && !isByName)
        memory = MemoryCheck(limit: options.memoryLimit)
        opening.window.withBytes { scanner.begin(in: $0, at: 0) }
        guard opening.layout.dialect.hasHeader else { return }
        _ = opening.window.withBytes { scanner.advance(in: $0, isFinal: opening.window.isAtEnd) }
    }

    /// Reads the parts of a plain file that has several; what is left is in the windows from there on.
    mutating func readParts(
        _ opening: inout CSVOpening, isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) {
        let start = opening.window.offset + scanner.next
        guard opening.feed.isPlainFile, reader.isPair || reader.isUnplaced,
            let end = opening.feed.totalBytes,
            end - start > options.partSize
        else { return }
        try checkMemory(opening, bytes: end - start)
        let layout = opening.layout
        let first = scanner.next
        let columns = opening.window.withBytes {
            EarlyColumns(options.wanted, of: layout, head: $0, from: first)
        }
        early = columns.map { EarlyColumns.Collected($0) }
        let parts = TableParts(opening.file, layout, range: start..<end, options: options, early: columns)
        var made = OrderedParts(count: parts.cuts.count, threads: options.threadCount) { parts.part($0) }
        var (next, lines) = (start, scanner.lineEnds)
        for number in 0..<parts.cuts.count {
            guard var part = made.next(isCancelled: isCancelled) else { throw .cancelled }
            // A record may be longer than a part.
            guard next < parts.cuts.end(of: number) else { continue }
            // Where the guess was wrong, what was read means nothing.
            if part.fault == nil, part.start != next { part = parts.part(number, from: next) }
            if let fault = part.fault { throw .file(fault) }
            collect(part, of: parts.cuts.count - number)
            reader.append(part.reader, linesBefore: lines)
            (next, lines) = (part.next, lines + part.lineCount)
            try report(&opening, bytesRead: next, progress)
            if part.isCut || part.isLast { break }
        }
        opening.window.seek(to: next, in: &opening.feed)
        try opening.window.fill(from: &opening.feed, isCancelled: isCancelled)
        opening.window.withBytes { scanner.begin(in: $0, at: 0, linesBefore: lines) }
    }

    /// Takes the columns of a part, the first of `partCount`.
    private mutating func collect(_ part: TableParts.Part, of partCount: Int) {
        guard let columns = part.columns else { return early = nil }
        if reader.recordCount == 0 { early?.expect(part.reader.recordCount * partCount) }
        early?.append(columns)
    }

    /// Two digits, a comma and a line end.
    private static let shortestRecord = 4

    /// Refuses a file whose rows would not fit into memory, judged by the records of the first window.
    private func checkMemory(_ opening: borrowing CSVOpening, bytes: Int) throws(SourceError) {
        guard let available = options.memoryLimit ?? AvailableMemory.byteCount,
            bytes / Self.shortestRecord > available / MemoryCheck.bytesPerRow
        else { return }
        var (reader, scanner) = (reader, scanner)
        let first = scanner.next
        opening.window.withBytes { reader.read($0, at: 0, isFinal: false, with: &scanner, marks) }
        guard reader.recordCount > 0, scanner.next > first else { return }
        let rows = Int(Double(bytes) * Double(reader.recordCount) / Double(scanner.next - first))
        try memory.check(opening.file.name, rowCount: rows)
    }

    /// Reads window after window to the end.
    mutating func readWindows(
        _ opening: inout CSVOpening, isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) {
        while true {
            let offset = opening.window.offset
            let isFinal = opening.window.isAtEnd
            // Where a compressed stream is cut, so is its last record.
            let isWhole = isFinal && opening.feed.fault == nil
            opening.window.withBytes { reader.read($0, at: offset, isFinal: isWhole, with: &scanner, marks) }
            try report(&opening, bytesRead: opening.feed.bytesTaken, progress)
            let isStuck = scanner.start == 0 && opening.window.isFull
            if isFinal, !isWhole { return }
            let isTooLong = isStuck && opening.window.count >= options.recordLimit
            if isTooLong, scanner.openQuote != nil {
                opening.window.withBytes {
                    scanner.begin(in: $0, at: 0)
                    reader.read(
                        $0, at: offset, limit: 1, isFinal: isWhole, isLargest: true, with: &scanner, marks)
                }
                if scanner.next > 0 { continue }
            }
            if isTooLong || (isFinal && scanner.start < opening.window.count) {
                return opening.window.withBytes { reader.stop(at: scanner, $0, offset: offset) }
            }
            if isFinal { return }
            if isStuck { opening.window.grow() } else { opening.window.discard(scanner.start) }
            try opening.window.fill(
                from: &opening.feed, isEager: options.isLive, isCancelled: isCancelled)
            opening.window.withBytes { scanner.begin(in: $0, at: 0) }
        }
    }

    private mutating func report(
        _ opening: inout CSVOpening, bytesRead: Int, _ progress: (LoadProgress) -> Void
    ) throws(SourceError) {
        guard reader.recordCount <= options.rowLimit else { throw .tooManyRows(in: opening.file.name) }
        try memory.check(
            opening.file.name, rowCount: reader.recordCount, byteCount: opening.feed.kept?.count ?? 0,
            MemoryCheck.Progress(bytesRead: bytesRead, totalBytes: opening.feed.totalBytes))
        let isDue = moments.isDue(count: reader.recordCount)
        progress(
            LoadProgress(
                bytesRead: bytesRead, totalBytes: opening.feed.totalBytes, recordCount: reader.recordCount,
                part: isDue ? opening.source(reader) : nil))
        if isDue, options.isLive { moments.noteReport() }
    }

    /// The whole source, once everything was read.
    mutating func finished(_ opening: borrowing CSVOpening, name: String, isCancelled: () -> Bool)
        throws(SourceError) -> LoadedSource
    {
        try reader.placeProjectedShapes(
            system: options.coordinateSystem, name: name, isCancelled: isCancelled)
        if let system = options.coordinateSystem {
            try reader.placeProjected(
                CoordinateTransform(system: system, name: name), isCancelled: isCancelled)
        }
        if !opening.file.isUnchanged { reader.noteChangedFile() }
        if let fault = opening.feed.fault {
            guard reader.recordCount > 0 else { throw .file(fault.error(of: name)) }
            reader.note(fault)
        }
        return opening.source(reader, columns: early.take()?.values(rowCount: reader.recordCount) ?? [:])
    }
}
