import Platform
import Programs
import RowValues
import Rows
import Streams

/// A source of JSON that was opened, with its first window and its style.
struct JSONRun: ~Copyable {
    var input: TextInput
    let head: JSONHead
    private let options: FeatureOptions
    var reader: RecordReader
    /// Nil where all records are held.
    private var held: HeldRecords?
    /// Containers of records that are not read.
    private(set) var others: [RecordPath]
    /// The paths of containers whose records are read as those of one.
    private(set) var siblings: [String] = []

    init(_ file: FileBytes, options: FeatureOptions, isCancelled: () -> Bool) throws(SourceError) {
        var input = try TextInput(
            file, windowSize: options.windowSize, keepsBytes: false, encoding: options.encoding,
            isEager: options.isStream, isCancelled: isCancelled)
        var head: JSONHead?
        let behindText = input.window.withBytes {
            JSONBehindText(UnsafeRawBufferPointer(start: $0.base, count: $0.count))
        }
        if let behindText {
            input.feed.apply(behindText, to: &input.window)
            try input.window.fill(from: &input.feed, isCancelled: isCancelled)
        }
        if input.window.withBytes(JSONTable.mayBegin) {
            _ = try Self.readTable(&input, options: options, isCancelled: isCancelled)
        }
        do throws(SourceError) {
            head = try Self.head(&input, options: options, isCancelled: isCancelled)
        } catch {
            guard case .refused = error,
                try Self.readTable(&input, options: options, isCancelled: isCancelled)
            else { throw error }
            head = try Self.head(&input, options: options, isCancelled: isCancelled)
        }
        if let found = head,
            let joined = try Self.joined(found, &input, options: options, isCancelled: isCancelled)
        {
            siblings = joined
            head = try Self.head(&input, options: options, isCancelled: isCancelled)
        }
        self.head = head ?? JSONHead(style: .document, layout: nil, isCollection: false)
        self.options = options
        self.input = input
        others = self.head.others
        reader = RecordReader(
            framer: JSONFramer(style: self.head.style, path: self.head.path),
            features: FeatureReader(name: file.name, layout: self.head.layout, options: options))
        reader.features.collector.places = self.head.layout?.places
        // Where no parts are asked for nobody takes them.
        if options.isLive, options.snapshotInterval < .seconds(60) {
            reader.features.collector.keepMessages()
        }
    }

    var name: String { input.file.name }

    /// So many bytes are judged whenever more have come.
    private static let alwaysJudged = 1 << 19

    /// Reads until the beginning shows how the records are wrapped; nil when nothing does.
    private static func head(
        _ input: inout TextInput, options: FeatureOptions, isCancelled: () -> Bool
    ) throws(SourceError) -> JSONHead? {
        let name = input.file.name
        // What is long is judged each time it has doubled, however small the pieces are in which it arrives.
        var nextCount = 0
        while true {
            let isWhole = input.window.isAtEnd
            let count = input.window.count
            let isLargest = count >= options.recordLimit
            if isWhole || isLargest || count >= nextCount {
                nextCount = count < Self.alwaysJudged ? 0 : 2 * count
                let head = try input.window.withBytes { bytes throws(SourceError) in
                    try Self.judged(
                        bytes, isWhole: isWhole, isLargest: isLargest, name: name, options.columns)
                }
                if head != nil || isWhole || isLargest { return head }
            }
            if input.window.isFull { input.window.grow() }
            try input.window.fill(
                from: &input.feed, isEager: options.isStream, isCancelled: isCancelled)
        }
    }

    /// How records with coordinates are wrapped, in any part of the document; where there are none, those with names or codes.
    private static func judged(
        _ bytes: ByteRun, isWhole: Bool, isLargest: Bool, name: String, _ columns: ColumnOptions
    ) throws(SourceError) -> JSONHead? {
        func head(_ columns: ColumnOptions) throws(SourceError) -> JSONHead? {
            try JSONHead.judged(bytes, isWhole: isWhole, isLargest: isLargest, name: name, options: columns)
        }
        guard let places = columns.places, !places.isAsked else { return try head(columns) }
        do throws(SourceError) {
            return try head(columns.forCoordinates)
        } catch {
            guard let found = try? head(columns) else { throw error }
            return found
        }
    }

    /// Reads a document with several containers of like records to its end, and replaces it by lines with all of them; nil
    /// where there is one, and for a document that is too long.
    private static func joined(
        _ head: JSONHead, _ input: inout TextInput, options: FeatureOptions, isCancelled: () -> Bool
    ) throws(SourceError) -> [String]? {
        guard let path = head.path, let layout = head.layout else { return nil }
        func found(in input: inout TextInput) -> SiblingRecords? {
            let isWhole = input.window.isAtEnd
            return input.window.withBytes {
                SiblingRecords($0, isWhole: isWhole, like: path, layout, options.columns.forCoordinates)
            }
        }
        guard found(in: &input) != nil, try readWhole(&input, options: options, isCancelled: isCancelled),
            let records = found(in: &input)
        else { return nil }
        try replace(&input, by: records.lines, options: options, isCancelled: isCancelled)
        return records.paths
    }

