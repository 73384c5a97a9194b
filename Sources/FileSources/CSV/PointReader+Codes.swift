import MapModel
import RowValues
import Rows
import Streams

/// Codes of cells and squares in one column.
extension PointReader {
    mutating func takeCode(
        _ field: CSVScanner.Field, _ codes: CodeColumn, _ bytes: ByteRun, row: UInt32, line: Int
    ) {
        let start = field.isQuoted ? field.start + 1 : field.start
        let text = bytes.buffer(start..<max(start, field.isQuoted ? field.end - 1 : field.end))
        guard !DegreeText.isMissing(text) else {
            return skip(.noPlace, "code", bytes, field, line: line)
        }
        do throws(CodeFault) {
            let area = try codes.area(of: text)
            batch.append(FixedCoordinate(area.middle), row: row)
            if area.isArea { areaRows.append(row) }
        } catch {
            skip(.invalidCode, "code", bytes, field, line: line)
        }
    }

    /// The rows in the middle of areas; nil without any.
    var vague: VagueRows? { VagueRows(areas: areaRows, capacity: recordCount) }
}
