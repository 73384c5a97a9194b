/// How a delimited file is written.
public struct CSVDialect: Sendable, Equatable {
    public enum DecimalMark: Sendable, Equatable {
        case point
        /// 47,3769; a value with a single point instead is read too.
        case comma
    }

    public var delimiter: UInt8
    public var quote: UInt8
    /// The first record names the columns.
    public var hasHeader: Bool
    public var decimalMark: DecimalMark

    public init(
        delimiter: UInt8 = UInt8(ascii: ","), quote: UInt8 = UInt8(ascii: "\""), hasHeader: Bool = true,
        decimalMark: DecimalMark = .point
    ) {
        self.delimiter = delimiter
        self.quote = quote
        self.hasHeader = hasHeader
        self.decimalMark = decimalMark
    }

    /// The delimiter in words.
    public var delimiterName: String {
        switch delimiter {
        case UInt8(ascii: ","): "comma"
        case UInt8(ascii: ";"): "semicolon"
        case UInt8(ascii: "\t"): "tab"
        case UInt8(ascii: "|"): "bar"
        default: quoted(String(Character(Unicode.Scalar(delimiter))))
        }
    }

    /// The delimiter that cuts the first records most evenly: most of them as often as the first, the header.
    ///
    /// Ties go to more fields, then to comma, semicolon, tab, bar in this order; a comma when none cuts at
    /// all.
    static func sniffedDelimiter(in head: ByteRun, isWhole: Bool) -> UInt8 {
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
