import MapModel
import RowValues
import Streams

/// Coordinates in one column.
extension PointReader {
    mutating func takeCombined(_ field: CSVScanner.Field, _ bytes: ByteRun, row: UInt32, line: Int) {
        var range = field.start..<field.end
        if field.isQuoted { range = field.start + 1..<max(field.start + 1, field.end - 1) }
        // 33°51'10"" has a quote that is doubled.
        if field.isQuoted, range.count <= AnglePair.longest, range.contains(where: { bytes[$0] == quote }) {
            let text = RecordFields.unquoted(bytes.buffer(field.start..<field.end), quote: quote)
            return text.withUnsafeBufferPointer { takePair($0, field, bytes, row: row, line: line) }
        }
        takePair(bytes.buffer(range), field, bytes, row: row, line: line)
    }

    private mutating func takePair(
        _ text: UnsafeBufferPointer<UInt8>, _ field: CSVScanner.Field, _ bytes: ByteRun, row: UInt32,
        line: Int
    ) {
        if DegreeText.isMissing(text) { return skip(.missing, "coordinates", bytes, field, line: line) }
        guard
            let place = AnglePair(text, isOWest: layout.columns.isOWest)?.degrees(
                longitudeFirst: !latitudeIsFirst)
        else {
            return skip(.notANumber, "coordinates", bytes, field, line: line)
        }
        self.place(.value(place.north), field, .value(place.east), field, bytes, row: row, line: line)
    }
}
