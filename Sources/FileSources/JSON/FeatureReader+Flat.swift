import MapModel
import RowValues
import Rows

/// Plain objects, whose places are found by the names of their members.
extension FeatureReader {
    /// The place of a flat object, as far as its members show.
    struct FlatPlace {
        var latitude: JSONCursor.Scalar?
        var longitude: JSONCursor.Scalar?
        var geometry: Int?
        /// The values of angles in parts, in the order of their fields.
        var parts: [JSONCursor.Scalar?] = []

        /// The record has something there.
        var hasValue: Bool {
            if geometry != nil { return true }
            switch latitude {
            case nil, .null: return false
            case .text(let text): return !text.range.isEmpty
            default: return true
            }
        }
    }

    mutating func readFlat(_ cursor: inout JSONCursor, line: Int) throws(JSONFault) {
        let start = cursor.offset
        var found = FlatPlace()
        path.removeAll(keepingCapacity: true)
        if let layout, !layout.alternatives.isEmpty {
            otherPlaces.removeAll(keepingCapacity: true)
            for _ in layout.alternatives { otherPlaces.append(FlatPlace()) }
        }
        if let keyOffset {
            var key = cursor
            key.offset = keyOffset
            let column = Self.keyColumn.withUnsafeBufferPointer { collector.values.column($0) }
            try append(.text(try key.key()), column, cursor)
        }
        guard try readMembers(&cursor, depth: 0, &found) else {
            // It is not flat after all: read it as what it is, and the next ones too.
            collector.values.discardRow()
            cursor.offset = start
            expectsFeature = true
            if try readFeature(&cursor, isElement: false, line: line) { return }
            collector.values.discardRow()
            cursor.offset = start
            return try readFlat(&cursor, line: line)
        }
        expectsFeature = false
        try takeFlat(found, &cursor, start..<cursor.offset, line: line)
    }

    private static let keyColumn = Array("key".utf8)

