import MapModel
import RowValues
import Rows
import Streams

/// Writes the rows of a table in one format: header, each row, separator and end.
protocol RowEncoder {
    var head: [UInt8] { get }
    /// Between two rows.
    var separator: [UInt8] { get }
    var tail: [UInt8] { get }
    /// The approximate bytes of a row besides its record: to estimate memory.
    var overhead: Int { get }

    /// Appends a row to `text`; its record is at `place` in `bytes`.
    func append(
        _ row: ExportedRow, _ place: DelimitedTable.RecordPlace, in bytes: ByteRun, to text: inout [UInt8])
}

/// Records as they are in the file, where distances or other values are wanted with more fields.
struct CSVRowEncoder: RowEncoder {
    let head: [UInt8]
    let separator: [UInt8] = []
    let tail: [UInt8] = []
    let overhead = 12

    private let dialect: CSVDialect
    private let columnCount: Int
    private let lineEnd: [UInt8]
    /// The decimal mark of the table, so that a program reads the distance like its other numbers.
    private let decimalMark: UInt8
    private let addsDistance: Bool
    /// Fields behind those of each record, a delimiter before each; nil without any.
    private let added: AddedTexts?

    init(_ table: DelimitedTable, _ addsDistance: Bool, values: AddedValues = .none) {
        self.addsDistance = addsDistance
        let dialect = table.dialect
        func fields(_ texts: [String]) -> [UInt8] {
            texts.flatMap { [dialect.delimiter] + Self.field(Array($0.utf8), dialect) }
        }
        added = values.names.isEmpty ? nil : values.texts { fields($0.map(\.text)) }
        self.dialect = dialect
        columnCount = table.columnNames.count
        lineEnd = table.lineEnd
        decimalMark = dialect.decimalMark == .comma ? UInt8(ascii: ",") : UInt8(ascii: ".")
        var head: [UInt8] = table.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
        if let header = table.headerBytes {
            head += header
            if addsDistance { head += [dialect.delimiter] + Self.field(DistanceColumn.name, dialect) }
            head += fields(values.names)
            head += lineEnd
        }
        self.head = head
    }

    private var addsFields: Bool { addsDistance || added != nil }

    /// What is added is in its column: a record with fewer fields than the header is padded, and what one with more has
    /// follows.
    func append(
        _ row: ExportedRow, _ place: DelimitedTable.RecordPlace, in bytes: ByteRun, to text: inout [UInt8]
    ) {
        let isLonger = addsFields && place.fieldCount > columnCount
        let end = isLonger ? endOfColumns(place, bytes) : place.range.upperBound
        text.append(contentsOf: bytes.buffer(place.range.lowerBound..<end))
        if addsFields {
            let missing = max(columnCount - place.fieldCount, 0)
            text.append(contentsOf: repeatElement(dialect.delimiter, count: missing))
        }
        if addsDistance {
            text.append(dialect.delimiter)
            var distance: [UInt8] = []
            DecimalText.append(meters: row.distanceMeters, mark: decimalMark, to: &distance)
            text += Self.field(distance, dialect)
        }
        added?.append(Int(row.row), to: &text)
        text.append(contentsOf: bytes.buffer(end..<place.range.upperBound))
        text += lineEnd
    }

    /// Where the field of the last column ends, in a record with more fields.
    private func endOfColumns(_ place: DelimitedTable.RecordPlace, _ bytes: ByteRun) -> Int {
        var scanner = CSVScanner(
            dialect: dialect, firstWanted: columnCount - 1, secondWanted: columnCount - 1, linesBefore: 0)
        scanner.begin(in: bytes, at: place.range.lowerBound)
        guard case .record = scanner.advance(in: bytes, isFinal: true) else { return place.range.upperBound }
        return scanner.record.first.end
    }

    private static func field(_ text: [UInt8], _ dialect: CSVDialect) -> [UInt8] {
        let quote = dialect.quote == CSVDialect.noQuote ? UInt8(ascii: "\"") : dialect.quote
        let needsQuotes = text.contains {
            $0 == dialect.delimiter || $0 == dialect.quote || $0 == 10 || $0 == 13
        }
        guard needsQuotes else { return text }
        return [quote] + text.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }
}

/// Objects of JSON: one a line, or the features of a collection.
///
/// All columns are strings: a delimited file has no types, and "007", "1e5" or an identifier of 20 digits
/// would not survive as numbers. Only the distance is a number.
struct JSONRowEncoder: RowEncoder {
    let head: [UInt8]
    let separator: [UInt8]
    let tail: [UInt8]
    var overhead: Int { keys.reduce(150) { $0 + $1.count + 4 } }

    let isFeature: Bool
    private let dialect: CSVDialect
    /// Each column as `"name":`.
    let keys: [[UInt8]]
    private var names: [String: Int]
    private let adding: AddedColumns
    /// Members behind those of each record, a comma after each; nil without any.
    private let added: AddedTexts?

    init(
        _ table: DelimitedTable, _ adding: AddedColumns, asFeatures: Bool, values: AddedValues = .none
    ) {
        self.adding = adding
        isFeature = asFeatures
        dialect = table.dialect
        head = asFeatures ? Array("{\"type\":\"FeatureCollection\",\"features\":[\n".utf8) : []
        separator = Array((asFeatures ? ",\n" : "\n").utf8)
        tail = asFeatures ? Array("\n]}\n".utf8) : Array("\n".utf8)
        var names =
            adding.contains(.distance) ? [String(decoding: DistanceColumn.name, as: UTF8.self): 1] : [:]
        let columnNames =
            adding.contains(.place) ? PlaceColumns.besidePlace(table.columnNames) : table.columnNames
        keys = columnNames.enumerated().map { index, name in
            JSONRowText.key(name.isEmpty ? "column \(index + 1)" : name, &names)
        }
        added =
            values.names.isEmpty
            ? nil : values.members(keys: values.names.map { JSONRowText.key($0, &names) })
        self.names = names
    }

    func append(
        _ row: ExportedRow, _ place: DelimitedTable.RecordPlace, in bytes: ByteRun, to text: inout [UInt8]
    ) {
        if isFeature { JSONRowText.appendGeometry(of: row, to: &text) }
        text.append(UInt8(ascii: "{"))
        let fields = RecordFields.split(bytes.bytes(place.range), dialect: dialect)
        var names = names
        for index in 0..<max(fields.count, keys.count) {
            text += index < keys.count ? keys[index] : JSONRowText.key("column \(index + 1)", &names)
            if index < fields.count {
                JSONText.append(fields[index], to: &text)
            } else {
                text.append(contentsOf: "null".utf8)
            }
            text.append(UInt8(ascii: ","))
        }
        if adding.contains(.place) {
            JSONRowText.appendPlace(of: row, to: &text)
            text.append(UInt8(ascii: ","))
        }
        added?.append(Int(row.row), to: &text)
        if adding.contains(.distance) {
            text.append(contentsOf: "\"distance_m\":".utf8)
            DecimalText.append(meters: row.distanceMeters, to: &text)
        } else if text.last == UInt8(ascii: ",") {
            text.removeLast()
        }
        text.append(contentsOf: (isFeature ? "}}" : "}").utf8)
    }
}
