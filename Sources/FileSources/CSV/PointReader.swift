import MapModel
import RowValues
import Rows
import Streams

/// Reads the places of records into a buffer of points and counts records that have none.
///
/// Plain pairs of numbers, codes, and rows that wait for their places are read a stretch at a time, see `PointReader+Marks`;
/// all else record by record.
struct PointReader {
    var points = PointBuffer()
    var shapes = ShapeBuffer()
    /// Of the vertices of geometries, where they are kept.
    var heights = VertexHeights()
    var skipped = SkippedRows()
    var notes = LoadNotes()
    private(set) var blocks = RecordBlocks()
    /// Where the records of a part of the table begin; nil for a whole table.
    private var starts: RecordStarts?
    private(set) var recordCount = 0
    /// Nothing was read behind a record that is too long.
    private(set) var isStopped = false

    /// What the table is: by reference, since readers are copied often.
    private let table: TableReference
    var layout: TableLayout { _read { yield table.layout } }
    let dialect: CSVDialect
    private let fields: DegreeFields
    var quote: UInt8 { fields.quote }
    private let columnCount: Int
    let firstWanted: Int
    let lastWanted: Int
    let latitudeIsFirst: Bool
    let isPair: Bool
    /// The geometry column; nil when latitude and longitude are numbers.
    private var geometries: GeometryColumn?
    /// Rows whose coordinates are in another system: `placeProjected` places them.
    var projected: [ProjectedRow] = []
    /// Rows whose geometries are in another system, and all rows behind the first of them: shapes are in the order of rows.
    var projectedShapes: [ProjectedShape] = []
    private let isProjected: Bool
    /// The codes of cells that say where rows are.
    var codes: CodeColumn? { _read { yield table.codes } }
    let hasCodes: Bool
    /// What the header and the units of the columns look like.
    let titleMarks: TitleMarks
    /// Rows have no coordinates: their places are found later.
    let isUnplaced: Bool
    /// Rows in cells that are areas, ascending.
    var areaRows: [UInt32] = []
    /// Fields split at a comma may be halves of one number.
    private let mayBeSplit: Bool
    /// Places on their way into `points`.
    var batch = PointBatch()

    /// - Parameter starts: room for the records of a part of the table, to be appended to the reader of all before it.
    init(layout: TableLayout, starts: RecordStarts? = nil) {
        table = TableReference(layout)
        dialect = layout.dialect
        self.starts = starts
        fields = DegreeFields(layout.dialect)
        columnCount = layout.columnNames.count
        (firstWanted, lastWanted) = layout.wantedFields
        isProjected = layout.isProjected
        hasCodes = layout.columns.placeRoles?.code != nil
        isUnplaced = layout.isUnplaced
        titleMarks = TitleMarks([layout.headerBytes, layout.unitsBytes].compactMap(\.self))
        mayBeSplit = layout.dialect.delimiter == UInt8(ascii: ",")
        switch layout.columns.coordinates {
        case .pair(let latitude, let longitude):
            // Projected pairs are read apart, so that those in degrees stay fast.
            isPair = !layout.isProjected && layout.columns.unitsPerDegree == 1
            latitudeIsFirst = latitude < longitude
        case .combined(_, let longitudeFirst):
            isPair = false
            latitudeIsFirst = !longitudeFirst
        case .geometry(_, let notation):
            isPair = false
            latitudeIsFirst = false
            geometries = GeometryColumn(
                notation: notation, quote: layout.dialect.quote, isProjected: layout.isProjected,
                keepsHeights: layout.keepsHeights, isSwapped: layout.isSwapped)
        case .places, .parts:
            isPair = false
            latitudeIsFirst = false
        }
    }

    func makeScanner() -> CSVScanner {
        CSVScanner(
            dialect: layout.dialect, firstWanted: layout.wantedFields.first,
            secondWanted: layout.wantedFields.second, linesBefore: layout.skippedLines)
    }

