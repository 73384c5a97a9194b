import MapModel
import RowValues
import Rows
import Streams

/// The rows of a table in which a later record with the same id replaces the earlier one: for streams of
/// moving objects. Rows are numbered by the first record of each id, so that a row keeps its number.
struct LatestRows: RowTable {
    /// The newest record with a place of each row.
    private let table: any RowTable
    let roles: ColumnRoles
    let placeRoles: PlaceRoles?
    let decimalMark: UInt8
    let recordCount: Int

    var name: String { table.name }
    var columnNames: [String] { table.columnNames }

    /// - Parameters:
    ///   - source: the table that the records are of.
    ///   - skippedCount: records without a place; they are rows without values after the others.
    fileprivate init(_ table: any RowTable, of source: any RowTable, skippedCount: Int) {
        self.table = table
        (roles, placeRoles, decimalMark) = (source.roles, source.placeRoles, source.decimalMark)
        recordCount = table.recordCount + skippedCount
    }

    /// `source` with the newest record of each id.
    static func of(_ source: LoadedSource) throws(SourceError) -> LoadedSource {
        var records = LatestRecords(of: source)
        try records.take(source)
        return records.latest()
    }

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        if let beyond = rows.first(where: { $0 >= recordCount }) { throw .noSuchRow(beyond, file: name) }
        let placed = rows.prefix { $0 < table.recordCount }
        try table.visitRows(Array(placed), body)
        for row in rows.dropFirst(placed.count) { body(SourceRow(row: row, line: nil, values: [])) }
    }

    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        try appendVisitedNames(to: &builder, isCancelled: isCancelled, progress: progress)
    }

    func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        let hashes = try table.identityHashes(isCancelled: isCancelled)
        return hashes + [UInt64](repeating: 0, count: recordCount - hashes.count)
    }
}

/// The newest record of each id of a stream of delimited text, or its last records. The values of those before are forgotten.
private struct LatestRecords {
    private var collector: FeatureCollector
    private var skipped = SkippedRows()
    /// The stream as it was seen last: how its values are read, and what was noticed.
    private var source: LoadedSource
    /// The first record that was not looked at, of a source that grows.
    private var next: UInt32 = 0
    private let id: Int?
    /// The last records are held, also those without a place; nil where records replace others.
    private var held: HeldRecords?

    /// Records of a stream, of which none was taken yet.
    ///
    /// - Parameters:
    ///   - keep: the last records are held; nil where each has an id.
    ///   - keepsMessages: records are kept as messages until they are taken with the rows.
    init(of source: LoadedSource, keep: KeptLines? = nil, keepsMessages: Bool = false) {
        self.source = source
        held = keep.map { HeldRecords($0) }
        id = source.table.roles.id
        let names = source.table.columnNames
        let columns = ColumnOptions(id: id.map { names[$0] })
        collector = FeatureCollector(
            name: source.table.name,
            options: FeatureOptions(columns: columns, replacesRowsWithID: keep == nil))
        for name in names { _ = collector.values.column(name) }
        if keep != nil { collector.mayDropRows() }
        if keepsMessages { collector.keepMessages() }
    }

    /// Records with a place and those without, also those that were replaced.
    var count: Int { collector.takenCount + skipped.total }
    /// Rows that are held; of records that replace others only those with a place.
    var rowCount: Int { collector.recordCount }

    mutating func checkMemory(bytesRead: Int) throws(SourceError) {
        try collector.checkMemory(bytesRead: bytesRead, totalBytes: nil)
    }

    /// Takes records that follow those before; they are numbered from 0.
    mutating func take(_ records: LoadedSource) throws(SourceError) {
        if held == nil {
            try take(records, from: 0)
            skipped.append(contentsOf: records.skipped, linesBefore: 0)
        } else {
            try takeAll(records)
            if held?.isFull(held: rowCount) == true { giveUp() }
        }
        note(records)
    }

