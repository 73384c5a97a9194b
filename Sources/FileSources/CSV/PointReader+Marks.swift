import MapModel
import RowValues
import Rows
import Streams

/// Pairs of numbers, codes of cells and rows that wait for their places, read a stretch of text at a time by the marks of its
/// delimiters and line ends.
///
/// Only a pair of plain decimals or a plain code is read here: a record with anything else is handed to `take`, as the scanner would
/// do, and text with NUL bytes or bytes that are not UTF-8 is left to the scanner, as is a quote that opens inside
/// a field.
extension PointReader {
    /// Reads the records of one stretch from the scanner's `next`, which moves along.
    ///
    /// - Returns: the offset up to which records are left to the scanner, where they begin before it.
    mutating func readStretch(
        _ bytes: ByteRun, at offset: Int, limit: Int, isFinal: Bool, with scanner: inout CSVScanner,
        _ marks: RecordMarks
    ) -> Int {
        let start = scanner.next
        marks.mark(bytes, from: start, dialect)
        guard let lastEnd = marks.lastEnd else { return start + 1 }
        guard marks.isText(bytes, start..<lastEnd) else { return lastEnd }
        var walk = RecordWalk(marks, from: start)
        var lines = scanner.lineEnds
        var areas: [UInt32] = []
        withUnsafeTemporaryAllocation(of: PlainRecord.self, capacity: RecordMarks.stretch / 2) { plain in
            var count = 0
            while walk.start < limit, walk.findEnd() {
                guard let next = recordStart(after: walk.end, bytes, isFinal: isFinal) else { break }
                if walk.end > walk.start,
                    !CSVScanner.isBlank(bytes, walk.start..<walk.end, delimiter: dialect.delimiter)
                {
                    let fields = isPair ? self.fields(&walk) : codeField(&walk)
                    let place =
                        isPair
                        ? self.place(fields, bytes)
                        : otherPlace(fields, walk.start..<walk.end, bytes, count, &areas)
                    if let place {
                        plain[count] = PlainRecord(
                            place: place, offset: UInt32(truncatingIfNeeded: walk.start &- start),
                            line: UInt32(truncatingIfNeeded: lines &+ 1 &- scanner.lineEnds))
                        count &+= 1
                    } else {
                        add(plain[..<count], offset: offset + start, linesBefore: scanner.lineEnds)
                        count = 0
                        takeOther(walk, marks, fields, bytes, at: offset, line: lines + 1)
                    }
                }
                lines &+= 1
                if marks.hasQuotedLines { lines += marks.count(marks.lines, in: walk.start..<walk.end) }
                walk.pass(to: next)
            }
            add(plain[..<count], offset: offset + start, linesBefore: scanner.lineEnds)
            if let end = walk.lastEnd { setEnd(offset + end) }
        }
        if !areas.isEmpty { areaRows += areas }
        scanner.begin(in: bytes, at: walk.start, linesBefore: lines)
        // A whole stretch is followed by the next one.
        return marks.end - start >= RecordMarks.stretch ? walk.start : max(marks.end, walk.start) + 64
    }

    /// Where the next record begins; nil when a line feed may still follow.
    @inline(__always)
    private func recordStart(after end: Int, _ bytes: ByteRun, isFinal: Bool) -> Int? {
        guard bytes[end] == UInt8(ascii: "\r") else { return end &+ 1 }
        guard end &+ 1 < bytes.count else { return isFinal ? end &+ 1 : nil }
        return bytes[end &+ 1] == UInt8(ascii: "\n") ? end &+ 2 : end &+ 1
    }

    /// The two wanted fields of the walk's record; as many as it has.
    private struct Fields {
        var count = 0
        var first = 0..<0
        var second = 0..<0
    }

    @inline(__always)
    private mutating func fields(_ walk: inout RecordWalk) -> Fields {
        var fields = Fields()
        guard let first = walk.field(skipping: firstWanted, from: walk.start) else { return fields }
        fields.first = first
        fields.count = 1
        guard let second = walk.field(skipping: lastWanted &- firstWanted &- 1, from: first.upperBound &+ 1)
        else {
            return fields
        }
        fields.second = second
        fields.count = 2
        return fields
    }

    /// The place of two plain decimals; nil for anything else.
    @inline(__always)
    private mutating func place(_ fields: Fields, _ bytes: ByteRun) -> FixedCoordinate? {
        guard fields.count == 2 else { return nil }
        let a = NumberParser.plainDegrees(
            in: bytes, from: fields.first.lowerBound, to: fields.first.upperBound)
        let b = NumberParser.plainDegrees(
            in: bytes, from: fields.second.lowerBound, to: fields.second.upperBound)
        guard a != NumberParser.notPlain, b != NumberParser.notPlain,
            case .place(let place, let isWrapped) = PlaceRule.judge(
                north: latitudeIsFirst ? a : b, east: latitudeIsFirst ? b : a)
        else { return nil }
        if isWrapped { notes.wrappedLongitudes += 1 }
        if a == 0, b == 0 { notes.atZeroZero += 1 }
        return place
    }

    /// The field with a code; none where rows wait for their places.
    @inline(never)
    private mutating func codeField(_ walk: inout RecordWalk) -> Fields {
        var fields = Fields()
        if hasCodes, let code = walk.field(skipping: firstWanted, from: walk.start) {
            (fields.first, fields.count) = (code, 1)
        }
        return fields
    }

    /// The middle of a cell, or where rows wait for their places; nil for what is to be looked at more closely.
    ///
    /// - Parameters:
    ///   - before: records of the stretch that were not added yet.
    ///   - areas: takes the row where its cell is an area.
    @inline(never)
    private mutating func otherPlace(
        _ fields: Fields, _ record: Range<Int>, _ bytes: ByteRun, _ before: Int, _ areas: inout [UInt32]
    ) -> FixedCoordinate? {
        guard !titleMarks.fit(count: record.count, byte: bytes[record.lowerBound]) else { return nil }
        guard hasCodes else { return UnknownPlace.coordinate }
        guard let codes, fields.count == 1, !fields.first.isEmpty, bytes[fields.first.lowerBound] != quote
        else { return nil }
        let text = bytes.buffer(fields.first)
        guard !DegreeText.isMissing(text), let area = try? codes.area(of: text) else { return nil }
        if area.isArea { areas.append(UInt32(truncatingIfNeeded: recordCount &+ before)) }
        return FixedCoordinate(area.middle)
    }

    /// A record that is not two plain decimals, as the scanner would deliver it.
    @inline(never)
    private mutating func takeOther(
        _ walk: RecordWalk, _ marks: RecordMarks, _ fields: Fields, _ bytes: ByteRun, at offset: Int,
        line: Int
    ) {
        let quote = quote
        func field(_ range: Range<Int>) -> CSVScanner.Field {
            let isQuoted = !range.isEmpty && bytes[range.lowerBound] == quote
            return CSVScanner.Field(start: range.lowerBound, end: range.upperBound, isQuoted: isQuoted)
        }
        take(
            CSVScanner.Record(
                start: walk.start, end: walk.end, line: line,
                fieldCount: marks.count(marks.delimiters, in: walk.start..<walk.end) + 1,
                first: field(fields.first), second: field(fields.second),
                lastFieldIsEmpty: bytes[walk.end - 1] == dialect.delimiter, mayBeUnusual: false,
                hasStrayQuote: false),
            bytes, at: offset)
    }
}

/// A record with a place, as it is collected in a stretch.
struct PlainRecord {
    let place: FixedCoordinate
    /// From the start of the stretch.
    let offset: UInt32
    /// Counted from 1 in the stretch.
    let line: UInt32
}
