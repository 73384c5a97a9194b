import MapModel

extension PostgreSQLTable {
    /// CSV has a header and a comma between fields, whatever the source: a table on a server was no file.
    func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, to sink: ([UInt8]) -> Void
    ) throws(SourceError) {
        let encoder = ValueRowEncoder(columnNames: columnNames, format: format)
        var buffer = encoder.head
        for start in stride(from: 0, to: count, by: Self.fetchCount) {
            let rows = (start..<min(start + Self.fetchCount, count)).map(row)
            var values: [UInt32: [FieldValue]] = [:]
            try visitRows(Set(rows.map(\.row)).sorted()) { values[$0.row] = $0.values }
            for (index, row) in rows.enumerated() {
                if start + index > 0 { buffer += encoder.separator }
                encoder.append(row, values[row.row] ?? [], to: &buffer)
            }
            sink(buffer)
            buffer.removeAll(keepingCapacity: true)
        }
        if count > 0 || format == .geojson { buffer += encoder.tail }
        if !buffer.isEmpty { sink(buffer) }
    }
}

/// How rows of values are written: what comes first, each row, what is between and last.
struct ValueRowEncoder {
    let columnNames: [String]
    let format: RowFormat

    private static let distance = "distance_m"

    var head: [UInt8] {
        switch format {
        case .csv: (columnNames + [Self.distance]).map { Self.field($0) }.joined(separator: [0x2C]) + [0x0A]
        case .ndjson: []
        case .geojson: Array("{\"type\":\"FeatureCollection\",\"features\":[\n".utf8)
        }
    }

    var separator: [UInt8] {
        switch format {
        case .csv: []
        case .ndjson: [0x0A]
        case .geojson: Array(",\n".utf8)
        }
    }

    var tail: [UInt8] {
        switch format {
        case .csv: []
        case .ndjson: [0x0A]
        case .geojson: Array("\n]}\n".utf8)
        }
    }

    func append(_ row: ExportedRow, _ values: [FieldValue], to text: inout [UInt8]) {
        if format == .csv { return appendFields(row, values, to: &text) }
        if format == .geojson { appendGeometry(row.place, to: &text) }
        text.append(UInt8(ascii: "{"))
        for (name, value) in zip(columnNames, values) {
            JSONText.append(Array(name.utf8), to: &text)
            text.append(UInt8(ascii: ":"))
            Self.append(value, to: &text)
            text.append(UInt8(ascii: ","))
        }
        text += Array("\"\(Self.distance)\":".utf8)
        DecimalText.append(meters: row.distanceMeters, to: &text)
        text += Array((format == .geojson ? "}}" : "}").utf8)
    }

    private func appendFields(_ row: ExportedRow, _ values: [FieldValue], to text: inout [UInt8]) {
        for column in columnNames.indices {
            text += Self.field(column < values.count ? values[column].text : "")
            text.append(UInt8(ascii: ","))
        }
        DecimalText.append(meters: row.distanceMeters, to: &text)
        text.append(UInt8(ascii: "\n"))
    }

    private static func field(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return bytes }
        return [0x22] + bytes.flatMap { $0 == 0x22 ? [$0, $0] : [$0] } + [0x22]
    }

    private static func append(_ value: FieldValue, to text: inout [UInt8]) {
        switch value.kind {
        case .missing: text += Array("null".utf8)
        case .text: JSONText.append(Array(value.text.utf8), to: &text)
        // A line break in JSON is nothing but space, and a line of NDJSON has none.
        case .number, .boolean, .json: text += value.text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        }
    }

    private func appendGeometry(_ place: FixedCoordinate, to text: inout [UInt8]) {
        text += Array("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[".utf8)
        DecimalText.append(Int(place.longitudeE7), digits: 7, isTrimmed: true, to: &text)
        text.append(UInt8(ascii: ","))
        DecimalText.append(Int(place.latitudeE7), digits: 7, isTrimmed: true, to: &text)
        text += Array("]},\"properties\":".utf8)
    }
}