    /// Takes records with a place and those without, in their order.
    private mutating func takeAll(_ records: LoadedSource) throws(SourceError) {
        var places = [FixedCoordinate?](repeating: nil, count: records.table.recordCount)
        records.points.visitPlaces { places[Int($0)] = $1 }
        var reasons = UnplacedRecords(records.skipped)
        try records.table.visitRows(places.indices.map { UInt32($0) }) { record in
            if let place = places[Int(record.row)] { return take(record, at: place) }
            appendValues(of: record)
            let (reason, what, text) = reasons.next(line: record.line)
            collector.skip(reason, line: record.line, what: what, text: text)
        }
    }

    /// Gives up records that are not held any more.
    private mutating func giveUp() {
        let (total, count) = (collector.takenCount, rowCount)
        guard let surplus = held?.surplus(of: total, held: count) else { return }
        collector.removeFirst(surplus)
    }

    /// Takes the records that are new in a source that has grown, and all that it skipped.
    mutating func take(grown records: LoadedSource) throws(SourceError) {
        try take(records, from: next)
        next = UInt32(records.table.recordCount)
        skipped = records.skipped
        note(records)
    }

    /// Takes what was noticed of the stream, and no records.
    mutating func note(_ noticed: LoadedSource) {
        source = noticed
        // Its records are not needed any more.
        source.points = PointBuffer()
    }

    private mutating func take(_ records: LoadedSource, from first: UInt32) throws(SourceError) {
        var (rows, places): ([UInt32], [FixedCoordinate]) = ([], [])
        records.points.visitPlaces { row, place in
            guard row >= first else { return }
            rows.append(row)
            places.append(place)
        }
        var index = 0
        try records.table.visitRows(rows) { record in
            take(record, at: places[index])
            index += 1
        }
    }

    private mutating func take(_ record: SourceRow, at place: FixedCoordinate) {
        appendValues(of: record)
        var sketch = GeometrySketch()
        sketch.begin(.point)
        sketch.append(place)
        collector.take(sketch, line: record.line)
    }

    private mutating func appendValues(of record: SourceRow) {
        for (column, value) in record.values.enumerated() where value.kind != .missing {
            // Blanks identify nothing.
            if column == id, !value.text.utf8.contains(where: { $0 > 0x20 }) { continue }
            collector.values.append(column, value.kind, value.text)
        }
    }

    /// The rows so far, and what was said since the last time.
    mutating func latest() -> LoadedSource {
        giveUp()
        var latest = collector.part()
        if held == nil {
            let heard = latest.heard ?? [UInt32](repeating: 0, count: latest.table.recordCount)
            latest.heard = heard + [UInt32](repeating: 0, count: skipped.total)
            latest.skipped = skipped
        }
        latest.table = LatestRows(latest.table, of: source.table, skippedCount: skipped.total)
        latest.messages = collector.takeMessages()
        latest.notices = source.notices
        let replaced = collector.takenCount - collector.recordCount - collector.droppedCount
        if replaced > 0 {
            let words = replaced == 1 ? "record" : "records"
            latest.notices.append(
                "\(printable(source.table.name)): \(grouped(replaced)) \(words) replaced earlier ones with the same id"
            )
        }
        var layer = SourceLayer(of: latest)
        layer.replacedCount = replaced
        layer.earlyEnd = source.layers.first?.earlyEnd
        latest.layers = [layer]
        return latest
    }
}

/// Why the records of a window have no place, in their order.
private struct UnplacedRecords {
    private let examples: [SkippedRows.Example]
    /// How many records without an example each reason has.
    private var counts: [(reason: SkippedRows.Reason, count: Int)] = []

    init(_ skipped: SkippedRows) {
        examples = skipped.examples
        for reason in SkippedRows.Reason.allCases {
            let count = skipped.count(of: reason) - examples.count { $0.reason == reason }
            if count > 0 { counts.append((reason, count)) }
        }
    }

    /// Of the next record, which begins in this line. Behind the examples of a window only the counts are known.
    mutating func next(line: Int?) -> (reason: SkippedRows.Reason, what: String, text: [UInt8]) {
        if let example = examples.first(where: { $0.line == line }) {
            return (example.reason, example.what, Array(example.text.utf8))
        }
        guard let reason = counts.first?.reason else { return (.missing, "coordinates", []) }
        counts[0].count -= 1
        if counts[0].count == 0 { counts.removeFirst() }
        return (reason, "row", [])
    }
}

