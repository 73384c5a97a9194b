import MapModel

/// Reads records of JSON into a collector: features, bare geometries, and flat objects by a layout.
struct FeatureReader {
    var collector: FeatureCollector
    /// Where flat objects have their place; nil where none was seen when the source was opened.
    let layout: FlatLayout?
    let isSwapped: Bool

    /// What the last record was, and so the next one is thought to be.
    private var expectsFeature: Bool
    private var sketch = GeometrySketch()
    private var scratch: [UInt8] = []
    private var hasBadUTF8 = false
    /// Which coordinate system a record names that is not WGS 84.
    private(set) var foreignSystem: String?

    init(name: String, layout: FlatLayout?, options: FeatureOptions) {
        collector = FeatureCollector(name: name, options: options)
        self.layout = layout
        isSwapped = options.columns.isSwapped
        expectsFeature = layout == nil
    }

    /// Takes the record that comes next as one row.
    ///
    /// - Parameter isFeature: it stands in a FeatureCollection.
    /// - Throws: `.incomplete` or `.malformed`; no row was taken then.
    @inline(__always)
    mutating func read(_ cursor: inout JSONCursor, isFeature: Bool, line: Int) throws(JSONFault) {
        let start = cursor.position
        do throws(JSONFault) {
            guard try cursor.peek() == UInt8(ascii: "{") else {
                let range = try cursor.skipValue()
                return skip(.unreadable, cursor, range, line: line, what: "row")
            }
            if isFeature || expectsFeature {
                if try readFeature(&cursor, isElement: isFeature, line: line) { return }
                collector.values.discardRow()
                cursor.position = start
            }
            try readFlat(&cursor, line: line)
        } catch {
            collector.values.discardRow()
            hasBadUTF8 = false
            throw error
        }
    }

    /// Takes what cannot be read as a row.
    mutating func skipUnreadable(
        _ bytes: ByteRun, _ range: Range<Int>, because reason: SkippedRows.Reason = .unreadable, line: Int
    ) {
        collector.values.discardRow()
        let text = range.lowerBound..<min(range.upperBound, range.lowerBound + SkippedRows.textLimit)
        collector.skip(reason, line: line, what: "row", text: bytes.bytes(text))
    }

    // MARK: features

    /// What the members of an object say that it is.
    private enum Kind {
        case feature, geometry, collection, other
    }

    /// False when it is no feature and no geometry: nothing was taken then.
    @inline(__always)
    private mutating func readFeature(
        _ cursor: inout JSONCursor, isElement: Bool, line: Int
    ) throws(JSONFault) -> Bool {
        let start = cursor.position
        var kind = Kind.other
        var id: JSONCursor.Scalar?
        var geometry: GeometryJSON.Reading?
        var geometryStart = start
        var hasProperties = false
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else {
            guard isElement else { return false }
            skip(.noGeometry, cursor, start..<cursor.position, line: line, what: "geometry")
            return true
        }
        repeat {
            let key = try cursor.key().range
            if cursor.isWord(key, "type") {
                kind = try self.kind(&cursor)
            } else if cursor.isWord(key, "geometry") {
                sketch.reset()
                _ = try cursor.peek()
                geometryStart = cursor.position
                geometry = try GeometryJSON.read(&cursor, into: &sketch, isSwapped: isSwapped)
            } else if cursor.isWord(key, "properties") {
                if hasProperties { collector.values.discardRow() }
                hasProperties = true
                try readProperties(&cursor)
            } else if cursor.isWord(key, "id") {
                id = try cursor.value()
            } else if cursor.isWord(key, "crs") {
                foreignSystem = try CoordinateSystemJSON.foreignName(&cursor) ?? foreignSystem
            } else {
                _ = try cursor.skipValue()
            }
        } while try cursor.goesOn(closedBy: UInt8(ascii: "}"))
        switch kind {
        case .geometry where geometry == nil:
            collector.values.discardRow()
            let end = cursor.position
            cursor.position = start
            sketch.reset()
            let reading = try GeometryJSON.read(&cursor, into: &sketch, isSwapped: isSwapped)
            take(reading, cursor, start..<end, line: line)
            return true
        case .collection where !isElement:
            collector.values.discardRow()
            skip(.unreadable, cursor, start..<cursor.position, line: line, what: "row")
            return true
        case .other where geometry == nil && !isElement: return false
        default: break
        }
        if let id { try appendID(id, cursor) }
        take(geometry ?? .none, cursor, geometryStart..<cursor.position, line: line)
        return true
    }