    /// Reads the source into the window; false when it is too long.
    private static func readWhole(
        _ input: inout TextInput, options: FeatureOptions, isCancelled: () -> Bool
    ) throws(SourceError) -> Bool {
        while !input.window.isAtEnd, input.window.count < options.recordLimit {
            if input.window.isFull { input.window.grow() }
            try input.window.fill(from: &input.feed, isCancelled: isCancelled)
        }
        return input.window.isAtEnd
    }

    private static func replace(
        _ input: inout TextInput, by records: [UInt8], options: FeatureOptions, isCancelled: () -> Bool
    ) throws(SourceError) {
        input.feed = ByteFeed(decoded: records, of: input.feed)
        input.window = ReadWindow(capacity: options.windowSize)
        try input.window.fill(from: &input.feed, isCancelled: isCancelled)
    }

    /// Reads the document to its end; when it is a table, its rows replace it. Returns whether they do.
    private static func readTable(
        _ input: inout TextInput, options: FeatureOptions, isCancelled: () -> Bool
    ) throws(SourceError) -> Bool {
        guard try readWhole(&input, options: options, isCancelled: isCancelled),
            let records = input.window.withBytes(JSONTable.records)
        else { return false }
        try replace(&input, by: records, options: options, isCancelled: isCancelled)
        return true
    }

