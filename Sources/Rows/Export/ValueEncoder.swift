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
    /// Records contain the coordinate of a row, unless columns of the source do; features have a geometry.
    private let addsPlace: Bool
    /// The columns that are named for the place of the row itself; rows of another source have nothing in them.
    private let placeColumns: (latitude: Int, longitude: Int)?
    /// All columns that are named for coordinates, such as those of a pickup.
    private let coordinateColumns: [Int]
    private let addsDistance: Bool
    private let isJoined: Bool
    /// Each column as `"name":`, without duplicates.
    private let keys: [[UInt8]]

    /// - Parameter isJoined: rows are those of several sources, which have their coordinates in other columns.
    init(columnNames: [String], format: RowFormat, addsDistance: Bool, isJoined: Bool = false) {
        self.addsDistance = addsDistance
        self.isJoined = isJoined
        self.format = format
        columnCount = columnNames.count
        let names = ColumnNames(columnNames)
        coordinateColumns = format == .geojson ? [] : names.coordinateColumns
        placeColumns = format == .geojson ? nil : names.placeColumns
        addsPlace =
            format != .geojson && (isJoined ? placeColumns == nil : coordinateColumns.isEmpty)
        var keyCounts = addsDistance ? [String(decoding: DistanceColumn.name, as: UTF8.self): 1] : [:]
        if addsPlace { for name in Self.placeNames { keyCounts[name] = 1 } }
        keys =
            format == .csv
            ? []
            : columnNames.enumerated().map { index, name in
                JSONRowText.key(name.isEmpty ? "column \(index + 1)" : name, &keyCounts)
            }
        var header: [UInt8] = []
        switch format {
        case .csv:
            for name in columnNames + (addsPlace ? Self.placeNames : []) {
                Self.appendField(name, to: &header)
            }
            if addsDistance { header += DistanceColumn.name } else { Self.dropComma(&header) }
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
        if format == .geojson { JSONRowText.appendGeometry(row.place, to: &text) }
        text.append(UInt8(ascii: "{"))
        for (key, value) in zip(keys, values) {
            guard let value else { continue }
            text += key
            Self.append(value, to: &text)
            text.append(Self.comma)
        }
        if addsPlace {
            text.append(contentsOf: "\"latitude\":".utf8)
            Self.append(degreesE7: row.place.latitudeE7, to: &text)
            text.append(contentsOf: ",\"longitude\":".utf8)
            Self.append(degreesE7: row.place.longitudeE7, to: &text)
            text.append(Self.comma)
        }
        if addsDistance {
            text.append(contentsOf: "\"distance_m\":".utf8)
            DecimalText.append(meters: row.distanceMeters, to: &text)
        } else {
            Self.dropComma(&text)
        }
        text.append(contentsOf: (format == .geojson ? "}}" : "}").utf8)
    }

    /// The values, with the place of the row where it has no coordinates in any column: others would become untrue. Rows
    /// of several sources are read again by the columns that are named for their place alone.
    private func withPlace(_ values: [FieldValue?], of row: ExportedRow) -> [FieldValue?] {
        func isEmpty(_ column: Int) -> Bool {
            guard column < values.count, let value = values[column] else { return true }
            return value.text.isEmpty || value.kind == .missing
        }
        guard let (latitude, longitude) = placeColumns,
            (isJoined ? [latitude, longitude] : coordinateColumns).allSatisfy(isEmpty)
        else {
            return values
        }
        var values = values
        let missing = max(latitude, longitude) + 1 - values.count
        if missing > 0 { values += [FieldValue?](repeating: nil, count: missing) }
        for (column, degrees) in [(latitude, row.place.latitudeE7), (longitude, row.place.longitudeE7)] {
            var text: [UInt8] = []
            Self.append(degreesE7: degrees, to: &text)
            values[column] = FieldValue(.number, String(decoding: text, as: UTF8.self))
        }
        return values
    }

    private func appendRecord(_ row: ExportedRow, _ values: [FieldValue?], to text: inout [UInt8]) {
        for column in 0..<columnCount {
            Self.appendField(column < values.count ? values[column]?.text ?? "" : "", to: &text)
        }
        if addsPlace {
            for degrees in [row.place.latitudeE7, row.place.longitudeE7] {
                Self.append(degreesE7: degrees, to: &text)
                text.append(Self.comma)
            }
        }
        if addsDistance {
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

    private static let placeNames = ["latitude", "longitude"]

    private static func append(degreesE7: Int32, to text: inout [UInt8]) {
        DecimalText.append(Int(degreesE7), digits: 7, isTrimmed: true, to: &text)
    }

    /// A field and the comma after it.
    private static func appendField(_ field: String, to text: inout [UInt8]) {
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

    private static func append(_ value: FieldValue, to text: inout [UInt8]) {
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
