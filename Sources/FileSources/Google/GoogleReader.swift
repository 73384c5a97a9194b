import CByteScan
import MapModel
import RowValues
import Rows
import Streams

/// Makes rows of the entries of a location file.
struct GoogleReader {
    /// What a row is.
    enum Kind: Sendable {
        case visit, activity, path, raw, record

        var word: StaticString {
            switch self {
            case .visit: "visit"
            case .activity: "activity"
            case .path: "path"
            case .raw: "raw"
            case .record: "record"
            }
        }
    }

    var collector: FeatureCollector
    /// Values of coordinates that had overflowed.
    private(set) var overflowCount = 0
    /// Entries that gave no row, by what they hold.
    private(set) var withoutPlace: [(what: StaticString, count: Int)] = []
    /// The lists that were met, as far as their entries are read.
    private(set) var lists: [GoogleList] = []

    var sketch = GeometrySketch()
    private var scratch: [UInt8] = []
    private var hasBadUTF8 = false
    /// The number of each column in the table, by its place in `GoogleColumn`; nil until it is met.
    private var numbers = [Int?](repeating: nil, count: GoogleColumn.allCases.count)
    /// A place in the entry, and its line.
    private var mark = (offset: 0, line: 0)
    private var entryMark = (offset: 0, line: 0)

    private let name: String
    private let options: FeatureOptions

    init(name: String, options: FeatureOptions) {
        collector = FeatureCollector(name: name, options: options)
        (self.name, self.options) = (name, options)
    }

    /// Whether the user named no label.
    var hasOwnLabel: Bool { options.columns.label == nil }

    /// Reads an entry, which was parsed to its end, as no row, one or several.
    mutating func read(_ bytes: ByteRun, _ range: Range<Int>, of list: GoogleList, line: Int) {
        if !lists.contains(list) { begin(list) }
        entryMark = (range.lowerBound, line)
        mark = entryMark
        let before = collector.takenCount
        var entry = GoogleEntry(kind: list == .records ? .record : nil)
        read(bytes, range, as: list.members, &entry)
        if collector.takenCount == before { note(entry.reasonForNoRow) }
    }

    private mutating func begin(_ list: GoogleList) {
        if lists.isEmpty, hasOwnLabel {
            // Columns of ids have more different values, and say less.
            var options = options
            options.columns.label = list.label.name
            collector = FeatureCollector(name: name, options: options)
        }
        lists.append(list)
        for column in list.columns { _ = number(of: column) }
    }

    private mutating func note(_ what: StaticString) {
        let index = withoutPlace.firstIndex { $0.what.utf8Start == what.utf8Start }
        guard let index else { return withoutPlace.append((what, 1)) }
        withoutPlace[index].count += 1
    }

    /// Reads an object, its row and those of the lists in it.
    mutating func read(
        _ bytes: ByteRun, _ range: Range<Int>, as members: GoogleMembers, _ entry: inout GoogleEntry
    ) {
        var cursor = JSONCursor(bytes, from: range.lowerBound, to: range.upperBound, isFinal: true)
        guard bytes[range.lowerBound] == UInt8(ascii: "{"), (try? walk(&cursor, members, &entry)) != nil
        else {
            return skip(.unreadable, bytes, range, what: "row")
        }
        if entry.kind != nil {
            endRow(entry, bytes, range)
        } else {
            collector.values.discardRow()
        }
        for part in entry.parts { readRows(of: part, entry, bytes, end: range.upperBound) }
    }

    private mutating func readRows(
        of part: GoogleEntry.Part, _ entry: GoogleEntry, _ bytes: ByteRun, end: Int
    ) {
        var cursor = JSONCursor(bytes, from: part.offset, to: end, isFinal: true)
        // All of it was parsed before.
        try? readRows(of: part, entry, &cursor)
    }