    mutating func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        // What names mean is learnt from the first part: it had better have many.
        let isByName = head.layout?.places?.areAddresses == false
        var moments = SnapshotMoments(
            interval: options.snapshotInterval, isLive: options.isLive,
            isStream: options.isStream && !isByName)
        let sign = input.window.withBytes { RecordSign(reader.framer, in: $0) }
        var isDone = try readWindow(&moments, progress)
        if !isDone, let sign { try readParts(sign, &moments, isCancelled: isCancelled, progress: progress) }
        while !isDone, moveWindow() {
            try input.window.fill(
                from: &input.feed, isEager: options.isLive, isCancelled: isCancelled)
            isDone = try readWindow(&moments, progress)
        }
        let waiting = reader.features.collector.takeProjected()
        if !waiting.isEmpty {
            reader.features.collector.place(
                try CoordinateTransform.placed(
                    waiting, system: options.coordinateSystem, name: name, isCancelled: isCancelled))
        }
        reader.features.collector.notes.changedWhileReading = !input.file.isUnchanged
        reader.features.collector.notes.earlyEnd =
            input.feed.fault.map { .torn(words: $0.words) } ?? reader.ending?.earlyEnd
            ?? reader.features.collector.notes.earlyEnd
        dropRecords()
        if reader.features.collector.recordCount > 0, let fault = reader.features.placeFault {
            throw .columns(fault, file: name)
        }
        var source = try result()
        source.messages = reader.features.collector.takeMessages()
        return source
    }

    /// Reads the records in the window; whether they are the last.
    private mutating func readWindow(
        _ moments: inout SnapshotMoments, _ progress: (LoadProgress) -> Void
    ) throws(SourceError) -> Bool {
        let isFinal = input.window.isAtEnd
        input.window.withBytes { reader.read($0, isFinal: isFinal) }
        if let end = reader.recordsEnd, let path = head.path {
            let found = input.window.withBytes {
                JSONHead.others(in: $0, from: end, behind: path, options.columns.forCoordinates)
            }
            others += found.filter { !others.contains($0) }
        }
        if let system = reader.foreignSystem { throw refusal(of: system) }
        try tell(progress, bytesRead: input.feed.bytesTaken, &moments)
        return isFinal || reader.ending != nil
    }

    /// Makes room in the window for the bytes that follow; false when nothing can be read of them.
    private mutating func moveWindow() -> Bool {
        if reader.offset == 0, input.window.isFull, input.window.count >= options.recordLimit,
            !input.window.withBytes({ reader.passLong($0) })
        {
            return false
        }
        if reader.offset > 0 || !input.window.isFull {
            input.window.discard(reader.offset)
            reader.rebase()
        } else {
            input.window.grow()
        }
        return true
    }

    /// Reads the parts of a plain file that has several, as far as their records follow each other; what is left is
    /// in the windows from there on.
    private mutating func readParts(
        _ sign: RecordSign, _ moments: inout SnapshotMoments, isCancelled: () -> Bool,
        progress: (LoadProgress) -> Void
    ) throws(SourceError) {
        var place = RecordParts.Place(framer: reader.framer, base: input.window.offset)
        guard input.feed.isPlainFile, !reader.features.collector.isInOrder, !mayBeProjected,
            let end = input.feed.totalBytes, end - place.offset > options.partSize
        else { return }
        let cuts = FileParts(input.file, range: place.offset..<end, size: options.partSize)
        let parts = RecordParts(
            cuts, from: place, sign: sign, features: reader.features, recordLimit: options.recordLimit)
        var made = OrderedParts(count: cuts.count, threads: options.threadCount) { parts.part($0) }
        var next: Int?
        for number in 0..<cuts.count {
            guard var part = made.next(isCancelled: isCancelled) else { throw .cancelled }
            // A record may be longer than a part.
            if let next, next >= cuts.end(of: number) { continue }
            // Where the guess was wrong, what was read means nothing.
            let isRight = number > 0 && part.start == next
            if number > 0, !isRight { part = parts.part(number, from: place) }
            if let fault = part.fault { throw .file(fault) }
            if let system = part.foreignSystem { throw refusal(of: system) }
            let linesBefore = isRight ? place.framer.line - 1 : 0
            guard reader.append(part.features, linesBefore: linesBefore) else { break }
            part.place.framer.addLines(linesBefore)
            place = part.place
            try tell(progress, bytesRead: place.offset, &moments)
            next = part.next
            if next == nil { break }
        }
        input.window.seek(to: place.offset, in: &input.feed)
        reader.move(to: place.rebased.framer)
    }

    /// Rows may wait for their places, which must then be known in the order of the rows.
    private var mayBeProjected: Bool {
        if case .text = head.layout?.coordinates { return true }
        return options.columns.isProjected
    }

    private mutating func tell(
        _ progress: (LoadProgress) -> Void, bytesRead: Int, _ moments: inout SnapshotMoments
    ) throws(SourceError) {
        try reader.features.collector.checkMemory(bytesRead: bytesRead, totalBytes: input.feed.totalBytes)
        let isDue = moments.isDue(count: reader.features.collector.takenCount)
        if isDue || held?.isFull(held: reader.features.collector.recordCount) == true { dropRecords() }
        var part = isDue ? reader.features.collector.part() : nil
        if isDue { part?.messages = reader.features.collector.takeMessages() }
        progress(
            LoadProgress(
                bytesRead: bytesRead, totalBytes: input.feed.totalBytes,
                recordCount: reader.features.collector.droppedCount + reader.features.collector.recordCount,
                part: part))
        if isDue, options.isLive { moments.noteReport() }
    }

    /// Holds the last records only; before any is read.
    mutating func hold(_ keep: KeptLines) {
        held = HeldRecords(keep)
        reader.features.collector.mayDropRows()
    }

    private mutating func dropRecords() {
        let count = reader.features.collector.recordCount
        let total = reader.features.collector.droppedCount + count
        guard let surplus = held?.surplus(of: total, held: count) else { return }
        reader.features.collector.removeFirst(surplus)
    }

    private func refusal(of system: String) -> SourceError {
        .otherSystem(
            name: name, layer: nil,
            words:
                "is in another coordinate system: \(quoted(system, limit: 80)) (expected degrees on WGS 84; "
                + "--format gdal converts it)")
    }

    static let tooDeep = "nested deeper than \(JSONCursor.depthLimit) levels"
}

// Reading a stream whose records are forgotten.
extension JSONRun {
    /// A later record may replace an earlier one, names are understood when all of them are known, and eastings are
    /// converted together.
    private var mustBeWhole: Bool {
        options.replacesRowsWithID || mayBeProjected || head.layout?.places?.areAddresses == false
    }

    /// Hands over the records of each window, and forgets them.
    mutating func pass(
        isCancelled: () -> Bool, _ body: (LoadedSource) throws(SourceError) -> Void
    ) throws(SourceError) {
        if mustBeWhole { return try body(try read(isCancelled: isCancelled, progress: { _ in })) }
        var moments = SnapshotMoments(interval: .seconds(1 << 32))
        var isAny = false
        while true {
            let isDone = try readWindow(&moments, { _ in })
            let isLast = isDone || !moveWindow()
            if isLast { reader.features.collector.notes.earlyEnd = earlyEnd }
            // A last window may be empty.
            if reader.features.collector.recordCount > 0 || isLast && !isAny {
                try body(try result())
                reader.features.collector.forgetRows()
                isAny = true
            }
            if isLast { break }
            try input.window.fill(from: &input.feed, isEager: true, isCancelled: isCancelled)
        }
        if let fault = input.feed.fault { throw .file(fault.error(of: name)) }
    }

    /// Why the stream was not read to its end; nil where it was.
    private var earlyEnd: EarlyEnd? {
        input.feed.fault.map { .torn(words: $0.words) } ?? reader.ending?.earlyEnd
            ?? reader.features.collector.notes.earlyEnd
    }
}