    private mutating func kind(_ cursor: inout JSONCursor) throws(JSONFault) -> Kind {
        guard try cursor.peek() == UInt8(ascii: "\"") else {
            _ = try cursor.skipValue()
            return .other
        }
        let word = try cursor.text().range
        if cursor.isWord(word, "Feature") { return .feature }
        if cursor.isWord(word, "FeatureCollection") { return .collection }
        return GeometryJSON.kind(cursor, word) == nil ? .other : .geometry
    }

    /// Anything but an object is no properties.
    @inline(__always)
    private mutating func readProperties(_ cursor: inout JSONCursor) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "{") else {
            _ = try cursor.skipValue()
            return
        }
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return }
        repeat {
            let column = try readColumn(&cursor)
            try append(try cursor.value(), column, cursor)
        } while try cursor.goesOn(closedBy: UInt8(ascii: "}"))
    }

    /// The feature's own id, unless a property has its name.
    private mutating func appendID(_ id: JSONCursor.Scalar, _ cursor: JSONCursor) throws(JSONFault) {
        let column = collector.values.column("id")
        guard !collector.values.row.hasColumn(column) else { return }
        try append(id, column, cursor)
    }

    @inline(__always)
    private mutating func take(
        _ reading: GeometryJSON.Reading, _ cursor: JSONCursor, _ range: Range<Int>, line: Int
    ) {
        switch reading {
        case .read(let isWrapped):
            if isWrapped { collector.notes.wrappedLongitudes += 1 }
            noteText()
            collector.take(sketch, line: line)
        case .none: skip(.noGeometry, cursor, range, line: line, what: "geometry")
        case .bad(let reason, let place, let isPerhapsSwapped):
            if isPerhapsSwapped { collector.notes.perhapsSwapped += 1 }
            skip(reason, cursor, place..<max(place, range.upperBound), line: line, what: "geometry")
        }
    }

    // MARK: values

    @inline(__always)
    private mutating func readColumn(_ cursor: inout JSONCursor) throws(JSONFault) -> Int {
        let key = try cursor.key()
        guard key.hasEscapes else { return collector.values.column(cursor.slice(key.range)) }
        scratch.removeAll(keepingCapacity: true)
        try JSONString.unescape(cursor.slice(key.range), into: &scratch)
        return scratch.withUnsafeBufferPointer { collector.values.column($0) }
    }

    @inline(__always)
    private mutating func append(
        _ value: JSONCursor.Scalar, _ column: Int, _ cursor: JSONCursor
    ) throws(JSONFault) {
        switch value {
        case .text(let text) where !text.hasEscapes:
            if text.hasHighBytes, !TextEncoding.isUTF8(cursor.bytes, text.range) { hasBadUTF8 = true }
            collector.values.append(column, .text, cursor.slice(text.range))
        case .text(let text): try appendEscaped(text, column, cursor)
        case .number(let range): collector.values.append(column, .number, cursor.slice(range))
        case .noNumber(let range): collector.values.append(column, .text, cursor.slice(range))
        case .boolean(let range): collector.values.append(column, .boolean, cursor.slice(range))
        case .null: collector.values.append(column, .missing, UnsafeBufferPointer(start: nil, count: 0))
        case .container(let range): appendContainer(range, column, cursor)
        }
    }

    @inline(never)
    private mutating func appendEscaped(
        _ text: JSONCursor.Text, _ column: Int, _ cursor: JSONCursor
    ) throws(JSONFault) {
        if text.hasHighBytes, !TextEncoding.isUTF8(cursor.bytes, text.range) { hasBadUTF8 = true }
        scratch.removeAll(keepingCapacity: true)
        try JSONString.unescape(cursor.slice(text.range), into: &scratch)
        scratch.withUnsafeBufferPointer { collector.values.append(column, .text, $0) }
    }

    /// On one line, however it was printed.
    @inline(never)
    private mutating func appendContainer(_ range: Range<Int>, _ column: Int, _ cursor: JSONCursor) {
        let text = cursor.slice(range)
        guard text.contains(where: { $0 <= 0x20 }) else {
            return collector.values.append(column, .json, text)
        }
        scratch.removeAll(keepingCapacity: true)
        JSONText.appendOnOneLine(text, to: &scratch)
        scratch.withUnsafeBufferPointer { collector.values.append(column, .json, $0) }
    }

    private mutating func noteText() {
        if hasBadUTF8 { collector.notes.badUTF8Records += 1 }
        hasBadUTF8 = false
    }

    @inline(never)
    private mutating func skip(
        _ reason: SkippedRows.Reason, _ cursor: JSONCursor, _ range: Range<Int>, line: Int, what: String
    ) {
        noteText()
        let end = min(range.upperBound, range.lowerBound + SkippedRows.textLimit)
        collector.skip(reason, line: line, what: what, text: cursor.bytes.bytes(range.lowerBound..<end))
    }
}