    /// Reads all complete records of the window that begin before `limit`, from the scanner's `next`.
    mutating func read(
        _ bytes: ByteRun, at offset: Int, limit: Int = .max, isFinal: Bool, isLargest: Bool = false,
        with scanner: inout CSVScanner, _ marks: RecordMarks
    ) {
        var isWhole = true
        while isPair || isUnplaced, isWhole, scanner.next < min(limit, bytes.count) {
            let end = readStretch(
                bytes, at: offset, limit: limit, isFinal: isFinal, with: &scanner, marks)
            isWhole = readEach(
                bytes, at: offset, limit: min(limit, end), isFinal: isFinal, isLargest: isLargest,
                with: &scanner)
        }
        if isWhole {
            readEach(
                bytes, at: offset, limit: limit, isFinal: isFinal, isLargest: isLargest, with: &scanner)
        }
        batch.move(to: &points)
    }

    /// Reads complete records one by one; false when the bytes end inside one, or after the last.
    @discardableResult
    private mutating func readEach(
        _ bytes: ByteRun, at offset: Int, limit: Int, isFinal: Bool, isLargest: Bool = false,
        with scanner: inout CSVScanner
    ) -> Bool {
        // The scanner is copied so that its fields live in registers.
        var local = scanner
        defer { scanner = local }
        while local.next < limit {
            guard case .record = local.advance(in: bytes, isFinal: isFinal, isLargest: isLargest) else {
                local.forgetOpenRecord()
                return false
            }
            take(local.record, bytes, at: offset)
            if isFinal, local.end == bytes.count { noteCut(local.record) }
        }
        return true
    }

    /// The last record of the file, which no line end follows, is cut off where it has fewer fields than the header.
    private mutating func noteCut(_ record: CSVScanner.Record) {
        guard layout.dialect.hasHeader, record.fieldCount < columnCount else { return }
        notes.earlyEnd =
            notes.earlyEnd
            ?? .torn(
                line: record.line,
                words: "the last line is cut off: \(record.fieldCount) of \(columnCount) fields")
    }

    /// Counts a record that is too long, and stops there.
    mutating func stop(at scanner: CSVScanner, _ bytes: ByteRun, offset: Int) {
        note(offset: offset + scanner.start, line: scanner.linesBefore + 1)
        recordCount += 1
        blocks.end = offset + bytes.count
        let start = scanner.start..<min(bytes.count, scanner.start + SkippedRows.textLimit)
        let line = scanner.linesBefore + 1
        skipped.add(.tooLong, line: line, what: "row", text: bytes.bytes(start))
        notes.earlyEnd = notes.earlyEnd ?? .torn(line: line, words: "record too long")
        isStopped = true
    }

    /// Goes on behind the record that is too long, which ends at `end`.
    mutating func resume(at end: Int) {
        (isStopped, notes.earlyEnd) = (false, nil)
        setEnd(end)
    }

    /// The same without records; what was noticed stays.
    var emptied: PointReader {
        var next = PointReader(layout: layout)
        next.notes = notes
        return next
    }

    /// Adds what another reader read of the records that follow, and that has lines before it.
    mutating func append(_ next: PointReader, linesBefore: Int) {
        if let starts = next.starts {
            blocks.append(starts, recordCount: recordCount, linesBefore: linesBefore)
        }
        setEnd(next.blocks.end)
        points.append(contentsOf: next.points, rowOffset: UInt32(recordCount))
        areaRows += next.areaRows.lazy.map { $0 + UInt32(recordCount) }
        skipped.append(contentsOf: next.skipped, linesBefore: linesBefore)
        notes.add(next.notes, linesBefore: linesBefore)
        recordCount += next.recordCount
    }

    mutating func noteChangedFile() {
        notes.changedWhileReading = true
    }

    mutating func note(_ fault: CompressionFault) {
        notes.earlyEnd = .torn(words: fault.words)
    }

    // MARK: one record

