import MapModel
import RowValues
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
    /// Columns that hold lines as arrays of objects with a place each, called as geometries are.
    private var positions: Set<Int> = []
    /// The records of the other arrays of objects in the records, by their names.
    private var inner: [(name: String, sample: FlatSample)] = []

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
                if cursor.bytes[range.lowerBound] == UInt8(ascii: "["),
                    try addRecords(of: range, inner, at: path)
                {
                    break
                } else if cursor.bytes[range.lowerBound] == UInt8(ascii: "["), range.count < Self.longestArray
                {
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

    private static let innerLimit = 8
    /// Names of arrays whose positions are the vertices of a line.
    private static let lineNames: Set = [
        "geometry", "geom", "path", "polyline", "coordinates", "points", "positions",
    ]

    /// Looks at the objects in an array inside a record; false for an array of anything else.
    private mutating func addRecords(
        of range: Range<Int>, _ cursor: JSONCursor, at path: [String]
    ) throws(JSONFault) -> Bool {
        var cursor = JSONCursor(cursor.bytes, from: range.lowerBound, to: range.upperBound, isFinal: true)
        guard try cursor.enter(closedBy: UInt8(ascii: "]")), try cursor.peek() == UInt8(ascii: "{"), !isInner
        else {
            return false
        }
        let name = path.joined(separator: ".")
        let known = inner.firstIndex { $0.name == name }
        guard known != nil || inner.count < Self.innerLimit else { return true }
        var sample = known.map { inner[$0].sample } ?? FlatSample()
        sample.isInner = true
        // An object that is odd ends the look, as one more kind of value does.
        repeat {
            guard !sample.isFull, try cursor.peek() == UInt8(ascii: "{") else { break }
            var record = cursor
            try sample.add(&record)
            _ = try cursor.skipValue()
        } while try cursor.hasNext(closedBy: UInt8(ascii: "]"))
        if let known { inner[known].sample = sample } else { inner.append((name, sample)) }
        let words = ColumnNames(sample.fields.map(\.name))
        let isLine = Self.lineNames.contains(path.last?.lowercased() ?? "") && words.placeColumns != nil
        if isLine, let column = column(path) { positions.insert(column) }
        return true
    }

    /// It is of the objects in an array inside a record, whose own arrays are not looked into.
    private var isInner = false

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
        let hasNames = !names.allSatisfy { $0.hasPrefix(JSONTable.inventedName) }
        if options.latitude == nil, options.longitude == nil, options.combined == nil,
            let layout = lineLayout(names, sample)
        {
            return layout
        }
        let found = try ColumnDetection(
            names: names, hasHeader: hasNames, sample: sample, options: coordinates,
            readsWholeNumbers: true, readsProjected: true, readsParts: true
        ).detected()
        let reasons = found.reasons.filter {
            !$0.hasPrefix("label:") && !$0.hasPrefix("id:") && !$0.hasPrefix("searched:")
        }
        let others = alternatives(to: found.coordinates, names, options)
        let places = flat(found.coordinates, sample, isSwapped: options.isSwapped)
        return FlatLayout(
            coordinates: places, alternatives: others.layouts,
            unitsPerDegree: found.unitsPerDegree, decimalMark: mark(found.coordinates, sample),
            places: found.placeRoles.map { NamedPlaceRoles($0, names: names) },
            reasons: reasons,
            notices: others.notices(found.notices).map { Self.ordered($0, as: places).description }
                + innerNotices(besides: positions))
    }

    /// A notice with the order that arrays of two numbers are read in.
    private static func ordered(_ notice: ColumnNotice, as places: FlatLayout.Coordinates) -> ColumnNotice {
        guard case .combined(_, let longitudeFirst) = places else { return notice }
        let order: CoordinateAxis = longitudeFirst ? .longitude : .latitude
        switch notice {
        case .guessedOrder(let column, _): return .guessedOrder(column: column, first: order)
        case .foundByValues(let columns, let others, let flag, .some):
            return .foundByValues(columns: columns, others: others, flag: flag, order: order)
        default: return notice
        }
    }

    // MARK: further places

    /// Keys of objects that hold where a record is, and not where something else is.
    private static let placeKeys: Set = [
        "center", "centre", "centroid", "location", "geo", "position", "coordinates", "coordinate", "coords",
        "point",
        "latlng", "latlon", "gps", "place", "geolocation", "venue", "loc",
    ]

    /// The places of records that have none where most have it.
    private struct Alternatives {
        var layouts: [FlatLayout.Coordinates] = []
        var titles: [String] = []

        /// What is tried is no longer an other candidate.
        func notices(_ notices: [ColumnNotice]) -> [ColumnNotice] {
            notices.compactMap { notice in
                switch notice {
                case .otherPairs(let chosen, let others), .fullerPair(let chosen, let others):
                    let left = others.filter { !titles.contains($0) }
                    return left.isEmpty ? nil : .otherPairs(chosen: chosen, others: left)
                default: return notice
                }
            }
        }
    }

    /// `center.lat` and `center.lon` of Overpass' ways beside `lat` and `lon` of its nodes, and lines as arrays of places.
    private func alternatives(
        to chosen: DetectedColumns.Coordinates, _ names: [String], _ options: ColumnOptions
    ) -> Alternatives {
        var found = Alternatives()
        guard case .pair(let first, let second) = chosen, options.latitude == nil, options.longitude == nil
        else {
            return found
        }
        for pair in ColumnNames(names).nestedPlaces where pair.latitude != first && pair.longitude != second {
            let keys = names[pair.latitude].split(separator: ".").dropLast()
            guard keys.allSatisfy({ Self.placeKeys.contains($0.lowercased()) }) else { continue }
            let (latitude, longitude) =
                options.isSwapped ? (pair.longitude, pair.latitude) : (pair.latitude, pair.longitude)
            found.layouts.append(.pair(latitude: fields[latitude], longitude: fields[longitude]))
            found.titles.append("\(quoted(names[pair.latitude]))/\(quoted(names[pair.longitude]))")
        }
        found.layouts += positions.sorted().map { .positions(fields[$0]) }
        return found
    }

    /// Records whose places are only lines in arrays; nil where some have a place of their own.
    private func lineLayout(_ names: [String], _ sample: ColumnSample) -> FlatLayout? {
        guard let column = positions.min() else { return nil }
        let own = ColumnNames(names).coordinatePairs().contains { pair in
            !names[pair.latitude].hasPrefix("bounds.") && sample.pairCount(pair.latitude, pair.longitude) > 0
        }
        guard !own else { return nil }
        return FlatLayout(
            coordinates: .positions(fields[column]), decimalMark: .point,
            reasons: ["geometry: \(quoted(names[column])) (an array of places)"], notices: [])
    }

    /// Names arrays inside the records that have places, too, which are not read.
    private func innerNotices(besides read: Set<Int>) -> [String] {
        let taken = Set(read.map { fields[$0].name })
        let names = inner.filter {
            !taken.contains($0.name) && (try? $0.sample.layout(ColumnOptions())) != nil
        }
        .map { quoted($0.name) }
        guard !names.isEmpty else { return [] }
        return ["further places in \(names.joined(separator: ", ")) of the records are not shown"]
    }

    /// Whether most records have the members of the layout.
    func isRegular(_ layout: FlatLayout) -> Bool {
        let field: FlatLayout.Field? =
            switch layout.coordinates {
            case .pair(let field, _), .combined(let field, _), .geometry(let field), .text(let field, _),
                .positions(let field):
                field
            case .code(let field, _): field
            case .unplaced(let fields), .parts(_, let fields): fields.first
            }
        guard let field, let column = numbers[field.name] else { return false }
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
        case .parts(let parts):
            let columns = parts.columns
            return .parts(parts.mapped { columns.firstIndex(of: $0) ?? 0 }, columns.map { fields[$0] })
        case .geometry(let column, let notation): return .text(fields[column], notation)
        case .places(let roles):
            return roles.code.map { .code(fields[$0.column], $0.codes) }
                ?? .unplaced(roles.columns.map { fields[$0] })
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
