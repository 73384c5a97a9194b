import MapModel
import Streams

/// Reads geometries of GeoJSON (RFC 7946) into sketches.
///
/// Members may come in any order. The third number of a position is its height, where the sketch keeps heights;
/// others are ignored. A geometry with a repeated member is damaged.
package struct GeometryJSON {
    /// The outcome of reading a geometry.
    package enum Reading: Equatable {
        /// Some longitude was moved by a whole turn into ±180 when `isWrapped`.
        case read(isWrapped: Bool)
        /// Null, or without any position.
        case none
        /// Why it is invalid, and where in the bytes.
        case bad(GeometryFault, at: Int, isPerhapsSwapped: Bool)
    }

    /// The seven types of RFC 7946.
    package enum Kind: CaseIterable {
        case point, multiPoint, lineString, multiLineString, polygon, multiPolygon, collection

        var word: StaticString {
            switch self {
            case .point: "Point"
            case .multiPoint: "MultiPoint"
            case .lineString: "LineString"
            case .multiLineString: "MultiLineString"
            case .polygon: "Polygon"
            case .multiPolygon: "MultiPolygon"
            case .collection: "GeometryCollection"
            }
        }
    }

    /// The deepest nesting of collections.
    private static let depthLimit = 32

    private let isSwapped: Bool
    private let keepsHeights: Bool
    private var isWrapped = false
    /// That of the last position.
    private var height: Double?
    /// The number behind it.
    private var measure: Double?

    private init(isSwapped: Bool, keepsHeights: Bool) {
        (self.isSwapped, self.keepsHeights) = (isSwapped, keepsHeights)
    }

    /// Reads the geometry in a range of `bytes` into `sketch`, which is reset first.
    package static func read(
        _ bytes: ByteRun, _ range: Range<Int>, into sketch: inout GeometrySketch
    ) throws(GeometryFault) -> GeometryRemarks {
        sketch.reset()
        if let text = plainText(bytes, range) {
            return try ByteRun.with(text) { (copy) -> Result<GeometryRemarks, GeometryFault> in
                Result { () throws(GeometryFault) in try read(copy, 0..<copy.count, into: &sketch) }
            }.get()
        }
        var cursor = JSONCursor(bytes, from: range.lowerBound, to: range.upperBound, isFinal: true)
        guard let reading = try? readAny(&cursor, into: &sketch), cursor.isAtEnd() else { throw .damaged }
        switch reading {
        case .read(let isWrapped): return GeometryRemarks(hasWrapped: isWrapped)
        case .none: throw .empty
        case .bad(let fault, _, _): throw fault
        }
    }

    /// A dictionary as Python prints it, in JSON; nil for any other text.
    private static func plainText(_ bytes: ByteRun, _ range: Range<Int>) -> [UInt8]? {
        var start = range.lowerBound
        while start < range.upperBound, bytes[start] <= 0x20 { start += 1 }
        guard start < range.upperBound, bytes[start] == UInt8(ascii: "{") else { return nil }
        start += 1
        while start < range.upperBound, bytes[start] <= 0x20 { start += 1 }
        guard start < range.upperBound, bytes[start] == UInt8(ascii: "'") else { return nil }
        let text = String(decoding: bytes.bytes(range), as: UTF8.self)
        return Array(text.utf8).withUnsafeBufferPointer { text in
            var json: [UInt8] = []
            json.reserveCapacity(text.count)
            for (index, byte) in text.enumerated() {
                switch byte {
                case UInt8(ascii: "'"): json.append(UInt8(ascii: "\""))
                case UInt8(ascii: "("): json.append(UInt8(ascii: "["))
                case UInt8(ascii: ")"): json.append(UInt8(ascii: "]"))
                // A tuple may end in a comma.
                case UInt8(ascii: ",") where index + 1 < text.count && text[index + 1] == UInt8(ascii: ")"):
                    break
                default: json.append(byte)
                }
            }
            return json
        }
    }

    /// A geometry, the geometry of a feature, or an array of positions, which is a line or, where it is nested, an area.
    private static func readAny(
        _ cursor: inout JSONCursor, into sketch: inout GeometrySketch
    ) throws(JSONFault) -> Reading {
        switch try cursor.peek() {
        case UInt8(ascii: "["):
            let start = cursor.offset
            cursor.offset += 1
            let second = try cursor.peek()
            let isNested = second == UInt8(ascii: "[")
            var inner = cursor
            if isNested { inner.offset += 1 }
            var isArea = false
            if isNested { isArea = try inner.peek() == UInt8(ascii: "[") }
            cursor.offset = start
            guard isNested else {
                _ = try cursor.skipValue()
                return second == UInt8(ascii: "]")
                    ? .none : .bad(.damaged, at: start, isPerhapsSwapped: false)
            }
            return try read(&cursor, into: &sketch, isSwapped: sketch.isSwapped) {
                reader, cursor, sketch throws(JSONFault) in
                if isArea {
                    try reader.list(of: .polygon, &cursor, into: &sketch, depth: 0)
                } else {
                    try reader.run(.line, isHole: false, &cursor, into: &sketch)
                }
            }
        default:
            if let geometry = try geometryOfFeature(cursor) {
                _ = try cursor.skipValue()
                var inner = cursor
                inner.offset = geometry
                return try read(&inner, into: &sketch, isSwapped: sketch.isSwapped)
            }
            return try read(&cursor, into: &sketch, isSwapped: sketch.isSwapped)
        }
    }

    /// Where the geometry of a feature begins; nil for what is none.
    private static func geometryOfFeature(_ cursor: JSONCursor) throws(JSONFault) -> Int? {
        var cursor = cursor
        guard try cursor.peek() == UInt8(ascii: "{"), try cursor.enter(closedBy: UInt8(ascii: "}")) else {
            return nil
        }
        var isFeature = false
        var geometry: Int?
        repeat {
            let key = try cursor.key().range
            let first = try cursor.peek()
            if cursor.isWord(key, "geometry") { geometry = cursor.offset }
            if cursor.isWord(key, "type"), first == UInt8(ascii: "\"") {
                isFeature = cursor.isWord(try cursor.text().range, "Feature")
            } else {
                _ = try cursor.skipValue()
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
        return isFeature ? geometry : nil
    }

    /// Reads the next geometry; the cursor is after it, also when it is invalid.
    @inline(__always)
    package static func read(
        _ cursor: inout JSONCursor, into sketch: inout GeometrySketch, isSwapped: Bool
    ) throws(JSONFault) -> Reading {
        try read(&cursor, into: &sketch, isSwapped: isSwapped) { reader, cursor, sketch throws(JSONFault) in
            try reader.geometry(&cursor, into: &sketch, depth: 0)
        }
    }

    @inline(__always)
    private static func read(
        _ cursor: inout JSONCursor, into sketch: inout GeometrySketch, isSwapped: Bool,
        _ body: (inout GeometryJSON, inout JSONCursor, inout GeometrySketch) throws(JSONFault) -> Void
    ) throws(JSONFault) -> Reading {
        let first = try cursor.peek()
        let start = cursor.offset
        var reader = GeometryJSON(isSwapped: isSwapped, keepsHeights: sketch.keepsHeights)
        do throws(JSONFault) {
            if first == UInt8(ascii: "n") {
                _ = try cursor.skipValue()
                return .none
            }
            try body(&reader, &cursor, &sketch)
            return sketch.isEmpty ? .none : .read(isWrapped: reader.isWrapped)
        } catch {
            guard case .badGeometry(let fault, let offset, let isPerhapsSwapped) = error else { throw error }
            cursor.offset = start
            _ = try cursor.skipValue()
            return .bad(fault, at: offset, isPerhapsSwapped: isPerhapsSwapped)
        }
    }

    /// The type that the text in the range `word` names; nil for any other word.
    package static func kind(_ cursor: JSONCursor, _ word: Range<Int>) -> Kind? {
        Kind.allCases.first { cursor.isWord(word, $0.word) }
    }

    private func bad(_ cursor: JSONCursor) -> JSONFault {
        .badGeometry(.damaged, at: cursor.offset, isPerhapsSwapped: false)
    }

    // MARK: objects

    private mutating func geometry(
        _ cursor: inout JSONCursor, into sketch: inout GeometrySketch, depth: Int
    ) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "{"), depth < Self.depthLimit,
            try cursor.enter(closedBy: UInt8(ascii: "}"))
        else { throw bad(cursor) }
        var kind: Kind?
        var hasContent = false
        /// Content before its type, to be read when the type is known.
        var waiting: (offset: Int, isCollection: Bool)?
        repeat {
            let key = try cursor.key().range
            if cursor.isWord(key, "type") {
                guard kind == nil, try cursor.peek() == UInt8(ascii: "\"") else { throw bad(cursor) }
                kind = Self.kind(cursor, try cursor.text().range)
                guard kind != nil else { throw bad(cursor) }
            } else if cursor.isWord(key, "coordinates") || cursor.isWord(key, "geometries") {
                guard !hasContent else { throw bad(cursor) }
                hasContent = true
                let isCollection = cursor.isWord(key, "geometries")
                if let kind {
                    try content(kind, isCollection: isCollection, &cursor, into: &sketch, depth: depth)
                } else {
                    waiting = (try cursor.skipValue().lowerBound, isCollection)
                }
            } else {
                _ = try cursor.skipValue()
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
        guard let kind, hasContent else { throw bad(cursor) }
        guard let waiting else { return }
        let after = cursor.offset
        cursor.offset = waiting.offset
        try content(kind, isCollection: waiting.isCollection, &cursor, into: &sketch, depth: depth)
        cursor.offset = after
    }

    @inline(__always)
    private mutating func content(
        _ kind: Kind, isCollection: Bool, _ cursor: inout JSONCursor, into sketch: inout GeometrySketch,
        depth: Int
    ) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "["), isCollection == (kind == .collection) else {
            throw bad(cursor)
        }
        switch kind {
        case .point:
            if let place = try coordinate(&cursor) {
                sketch.begin(.point)
                sketch.append(place)
                if let height { sketch.setHeight(height) }
            }
        case .lineString: try run(.line, isHole: false, &cursor, into: &sketch)
        default: try list(of: kind, &cursor, into: &sketch, depth: depth)
        }
    }

    @inline(never)
    private mutating func list(
        of kind: Kind, _ cursor: inout JSONCursor, into sketch: inout GeometrySketch, depth: Int
    ) throws(JSONFault) {
        guard try cursor.enter(closedBy: UInt8(ascii: "]")) else { return }
        let partsBefore = sketch.parts.count
        repeat {
            switch kind {
            case .collection: try geometry(&cursor, into: &sketch, depth: depth + 1)
            case .multiPoint:
                if let place = try coordinate(&cursor) {
                    sketch.begin(.point)
                    sketch.append(place)
                    if let height { sketch.setHeight(height) }
                }
            case .multiLineString: try run(.line, isHole: false, &cursor, into: &sketch)
            case .polygon:
                try run(.area, isHole: sketch.parts.count > partsBefore, &cursor, into: &sketch)
            case .multiPolygon:
                guard try cursor.peek() == UInt8(ascii: "[") else { throw bad(cursor) }
                try list(of: .polygon, &cursor, into: &sketch, depth: depth)
            case .point, .lineString: throw bad(cursor)
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "]"))
    }

    // MARK: positions

    /// A line or a ring; an empty one adds nothing.
    private mutating func run(
        _ kind: GeometrySketch.Kind, isHole: Bool, _ cursor: inout JSONCursor,
        into sketch: inout GeometrySketch
    ) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "[") else { throw bad(cursor) }
        guard try cursor.enter(closedBy: UInt8(ascii: "]")) else { return }
        sketch.begin(kind, isHole: isHole)
        repeat {
            guard let place = try coordinate(&cursor) else { throw bad(cursor) }
            sketch.append(place)
            if let height { sketch.setHeight(height) }
            if let measure { sketch.setMeasure(measure) }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "]"))
    }

    /// Two numbers or more; nil for an empty array.
    @inline(__always)
    private mutating func coordinate(_ cursor: inout JSONCursor) throws(JSONFault) -> FixedCoordinate? {
        guard try cursor.peek() == UInt8(ascii: "[") else { throw bad(cursor) }
        let start = cursor.offset
        guard try cursor.enter(closedBy: UInt8(ascii: "]")) else { return nil }
        guard let first = try cursor.degrees(), try cursor.hasNext(closedBy: UInt8(ascii: "]")),
            let second = try cursor.degrees()
        else { throw bad(cursor) }
        (height, measure) = (nil, nil)
        if try cursor.hasNext(closedBy: UInt8(ascii: "]")) {
            height = try passNumber(&cursor)
            if try cursor.hasNext(closedBy: UInt8(ascii: "]")) {
                measure = try passNumber(&cursor)
                while try cursor.hasNext(closedBy: UInt8(ascii: "]")) { _ = try passNumber(&cursor) }
            }
        }
        switch PlaceRule.judge(north: isSwapped ? first : second, east: isSwapped ? second : first) {
        case .place(let place, let isWrapped):
            if isWrapped { self.isWrapped = true }
            return place
        case .latitudeOutOfRange(let isPerhapsSwapped):
            throw .badGeometry(.latitudeOutOfRange, at: start, isPerhapsSwapped: isPerhapsSwapped)
        case .longitudeOutOfRange:
            throw .badGeometry(.longitudeOutOfRange, at: start, isPerhapsSwapped: false)
        }
    }

    /// A height or a measure: any number, or null.
    private func passNumber(_ cursor: inout JSONCursor) throws(JSONFault) -> Double? {
        switch try cursor.value() {
        case .number(let range): return keepsHeights ? JSONNumber.value(cursor.slice(range).span) : nil
        case .noNumber, .null: return nil
        default: throw bad(cursor)
        }
    }
}