    /// Adds records with a place that follow each other.
    ///
    /// - Parameters:
    ///   - offset: the start of their stretch.
    ///   - linesBefore: the lines before it.
    mutating func add(
        _ records: Slice<UnsafeMutableBufferPointer<PlainRecord>>, offset: Int, linesBefore: Int
    ) {
        guard !records.isEmpty else { return }
        if starts == nil {
            for index in RecordBlocks.starts(among: records.count, from: recordCount) {
                let record = records[records.startIndex + index]
                blocks.note(
                    record: recordCount + index, offset: offset + Int(record.offset),
                    line: linesBefore + Int(record.line))
            }
        } else {
            starts?.append(records, offset: offset, linesBefore: linesBefore)
        }
        batch.append(records, firstRow: UInt32(truncatingIfNeeded: recordCount))
        recordCount += records.count
    }

    /// Notes where the next record begins.
    @inline(__always)
    private mutating func note(offset: Int, line: Int) {
        if starts == nil {
            blocks.note(record: recordCount, offset: offset, line: line)
        } else {
            starts?.append(offset: offset, line: line)
        }
    }

    /// The records end at `offset`, so far.
    mutating func setEnd(_ offset: Int) { blocks.end = max(blocks.end, offset) }

    mutating func take(_ record: CSVScanner.Record, _ bytes: ByteRun, at offset: Int) {
        let line = record.line
        note(offset: offset &+ record.start, line: line)
        blocks.end = offset &+ record.end
        let row = UInt32(truncatingIfNeeded: recordCount)
        recordCount &+= 1
        let whole = CSVScanner.Field(start: record.start, end: record.end)
        if let reason = layout.reasonToSkip(bytes.buffer(record.start..<record.end)) {
            return skip(reason, "row", bytes, whole, line: line)
        }
        if record.hasStrayQuote { notes.noteStrayQuote(line: line) }
        if record.mayBeUnusual {
            if !TextEncoding.isUTF8(bytes, record.start..<record.end) { notes.badUTF8Records += 1 }
            if bytes.hasNUL(in: record.start..<record.end) {
                return skip(.nulByte, "row", bytes, whole, line: line)
            }
        }
        guard record.fieldCount > lastWanted else {
            return skip(.tooFewFields, "row", bytes, whole, line: line)
        }
        guard isPair else { return takeOther(record, bytes, row: row, line: line) }
        let latitudeField = latitudeIsFirst ? record.first : record.second
        let longitudeField = latitudeIsFirst ? record.second : record.first
        if record.fieldCount > columnCount, isPerhapsSplit(record, bytes) {
            return skip(
                layout.hasDecimalPoints ? .tooManyFields : .splitNumber, "row", bytes, whole, line: line)
        }
        let latitude = degrees(bytes, latitudeField, axis: .latitude)
        let longitude = degrees(bytes, longitudeField, axis: .longitude)
        place(latitude, latitudeField, longitude, longitudeField, bytes, row: row, line: line)
    }

    @inline(__always)
    func degrees(_ bytes: ByteRun, _ field: CSVScanner.Field, axis: CoordinateAxis) -> ParsedDegrees {
        fields.degrees(bytes, field, axis: axis)
    }

    mutating func place(
        _ latitude: ParsedDegrees, _ latitudeField: CSVScanner.Field, _ longitude: ParsedDegrees,
        _ longitudeField: CSVScanner.Field, _ bytes: ByteRun, row: UInt32, line: Int
    ) {
        guard case .value(let north) = latitude else {
            let reason: SkippedRows.Reason = latitude == .missing ? .missing : .notANumber
            return skip(reason, "latitude", bytes, latitudeField, line: line)
        }
        guard case .value(let east) = longitude else {
            let reason: SkippedRows.Reason = longitude == .missing ? .missing : .notANumber
            return skip(reason, "longitude", bytes, longitudeField, line: line)
        }
        switch PlaceRule.judge(north: north, east: east) {
        case .place(let place, let isWrapped):
            if isWrapped { notes.wrappedLongitudes += 1 }
            if north == 0, east == 0 { notes.atZeroZero += 1 }
            batch.append(place, row: row)
        case .latitudeOutOfRange(let isPerhapsSwapped):
            if isPerhapsSwapped { notes.perhapsSwapped += 1 }
            skip(.latitudeOutOfRange, "latitude", bytes, latitudeField, line: line)
        case .longitudeOutOfRange:
            skip(.longitudeOutOfRange, "longitude", bytes, longitudeField, line: line)
        }
    }

