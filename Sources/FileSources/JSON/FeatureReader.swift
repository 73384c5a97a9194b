import MapModel
import RowValues
import Rows
import Streams

/// Reads records of JSON into a collector: features, bare geometries, and flat objects by a layout.
struct FeatureReader {
    var collector: FeatureCollector
    /// The places of flat objects; nil when none was seen when the source was opened.
    let layout: FlatLayout?
    let isSwapped: Bool
    /// Numbers are eastings and northings in the system that the user named.
    let isProjected: Bool

    /// The properties that the user named for features without a geometry; nil without them.
    let namedPlace: NamedPlace?
    /// Their columns, once both have appeared, and how many columns were looked at.
    var placeColumns: (latitude: Int, longitude: Int)?
    var columnsLookedAt = 0

    /// The kind of the last record, which is tried first for the next one.
    var expectsFeature: Bool
    var sketch = GeometrySketch()
    var scratch: [UInt8] = []
    /// The keys of the objects that are being read, each with a dot after it.
    var path: [UInt8] = []
    /// The places of the record by each alternative of the layout.
    var otherPlaces: [FlatPlace] = []
    /// Where the key of the record stands, of records that are members of an object: it is a column of its own.
    var keyOffset: Int?
    private var hasBadUTF8 = false
    /// The coordinate system that a record names, unless it is WGS 84.
    private(set) var foreignSystem: String?

    init(name: String, layout: FlatLayout?, options: FeatureOptions) {
        collector = FeatureCollector(name: name, options: options)
        self.layout = layout
        isSwapped = options.columns.isSwapped
        isProjected = options.columns.isProjected
        namedPlace = NamedPlace(options.columns)
        expectsFeature = layout == nil
        sketch.keepsHeights = options.keepsHeights
    }

    /// A reader of the records that follow, whose rows are appended to those of this one.
    ///
    /// - Parameter room: of about so many rows.
    func emptied(room: RowRoom) -> FeatureReader {
        var next = self
        next.collector = collector.emptied(room: room)
        return next
    }

    /// Reads the next record as one row.
    ///
    /// - Parameter isFeature: it is an element of a FeatureCollection.
    /// - Throws: `.incomplete` or `.malformed`; no row was taken then.
    @inline(__always)
    mutating func read(_ cursor: inout JSONCursor, isFeature: Bool, line: Int) throws(JSONFault) {
        let start = cursor.offset
        defer {
            if cursor.hasTextNumbers { collector.notes.textNumbers += 1 }
            if cursor.hasLastComma { collector.notes.lastCommas += 1 }
            (cursor.hasTextNumbers, cursor.hasLastComma) = (false, false)
        }
        do throws(JSONFault) {
            guard try cursor.peek() == UInt8(ascii: "{") else {
                let range = try cursor.skipValue()
                return skip(.unreadable, cursor, range, line: line, what: "row")
            }
            if isFeature || expectsFeature {
                if try readFeature(&cursor, isElement: isFeature, line: line) { return }
                collector.values.discardRow()
                cursor.offset = start
            }
            try readFlat(&cursor, line: line)
        } catch {
            collector.values.discardRow()
            // It is read again, with more bytes.
            (hasBadUTF8, cursor.hasTextNumbers, cursor.hasLastComma) = (false, false, false)
            throw error
        }
    }

    /// Counts a record that cannot be read as a row.
    mutating func skipUnreadable(
        _ bytes: ByteRun, _ range: Range<Int>, because reason: SkippedRows.Reason = .unreadable, line: Int
    ) {
        collector.values.discardRow()
        let text = range.lowerBound..<min(range.upperBound, range.lowerBound + SkippedRows.textLimit)
        collector.skip(reason, line: line, what: "row", text: bytes.bytes(text))
    }

    // MARK: features

    /// The type of an object, by its members.
    private enum Kind {
        case feature, geometry, collection, other
    }