    /// Reads the members of an object, those of objects in it under names with dots; false for a feature.
    private mutating func readMembers(
        _ cursor: inout JSONCursor, depth: Int, _ found: inout FlatPlace
    ) throws(JSONFault) -> Bool {
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return true }
        repeat {
            let key = try cursor.key()
            if depth == 0, !expectsFeature, cursor.isWord(key.range, "type"), try isFeature(cursor) {
                return false
            }
            if try cursor.peek() == UInt8(ascii: "{"), depth < FlatLayout.depthLimit,
                try isFlattened(cursor, key.range)
            {
                try readNested(key, &cursor, depth: depth, &found)
                continue
            }
            let column = depth == 0 ? try number(of: key, cursor) : try nestedColumn(key, cursor)
            let offset = cursor.offset
            let value = try cursor.value()
            try append(value, column, cursor)
            if let layout {
                note(value, at: offset, key.range, layout.coordinates, cursor, &found)
                for number in layout.alternatives.indices {
                    note(
                        value, at: offset, key.range, layout.alternatives[number], cursor,
                        &otherPlaces[number])
                }
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
        return true
    }

    /// Reads the object under `key`, whose names begin with that key.
    mutating func readNested(
        _ key: JSONCursor.Text, _ cursor: inout JSONCursor, depth: Int, _ found: inout FlatPlace
    ) throws(JSONFault) {
        let length = path.count
        try extendPath(by: key, cursor)
        path.append(UInt8(ascii: "."))
        _ = try readMembers(&cursor, depth: depth + 1, &found)
        path.removeLast(path.count - length)
    }

    /// Whether the members of the object that comes next are columns: unless it is empty, the geometry, or
    /// one of too many.
    func isFlattened(_ cursor: JSONCursor, _ key: Range<Int>) throws(JSONFault) -> Bool {
        if case .geometry(let field) = layout?.coordinates, isKey(key, field, cursor) { return false }
        var cursor = cursor
        return try cursor.enter(closedBy: UInt8(ascii: "}"))
            && collector.values.columnCount < FlatLayout.columnLimit
    }

    private mutating func extendPath(by key: JSONCursor.Text, _ cursor: JSONCursor) throws(JSONFault) {
        if key.hasEscapes {
            try JSONString.unescape(cursor.slice(key.range), into: &path)
        } else {
            path.append(contentsOf: cursor.slice(key.range))
        }
    }

    /// The column of a member of an inner object.
    private mutating func nestedColumn(_ key: JSONCursor.Text, _ cursor: JSONCursor) throws(JSONFault) -> Int
    {
        let length = path.count
        try extendPath(by: key, cursor)
        defer { path.removeLast(path.count - length) }
        return path.withUnsafeBufferPointer { collector.values.column($0) }
    }

    /// Whether the next type is that of a feature, a collection or a geometry.
    private func isFeature(_ cursor: JSONCursor) throws(JSONFault) -> Bool {
        var cursor = cursor
        guard try cursor.peek() == UInt8(ascii: "\"") else { return false }
        let word = try cursor.text().range
        return cursor.isWord(word, "Feature") || cursor.isWord(word, "FeatureCollection")
            || GeometryJSON.kind(cursor, word) != nil
    }

    private func note(
        _ value: JSONCursor.Scalar, at offset: Int, _ key: Range<Int>, _ coordinates: FlatLayout.Coordinates,
        _ cursor: JSONCursor,
        _ found: inout FlatPlace
    ) {
        switch coordinates {
        case .pair(let latitude, let longitude):
            if isKey(key, latitude, cursor) { found.latitude = value }
            if isKey(key, longitude, cursor) { found.longitude = value }
        case .combined(let field, _), .text(let field, _), .positions(let field), .code(let field, _):
            if isKey(key, field, cursor) { found.latitude = value }
        case .geometry(let field): if isKey(key, field, cursor) { found.geometry = offset }
        case .parts(_, let fields):
            if found.parts.isEmpty { found.parts = Array(repeating: nil, count: fields.count) }
            if let index = fields.firstIndex(where: { isKey(key, $0, cursor) }) { found.parts[index] = value }
        case .unplaced: break
        }
    }

    /// Whether the path and a key in it are the name of a field.
    private func isKey(_ key: Range<Int>, _ field: FlatLayout.Field, _ cursor: JSONCursor) -> Bool {
        field.bytes.count == path.count + key.count && field.bytes.starts(with: path)
            && cursor.slice(key).elementsEqual(field.bytes[path.count...])
    }

    private mutating func takeFlat(
        _ found: FlatPlace, _ cursor: inout JSONCursor, _ record: Range<Int>, line: Int
    ) throws(JSONFault) {
        sketch.reset()
        var (found, coordinates) = (found, layout?.coordinates)
        if let layout, !found.hasValue,
            let number = layout.alternatives.indices.first(where: { otherPlaces[$0].hasValue })
        {
            (found, coordinates) = (otherPlaces[number], layout.alternatives[number])
        }
        switch coordinates {
        case .geometry:
            guard let offset = found.geometry else {
                return skip(.noGeometry, cursor, record, line: line, what: "geometry")
            }
            let end = cursor.offset
            cursor.offset = offset
            let reading = try GeometryJSON.read(&cursor, into: &sketch, isSwapped: isSwapped)
            cursor.offset = end
            take(reading, cursor, offset..<end, line: line)
        case .pair where isProjected: try takeProjected(found, cursor, record, line: line)
        case .pair:
            place(
                try degrees(found.latitude, .latitude, cursor),
                try degrees(found.longitude, .longitude, cursor),
                cursor, record, line: line)
        case .combined(_, let longitudeFirst):
            try takeCombined(found, longitudeFirst: longitudeFirst, cursor, record, line: line)
        case .text(_, let notation): takeText(found, notation, cursor, record, line: line)
        case .positions: try takePositions(found, cursor, record, line: line)
        case .parts(let parts, _): try takeParts(found, parts, cursor, record, line: line)
        case .code(_, let codes): try takeCode(found, codes, cursor, record, line: line)
        case .unplaced:
            sketch.begin(.point)
            sketch.append(UnknownPlace.coordinate)
            take(.read(isWrapped: false), cursor, record, line: line)
        case nil: skip(.missing, cursor, record, line: line, what: "coordinates")
        }
    }

    private mutating func takeText(
        _ found: FlatPlace, _ notation: GeometryNotation, _ cursor: JSONCursor, _ record: Range<Int>,
        line: Int
    ) {
        guard case .text(let text) = found.latitude, !text.range.isEmpty else {
            return skip(.noGeometry, cursor, record, line: line, what: "geometry")
        }
        do throws(GeometryFault) {
            let remarks = try notation.read(
                cursor.bytes, text.range, into: &sketch, projection: isProjected ? .all : .named)
            guard sketch.projected.isEmpty else {
                return collector.takeLater(sketch, line: line, reference: remarks.reference)
            }
            take(.read(isWrapped: remarks.hasWrapped), cursor, record, line: line)
        } catch {
            skip(error.reason, cursor, text.range, line: line, what: "geometry")
        }
    }

    private mutating func takeCode(
        _ found: FlatPlace, _ codes: CodeColumn, _ cursor: JSONCursor, _ record: Range<Int>, line: Int
    ) throws(JSONFault) {
        var range = record
        var unescaped: [UInt8]?
        switch found.latitude {
        case .text(let text):
            range = text.range
            unescaped = try Self.unescaped(text, cursor)
        case .number(let number), .noNumber(let number): range = number
        case .none, .null: return skip(.noPlace, cursor, record, line: line, what: "code")
        case .boolean, .container: return skip(.invalidCode, cursor, record, line: line, what: "code")
        }
        let bytes = unescaped ?? cursor.bytes.bytes(range)
        guard !bytes.isEmpty else { return skip(.noPlace, cursor, record, line: line, what: "code") }
        do throws(CodeFault) {
            collector.take(try bytes.withUnsafeBufferPointer(codes.area), line: line)
        } catch {
            skip(.invalidCode, cursor, range, line: line, what: "code")
        }
    }

    private mutating func takeCombined(
        _ found: FlatPlace, longitudeFirst: Bool, _ cursor: JSONCursor, _ record: Range<Int>, line: Int
    ) throws(JSONFault) {
        var range = record
        var unescaped: [UInt8]?
        switch found.latitude {
        case .text(let text):
            range = text.range
            unescaped = try Self.unescaped(text, cursor)
        case .container(let container): range = container
        case .none, .null: return skip(.missing, cursor, record, line: line, what: "coordinates")
        default: return skip(.notANumber, cursor, record, line: line, what: "coordinates")
        }
        let bytes = cursor.bytes.buffer(range)
        guard !DegreeText.isMissing(bytes) else {
            return skip(.missing, cursor, range, line: line, what: "coordinates")
        }
        let pair = unescaped?.withUnsafeBufferPointer { AnglePair($0) } ?? AnglePair(bytes)
        guard let degrees = pair?.degrees(longitudeFirst: longitudeFirst) else {
            return skip(.notANumber, cursor, range, line: line, what: "coordinates")
        }
        place(.value(degrees.north), .value(degrees.east), cursor, record, line: line)
    }

    /// Text with its escapes resolved; nil when it has none. 47°22'36\" has one.
    static func unescaped(
        _ text: JSONCursor.Text, _ cursor: JSONCursor
    ) throws(JSONFault) -> [UInt8]? {
        guard text.hasEscapes else { return nil }
        var bytes: [UInt8] = []
        try JSONString.unescape(cursor.slice(text.range), into: &bytes)
        return bytes
    }

    @inline(__always)
    private func degrees(
        _ value: JSONCursor.Scalar?, _ axis: CoordinateAxis, _ cursor: JSONCursor
    ) throws(JSONFault) -> ParsedDegrees {
        if let layout, layout.unitsPerDegree > 1 {
            return try wholeNumber(value, layout.unitsPerDegree, cursor)
        }
        switch value {
        case .none, .null: return .missing
        case .number(let range):
            return NumberParser(decimalMark: .point).degrees(in: cursor.bytes, range, axis: axis)
        case .text(let text):
            let parser = NumberParser(decimalMark: layout?.decimalMark ?? .point)
            if let bytes = try Self.unescaped(text, cursor) { return parser.degrees(bytes, axis: axis) }
            return parser.degrees(in: cursor.bytes, text.range, axis: axis)
        case .noNumber, .boolean, .container: return .notANumber
        }
    }

    mutating func place(
        _ latitude: ParsedDegrees, _ longitude: ParsedDegrees, _ cursor: JSONCursor, _ record: Range<Int>,
        line: Int
    ) {
        guard case .value(let north) = latitude else {
            return skip(
                latitude == .missing ? .missing : .notANumber, cursor, record, line: line, what: "latitude")
        }
        guard case .value(let east) = longitude else {
            return skip(
                longitude == .missing ? .missing : .notANumber, cursor, record, line: line, what: "longitude")
        }
        switch PlaceRule.judge(north: north, east: east) {
        case .place(let place, let isWrapped):
            sketch.begin(.point)
            sketch.append(place)
            take(.read(isWrapped: isWrapped), cursor, record, line: line)
        case .latitudeOutOfRange(let isPerhapsSwapped):
            if isPerhapsSwapped {
                collector.notes.perhapsSwapped += 1
            } else if layout?.unitsPerDegree == 1 {
                collector.notes.perhapsProjected += 1
            }
            skip(.latitudeOutOfRange, cursor, record, line: line, what: "latitude")
        case .longitudeOutOfRange: skip(.longitudeOutOfRange, cursor, record, line: line, what: "longitude")
        }
    }
}
