import MapModel
import RowValues
import Rows
import Streams

/// Rows as objects of JSON, made of their bytes without an array or a string for a value.
///
/// A record with other than the header's fields is written by `JSONRowEncoder`, as is one that only the scanner can take apart.
struct JSONRuns: RunForm {
    private let dialect: CSVDialect
    private let encoder: JSONRowEncoder
    private let fields: DegreeFields
    /// The columns of latitude and longitude; nil where places are not written.
    private let places: (latitude: Int, longitude: Int)?
    /// What stands before the position, or before the first key.
    private let start: [UInt8]
    /// What stands between the position and the first key.
    private let middle: [UInt8]
    private let end: [UInt8]
    /// What stands before the value of each column, one after the other.
    private let keys: [UInt8]
    /// Where these end.
    private let keyEnds: [Int]

    let unchangedLineEnd: [UInt8]? = nil

    init(_ table: DelimitedTable, _ encoder: JSONRowEncoder) {
        dialect = table.dialect
        self.encoder = encoder
        fields = DegreeFields(table.dialect)
        var keys: [UInt8] = []
        var keyEnds: [Int] = []
        let quote = UInt8(ascii: "\"")
        for (index, key) in encoder.keys.enumerated() {
            keys += (index > 0 ? [quote, UInt8(ascii: ",")] : []) + key + [quote]
            keyEnds.append(keys.count)
        }
        (self.keys, self.keyEnds) = (keys, keyEnds)
        let object = Array("{".utf8)
        if encoder.isFeature, case .pair(let latitude, let longitude) = table.columns.coordinates {
            places = (latitude, longitude)
            start = encoder.separator + JSONRowText.featureStart + JSONRowText.pointStart + Array("[".utf8)
            middle = Array("]}".utf8) + JSONRowText.propertiesStart + object
            end = Array("\"}}".utf8)
        } else {
            places = nil
            (start, middle, end) = (encoder.separator + object, [], Array("\"}".utf8))
        }
    }

    func write(_ content: ByteRun, _ rows: RunRows, to text: inout [UInt8]) -> Bool {
        // Positions are mostly shorter than they may be, and values need no escapes.
        var room = content.count + (frameLength + 24) * rows.wantedCount + 1 << 12
        while true {
            text.reserveCapacity(room)
            if text.count < room { text.append(contentsOf: repeatElement(0, count: room - text.count)) }
            let (isWhole, count) = text.withUnsafeMutableBufferPointer { buffer in
                var text = RowText(buffer)
                return (write(content, rows, to: &text), text.isFull ? nil : text.count)
            }
            if let count {
                text.removeLast(text.count - count)
                return isWhole
            }
            room = 2 * text.count
        }
    }

    /// The bytes of a row besides its position and its values.
    private var frameLength: Int { start.count + middle.count + end.count + keys.count }

    private func write(_ content: ByteRun, _ rows: RunRows, to text: inout RowText) -> Bool {
        var index = 0
        var isWhole = true
        let columnCount = keyEnds.count
        let columns =
            places.map { (min($0.latitude, $0.longitude), max($0.latitude, $0.longitude)) } ?? (0, 0)
        withUnsafeTemporaryAllocation(of: CSVScanner.Field.self, capacity: columnCount) { found in
            RecordPass(dialect).forEachRecord(in: content, columns: columns) { walk, _ in
                if rows.contains(index), !text.isFull {
                    let count = split(&walk, content, into: found)
                    let isWritten =
                        count == columnCount && write(content, walk.end - walk.start, found, to: &text)
                    if !isWritten {
                        isWhole =
                            writeOther(content, walk.start..<walk.end, rows.first + index, to: &text)
                            && isWhole
                    }
                }
                index += 1
            } scanned: { _, record, _ in
                if rows.contains(index), !text.isFull {
                    isWhole = writeOther(content, record, rows.first + index, to: &text) && isWhole
                }
                index += 1
            }
        }
        return isWhole && index == rows.count
    }

    /// Finds the fields of the walk's record; how many there are, at most one more than columns.
    @inline(__always)
    private func split(
        _ walk: inout RecordWalk, _ content: ByteRun, into found: UnsafeMutableBufferPointer<CSVScanner.Field>
    ) -> Int {
        var count = 0
        var start = walk.start
        while let field = walk.field(skipping: 0, from: start) {
            guard count < found.count else { return count + 1 }
            let isQuoted = !field.isEmpty && content.base[field.lowerBound] == dialect.quote
            found[count] = CSVScanner.Field(
                start: field.lowerBound, end: field.upperBound, isQuoted: isQuoted)
            count &+= 1
            start = field.upperBound &+ 1
        }
        return count
    }

