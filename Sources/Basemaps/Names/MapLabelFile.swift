import MapModel
import Streams

/// Reads `labels.tsv`: one name a line, columns found by the names in its first line.
///
/// A line that does not fit is skipped: a map without one name is better than none.
package enum MapLabelFile {
    private static let columns = [
        "kind", "name", "latitude", "longitude", "rank", "population", "code", "west", "south", "east",
        "north",
    ]

    /// The contents of a file.
    package struct Contents: Sendable {
        /// The names in the order of the file.
        package var labels: [MapLabel] = []
        /// Lines that do not fit, including a last one that is cut off; a damaged header counts as one.
        package var damagedLineCount = 0
    }

    /// The largest file that is read: 64 MB.
    private static let maximumSize = 1 << 26

    /// The names in the file at `path`.
    package static func read(_ path: String) throws(FileError) -> Contents {
        contents(of: try FileBytes.whole(path, limit: maximumSize))
    }

    static func contents(of bytes: [UInt8]) -> Contents {
        bytes.withUnsafeBufferPointer { bytes in
            var contents = Contents(damagedLineCount: bytes.last == newline ? 0 : 1)
            var lines = Lines(rest: bytes)
            var fields: [Field] = []
            if let header = lines.next() { split(header, into: &fields) }
            let names = fields.map { $0.text }
            let places = columns.compactMap { names.firstIndex(of: $0) }
            guard places.count == columns.count else { return Contents(damagedLineCount: 1) }
            var kinds = Kinds()
            while let line = lines.next() {
                split(line, into: &fields)
                if fields.count == names.count, let label = label(fields, places, &kinds) {
                    contents.labels.append(label)
                } else {
                    contents.damagedLineCount += 1
                }
            }
            return contents
        }
    }

    private static let newline = UInt8(ascii: "\n")
    private static let tab = UInt8(ascii: "\t")

    private typealias Field = UnsafeBufferPointer<UInt8>

    /// The lines that are not empty.
    private struct Lines {
        var rest: Field

        mutating func next() -> Field? {
            while rest.first == newline { rest = Field(rebasing: rest.dropFirst()) }
            guard !rest.isEmpty else { return nil }
            let end = rest.firstIndex(of: newline) ?? rest.endIndex
            defer { rest = Field(rebasing: rest[end...]) }
            return Field(rebasing: rest[..<end])
        }
    }

    /// Names of one kind follow each other.
    private struct Kinds {
        private var latest: (text: [UInt8], kind: MapLabel.Kind)?

        mutating func kind(_ field: Field) -> MapLabel.Kind? {
            if let latest, latest.text.elementsEqual(field) { return latest.kind }
            latest = MapLabel.Kind(rawValue: field.text).map { (Array(field), $0) }
            return latest?.kind
        }
    }

    private static func split(_ line: Field, into fields: inout [Field]) {
        fields.removeAll(keepingCapacity: true)
        var start = line.startIndex
        for index in line.indices where line[index] == tab {
            fields.append(Field(rebasing: line[start..<index]))
            start = index + 1
        }
        fields.append(Field(rebasing: line[start...]))
    }

    /// - Parameter places: where the values of `columns` are.
    private static func label(_ fields: [Field], _ places: [Int], _ kinds: inout Kinds) -> MapLabel? {
        func field(_ column: Int) -> Field { fields[places[column]] }
        guard let kind = kinds.kind(field(0)), let latitude = field(2).number,
            let longitude = field(3).number, let coordinate = Coordinate(wrapping: latitude, longitude)
        else { return nil }
        let size = boxSize(field(7).number, field(8).number, field(9).number, field(10).number)
        return MapLabel(
            kind: kind, name: field(1).text, point: WebMercator.project(coordinate),
            rank: field(4).number.flatMap(Int.init(exactly:)) ?? 99,
            population: field(5).number.flatMap(Int.init(exactly:)) ?? 0, code: field(6).text,
            worldWidth: size.width, worldHeight: size.height)
    }

    private static func boxSize(
        _ west: Double?, _ south: Double?, _ east: Double?, _ north: Double?
    ) -> (width: Double, height: Double) {
        guard let west, let south, let east, let north else { return (0, 0) }
        let box = GeoBounds(south: south, west: west, north: north, east: east)
        let top = WebMercator.project(Coordinate(latitude: north, longitude: 0)).y
        let bottom = WebMercator.project(Coordinate(latitude: south, longitude: 0)).y
        return (box.longitudeSpan / 360, max(bottom - top, 0))
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }

    /// The number that the bytes spell; exact for up to fifteen digits, and left to the library beyond.
    fileprivate var number: Double? {
        guard let first else { return nil }
        let isNegative = first == UInt8(ascii: "-")
        var digits = 0
        var digitCount = 0
        var fractionStart: Int?
        for byte in UnsafeBufferPointer(rebasing: dropFirst(isNegative ? 1 : 0)) {
            if byte == UInt8(ascii: "."), fractionStart == nil {
                fractionStart = digitCount
                continue
            }
            guard (0x30...0x39).contains(byte), digitCount < 15 else { return Double(text) }
            digits = digits * 10 + Int(byte - 0x30)
            digitCount += 1
        }
        guard digitCount > 0, fractionStart != digitCount else { return Double(text) }
        // Both are exact: the quotient is the nearest number, as if it was read by the library.
        let value = Double(digits) / decimalPowers[digitCount - (fractionStart ?? digitCount)]
        return isNegative ? -value : value
    }

}

private let decimalPowers: [Double] = (0...15).map { power in
    (0..<power).reduce(1.0) { value, _ in value * 10 }
}
