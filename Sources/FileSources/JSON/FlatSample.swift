import MapModel
import Rows
import Streams

/// The members of the first records, to find coordinates among them by the rules for columns.
struct FlatSample {
    static let sampleLimit = 100
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
        try add(&cursor, within: [], to: &values)
        records.append(values)
        count += 1
    }

    /// Adds the members of an object, whose names begin with `outer`, the keys that lead to it.
    private mutating func add(
        _ cursor: inout JSONCursor, within outer: [String], to values: inout [Int: [UInt8]]
    ) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "{") else { throw .malformed }
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return }
        repeat {
            var key: [UInt8] = []
            try JSONString.unescape(cursor.slice(cursor.key().range), into: &key)
            let path = outer + [String(decoding: key, as: UTF8.self)]
            _ = try cursor.peek()
            var inner = cursor
            switch try cursor.value() {
            case .text(let text):
                var bytes: [UInt8] = []
                try JSONString.unescape(cursor.slice(text.range), into: &bytes)
                note(bytes, at: path, in: &values)
            case .number(let range), .boolean(let range):
                note(cursor.bytes.bytes(range), at: path, in: &values)
            case .container(let range):
                if cursor.bytes[range.lowerBound] == UInt8(ascii: "["), range.count < Self.longestArray {
                    note(cursor.bytes.bytes(range), at: path, in: &values)
                } else if cursor.bytes[range.lowerBound] == UInt8(ascii: "{") {
                    var sketch = GeometrySketch()
                    if (try? GeometryJSON.read(cursor.bytes, range, into: &sketch)) != nil {
                        if let column = column(path) { geometries.insert(column) }
                    } else if path.count < FlatLayout.depthLimit {
                        try add(&inner, within: path, to: &values)
                    }
                }
            case .null, .noNumber: note([], at: path, in: &values)
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
    }

    /// Longer arrays are not two coordinates.
    private static let longestArray = 200

    private mutating func note(_ value: [UInt8], at path: [String], in values: inout [Int: [UInt8]]) {
        if let column = column(path) { values[column] = value }
    }

    private mutating func column(_ path: [String]) -> Int? {
        let name = path.joined(separator: ".")
        if let known = numbers[name] { return known }
        guard fields.count < FlatLayout.columnLimit else { return nil }
        numbers[name] = fields.count
        fields.append(FlatLayout.Field(name))
        return fields.count - 1
    }

    /// The members that hold the places of the records.
    func layout(_ options: ColumnOptions) throws(ColumnError) -> FlatLayout {
        let names = fields.map(\.name)
        if let geometry = try geometry(options, names: names) {
            return FlatLayout(
                coordinates: .geometry(fields[geometry]), decimalMark: .point,
                reasons: ["geometry: \(quoted(names[geometry])) (GeoJSON)"], notices: [])
        }
        let sample = ColumnSample(
            records: records.map { values in fields.indices.map { values[$0] ?? [] } })
        // Label and id are detected from the rows themselves.
        var coordinates = options
        (coordinates.label, coordinates.id) = (nil, nil)
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

    /// Whether most records have the members of the layout.
    func isRegular(_ layout: FlatLayout) -> Bool {
        let field =
            switch layout.coordinates {
            case .pair(let field, _), .combined(let field, _), .geometry(let field), .text(let field, _):
                field
            }
        guard let column = numbers[field.name] else { return false }
        return geometries.contains(column) || records.count { $0[column] != nil } * 2 > records.count
    }

    /// The member with geometries of GeoJSON: the one that the user named, else the first.
    private func geometry(_ options: ColumnOptions, names: [String]) throws(ColumnError) -> Int? {
        if let asked = options.geometry {
            return ColumnNames(names).columns(asked: asked).first(where: geometries.contains)
        }
        let isAsked = options.latitude != nil || options.longitude != nil || options.combined != nil
        return isAsked ? nil : geometries.min()
    }

    private func flat(
        _ coordinates: DetectedColumns.Coordinates, _ sample: ColumnSample, isSwapped: Bool
    ) -> FlatLayout.Coordinates {
        switch coordinates {
        case .pair(let latitude, let longitude):
            return .pair(latitude: fields[latitude], longitude: fields[longitude])
        case .geometry(let column, let notation): return .text(fields[column], notation)
        case .combined(let column, let longitudeFirst):
            // Arrays have longitude first, as in GeoJSON, unless their name says otherwise or their second
            // numbers cannot be latitudes.
            let isArray =
                sample.values(of: column).first?.first == UInt8(ascii: "[")
                && ColumnNames([fields[column].name]).isLongitudeFirst(0) == nil
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
