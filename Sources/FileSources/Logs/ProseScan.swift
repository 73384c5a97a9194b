import MapModel
import RowValues
import Streams

/// A coordinate in a text, and where it stands.
struct ProsePlace: Equatable {
    let coordinate: FixedCoordinate
    let range: Range<Int>
}

/// Looks for coordinates in text: with degree signs or letters of hemispheres, as `geo:` or the URL of a web map, labelled, in
/// geometries of WKT, or bare pairs with three digits behind both points.
struct ProseScan {
    private let bytes: ByteRun
    private let range: Range<Int>

    /// More in a line are not looked for.
    private static let limit = 1_000
    private static let longestAddress = 2_048

    init(_ bytes: ByteRun, _ range: Range<Int>) { (self.bytes, self.range) = (bytes, range) }

    /// All of them from left to right.
    var places: [ProsePlace] {
        var found: [ProsePlace] = []
        var next = range.lowerBound
        var isInside = false
        while next < range.upperBound, found.count < Self.limit {
            let byte = bytes[next]
            let isWord = Self.isWord(byte)
            if !isInside, isWord || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
                switch look(at: next) {
                case .place(let place):
                    found.append(place)
                    (next, isInside) = (place.range.upperBound, false)
                    continue
                case .skipped(let end):
                    (next, isInside) = (end, false)
                    continue
                case .nothing: break
                }
            }
            // A point with a digit belongs to the number before it.
            isInside = isWord || isInside && byte == UInt8(ascii: ".")
            next += 1
        }
        return found
    }

    private enum Look {
        case place(ProsePlace)
        /// An address without a place.
        case skipped(Int)
        case nothing
    }

    private func look(at start: Int) -> Look {
        if let geometry = geometry(from: start) { return geometry }
        switch bytes[start] {
        case UInt8(ascii: "g"), UInt8(ascii: "G"), UInt8(ascii: "h"), UInt8(ascii: "H"):
            guard begins("geo:", start) || begins("http://", start) || begins("https://", start) else {
                return .nothing
            }
            return address(from: start)
        case UInt8(ascii: "l"), UInt8(ascii: "L"): return labelled(from: start).map(Look.place) ?? .nothing
        default: return pair(from: start).map(Look.place) ?? .nothing
        }
    }

    private func begins(_ word: StaticString, _ start: Int) -> Bool {
        guard range.upperBound - start >= word.utf8CodeUnitCount else { return false }
        return (0..<word.utf8CodeUnitCount).allSatisfy {
            bytes[start + $0] | 0x20 == word.utf8Start[$0] | 0x20
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
        default: false
        }
    }

    // MARK: geometries

    private static let geometryWords: [StaticString] = [
        "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon",
        "geometrycollection",
    ]
    /// The longest name of a geometry with what may follow it: `geometrycollection zm`.
    private static let longestName = 24

    /// A geometry of WKT, whose numbers have the longitude first; nil for anything else, such as `point (47.37, 8.54)`.
    private func geometry(from start: Int) -> Look? {
        guard "plmg".utf8.contains(bytes[start] | 0x20),
            Self.geometryWords.contains(where: { begins($0, start) })
        else { return nil }
        let limit = min(range.upperBound, start + Self.longestName)
        var end = start
        while end < limit, bytes[end] == 0x20 || (0x41...0x5A).contains(bytes[end] & 0xDF) { end += 1 }
        guard end < range.upperBound, bytes[end] == UInt8(ascii: "(") else { return nil }
        var depth = 0
        repeat {
            if bytes[end] == UInt8(ascii: "(") { depth += 1 }
            if bytes[end] == UInt8(ascii: ")") { depth -= 1 }
            end += 1
        } while depth > 0 && end < range.upperBound
        // What is cut off has no place.
        guard depth == 0 else { return .skipped(end) }
        var sketch = GeometrySketch()
        guard (try? WellKnownText.read(bytes, start..<end, into: &sketch)) != nil,
            let coordinate = sketch.representative
        else { return nil }
        return .place(ProsePlace(coordinate: coordinate, range: start..<end))
    }

    // MARK: addresses

    private func address(from start: Int) -> Look {
        var end = start
        while end < range.upperBound, bytes[end] > 0x20, !"<>\"'`|".utf8.contains(bytes[end]) { end += 1 }
        while end > start, ".,;:)]}!?".utf8.contains(bytes[end - 1]) { end -= 1 }
        guard end - start <= Self.longestAddress, let place = place(start..<end, start..<end) else {
            return .skipped(max(end, start + 1))
        }
        return .place(place)
    }

    /// What a part of the text means as a coordinate.
    private func place(_ text: Range<Int>, _ range: Range<Int>) -> ProsePlace? {
        place(String(decoding: bytes.buffer(text), as: UTF8.self), range)
    }

    private func place(_ text: String, _ range: Range<Int>) -> ProsePlace? {
        guard let found = try? CoordinateText(text) else { return nil }
        return ProsePlace(coordinate: FixedCoordinate(found.coordinate), range: range)
    }

    // MARK: pairs

    private func pair(from start: Int) -> ProsePlace? {
        if start > range.lowerBound, [UInt8(ascii: "."), UInt8(ascii: "-")].contains(bytes[start - 1]) {
            return nil
        }
        // The typographer's minus is no letter, so that it does not begin a look.
        let hasMinus =
            start - 3 >= range.lowerBound && bytes[start - 3] == 0xE2 && bytes[start - 2] == 0x88
            && bytes[start - 1] == 0x92
        let start = hasMinus ? start - 3 : start
        var scan = ProseAngle.Scanner(bytes, start..<range.upperBound)
        guard let first = scan.angle() else { return nil }
        let separator = scan.separator()
        guard separator != nil || first.endsInLetter || scan.isAtLetter,
            let second = scan.angle(plainParts: first.plainParts), second.plainParts == first.plainParts,
            standsAlone(scan.next)
        else { return nil }
        if first.isMarked || second.isMarked {
            guard first.isMarked, second.isMarked else { return nil }
        } else {
            guard first.decimals >= 3, second.decimals >= 3 else { return nil }
            // Numbers in a row are no place.
            if separator == .blank, isNumberBefore(start) || isNumberBehind(scan.next) { return nil }
        }
        return place(start..<scan.next, start..<scan.next)
    }

    /// Whether no letter, digit or number follows at once.
    private func standsAlone(_ end: Int) -> Bool {
        guard end < range.upperBound else { return true }
        if Self.isWord(bytes[end]) || bytes[end] == UInt8(ascii: "%") { return false }
        return ![UInt8(ascii: "."), UInt8(ascii: "-")].contains(bytes[end]) || end + 1 >= range.upperBound
            || !Self.isWord(bytes[end + 1])
    }

    private func isNumberBefore(_ start: Int) -> Bool {
        var index = start
        while index > range.lowerBound, bytes[index - 1] == 0x20 { index -= 1 }
        return index > range.lowerBound && index < start && bytes[index - 1] &- 48 < 10
    }

    private func isNumberBehind(_ end: Int) -> Bool {
        var index = end
        while index < range.upperBound, bytes[index] == 0x20 { index += 1 }
        return index > end && index < range.upperBound && bytes[index] &- 48 < 10
    }

    /// `lat=47.3769 lon=8.5417`, `Latitude: 47.3769, Longitude: 8.5417`.
    private func labelled(from start: Int) -> ProsePlace? {
        var scan = ProseAngle.Scanner(bytes, start..<range.upperBound)
        guard scan.label(["latitude", "lat"]), let first = scan.angle(), scan.separator() != nil,
            scan.label(["longitude", "long", "lon", "lng"]), let second = scan.angle(), standsAlone(scan.next)
        else { return nil }
        let texts = [first, second].map { String(decoding: bytes.buffer($0.range), as: UTF8.self) }
        return place(texts.joined(separator: ", "), start..<scan.next)
    }
}