/// Reads a stream of delimited text in which a record with a known id updates the same row, or of which the last records
/// are held.
package struct LatestRowsLoader: SourceLoader {
    private let loader: CSVLoader
    private let keep: KeptLines?

    /// - Parameter keep: the records that are held; nil where a record with a known id updates a row.
    init(_ loader: CSVLoader, keep: KeptLines? = nil) {
        var options = loader.options
        options.isLive = true
        self.loader = CSVLoader(loader.input, options: options)
        self.keep = keep
    }

    /// The path, or "stdin".
    package var name: String { loader.name }

    /// Reads to the end of the stream; each part holds the newest record of each identifier so far.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let options = loader.options
        var opening = try CSVOpening(loader.input.open(), options: options, isCancelled: isCancelled)
        var run = CSVRun(opening, options: options)
        if keep != nil, !opening.mayPass {
            return try readAll(&run, &opening, isCancelled: isCancelled, progress: progress)
        }
        // Where no parts are asked for nobody takes messages.
        var records = LatestRecords(
            of: opening.source(run.reader, of: .memory([])), keep: keep,
            keepsMessages: options.snapshotInterval < .seconds(60))
        guard opening.mayPass else {
            try run.readAllWindows(&opening, isCancelled: isCancelled) { read in
                let part = read.part.flatMap { part in
                    (try? records.take(grown: part)).map { records.latest() }
                }
                progress(
                    LoadProgress(
                        bytesRead: read.bytesRead, totalBytes: read.totalBytes,
                        recordCount: read.recordCount, part: part))
            }
            try records.take(grown: run.finished(opening, name: name, isCancelled: isCancelled))
            return records.latest()
        }
        try pass(&run, &opening, into: &records, isCancelled: isCancelled, progress: progress)
        records.note(opening.source(run.reader.emptied, of: .memory([]), seen: records.count))
        return records.latest()
    }

    /// Holds all records, where the place of one depends on others.
    private func readAll(
        _ run: inout CSVRun, _ opening: inout CSVOpening, isCancelled: () -> Bool,
        progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        try run.readAllWindows(&opening, isCancelled: isCancelled, progress: progress)
        var source = try run.finished(opening, name: name, isCancelled: isCancelled)
        source.notices.append(
            "\(printable(name)): all rows are held: --keep is for rows with coordinates in degrees or addresses"
        )
        return source
    }

    /// Takes records as they come: those that were handed over are held by nobody.
    package func readInPassing(
        withSameColumns: Bool, isCancelled: () -> Bool, _ body: (LoadedSource) throws(SourceError) -> Void
    ) throws(SourceError) -> Bool {
        guard keep != nil else { return false }
        return try loader.readInPassing(
            withSameColumns: withSameColumns, isCancelled: isCancelled, body)
    }

    /// Reads records that are forgotten once they were taken.
    private func pass(
        _ run: inout CSVRun, _ opening: inout CSVOpening, into records: inout LatestRecords,
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) {
        let options = loader.options
        var moments = SnapshotMoments(interval: options.snapshotInterval, isLive: true)
        var bytesRead = 0
        func report(_ records: inout LatestRecords) {
            let isDue = moments.isDue(count: records.count)
            progress(
                LoadProgress(
                    bytesRead: bytesRead, totalBytes: nil, recordCount: records.count,
                    part: isDue ? records.latest() : nil))
            if isDue { moments.noteReport() }
        }
        do throws(SourceError) {
            // What came within moments is shown when nothing follows.
            try run.pass(&opening, isCancelled: isCancelled, whenSilent: { report(&records) }) {
                window throws(SourceError) in
                try records.take(window)
                bytesRead += (window.table as? DelimitedTable)?.blocks.end ?? 0
                guard records.rowCount <= options.rowLimit else { throw .tooManyRows(in: name) }
                try records.checkMemory(bytesRead: bytesRead)
                report(&records)
            }
        } catch {
            // What came before a compressed stream was cut is kept.
            if case .cancelled = error { throw error }
            guard let fault = opening.feed.fault, records.count > 0 else { throw error }
            run.reader.note(fault)
        }
    }

    /// The explanation of the delimited text itself.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try loader.explainColumns(isCancelled: isCancelled)
    }
}