    @inline(never)
    private mutating func takeOther(
        _ record: CSVScanner.Record, _ bytes: ByteRun, row: UInt32, line: Int
    ) {
        if let codes {
            takeCode(record.first, codes, bytes, row: row, line: line)
        } else if isUnplaced {
            batch.append(UnknownPlace.coordinate, row: row)
        } else if case .parts(let parts) = layout.columns.coordinates {
            takeParts(record, parts, bytes, row: row, line: line)
        } else if layout.columns.unitsPerDegree > 1 {
            takeWholeNumbers(record, bytes, row: row, line: line)
        } else if geometries != nil {
            takeGeometry(record.first, bytes, row: row, line: line)
        } else if isProjected {
            takeProjected(record, bytes, row: row, line: line)
        } else {
            takeCombined(record.first, bytes, row: row, line: line)
        }
    }

    private mutating func takeGeometry(_ field: CSVScanner.Field, _ bytes: ByteRun, row: UInt32, line: Int) {
        do throws(GeometryFault) {
            let remarks = try geometries?.read(bytes, field)
            guard let sketch = geometries?.sketch else { throw .empty }
            guard sketch.projected.isEmpty, projectedShapes.isEmpty else {
                return projectedShapes.append(
                    ProjectedShape(row: row, line: line, sketch: sketch, reference: remarks?.reference))
            }
            guard let place = sketch.representative else { throw .empty }
            batch.append(place, row: row)
            if let kind = sketch.kind, kind > .point { shapes.append(sketch, row: row) }
            heights.append(row, sketch)
            if remarks?.hasWrapped == true { notes.wrappedLongitudes += 1 }
            if place.latitudeE7 == 0, place.longitudeE7 == 0 { notes.atZeroZero += 1 }
        } catch {
            skip(error.reason, "geometry", bytes, field, line: line)
        }
    }

    /// More fields than columns, and a coordinate without a fraction: 47,3769 split at its comma would read
    /// as 47.
    @inline(never)
    private func isPerhapsSplit(_ record: CSVScanner.Record, _ bytes: ByteRun) -> Bool {
        guard mayBeSplit, record.fieldCount > columnCount + (record.lastFieldIsEmpty ? 1 : 0) else {
            return false
        }
        return [record.first, record.second].contains { field in
            let text = field.start..<field.end
            return !field.isQuoted && !text.isEmpty && text.count <= 4
                && text.allSatisfy { bytes[$0] == UInt8(ascii: "-") || (0x30...0x39).contains(bytes[$0]) }
        }
    }

    @inline(never)
    mutating func skip(
        _ reason: SkippedRows.Reason, _ what: String, _ bytes: ByteRun, _ field: CSVScanner.Field, line: Int
    ) {
        guard skipped.wantsExample(of: reason) else {
            return skipped.add(reason, line: line, what: what, text: [])
        }
        let text = bytes.bytes(field.start..<min(field.end, field.start + 4 * SkippedRows.textLimit))
        skipped.add(
            reason, line: line, what: what,
            text: field.isQuoted ? RecordFields.unquoted(text, quote: quote) : text)
    }
}

/// What the records of a table are read by.
private final class TableReference: Sendable {
    let layout: TableLayout
    let codes: CodeColumn?

    init(_ layout: TableLayout) {
        self.layout = layout
        codes = layout.columns.placeRoles?.code?.codes
    }
}
