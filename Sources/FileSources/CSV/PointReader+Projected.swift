import RowValues
import MapModel
import Programs
import Streams

/// A row whose coordinates are in another system.
struct ProjectedRow {
    let row: UInt32
    let line: Int
    let point: CoordinateTransform.Point
}

/// Coordinates in a system that the user named: read as numbers, and placed together at the end.
extension PointReader {
    mutating func takeProjected(
        _ record: CSVScanner.Record, _ bytes: ByteRun, row: UInt32, line: Int
    ) {
        let fields = latitudeIsFirst ? [record.second, record.first] : [record.first, record.second]
        var numbers: [Double] = []
        for (field, what) in zip(fields, ["easting", "northing"]) {
            let text = RecordFields.unquoted(bytes.bytes(field.start..<field.end), quote: quote)
            if text.withUnsafeBufferPointer(DegreeText.isMissing) {
                return skip(.missing, what, bytes, field, line: line)
            }
            guard let number = number(text) else { return skip(.notANumber, what, bytes, field, line: line) }
            numbers.append(number)
        }
        projected.append(
            ProjectedRow(
                row: row, line: line, point: CoordinateTransform.Point(x: numbers[0], y: numbers[1])))
    }

    /// Whole numbers, so many of which make a degree.
    mutating func takeWholeNumbers(_ record: CSVScanner.Record, _ bytes: ByteRun, row: UInt32, line: Int) {
        let fields = latitudeIsFirst ? [record.first, record.second] : [record.second, record.first]
        let degrees = fields.map { field -> ParsedDegrees in
            let text = RecordFields.unquoted(bytes.bytes(field.start..<field.end), quote: quote)
            if text.withUnsafeBufferPointer(DegreeText.isMissing) { return .missing }
            guard let number = number(text) else { return .notANumber }
            return PlaceRule.degrees(number, unitsPerDegree: layout.columns.unitsPerDegree)
        }
        place(degrees[0], fields[0], degrees[1], fields[1], bytes, row: row, line: line)
    }

    private func number(_ text: [UInt8]) -> Double? {
        if let mark = layout.metresMark, let number = ValueText.groupedNumber(text, decimalMark: mark) {
            return number
        }
        if let grouped = ValueText.groupedNumber(text) { return grouped }
        let isComma = layout.dialect.decimalMark == .comma
        let digits = text.filter { $0 > 0x20 }.map {
            isComma && $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0
        }
        guard digits.allSatisfy({ Self.numberSigns.contains($0) }),
            let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite
        else { return nil }
        return number
    }

    private static let numberSigns = Set("0123456789+-.eE".utf8)

    /// Places the rows with geometries in other systems.
    ///
    /// - Parameter system: the one that the user named, for geometries that name none.
    mutating func placeProjectedShapes(
        system: String?, name: String, isCancelled: () -> Bool
    ) throws(SourceError) {
        let placed = try CoordinateTransform.placed(
            projectedShapes, system: system, name: name, isCancelled: isCancelled)
        projectedShapes = []
        for shape in placed { take(shape) }
        batch.move(to: &points)
    }

    private mutating func take(_ shape: ProjectedShape) {
        guard shape.sketch.projected.isEmpty, let place = shape.sketch.representative else {
            let text = shape.sketch.projected.first.map { "\($0.x), \($0.y)" } ?? ""
            return skipped.add(
                shape.sketch.projected.isEmpty ? .noGeometry : .otherReference, line: shape.line,
                what: "geometry",
                text: Array(text.utf8))
        }
        batch.append(place, row: shape.row)
        if let kind = shape.sketch.kind, kind > .point { shapes.append(shape.sketch, row: shape.row) }
        heights.append(shape.row, shape.sketch)
    }

    /// Places the rows read by `takeProjected`.
    mutating func placeProjected(
        _ transform: CoordinateTransform, isCancelled: () -> Bool
    ) throws(SourceError) {
        let places = try transform.degrees(of: projected.map(\.point), isCancelled: isCancelled)
        for (row, place) in zip(projected, places) {
            guard let place,
                case .place(let point, _) = PlaceRule.judge(north: place.north, east: place.east)
            else {
                let text = Array("\(row.point.x), \(row.point.y)".utf8)
                skipped.add(.otherReference, line: row.line, what: "place", text: text)
                continue
            }
            batch.append(point, row: row.row)
        }
        projected = []
        batch.move(to: &points)
    }
}
