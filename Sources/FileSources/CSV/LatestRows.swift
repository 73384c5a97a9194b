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

/// The newest record of each id of a stream of delimited text. The values of those before are forgotten.
private struct LatestRecords {
    private var collector: FeatureCollector
    private var skipped = SkippedRows()
    /// The stream as it was seen last: how its values are read, and what was noticed.
    private var source: LoadedSource
    /// The first record that was not looked at, of a source that grows.
    private var next: UInt32 = 0
    private let id: Int?

    /// Records of a stream, of which none was taken yet.
    ///
    /// - Parameter keepsMessages: records are kept as messages until they are taken with the rows.
    init(of source: LoadedSource, keepsMessages: Bool = false) {
        self.source = source
        id = source.table.roles.id
        let names = source.table.columnNames
        let columns = ColumnOptions(id: id.map { names[$0] })
        collector = FeatureCollector(
            name: source.table.name, options: FeatureOptions(columns: columns, replacesRowsWithID: true))
        for name in names { _ = collector.values.column(name) }
        if keepsMessages { collector.keepMessages() }
    }

    /// Records with a place and those without, also those that were replaced.
    var count: Int { collector.takenCount + skipped.total }
    /// Rows with a place.
    var rowCount: Int { collector.recordCount }

    mutating func checkMemory(bytesRead: Int) throws(SourceError) {
        try collector.checkMemory(bytesRead: bytesRead, totalBytes: nil)
    }

    /// Takes records that follow those before; they are numbered from 0.
    mutating func take(_ records: LoadedSource) throws(SourceError) {
        try take(records, from: 0)
        skipped.append(contentsOf: records.skipped, linesBefore: 0)
        note(records)
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
        for (column, value) in record.values.enumerated() where value.kind != .missing {
            // Blanks identify nothing.
            if column == id, !value.text.utf8.contains(where: { $0 > 0x20 }) { continue }
            collector.values.append(column, value.kind, value.text)
        }
        var sketch = GeometrySketch()
        sketch.begin(.point)
        sketch.append(place)
        collector.take(sketch, line: record.line)
    }

    /// The rows so far, and what was said since the last time.
    mutating func latest() -> LoadedSource {
        var latest = collector.part()
        let heard = latest.heard ?? [UInt32](repeating: 0, count: latest.table.recordCount)
        latest.heard = heard + [UInt32](repeating: 0, count: skipped.total)
        latest.table = LatestRows(latest.table, of: source.table, skippedCount: skipped.total)
        latest.skipped = skipped
        latest.messages = collector.takeMessages()
        latest.notices = source.notices
        let replaced = collector.takenCount - collector.recordCount
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

/// Reads a stream of delimited text in which a record with a known id updates the same row.
package struct LatestRowsLoader: SourceLoader {
    private let loader: CSVLoader

    init(_ loader: CSVLoader) {
        var options = loader.options
        options.isLive = true
        self.loader = CSVLoader(loader.input, options: options)
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
        // Where no parts are asked for nobody takes messages.
        var records = LatestRecords(
            of: opening.source(run.reader, of: .memory([])),
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