// MARK: flat objects

extension FeatureReader {
    /// What was found of a place in the members of a flat object.
    private struct FlatPlace {
        var latitude: JSONCursor.Scalar?
        var longitude: JSONCursor.Scalar?
        var start = 0
        var geometry: Int?
    }

    private mutating func readFlat(_ cursor: inout JSONCursor, line: Int) throws(JSONFault) {
        let start = cursor.position
        var found = FlatPlace()
        if try cursor.enter(closedBy: UInt8(ascii: "}")) {
            repeat {
                let key = try cursor.key()
                if !expectsFeature, cursor.isWord(key.range, "type"), try isFeature(cursor) {
                    // All the same: read it as what it is, and the next ones too.
                    collector.values.discardRow()
                    cursor.position = start
                    expectsFeature = true
                    if try readFeature(&cursor, isElement: false, line: line) { return }
                    collector.values.discardRow()
                    cursor.position = start
                    return try readFlat(&cursor, line: line)
                }
                let column = try self.column(key, cursor)
                _ = try cursor.peek()
                let place = cursor.position
                let value = try cursor.value()
                try append(value, column, cursor)
                if let layout { try note(value, at: place, key.range, layout, cursor, &found) }
            } while try cursor.goesOn(closedBy: UInt8(ascii: "}"))
        }
        expectsFeature = false
        try takeFlat(found, &cursor, start..<cursor.position, line: line)
    }

    private mutating func column(_ key: JSONCursor.Text, _ cursor: JSONCursor) throws(JSONFault) -> Int {
        guard key.hasEscapes else { return collector.values.column(cursor.slice(key.range)) }
        scratch.removeAll(keepingCapacity: true)
        try JSONString.unescape(cursor.slice(key.range), into: &scratch)
        return scratch.withUnsafeBufferPointer { collector.values.column($0) }
    }

    /// Whether the type that comes next is that of a feature, a collection or a geometry.
    private func isFeature(_ cursor: JSONCursor) throws(JSONFault) -> Bool {
        var cursor = cursor
        guard try cursor.peek() == UInt8(ascii: "\"") else { return false }
        let word = try cursor.text().range
        return cursor.isWord(word, "Feature") || cursor.isWord(word, "FeatureCollection")
            || GeometryJSON.kind(cursor, word) != nil
    }

    private func note(
        _ value: JSONCursor.Scalar, at place: Int, _ key: Range<Int>, _ layout: FlatLayout,
        _ cursor: JSONCursor,
        _ found: inout FlatPlace
    ) throws(JSONFault) {
        switch layout.position {
        case .pair(let latitude, let longitude):
            if isKey(key, latitude, cursor) {
                found.latitude = try self.value(of: latitude, value, at: place, cursor)
                found.start = place
            }
            if isKey(key, longitude, cursor) {
                found.longitude = try self.value(of: longitude, value, at: place, cursor)
            }
        case .combined(let field, _), .text(let field, _):
            if isKey(key, field, cursor) {
                found.latitude = try self.value(of: field, value, at: place, cursor)
                found.start = place
            }
        case .geometry(let field): if isKey(key, field, cursor) { found.geometry = place }
        }
    }

