import MapModel
import RowValues
import Rows
import Streams

/// The lines of a log as rows: where they are, and how to read them again.
package struct LogTable: Sendable {
    /// What the source is called in messages.
    package let name: String
    /// `line`, the columns of the form, then the text of lines of another form.
    package let columnNames: [String]
    /// Which column names a row, and which identifies it.
    package let roles: ColumnRoles
    /// Which columns say where a row is; nil where none does.
    package let placeRoles: PlaceRoles?
    /// The columns of coordinates in text.
    package let coordinateColumns: [Int]
    /// All lines that are rows.
    package let recordCount: Int
    let reader: any LogLineReader
    let segments: [LogSegment]
    /// Rows of the first segment that are not kept any more.
    private let firstRow: Int
    /// Where lines of another form have their text.
    private let textColumn: Int
    /// Where the address in such a text belongs; nil where there is no column of addresses.
    private let addressColumn: Int?
    /// All lines were seen to have the form of the reader.
    let areLinesKnown: Bool
    /// How many columns the fields of a line have.
    let fieldCount: Int
    let clock: LogClock

    /// Lines of segments, the first of which begins with rows that are left out.
    ///
    /// - Parameter hasOthers: some lines are of another form.
    init(
        name: String, reader: any LogLineReader, segments: [LogSegment], firstRow: Int, recordCount: Int,
        hasOthers: Bool, places: LogPlaces, roles: ColumnRoles, clock: LogClock
    ) {
        (self.name, self.reader, self.segments, self.firstRow) = (name, reader, segments, firstRow)
        (self.recordCount, self.roles, self.clock) = (recordCount, roles, clock)
        areLinesKnown = !hasOthers
        let names = ["line"] + reader.columnNames
        let needsText = reader.textColumn == nil && (hasOthers || reader.hasRemarks)
        columnNames = ColumnNames.unique(needsText ? names + ["text"] : names)
        textColumn = reader.textColumn ?? names.count
        fieldCount = names.count + (needsText ? 1 : 0)
        if case .later(let roles) = places { placeRoles = roles } else { placeRoles = nil }
        addressColumn = placeRoles?.address?.column ?? reader.addressColumn
        coordinateColumns =
            switch places {
            case .columns(let pair): [pair.latitude, pair.longitude]
            case .inText: reader.placeColumns.map { [$0.latitude, $0.longitude] } ?? []
            case .later, .none: []
            }
    }

    /// Reads the fields of a line; one of another form is a text.
    @inline(__always)
    func read(_ line: LogLine, into fields: inout LogFields) {
        fields.begin()
        let isKnown = reader.read(line, into: &fields)
        if isKnown, !fields.isRemark { return }
        fields.begin()
        guard textColumn < fieldCount, !line.range.isEmpty else { return }
        fields.set(textColumn, line.range)
        // A version of the program is no address.
        if !isKnown, let addressColumn {
            fields.setAddress(addressColumn, foundIn: line.range, of: line.bytes)
        }
    }

    /// Calls `body` with each of some rows, ascending, and where it is.
    func visitPlaces(
        _ rows: [UInt32], _ body: (_ row: UInt32, LogSegment.Place) -> Void
    ) throws(SourceError) {
        precondition(zip(rows, rows.dropFirst()).allSatisfy { $0 <= $1 }, "rows are in ascending order")
        guard let last = rows.last else { return }
        guard last < recordCount else { throw .noSuchRow(last, file: name) }
        var next = 0
        for segment in segments where next < rows.count {
            let first = segment.firstRow - firstRow
            var numbers: [Int] = []
            while next < rows.count, Int(rows[next]) < first + segment.rowCount {
                numbers.append(Int(rows[next]) - first)
                next += 1
            }
            if numbers.isEmpty { continue }
            guard segment.bytes.isUnchanged else { throw changed }
            try SourceError.wrapping { () throws(FileError) in
                try segment.visit(numbers[...], reader, clock) { place in
                    body(UInt32(truncatingIfNeeded: place.row + first), place)
                }
            }
        }
    }

    var changed: SourceError { .file(FileError(file: name, reason: .changedSinceLoaded)) }

    /// Where the first row of a segment is among those of the table; negative where its first rows are left out.
    func firstRow(of segment: LogSegment) -> Int { segment.firstRow - firstRow }
}

extension LogTable: RowTable {
    /// True where lines name the columns.
    package var mayGetColumns: Bool { reader.learnsColumns || reader.isSequential }

    /// Reads the lines again and parses them.
    package func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        var fields = LogFields(columnCount: fieldCount)
        try visitPlaces(rows) { row, place in
            if place.isHole { fields.begin() } else { read(place.line, into: &fields) }
            let number = FieldValue(.number, String(place.line.number))
            let values = (1..<fieldCount).map { value($0, of: fields, in: place.line) }
            body(SourceRow(row: row, line: place.line.number, values: [number] + values))
        }
    }

    private func value(_ column: Int, of fields: LogFields, in line: LogLine) -> FieldValue {
        let range = column <= reader.columnNames.count ? fields.range(column) : nil
        return fields.with(column, in: line.bytes) { text in
            guard text.isEmpty else {
                let kind = range.map { reader.kind(of: column, at: $0, in: line) } ?? .text
                return FieldValue(kind, LogText.string(text))
            }
            let isText = range.map { reader.isText(column, at: $0, in: line) } ?? false
            return isText ? FieldValue(.text, "") : .missing
        }
    }

    /// The lines of some rows as they are, several rows of one line once.
    package func visitLines(
        _ rows: [UInt32], _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(SourceError) -> Bool {
        var last = 0
        try visitPlaces(rows) { _, place in
            guard !place.isHole, place.line.number != last else { return }
            last = place.line.number
            body(place.line.bytes.buffer(place.whole))
        }
        return true
    }

    /// True: rows have their places in their columns, or none.
    package func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool { true }

    /// Appends the names of rows.
    package func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        try appendVisitedNames(to: &builder, isCancelled: isCancelled, progress: progress)
    }
}

/// Bytes of a log as text: those that are not UTF-8 as `\xff`.
enum LogText {
    static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(decoding: escaped(bytes), as: UTF8.self)
    }

    /// Calls `body` with bytes that are UTF-8.
    @inline(__always)
    static func with(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        guard bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil else {
            return body(bytes)
        }
        escaped(bytes).withUnsafeBufferPointer(body)
    }

    private static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let length = length(bytes, index)
            if length > 0 {
                text += bytes[index..<index + length]
                index += length
            } else {
                text += "\\x".utf8
                let digits = Array("0123456789abcdef".utf8)
                text += [digits[Int(bytes[index] >> 4)], digits[Int(bytes[index] & 15)]]
                index += 1
            }
        }
        return text
    }

    /// Bytes of the character that begins here; 0 where none does.
    private static func length(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        let first = bytes[index]
        if first < 0x80 { return 1 }
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0
        guard count > 0, index + count <= bytes.count else { return 0 }
        let character = UnsafeBufferPointer(rebasing: bytes[index..<index + count])
        return String(validating: character, as: UTF8.self) == nil ? 0 : count
    }
}