    private mutating func readRows(
        of part: GoogleEntry.Part, _ entry: GoogleEntry, _ cursor: inout JSONCursor
    ) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "[") else {
            return readRow(of: part, entry, cursor.bytes, try cursor.skipValue())
        }
        guard try cursor.enter(closedBy: UInt8(ascii: "]")) else { return }
        repeat {
            readRow(of: part, entry, cursor.bytes, try cursor.skipValue())
        } while try cursor.hasNext(closedBy: UInt8(ascii: "]"))
    }

    private mutating func readRow(
        of part: GoogleEntry.Part, _ entry: GoogleEntry, _ bytes: ByteRun, _ range: Range<Int>
    ) {
        var inner = GoogleEntry(kind: part.areVisits ? .visit : .path)
        inner.source = part.source
        inner.segmentStart = entry.start
        if !part.areVisits { inner.segmentType = entry.type }
        read(bytes, range, as: part.areVisits ? .visit : .point, &inner)
    }

    // MARK: members

    /// Reads the members of the object that comes next; anything else is passed.
    private mutating func walk(
        _ cursor: inout JSONCursor, _ members: GoogleMembers, _ entry: inout GoogleEntry
    ) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "{") else {
            _ = try cursor.skipValue()
            return
        }
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return }
        repeat {
            let key = try cursor.key().range
            let first = try cursor.peek()
            if let meaning = members.meaning(of: cursor.slice(key)) {
                try take(meaning, first, &cursor, &entry)
            } else {
                _ = try cursor.skipValue()
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
    }

    private mutating func take(
        _ meaning: GoogleMembers.Meaning, _ first: UInt8, _ cursor: inout JSONCursor,
        _ entry: inout GoogleEntry
    ) throws(JSONFault) {
        let offset = cursor.offset
        switch meaning {
        case .value(let column): try append(try cursor.value(), column, cursor, &entry)
        case .milliseconds(let column):
            let digits = cursor.digits(try cursor.value())
            entry.set(digits.flatMap(GoogleTime.init(milliseconds:)), column)
        case .minutes: entry.minutes = cursor.digits(try cursor.value()).flatMap { JSONNumber.value($0.span) }
        case .north(let place):
            if entry[place].setNorth(try cursor.value(), cursor) { overflowCount += 1 }
        case .east(let place):
            if entry[place].setEast(try cursor.value(), cursor) { overflowCount += 1 }
        case .place(let place):
            guard first != UInt8(ascii: "{") else { return try walk(&cursor, .position(place), &entry) }
            entry[place].set(try cursor.value(), cursor)
        case .object(let members): try walk(&cursor, members, &entry)
        case .first(let members):
            guard first == UInt8(ascii: "[") else {
                _ = try cursor.skipValue()
                return
            }
            guard try cursor.enter(closedBy: UInt8(ascii: "]")) else { return }
            try walk(&cursor, members, &entry)
            while try cursor.hasNext(closedBy: UInt8(ascii: "]")) { _ = try cursor.skipValue() }
        case .entry(let kind, let members):
            if first == UInt8(ascii: "{") { entry.kind = kind }
            try walk(&cursor, members, &entry)
        case .path(let source):
            _ = try cursor.skipValue()
            guard first != UInt8(ascii: "n") else { return }
            entry.parts.append(GoogleEntry.Part(offset: offset, source: source, areVisits: false))
        case .visits:
            _ = try cursor.skipValue()
            guard first == UInt8(ascii: "[") else { return }
            entry.parts.append(GoogleEntry.Part(offset: offset, source: nil, areVisits: true))
        case .noPlace(let what):
            entry.noPlace = what
            _ = try cursor.skipValue()
        }
    }

    // MARK: values

    private mutating func number(of column: GoogleColumn) -> Int {
        if let known = numbers[column.rawValue] { return known }
        let number = collector.values.column(column.name)
        numbers[column.rawValue] = number
        return number
    }

    private mutating func append(
        _ value: JSONCursor.Scalar, _ column: GoogleColumn, _ cursor: JSONCursor, _ entry: inout GoogleEntry
    ) throws(JSONFault) {
        switch value {
        case .text(let text):
            if text.range.isEmpty { return }
            if column == .time || column == .end { return entry.set(.text(text.range), column) }
            if column == .type { entry.type = text }
            try append(text, column, cursor)
        case .number(let range):
            if column == .time || column == .end {
                return entry.set(GoogleTime(milliseconds: cursor.slice(range)), column)
            }
            collector.values.append(number(of: column), .number, cursor.slice(range))
        case .noNumber(let range): collector.values.append(number(of: column), .text, cursor.slice(range))
        case .boolean(let range): collector.values.append(number(of: column), .boolean, cursor.slice(range))
        case .null, .container: break
        }
    }

    private mutating func append(
        _ text: JSONCursor.Text, _ column: GoogleColumn, _ cursor: JSONCursor
    ) throws(JSONFault) {
        let slice = cursor.slice(text.range)
        if text.hasHighBytes, !TextEncoding.isUTF8(cursor.bytes, text.range) { hasBadUTF8 = true }
        guard !text.hasEscapes else {
            scratch.removeAll(keepingCapacity: true)
            try JSONString.unescape(slice, into: &scratch)
            return scratch.withUnsafeBufferPointer {
                collector.values.append(number(of: column), .text, $0)
            }
        }
        let isNumber = column.isNumber && JSONNumber.value(slice.span) != nil
        collector.values.append(number(of: column), isNumber ? .number : .text, slice)
    }

    private mutating func append(_ word: StaticString, _ column: GoogleColumn) {
        let text = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        collector.values.append(number(of: column), .text, text)
    }

    // MARK: a row ends

    private mutating func endRow(_ entry: GoogleEntry, _ bytes: ByteRun, _ range: Range<Int>) {
        guard let kind = entry.kind else { return }
        append(kind.word, .kind)
        if let source = entry.source { append(source, .source) }
        if let type = entry.segmentType, (try? append(type, .type, JSONCursor(bytes, isFinal: true))) == nil {
            return skip(.unreadable, bytes, range, what: "row")
        }
        appendTimes(entry, bytes)
        take(entry, kind, bytes, range)
    }

    private mutating func appendTimes(_ entry: GoogleEntry, _ bytes: ByteRun) {
        scratch.removeAll(keepingCapacity: true)
        if let start = entry.start {
            start.append(bytes, to: &scratch)
        } else if let minutes = entry.minutes, let start = entry.segmentStart {
            _ = start.append(later: minutes, bytes, to: &scratch)
        }
        appendScratch(.time)
        guard let end = entry.end else { return }
        end.append(bytes, to: &scratch)
        appendScratch(.end)
        guard let start = entry.start?.instant(in: bytes), let last = end.instant(in: bytes) else { return }
        let seconds = last.milliseconds(since: start) / 1000
        collector.values.append(number(of: .duration), .number, "\(seconds)")
    }

    private mutating func appendScratch(_ column: GoogleColumn) {
        guard !scratch.isEmpty else { return }
        scratch.withUnsafeBufferPointer { collector.values.append(number(of: column), .text, $0) }
        scratch.removeAll(keepingCapacity: true)
    }

    /// The line of a place in the entry.
    mutating func line(at offset: Int, _ bytes: ByteRun) -> Int {
        if offset < mark.offset { mark = entryMark }
        mark.line += byte_count_lines(bytes.base + mark.offset, offset - mark.offset)
        mark.offset = offset
        return mark.line
    }

    mutating func noteText() {
        if hasBadUTF8 { collector.notes.badUTF8Records += 1 }
        hasBadUTF8 = false
    }
}