    private func isKey(_ key: Range<Int>, _ field: FlatLayout.Field, _ cursor: JSONCursor) -> Bool {
        key.count == field.key.utf8.count && cursor.slice(key).elementsEqual(field.key.utf8)
    }

    /// The value itself, or the member of it that the field means.
    private func value(
        of field: FlatLayout.Field, _ value: JSONCursor.Scalar, at place: Int, _ cursor: JSONCursor
    ) throws(JSONFault) -> JSONCursor.Scalar? {
        guard let inner = field.inner else { return value }
        var cursor = cursor
        cursor.position = place
        guard case .container = value, try cursor.peek() == UInt8(ascii: "{"),
            try cursor.enter(closedBy: UInt8(ascii: "}"))
        else { return nil }
        var found: JSONCursor.Scalar?
        repeat {
            let key = try cursor.key().range
            let member = try cursor.value()
            if cursor.slice(key).elementsEqual(inner.utf8) { found = member }
        } while try cursor.goesOn(closedBy: UInt8(ascii: "}"))
        return found
    }

    private mutating func takeFlat(
        _ found: FlatPlace, _ cursor: inout JSONCursor, _ record: Range<Int>, line: Int
    ) throws(JSONFault) {
        sketch.reset()
        switch layout?.position {
        case .geometry:
            guard let place = found.geometry else {
                return skip(.noGeometry, cursor, record, line: line, what: "geometry")
            }
            let end = cursor.position
            cursor.position = place
            let reading = try GeometryJSON.read(&cursor, into: &sketch, isSwapped: isSwapped)
            cursor.position = end
            take(reading, cursor, place..<end, line: line)
        case .pair:
            place(
                degrees(found.latitude, .latitude, cursor), degrees(found.longitude, .longitude, cursor),
                cursor,
                record, line: line)
        case .combined(_, let longitudeFirst):
            try takeCombined(found, longitudeFirst: longitudeFirst, cursor, record, line: line)
        case .text(_, let notation): takeText(found, notation, cursor, record, line: line)
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
            let remarks = try notation.read(cursor.bytes, text.range, into: &sketch)
            take(.read(isWrapped: remarks.hasWrapped), cursor, record, line: line)
        } catch {
            skip(error.reason, cursor, text.range, line: line, what: "geometry")
        }
    }

    private mutating func takeCombined(
        _ found: FlatPlace, longitudeFirst: Bool, _ cursor: JSONCursor, _ record: Range<Int>, line: Int
    ) throws(JSONFault) {
        var range = record
        switch found.latitude {
        case .text(let text): range = text.range
        case .container(let container): range = container
        case .none, .null: return skip(.missing, cursor, record, line: line, what: "coordinates")
        default: return skip(.notANumber, cursor, record, line: line, what: "coordinates")
        }
        guard range.count <= 4_096, let halves = CoordinatePair.halves(in: cursor.bytes, range) else {
            return skip(
                range.isEmpty ? .missing : .notANumber, cursor, range, line: line, what: "coordinates")
        }
        let parser = NumberParser(decimalMark: .comma)
        let north = longitudeFirst ? halves.1 : halves.0
        let east = longitudeFirst ? halves.0 : halves.1
        place(
            parser.degrees(in: cursor.bytes, north, axis: .latitude),
            parser.degrees(in: cursor.bytes, east, axis: .longitude), cursor, record, line: line)
    }

    @inline(__always)
    private func degrees(
        _ value: JSONCursor.Scalar?, _ axis: NumberParser.Axis, _ cursor: JSONCursor
    ) -> ParsedDegrees {
        switch value {
        case .none, .null: .missing
        case .number(let range):
            NumberParser(decimalMark: .point).degrees(in: cursor.bytes, range, axis: axis)
        case .text(let text):
            NumberParser(decimalMark: layout?.decimalMark ?? .point)
                .degrees(in: cursor.bytes, text.range, axis: axis)
        case .noNumber, .boolean, .container: .notANumber
        }
    }

    private mutating func place(
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
            if isPerhapsSwapped { collector.notes.perhapsSwapped += 1 }
            skip(.latitudeOutOfRange, cursor, record, line: line, what: "latitude")
        case .longitudeOutOfRange: skip(.longitudeOutOfRange, cursor, record, line: line, what: "longitude")
        }
    }
}
