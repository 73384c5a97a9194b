import RowValues
import Rows
import Streams

extension CSVDialect {
    /// The quote of tables in which quotes are text: a byte that no text in UTF-8 has.
    static let noQuote: UInt8 = 0xFF

    /// The delimiter that splits the first records most evenly: most of them into the same number of fields.
    ///
    /// Ties go to more fields, then to comma, semicolon, tab, bar in this order; a comma that a blank always follows, as in
    /// `Bern;46.95, 7.45`, comes last. It is the comma when none occurs.
    static func detectedDelimiter(in head: ByteRun, isWhole: Bool) -> UInt8 {
        var best = (delimiter: UInt8(ascii: ","), evenness: 0.0, fields: 1)
        let parted = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")].map {
            ($0, records(in: head, isWhole: isWhole, delimiter: $0))
        }
        let hasClean = parted.contains {
            $1.count > 1 && $1.allSatisfy { $0.fields > 1 && !$0.hasStrayQuote }
        }
        for (delimiter, records) in parted {
            // Quotes that do not close are parted by what stands within them.
            if hasClean, records.allSatisfy({ $0.hasStrayQuote }) { continue }
            let counts = records.map { $0.fields }
            guard let (fields, count) = mostFrequent(counts), fields > 1 else { continue }
            let evenness = Double(count) / Double(counts.count)
            let isTie = evenness == best.evenness && fields == best.fields
            if evenness > best.evenness || evenness == best.evenness && fields > best.fields
                || isTie && best.delimiter == UInt8(ascii: ",") && areCommasOfText(head)
            {
                best = (delimiter, evenness, fields)
            }
        }
        guard best.fields > 1 else { return rareDelimiter(in: head, isWhole: isWhole) ?? best.delimiter }
        guard best.delimiter == UInt8(ascii: ",") else { return best.delimiter }
        return delimiter(ofDecimalCommasIn: head, isWhole: isWhole) ?? best.delimiter
    }

    /// What Hive and other programs put between columns so that no text has it.
    private static let rareDelimiters = [0x01, UInt8(ascii: "^"), UInt8(ascii: "~")]

    /// One of them, where all of the first records have as many.
    private static func rareDelimiter(in head: ByteRun, isWhole: Bool) -> UInt8? {
        rareDelimiters.first { delimiter in
            let counts = fieldCounts(in: head, isWhole: isWhole, delimiter: delimiter)
            return counts.count > 1 && counts[0] > 1 && counts.allSatisfy { $0 == counts[0] }
        }
    }

    /// What parts the columns of numbers with decimal commas, as in `Bern;46,95;7,45`: each comma stands between two digits, alone in
    /// its field, and all records have as many fields. Where only blanks separate them it is the tab. Nil for other tables.
    private static func delimiter(ofDecimalCommasIn head: ByteRun, isWhole: Bool) -> UInt8? {
        let text = head.buffer(0..<min(head.count, TableLayout.sampleBytes))
        for delimiter in [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")] + rareDelimiters
        where text.contains(delimiter) {
            let counts = fieldCounts(in: head, isWhole: isWhole, delimiter: delimiter)
            guard let first = counts.first, first > 1, counts.allSatisfy({ $0 == first }),
                haveDecimalCommas(text, delimiter: delimiter, digits: 1)
            else { continue }
            return delimiter
        }
        if BlankDecimals(head, isWhole: isWhole) != nil { return UInt8(ascii: "\t") }
        // Minutes may stand between blanks and a comma, but with a point.
        guard !text.contains(where: { ".(\"".utf8.contains($0) }),
            haveDecimalCommas(text, delimiter: 0x20, digits: 3)
        else { return nil }
        return UInt8(ascii: "\t")
    }

    /// Whether each comma stands between two digits, with so many behind it, and no field has two; some field has one, or two of a
    /// line where only blanks separate them.
    private static func haveDecimalCommas(
        _ text: UnsafeBufferPointer<UInt8>, delimiter: UInt8, digits: Int
    ) -> Bool {
        func isDigit(_ offset: Int) -> Bool {
            text.indices.contains(offset) && (0x30...0x39).contains(text[offset])
        }
        var (hasComma, inLine, inAll) = (false, 0, 0)
        for (offset, byte) in text.enumerated() {
            let endsLine = byte == 0x0A || byte == 0x0D
            if endsLine, inLine == 1, delimiter == 0x20 { return false }
            if endsLine { inLine = 0 }
            if endsLine || byte == delimiter { hasComma = false }
            guard byte == UInt8(ascii: ",") else { continue }
            let isCut = offset + digits >= text.count
            guard !hasComma, isDigit(offset - 1), isCut || (1...digits).allSatisfy({ isDigit(offset + $0) })
            else { return false }
            (hasComma, inLine, inAll) = (true, inLine + 1, inAll + 1)
        }
        return inAll > (delimiter == 0x20 ? 1 : 0)
    }

    /// Each comma has a blank behind it.
    private static func areCommasOfText(_ head: ByteRun) -> Bool {
        let text = head.buffer(0..<min(head.count, TableLayout.sampleBytes))
        return zip(text, text.dropFirst()).allSatisfy { $0 != UInt8(ascii: ",") || $1 == 0x20 }
    }

    /// Nearly all of the first lines have as many columns between blanks, at least two.
    static func isSeparatedByBlanks(_ head: ByteRun, isWhole: Bool) -> Bool {
        var filter = BlankColumns()
        let length = min(head.count, TableLayout.sampleBytes)
        let memory = UnsafeRawBufferPointer(start: head.base, count: length)
        return ByteRun.with(filter.filtered(memory, isLast: true)) { text in
            let isAll = isWhole && length == head.count
            let start = TableStart(
                text, isWhole: isAll, options: CSVOptions(delimiter: UInt8(ascii: "\t")))
            let table = ByteRun(base: text.base + start.offset, count: text.count - start.offset)
            let counts = fieldCounts(in: table, isWhole: isAll, delimiter: UInt8(ascii: "\t"))
            guard let (fields, count) = mostFrequent(counts) else { return false }
            // R names one column less in the header.
            let others = counts.count - count - (counts.first == fields ? 0 : 1)
            return fields > 1 && count > 1 && others * 5 <= count
        }
    }

    /// Whether a delimiter separates all of the first records into the same count of fields; commas of numbers are none.
    static func hasDelimiter(_ head: ByteRun, isWhole: Bool) -> Bool {
        [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"), UInt8(ascii: ",")].contains { delimiter in
            let counts = fieldCounts(in: head, isWhole: isWhole, delimiter: delimiter)
            guard let first = counts.first, first > 1, counts.count > 1, counts.allSatisfy({ $0 == first })
            else { return false }
            let text = head.buffer(0..<min(head.count, TableLayout.sampleBytes))
            return delimiter != UInt8(ascii: ",") || !haveDecimalCommas(text, delimiter: 0x20, digits: 1)
        }
    }

    /// The first line has more words than most others: names of columns have blanks in them, unless a mark of a comment comes first.
    static func hasLongerHeader(_ head: ByteRun) -> Bool {
        let counts = head.bytes(0..<min(head.count, TableLayout.sampleBytes)).split(separator: 0x0A).prefix(
            50
        ).map {
            $0.split { $0 <= 0x20 }.count
        }
        guard let first = counts.first, let usual = mostFrequent(counts) else { return false }
        let mark = (0..<head.count).first { head[$0] > 0x20 }.map { head[$0] }
        return first > usual.fields && mark != UInt8(ascii: "#") && mark != UInt8(ascii: "%")
    }

    /// The most frequent of the counts, the first of equally frequent ones; and how often it occurs.
    private static func mostFrequent(_ counts: [Int]) -> (fields: Int, count: Int)? {
        var frequency: [Int: Int] = [:]
        for fields in counts { frequency[fields, default: 0] += 1 }
        guard let most = frequency.values.max() else { return nil }
        return counts.first { frequency[$0] == most }.map { ($0, most) }
    }

    private static func fieldCounts(in head: ByteRun, isWhole: Bool, delimiter: UInt8) -> [Int] {
        records(in: head, isWhole: isWhole, delimiter: delimiter).map { $0.fields }
    }

    /// The first records: how many fields each has, and whether a quote of it does not close.
    private static func records(
        in head: ByteRun, isWhole: Bool, delimiter: UInt8
    ) -> [(fields: Int, hasStrayQuote: Bool)] {
        var scanner = CSVScanner(dialect: CSVDialect(delimiter: delimiter))
        scanner.begin(in: head, at: 0)
        var records: [(fields: Int, hasStrayQuote: Bool)] = []
        while records.count < 50, case .record = scanner.advance(in: head, isFinal: isWhole) {
            records.append((scanner.fieldCount, scanner.hasStrayQuote))
        }
        return records
    }
}
