import MapModel
import RowValues
import Rows
import Streams

/// Coordinates in more than two columns.
extension PointReader {
    mutating func takeParts(
        _ record: CSVScanner.Record, _ parts: DegreeParts, _ bytes: ByteRun, row: UInt32, line: Int
    ) {
        let fields = RecordFields.split(bytes.buffer(record.start..<record.end), dialect: dialect)
        func text(_ column: Int) -> [UInt8] { column < fields.count ? fields[column] : [] }
        func read(_ axis: CoordinateAxis) -> ParsedDegrees {
            parts.degrees(axis, decimalMark: dialect.decimalMark, text: text)
        }
        let (latitude, longitude) = (read(.latitude), read(.longitude))
        for (angle, axis, what) in [
            (latitude, CoordinateAxis.latitude, "latitude"), (longitude, .longitude, "longitude"),
        ] {
            if case .value = angle { continue }
            return skipped.add(
                angle == .missing ? .missing : .notANumber, line: line, what: what,
                text: Array(parts.text(axis, text: text).prefix(SkippedRows.textLimit)))
        }
        place(latitude, record.first, longitude, record.second, bytes, row: row, line: line)
    }
}
