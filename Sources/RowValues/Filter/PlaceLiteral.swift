import MapModel
import Streams

/// A geometry in the text of a filter: well-known text, or ENVELOPE or BBOX with west, south, east and north.
enum PlaceLiteral {
    /// The most corners of one.
    static let cornerLimit = 100_000
    /// The most bytes of all in a filter.
    static let lengthLimit = 4 << 20
    private static let boxes = ["ENVELOPE", "BBOX"]
    private static let longestName = 18

    /// Words that begin one, before a bracket.
    static let names =
        [
            "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON",
            "GEOMETRYCOLLECTION",
        ] + boxes

    /// Whether a word begins one.
    static func begins(with word: some Collection<UInt8>) -> Bool {
        guard word.count <= longestName else { return false }
        let name = String(decoding: word, as: UTF8.self).uppercased()
        return names.contains(name)
    }

    /// The geometry that a token is.
    static func sketch(of token: FilterToken) throws(FilterProblem) -> GeometrySketch {
        guard token.isClosed else {
            throw FilterProblem("the bracket is not closed", at: token.range, isUnfinished: true)
        }
        let text = token.value
        let name = text.prefix { $0.isLetter }.uppercased()
        var sketch = GeometrySketch()
        do throws(GeometryFault) {
            if boxes.contains(name) {
                sketch = try box(text.dropFirst(name.count))
            } else {
                let bytes = Array(text.utf8)
                try ByteRun.with(bytes) { (run) throws(GeometryFault) in
                    _ = try WellKnownText.read(run, 0..<bytes.count, into: &sketch)
                }
            }
        } catch {
            throw FilterProblem(words(error, name), at: token.range)
        }
        guard sketch.vertices.count <= cornerLimit else {
            throw FilterProblem("too many corners (at most 100,000)", at: token.range)
        }
        for (index, part) in sketch.parts.enumerated() where part.kind == .area {
            guard Set(sketch.vertices[sketch.range(of: index)]).count >= 3 else {
                throw FilterProblem("a polygon needs three corners", at: token.range)
            }
        }
        return sketch
    }

    private static func words(_ fault: GeometryFault, _ name: String) -> String {
        switch fault {
        case .empty: "\(name) is empty"
        case .damaged where boxes.contains(name): "expected \(name)(west, south, east, north) in degrees"
        case .damaged: "not a geometry: expected \(example(name))"
        case .latitudeOutOfRange: "a latitude is beyond ±90 (the longitude is first)"
        case .longitudeOutOfRange: "a longitude is beyond ±180"
        case .otherReference: "expected degrees on WGS 84"
        }
    }

    private static func example(_ name: String) -> String {
        switch name {
        case "POINT": "POINT(8.5 47.4), longitude first"
        case "LINESTRING": "LINESTRING(8.5 47.4, 8.6 47.5)"
        case "POLYGON": "POLYGON((8 47, 9 47, 9 48, 8 47))"
        default: "WKT"
        }
    }

    /// West, south, east and north in brackets. Edges go the shorter way round, so long ones are cut.
    private static func box(_ text: Substring) throws(GeometryFault) -> GeometrySketch {
        let inner = text.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
        let numbers = inner.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(String(part.filter { !$0.isWhitespace })) ?? .nan
        }
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else { throw .damaged }
        let (west, south, north) = (numbers[0], numbers[1], numbers[3])
        guard abs(west) <= 180, abs(numbers[2]) <= 180 else { throw .longitudeOutOfRange }
        guard south <= north else { throw .damaged }
        let width = numbers[2] < west ? numbers[2] + 360 - west : numbers[2] - west
        let columns = (0...3).map { west + width * Double($0) / 3 }
        var (sketch, remarks) = (GeometrySketch(), GeometryRemarks())
        sketch.begin(.area)
        for column in columns { try sketch.append(latitude: south, longitude: column, &remarks) }
        for column in columns.reversed() { try sketch.append(latitude: north, longitude: column, &remarks) }
        return sketch
    }
}