    /// Writes a record with a field for each column; false where it has no place.
    @inline(__always)
    private func write(
        _ content: ByteRun, _ length: Int, _ found: UnsafeMutableBufferPointer<CSVScanner.Field>,
        to text: inout RowText
    ) -> Bool {
        var place: FixedCoordinate?
        if let places {
            place = self.place(content, found[places.latitude], found[places.longitude])
            if place == nil { return false }
        }
        let room = frameLength + 2 * DecimalText.mostDegreeBytes + 1 + JSONText.mostBytes(for: length)
        guard text.hasRoom(for: room) else { return true }
        text.put(start)
        if let place {
            text.put(place)
            text.put(middle)
        }
        var keyStart = 0
        for column in 0..<found.count {
            text.put(keys, keyStart..<keyEnds[column])
            keyStart = keyEnds[column]
            put(content, found[column], to: &text)
        }
        text.put(end)
        return true
    }

    /// Writes a value without its quotes.
    @inline(__always)
    private func put(_ content: ByteRun, _ field: CSVScanner.Field, to text: inout RowText) {
        let (start, length) = (content.base + field.start, field.end - field.start)
        guard field.isQuoted else { return text.putString(start, length) }
        let isPlain =
            length > 1 && start[length - 1] == dialect.quote
            && !UnsafeBufferPointer(start: start + 1, count: length - 2).contains(dialect.quote)
        if isPlain { return text.putString(start + 1, length - 2) }
        let value = RecordFields.unquoted(content.buffer(field.start..<field.end), quote: dialect.quote)
        value.withUnsafeBufferPointer { value in
            if let base = value.baseAddress { text.putString(base, value.count) }
        }
    }

    /// Writes a record of any fields; false where it has no place, so that it is not the one that was read.
    @inline(never)
    private func writeOther(_ content: ByteRun, _ record: Range<Int>, _ row: Int, to text: inout RowText)
        -> Bool
    {
        var scanner = CSVScanner(
            dialect: dialect, firstWanted: places.map { min($0.latitude, $0.longitude) } ?? 0,
            secondWanted: places.map { max($0.latitude, $0.longitude) } ?? 0)
        return ByteRun.with(content.bytes(record)) { bytes in
            scanner.begin(in: bytes, at: 0)
            guard case .record = scanner.advance(in: bytes, isFinal: true) else { return false }
            var place = FixedCoordinate(latitudeE7: 0, longitudeE7: 0)
            if let places {
                let isFirst = places.latitude < places.longitude
                guard
                    let found = self.place(
                        bytes, isFirst ? scanner.first : scanner.second,
                        isFirst ? scanner.second : scanner.first)
                else { return false }
                place = found
            }
            var object = encoder.separator
            encoder.append(
                ExportedRow(row: UInt32(row), place: place),
                DelimitedTable.RecordPlace(
                    row: UInt32(row), line: 0, range: 0..<bytes.count, fieldCount: scanner.fieldCount),
                in: bytes, to: &object)
            if text.hasRoom(for: object.count) { text.put(object) }
            return true
        }
    }

    /// The place of two fields, as the index has it: 180° is -180°.
    @inline(__always)
    private func place(
        _ content: ByteRun, _ latitude: CSVScanner.Field, _ longitude: CSVScanner.Field
    ) -> FixedCoordinate? {
        guard case .value(let north) = fields.degrees(content, latitude, axis: .latitude),
            case .value(let east) = fields.degrees(content, longitude, axis: .longitude),
            case .place(var place, _) = PlaceRule.judge(north: north, east: east)
        else { return nil }
        if place.longitudeE7 == 1_800_000_000 { place.longitudeE7 = -1_800_000_000 }
        return place
    }
}

/// The text of a part, in memory for as many bytes as it will mostly have.
private struct RowText {
    private let base: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private(set) var count = 0
    /// There was no room for a row.
    private(set) var isFull = false

    init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
        guard let base = memory.baseAddress else { preconditionFailure("room is made first") }
        (self.base, capacity) = (base, memory.count)
    }

    /// Whether so many bytes more have room.
    @inline(__always)
    mutating func hasRoom(for more: Int) -> Bool {
        if count &+ more > capacity { isFull = true }
        return !isFull
    }

    /// Appends bytes for which room was made.
    @inline(__always)
    mutating func put(_ bytes: [UInt8]) { put(bytes, bytes.indices) }

    @inline(__always)
    mutating func put(_ bytes: [UInt8], _ range: Range<Int>) {
        assert(count + range.count <= capacity)
        bytes.withUnsafeBufferPointer { bytes in
            guard let source = bytes.baseAddress else { return }
            (base + count).update(from: source + range.lowerBound, count: range.count)
        }
        count &+= range.count
    }

    /// Appends a position.
    @inline(__always)
    mutating func put(_ place: FixedCoordinate) {
        count &+= DecimalText.write(degreesE7: place.longitudeE7, to: base + count)
        base[count] = UInt8(ascii: ",")
        count &+= 1
        count &+= DecimalText.write(degreesE7: place.latitudeE7, to: base + count)
    }

    /// Appends the content of a string.
    @inline(__always)
    mutating func putString(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        assert(count + JSONText.mostBytes(for: length) <= capacity || length == 0)
        count &+= JSONText.write(bytes, count: length, to: base + count)
    }
}