    /// False when it is neither a feature nor a geometry: nothing was consumed then.
    @inline(__always)
    mutating func readFeature(
        _ cursor: inout JSONCursor, isElement: Bool, line: Int
    ) throws(JSONFault) -> Bool {
        let start = cursor.offset
        var kind = Kind.other
        var id: JSONCursor.Scalar?
        var geometry: GeometryJSON.Reading?
        var geometryText: Range<Int>?
        var properties: Int?
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else {
            guard isElement else { return false }
            skip(.noGeometry, cursor, start..<cursor.offset, line: line, what: "geometry")
            return true
        }
        repeat {
            let key = try cursor.key().range
            if cursor.isWord(key, "type") {
                kind = try self.kind(&cursor)
            } else if cursor.isWord(key, "geometry") {
                sketch.reset()
                _ = try cursor.peek()
                let geometryStart = cursor.offset
                geometry = try GeometryJSON.read(&cursor, into: &sketch, isSwapped: isSwapped)
                geometryText = geometryStart..<cursor.offset
            } else if cursor.isWord(key, "properties") {
                if properties != nil { collector.values.discardRow() }
                properties = cursor.offset
                try readProperties(&cursor)
            } else if cursor.isWord(key, "id") {
                id = try cursor.value()
            } else if cursor.isWord(key, "crs") {
                foreignSystem = try CoordinateSystemJSON.foreignName(&cursor) ?? foreignSystem
            } else {
                _ = try cursor.skipValue()
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
        switch kind {
        case .geometry where geometry == nil:
            collector.values.discardRow()
            let end = cursor.offset
            cursor.offset = start
            sketch.reset()
            let reading = try GeometryJSON.read(&cursor, into: &sketch, isSwapped: isSwapped)
            take(reading, cursor, start..<end, line: line)
            return true
        case .collection where !isElement:
            collector.values.discardRow()
            skip(.unreadable, cursor, start..<cursor.offset, line: line, what: "row")
            return true
        case .other where geometry == nil && !isElement: return false
        default: break
        }
        if let id { try appendID(id, cursor) }
        let reading: GeometryJSON.Reading = geometry ?? .none
        if let properties, namedPlace != nil, reading == GeometryJSON.Reading.none,
            takePlace(cursor, properties..<cursor.offset, line: line)
        {
            return true
        }
        take(reading, cursor, geometryText ?? start..<cursor.offset, line: line)
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

    /// Properties that are not an object are ignored.
    @inline(__always)
    private mutating func readProperties(_ cursor: inout JSONCursor) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "{") else {
            _ = try cursor.skipValue()
            return
        }
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return }
        path.removeAll(keepingCapacity: true)
        repeat {
            let key = try cursor.key()
            if try cursor.peek() == UInt8(ascii: "{"), try isFlattened(cursor, key.range) {
                var unused = FlatPlace()
                try readNested(key, &cursor, depth: 0, &unused)
                continue
            }
            let column = try number(of: key, cursor)
            try append(try cursor.value(), column, cursor)
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
    }

    /// The feature's own id, unless a property has the same name.
    private mutating func appendID(_ id: JSONCursor.Scalar, _ cursor: JSONCursor) throws(JSONFault) {
        let column = collector.values.column("id")
        guard !collector.values.row.hasColumn(column) else { return }
        try append(id, column, cursor)
    }

    @inline(__always)
    mutating func take(
        _ reading: GeometryJSON.Reading, _ cursor: JSONCursor, _ range: Range<Int>, line: Int
    ) {
        switch reading {
        case .read(let isWrapped):
            if isWrapped { collector.notes.wrappedLongitudes += 1 }
            noteText()
            collector.take(sketch, line: line)
        case .none: skip(.noGeometry, cursor, range, line: line, what: "geometry")
        case .bad(let fault, let offset, let isPerhapsSwapped):
            if isPerhapsSwapped {
                collector.notes.perhapsSwapped += 1
            } else if fault == .latitudeOutOfRange {
                collector.notes.perhapsProjected += 1
            }
            let range = offset..<max(offset, range.upperBound)
            skip(fault.reason, cursor, range, line: line, what: "geometry")
        }
    }

    // MARK: values

    @inline(__always)
    mutating func number(of key: JSONCursor.Text, _ cursor: JSONCursor) throws(JSONFault) -> Int {
        guard key.hasEscapes else { return collector.values.column(cursor.slice(key.range)) }
        scratch.removeAll(keepingCapacity: true)
        try JSONString.unescape(cursor.slice(key.range), into: &scratch)
        return scratch.withUnsafeBufferPointer { collector.values.column($0) }
    }

    @inline(__always)
    mutating func append(
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

    /// On one line, however it was formatted.
    @inline(never)
    private mutating func appendContainer(_ range: Range<Int>, _ column: Int, _ cursor: JSONCursor) {
        let text = cursor.slice(range)
        if collector.journeys != nil {
            collector.journeys?.takeList(text, name: collector.values.columnNames[column])
        }
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
    mutating func skip(
        _ reason: SkippedRows.Reason, _ cursor: JSONCursor, _ range: Range<Int>, line: Int, what: String
    ) {
        noteText()
        let end = min(range.upperBound, range.lowerBound + SkippedRows.textLimit)
        collector.skip(reason, line: line, what: what, text: cursor.bytes.bytes(range.lowerBound..<end))
    }
}
