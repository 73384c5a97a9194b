import RowValues
import MapModel

/// How rows of values are written in one format.
struct ValueEncoder {
    let format: RowFormat
    let head: [UInt8]
    let separator: [UInt8]
    let tail: [UInt8]

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")

    private let columnCount: Int
    private let adding: AddedColumns
    private let placeColumns: PlaceColumns?
    /// Each column as `"name":`, without duplicates.
    private let keys: [[UInt8]]

    /// Columns with the names of added ones are renamed: a reader would take them for the place of the row.
    ///
    /// - Parameter fillsPlaces: whether empty columns that are named for coordinates get the place of the row.
    init(columnNames: [String], format: RowFormat, adding: AddedColumns, fillsPlaces: Bool = true) {
        let adding = format == .geojson ? adding.subtracting(.place) : adding
        self.adding = adding
        self.format = format
        columnCount = columnNames.count
        placeColumns =
            format == .geojson || adding.contains(.place) || !fillsPlaces
            ? nil : PlaceColumns(columnNames, in: format)
        let columnNames = adding.contains(.place) ? PlaceColumns.besidePlace(columnNames) : columnNames
        var keyCounts =
            adding.contains(.distance) ? [String(decoding: DistanceColumn.name, as: UTF8.self): 1] : [:]
        if adding.contains(.place) { for name in PlaceColumns.names { keyCounts[name] = 1 } }
        keys =
            format == .csv
            ? []
            : columnNames.enumerated().map { index, name in
                JSONRowText.key(name.isEmpty ? "column \(index + 1)" : name, &keyCounts)
            }
        var header: [UInt8] = []
        switch format {
        case .csv:
            for name in columnNames + (adding.contains(.place) ? PlaceColumns.names : []) {
                Self.appendField(name, to: &header)
            }
            if adding.contains(.distance) { header += DistanceColumn.name } else { Self.dropComma(&header) }
            header.append(UInt8(ascii: "\n"))
            (head, separator, tail) = (header, [], [])
        case .ndjson: (head, separator, tail) = ([], Array("\n".utf8), Array("\n".utf8))
        case .geojson:
            head = Array("{\"type\":\"FeatureCollection\",\"features\":[\n".utf8)
            separator = Array(",\n".utf8)
            tail = Array("\n]}\n".utf8)
        }
    }

    /// Adds a row; nil among `values` is left out of objects and empty between commas.
    func append(_ row: ExportedRow, _ values: [FieldValue?], to text: inout [UInt8]) {
        let values = withPlace(values, of: row)
        guard format != .csv else { return appendRecord(row, values, to: &text) }
        if format == .geojson { JSONRowText.appendGeometry(of: row, to: &text) }
        text.append(UInt8(ascii: "{"))
        for (key, value) in zip(keys, values) {
            guard let value else { continue }
            text += key
            Self.append(value, to: &text)
            text.append(Self.comma)
        }
        if adding.contains(.place) {
            JSONRowText.appendPlace(of: row, to: &text)
            text.append(Self.comma)
        }
        if adding.contains(.distance) {
            text.append(contentsOf: "\"distance_m\":".utf8)
            DecimalText.append(meters: row.distanceMeters, to: &text)
        } else {
            Self.dropComma(&text)
        }
        text.append(contentsOf: (format == .geojson ? "}}" : "}").utf8)
    }

    /// The values, with the place of the row where it has none in the columns for that.
    private func withPlace(_ values: [FieldValue?], of row: ExportedRow) -> [FieldValue?] {
        guard row.hasPlace, let placeColumns, placeColumns.canBeFilled, placeColumns.areEmpty(in: values)
        else {
            return values
        }
        let (latitude, longitude) = (placeColumns.latitude, placeColumns.longitude)
        var values = values
        let missing = max(latitude, longitude) + 1 - values.count
        if missing > 0 { values += [FieldValue?](repeating: nil, count: missing) }
        for (column, degrees) in [(latitude, row.place.latitudeE7), (longitude, row.place.longitudeE7)] {
            var text: [UInt8] = []
            DecimalText.append(degreesE7: degrees, to: &text)
            values[column] = FieldValue(.number, String(decoding: text, as: UTF8.self))
        }
        return values
    }

    private func appendRecord(_ row: ExportedRow, _ values: [FieldValue?], to text: inout [UInt8]) {
        for column in 0..<columnCount {
            Self.appendField(column < values.count ? values[column]?.text ?? "" : "", to: &text)
        }
        if adding.contains(.place) {
            for degrees in [row.place.latitudeE7, row.place.longitudeE7] {
                if row.hasPlace { DecimalText.append(degreesE7: degrees, to: &text) }
                text.append(Self.comma)
            }
        }
        if adding.contains(.distance) {
            DecimalText.append(meters: row.distanceMeters, to: &text)
        } else {
            Self.dropComma(&text)
        }
        text.append(UInt8(ascii: "\n"))
    }

    /// A comma after the last value.
    private static func dropComma(_ text: inout [UInt8]) {
        if text.last == comma { text.removeLast() }
    }

    /// A field and the comma after it.
    static func appendField(_ field: String, to text: inout [UInt8]) {
        // Readers of CSV stop at a NUL, or take the file for binary.
        if field.utf8.contains(0) {
            return appendField(
                String(field.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : Character($0) }), to: &text)
        }
        let needsQuotes = field.utf8.contains { $0 == comma || $0 == quote || $0 == 0x0A || $0 == 0x0D }
        if needsQuotes {
            text.append(quote)
            for byte in field.utf8 {
                if byte == quote { text.append(quote) }
                text.append(byte)
            }
            text.append(quote)
        } else {
            text.append(contentsOf: field.utf8)
        }
        text.append(comma)
    }

    /// A value as JSON.
    static func append(_ value: FieldValue, to text: inout [UInt8]) {
        switch value.kind {
        case .missing: text.append(contentsOf: "null".utf8)
        case .text: JSONText.append(Array(value.text.utf8), to: &text)
        case .number where JSONText.isNumber(value.text.utf8): text.append(contentsOf: value.text.utf8)
        case .boolean where value.text == "true" || value.text == "false":
            text.append(contentsOf: value.text.utf8)
        case .number, .boolean: JSONText.append(Array(value.text.utf8), to: &text)
        case .json: JSONText.appendOnOneLine(value.text.utf8, to: &text)
        }
    }
}
