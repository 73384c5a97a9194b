import MapModel
import Rows
import Streams

/// The members of the first records, to find coordinates among them by the rules for columns.
struct FlatSample {
    static let sampleLimit = 100
    private static let columnLimit = 1_000

    private(set) var count = 0
    private var fields: [FlatLayout.Field] = []
    private var numbers: [String: Int] = [:]
    private var records: [[Int: [UInt8]]] = []
    /// Columns that hold geometries of GeoJSON.
    private var geometries: Set<Int> = []

    var isFull: Bool { count >= Self.sampleLimit }

    /// Adds the object that comes next.
    mutating func add(_ cursor: inout JSONCursor) throws(JSONFault) {
        var values: [Int: [UInt8]] = [:]
        try add(&cursor, within: nil, to: &values)
        records.append(values)
        count += 1
    }

    private mutating func add(
        _ cursor: inout JSONCursor, within outer: String?, to values: inout [Int: [UInt8]]
    ) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "{") else { throw .malformed }
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return }
        repeat {
            let name = String(decoding: cursor.slice(try cursor.key().range), as: UTF8.self)
            _ = try cursor.peek()
            var inner = cursor
            let value = try cursor.value()
            guard let column = column(outer ?? name, inner: outer == nil ? nil : name) else { continue }
            switch value {
            case .text(let text):
                var bytes: [UInt8] = []
                try JSONString.unescape(cursor.slice(text.range), into: &bytes)
                values[column] = bytes
            case .number(let range), .boolean(let range): values[column] = cursor.bytes.bytes(range)
            case .container(let range):
                if outer == nil, cursor.bytes[range.lowerBound] == UInt8(ascii: "{") {
                    var sketch = GeometrySketch()
                    if (try? GeometryJSON.read(cursor.bytes, range, into: &sketch)) != nil {
                        geometries.insert(column)
                    } else {
                        try add(&inner, within: name, to: &values)
                    }
                } else if range.count < 200 {
                    values[column] = cursor.bytes.bytes(range)
                }
            case .null, .noNumber: break
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
    }

    private mutating func column(_ key: String, inner: String?) -> Int? {
        let name = inner.map { "\(key).\($0)" } ?? key
        if let known = numbers[name] { return known }
        guard fields.count < Self.columnLimit else { return nil }
        numbers[name] = fields.count
        fields.append(FlatLayout.Field(key: key, inner: inner))
        return fields.count - 1
    }

    /// The members that hold the places of the records.
    func layout(_ options: ColumnOptions) throws(ColumnError) -> FlatLayout {
        let names = fields.map { field in field.inner.map { "\(field.key).\($0)" } ?? field.key }
        let isAsked = options.latitude != nil || options.longitude != nil || options.combined != nil
        if !isAsked, let geometry = geometries.min() {
            return FlatLayout(
                coordinates: .geometry(fields[geometry]), decimalMark: .point,
                reasons: ["geometry: \(quoted(names[geometry])) (GeoJSON)"], notices: [])
        }
        let sample = ColumnSample(
            records: records.map { values in fields.indices.map { values[$0] ?? [] } })
        // Label and id are detected from the rows themselves.
        let coordinates = ColumnOptions(
            latitude: options.latitude, longitude: options.longitude, combined: options.combined,
            isSwapped: options.isSwapped)
        let found = try ColumnDetection(names: names, hasHeader: true, sample: sample, options: coordinates)
            .detected()
        let reasons = found.reasons.filter {
            !$0.hasPrefix("label:") && !$0.hasPrefix("id:") && !$0.hasPrefix("searched:")
        }
        return FlatLayout(
            coordinates: flat(found.coordinates, sample, isSwapped: options.isSwapped),
            decimalMark: mark(found.coordinates, sample), reasons: reasons,
            notices: found.notices.map(\.description))
    }

    private func flat(
        _ coordinates: DetectedColumns.Coordinates, _ sample: ColumnSample, isSwapped: Bool
    ) -> FlatLayout.Coordinates {
        switch coordinates {
        case .pair(let latitude, let longitude):
            return .pair(latitude: fields[latitude], longitude: fields[longitude])
        case .geometry(let column, let notation): return .text(fields[column], notation)
        case .combined(let column, let longitudeFirst):
            // Arrays have longitude first, as in GeoJSON, unless their second numbers cannot be latitudes.
            let isArray = sample.values(of: column).first?.first == UInt8(ascii: "[")
            let arrayOrder = !(secondIsBeyond90(column) && !longitudeFirst) != isSwapped
            return .combined(fields[column], longitudeFirst: isArray ? arrayOrder : longitudeFirst)
        }
    }

    private func secondIsBeyond90(_ column: Int) -> Bool {
        records.contains { values in
            guard let text = values[column] else { return false }
            let pair = text.withUnsafeBufferPointer { AnglePair($0)?.degrees(longitudeFirst: false) }
            return pair.map { $0.east.magnitude > UInt64(90 * NumberParser.unitsPerDegree) } ?? false
        }
    }

    private func mark(_ coordinates: DetectedColumns.Coordinates, _ sample: ColumnSample)
        -> CSVDialect.DecimalMark
    {
        guard case .pair(let latitude, let longitude) = coordinates else { return .point }
        return sample.decimalMark(of: [latitude, longitude])
    }
}
