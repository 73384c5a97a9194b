import MapModel
import RowValues
import Streams

/// Reads degrees in the fields of a record, in quotes or not.
struct DegreeFields {
    let parser: NumberParser
    let quote: UInt8

    init(_ dialect: CSVDialect) {
        parser = NumberParser(decimalMark: dialect.decimalMark)
        quote = dialect.quote
    }

    @inline(__always)
    func degrees(_ bytes: ByteRun, _ field: CSVScanner.Field, axis: CoordinateAxis) -> ParsedDegrees {
        guard field.isQuoted else { return parser.degrees(in: bytes, field.start..<field.end, axis: axis) }
        return quotedDegrees(bytes, field, axis: axis)
    }

    @inline(never)
    private func quotedDegrees(
        _ bytes: ByteRun, _ field: CSVScanner.Field, axis: CoordinateAxis
    ) -> ParsedDegrees {
        let inner = field.start &+ 1..<max(field.start &+ 1, field.end &- 1)
        let isPlain = bytes[field.end &- 1] == quote && !inner.contains { bytes[$0] == quote }
        if isPlain { return parser.degrees(in: bytes, inner, axis: axis) }
        guard field.end - field.start <= 4096 else { return .notANumber }
        return parser.degrees(
            RecordFields.unquoted(bytes.bytes(field.start..<field.end), quote: quote), axis: axis)
    }
}
