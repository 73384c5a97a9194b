import MapModel
import Platform
import RowValues
import Rows
import Streams

/// What is found out of lines one after another: where they are, how many have another form, and where their rows are.
struct LogScan: Sendable {
    /// How lines are read; it may learn columns from them.
    private(set) var reader: any LogLineReader
    private(set) var blocks = LogBlocks()
    private(set) var lineCount = 0
    private(set) var rowCount = 0
    /// Lines of another form, whose text is a column.
    private(set) var otherCount = 0
    private(set) var points = PointBuffer()
    private(set) var skipped = SkippedRows()
    private let places: LogPlaces
    let clock: LogClock
    /// The next line begins a block.
    private var beginsBlock = true

    init(_ reader: any LogLineReader, _ places: LogPlaces, _ clock: LogClock) {
        (self.reader, self.places, self.clock) = (reader, places, clock)
    }

    /// The same with a reader that knows more columns, without lines.
    func with(_ reader: any LogLineReader) -> LogScan { LogScan(reader, places, clock) }

    /// Reads the lines that end in a range of bytes, the last one also without a line end.
    ///
    /// - Parameters:
    ///   - offset: where the bytes begin in what the blocks count.
    ///   - linesBefore: lines before those that were counted.
    ///   - mayHaveMark: the first line may begin with a byte order mark.
    mutating func read(
        _ bytes: ByteRun, _ range: Range<Int>, at offset: Int, linesBefore: Int = 0, mayHaveMark: Bool = true
    ) {
        var next = range.lowerBound
        var fields = LogFields(columnCount: reader.columnNames.count + 1, wantsTexts: places.readsFields)
        while next < range.upperBound {
            let feed = Bytes.offset(of: 10, in: bytes.base + next, count: range.upperBound - next)
            let end = feed.map { next + $0 } ?? range.upperBound
            note(offset: offset + next)
            let text = Self.text(next..<end, in: bytes, isFirst: mayHaveMark && linesBefore + lineCount == 0)
            take(
                LogLine(bytes: bytes, range: text, number: linesBefore + lineCount + 1, clock: clock), &fields
            )
            lineCount += 1
            next = feed == nil ? end : end + 1
        }
    }

    /// A line without its carriage return, the first one without a byte order mark.
    static func text(_ line: Range<Int>, in bytes: ByteRun, isFirst: Bool) -> Range<Int> {
        var (start, end) = (line.lowerBound, line.upperBound)
        if end > start, bytes[end - 1] == 13 { end -= 1 }
        if isFirst, end - start >= 3, bytes[start] == 0xEF, bytes[start + 1] == 0xBB, bytes[start + 2] == 0xBF
        {
            start += 3
        }
        return start..<end
    }

    private mutating func note(offset: Int) {
        guard beginsBlock || lineCount % LogBlocks.length == 0 else { return }
        blocks.append(offset: offset, row: rowCount, line: lineCount)
        beginsBlock = false
    }

    /// Notes a line that is longer than may be.
    ///
    /// - Parameter isHole: it is not read again.
    mutating func skipLong(at offset: Int, byteCount: Int, linesBefore: Int, isHole: Bool) {
        beginsBlock = isHole || beginsBlock
        note(offset: offset)
        if isHole { blocks.markHole() }
        beginsBlock = isHole
        skipped.add(
            .unreadable, line: linesBefore + lineCount + 1, what: "line",
            text: Array("line of \(grouped(byteCount)) bytes or more".utf8))
        lineCount += 1
        rowCount += 1
    }

    private mutating func take(_ line: LogLine, _ fields: inout LogFields) {
        fields.begin()
        let isKnown = reader.read(line, into: &fields)
        if fields.hasNews, let next = reader.learning(from: line) {
            reader = next
            fields = LogFields(columnCount: next.columnNames.count + 1, wantsTexts: places.readsFields)
            fields.begin()
            _ = reader.read(line, into: &fields)
        }
        if !isKnown { otherCount += 1 }
        let row = UInt32(truncatingIfNeeded: rowCount)
        switch places {
        case .inText:
            let found = reader.places(in: line)
            for (index, place) in found.enumerated() {
                points.append(place.coordinate, row: row + UInt32(index))
            }
            if found.isEmpty { skip(.missing, line) }
            rowCount += max(found.count, 1)
            return
        case .columns(let pair):
            switch pair.place(fields, line.bytes) {
            case .place(let place, _): points.append(place, row: row)
            case .latitudeOutOfRange: skip(.latitudeOutOfRange, line)
            case .longitudeOutOfRange: skip(.longitudeOutOfRange, line)
            case nil: skip(.missing, line)
            }
        case .later: points.append(UnknownPlace.coordinate, row: row)
        case .none: skip(.noPlace, line)
        }
        rowCount += 1
    }

    private mutating func skip(_ reason: SkippedRows.Reason, _ line: LogLine) {
        guard skipped.wantsExample(of: reason) else { return skipped.add(reason, count: 1) }
        let end = min(line.range.lowerBound + SkippedRows.textLimit, line.range.upperBound)
        let text = line.bytes.bytes(line.range.lowerBound..<end)
        skipped.add(reason, line: line.number, what: "line", text: text)
    }

    /// Adds what was found of the lines that follow; columns are added to those that are known.
    mutating func append(_ next: LogScan) {
        let names = next.reader.columnNames
        if names.count > reader.columnNames.count || names != Array(reader.columnNames.prefix(names.count)) {
            reader = reader.adding(names) ?? reader
        }
        blocks.append(contentsOf: next.blocks, rowsBefore: rowCount, linesBefore: lineCount)
        points.append(contentsOf: next.points, rowOffset: UInt32(truncatingIfNeeded: rowCount))
        skipped.append(contentsOf: next.skipped, linesBefore: lineCount)
        rowCount += next.rowCount
        lineCount += next.lineCount
        otherCount += next.otherCount
        beginsBlock = true
    }
}

/// How the places of rows are found.
enum LogPlaces: Sendable {
    /// The coordinates in the text of a line.
    case inText
    /// Two columns.
    case columns(LogPair)
    /// Addresses and names, after everything is read.
    case later(PlaceRoles)
    /// Nothing says where rows are.
    case none

    /// Whether values are needed while lines are read.
    var readsFields: Bool { if case .columns = self { true } else { false } }
}

/// Two columns of degrees.
struct LogPair: Sendable {
    let latitude: Int
    let longitude: Int
    let parser: NumberParser

    /// Where a line says that it is; nil where a value is no number.
    func place(_ fields: LogFields, _ bytes: ByteRun) -> PlaceRule.Judgement? {
        guard let north = degrees(latitude, .latitude, fields, bytes),
            let east = degrees(longitude, .longitude, fields, bytes)
        else { return nil }
        return PlaceRule.judge(north: north, east: east)
    }

    private func degrees(_ column: Int, _ axis: CoordinateAxis, _ fields: LogFields, _ bytes: ByteRun)
        -> Int64?
    {
        let text = fields.with(column, in: bytes) { Array($0) }
        if case .value(let units) = parser.degrees(text, axis: axis) { return units }
        return nil
    }
}
