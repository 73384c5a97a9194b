import MapModel
import RowValues

/// Places of plain objects that are not two numbers of degrees.
extension FeatureReader {
    /// An easting and a northing.
    mutating func takeProjected(
        _ found: FlatPlace, _ cursor: JSONCursor, _ record: Range<Int>, line: Int
    ) throws(JSONFault) {
        var numbers: [Double] = []
        for (value, what) in [(found.longitude, "easting"), (found.latitude, "northing")] {
            switch try number(value, cursor) {
            case nil: return skip(.missing, cursor, record, line: line, what: what)
            case .some(let number) where number.isFinite: numbers.append(number)
            default: return skip(.notANumber, cursor, record, line: line, what: what)
            }
        }
        sketch.begin(.point)
        sketch.append(GeometrySketch.ProjectedVertex(x: numbers[0], y: numbers[1]))
        collector.takeLater(sketch, line: line, reference: nil)
    }

    /// A number, also one in a text; nil where there is no value, NaN for anything else.
    private func number(_ value: JSONCursor.Scalar?, _ cursor: JSONCursor) throws(JSONFault) -> Double? {
        let text: String
        switch value {
        case .none, .null: return nil
        case .number(let range): text = String(decoding: cursor.slice(range), as: UTF8.self)
        case .text(let quoted):
            text = String(
                decoding: try Self.unescaped(quoted, cursor) ?? Array(cursor.slice(quoted.range)),
                as: UTF8.self)
        case .noNumber, .boolean, .container: return .nan
        }
        return text.isEmpty ? nil : Double(text) ?? .nan
    }

    /// Degrees, minutes, seconds and letters, a member each.
    mutating func takeParts(
        _ found: FlatPlace, _ parts: DegreeParts, _ cursor: JSONCursor, _ record: Range<Int>, line: Int
    ) throws(JSONFault) {
        var texts: [[UInt8]] = []
        for value in found.parts { texts.append(try text(value, cursor)) }
        func part(_ index: Int) -> [UInt8] { index < texts.count ? texts[index] : [] }
        place(
            parts.degrees(.latitude, decimalMark: .point, text: part),
            parts.degrees(.longitude, decimalMark: .point, text: part), cursor, record, line: line)
    }

    /// A value as text; empty for what is neither text nor a number.
    private func text(_ value: JSONCursor.Scalar?, _ cursor: JSONCursor) throws(JSONFault) -> [UInt8] {
        switch value {
        case .text(let text): try Self.unescaped(text, cursor) ?? Array(cursor.slice(text.range))
        case .number(let range), .noNumber(let range), .boolean(let range), .container(let range):
            cursor.bytes.bytes(range)
        case .none, .null: []
        }
    }

    /// A line whose vertices are objects: [{"lat": 47.4, "lon": 8.5}, …]; a vertex that is null or has none parts it.
    mutating func takePositions(
        _ found: FlatPlace, _ cursor: JSONCursor, _ record: Range<Int>, line: Int
    ) throws(JSONFault) {
        guard case .container(let range) = found.latitude else {
            return skip(.noGeometry, cursor, record, line: line, what: "geometry")
        }
        var inner = JSONCursor(cursor.bytes, from: range.lowerBound, to: range.upperBound, isFinal: true)
        var remarks = GeometryRemarks()
        var begins = true
        guard try inner.peek() == UInt8(ascii: "["), try inner.enter(closedBy: UInt8(ascii: "]")) else {
            return skip(.noGeometry, cursor, range, line: line, what: "geometry")
        }
        repeat {
            guard let (north, east) = try position(&inner) else {
                begins = true
                continue
            }
            do throws(GeometryFault) {
                if begins {
                    try sketch.begin(.line, north: north, east: east, &remarks)
                } else {
                    try sketch.append(north: north, east: east, &remarks)
                }
                begins = false
            } catch {
                return skip(error.reason, cursor, range, line: line, what: "geometry")
            }
        } while try inner.hasNext(closedBy: UInt8(ascii: "]"))
        guard !sketch.isEmpty else { return skip(.noGeometry, cursor, range, line: line, what: "geometry") }
        take(.read(isWrapped: remarks.hasWrapped), cursor, record, line: line)
    }

    /// The latitude and longitude of an object; nil for null and an object without them.
    private func position(_ cursor: inout JSONCursor) throws(JSONFault) -> (north: Int64, east: Int64)? {
        guard try cursor.peek() == UInt8(ascii: "{") else {
            _ = try cursor.skipValue()
            return nil
        }
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return nil }
        var (north, east): (Int64?, Int64?)
        repeat {
            let key = try cursor.key().range
            let isLatitude = cursor.isWord(key, "lat") || cursor.isWord(key, "latitude")
            let isLongitude =
                cursor.isWord(key, "lon") || cursor.isWord(key, "lng") || cursor.isWord(key, "longitude")
            _ = try cursor.peek()
            if isLatitude, let value = try cursor.degrees() {
                north = value
            } else if isLongitude, let value = try cursor.degrees() {
                east = value
            } else {
                _ = try cursor.skipValue()
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
        return if let north, let east { (north, east) } else { nil }
    }

    /// A whole number of which so many make a degree.
    func wholeNumber(
        _ value: JSONCursor.Scalar?, _ unitsPerDegree: Double, _ cursor: JSONCursor
    ) throws(JSONFault) -> ParsedDegrees {
        guard let number = try number(value, cursor) else { return .missing }
        return PlaceRule.degrees(number, unitsPerDegree: unitsPerDegree)
    }
}
