import Rows
import Streams

extension CSVDialect {
    /// The delimiter that splits the first records most evenly: most of them into as many fields as the
    /// header.
    ///
    /// Ties go to more fields, then to comma, semicolon, tab, bar in this order; to the comma when none
    /// occurs.
    static func detectedDelimiter(in head: ByteRun, isWhole: Bool) -> UInt8 {
        var best = (delimiter: UInt8(ascii: ","), evenness: 0.0, fields: 1)
        for delimiter in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")] {
            let counts = fieldCounts(in: head, isWhole: isWhole, delimiter: delimiter)
            guard let fields = counts.first, fields > 1 else { continue }
            let evenness = Double(counts.count { $0 == fields }) / Double(counts.count)
            if evenness > best.evenness || (evenness == best.evenness && fields > best.fields) {
                best = (delimiter, evenness, fields)
            }
        }
        return best.delimiter
    }

    private static func fieldCounts(in head: ByteRun, isWhole: Bool, delimiter: UInt8) -> [Int] {
        var scanner = CSVScanner(dialect: CSVDialect(delimiter: delimiter))
        scanner.begin(in: head, at: 0)
        var counts: [Int] = []
        while counts.count < 50, case .record = scanner.advance(in: head, isFinal: isWhole) {
            counts.append(scanner.fieldCount)
        }
        return counts
    }
}
