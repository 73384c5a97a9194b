import RowValues
import Rows
import Streams

/// Doubles the quotes that a backslash escapes, as MySQL, Spark and Hadoop write them.
///
///     "He said \"hi\"",46.9,7.4        "He said ""hi""",46.9,7.4
///     Bern\, Altstadt,46.9,7.4    →    "Bern, Altstadt",46.9,7.4
///
/// Two backslashes are one; a backslash before anything else stays, except at the end of a line, where it continues the field
/// as in MySQL's exports.
struct EscapedFields: ByteFilter {
    private enum Place { case plain, quoted, behindQuote }

    private static let backslash = UInt8(ascii: "\\")
    /// Of the records of the beginning, at most one in so many may still have another count of fields.
    private static let unevenShare = 20

    private let delimiter: UInt8
    private let quote: UInt8
    /// A backslash before a line feed makes that a part of the field.
    private let joinsLines: Bool
    private var place = Place.plain
    private var isEscaped = false
    /// The field without quotes that is not complete yet.
    private var open: [UInt8] = []
    private var hasEscapes = false

    init(delimiter: UInt8, quote: UInt8 = UInt8(ascii: "\""), joinsLines: Bool = false) {
        (self.delimiter, self.quote, self.joinsLines) = (delimiter, quote, joinsLines)
    }

    /// The filter for a table that has such fields: read as RFC 4180 says, quotes of it do not close or records have other counts of
    /// fields, and hardly any once this is applied. A field that ends in a backslash, such as "C:\data\", is no reason.
    ///
    /// - Parameter isWhole: no bytes follow `head`.
    init?(_ head: ByteRun, isWhole: Bool, start: TableStart, options: CSVOptions) {
        let length = min(head.count - start.offset, TableLayout.sampleBytes)
        guard head.buffer(start.offset..<start.offset + length).contains(Self.backslash) else { return nil }
        let text = head.bytes(start.offset..<start.offset + length)
        let isAll = isWhole && start.offset + length == head.count
        guard zip(text, text.dropFirst()).contains(where: { $0 == Self.backslash && Self.isEscapable($1) }),
            case let before = Self.faults(text, start.delimiter, isWhole: isAll),
            before.stray + before.uneven > 0,
            // The last backslash of a path stands before a delimiter, and escapes nothing.
            before.stray > 0 || !Self.havePaths(text)
        else { return nil }
        let named = options.delimiter ?? start.namedDelimiter
        for delimiter in named.map({ [$0] }) ?? [start.delimiter] + Array(",;\t|".utf8) {
            for joinsLines in [true, false] {
                var filter = EscapedFields(delimiter: delimiter, joinsLines: joinsLines)
                let changed = text.withUnsafeBytes { filter.filtered($0, isLast: isAll) }
                let after = Self.faults(changed, delimiter, isWhole: isAll)
                // A path at the end of a line joins it to the next one by mistake.
                guard changed != text, after.fields > 1, after.stray == 0,
                    joinsLines ? after.uneven == 0 : after.uneven * Self.unevenShare <= after.records,
                    after.uneven < before.stray + before.uneven
                else { continue }
                self.init(delimiter: delimiter, joinsLines: joinsLines)
                return
            }
        }
        return nil
    }

    /// Whether there are paths of Windows, such as `C:\data`.
    private static func havePaths(_ text: [UInt8]) -> Bool {
        zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: ":") && $1 == backslash }
    }

    private static func isEscapable(_ byte: UInt8) -> Bool { "\",;\t|\n".utf8.contains(byte) }

    private struct Faults {
        var records = 0
        /// Fields of the first record.
        var fields = 0
        /// Records with another count of fields.
        var uneven = 0
        /// Records with a quote that does not close.
        var stray = 0
    }

    private static func faults(_ text: [UInt8], _ delimiter: UInt8, isWhole: Bool) -> Faults {
        ByteRun.with(text) { bytes in
            var scanner = CSVScanner(dialect: CSVDialect(delimiter: delimiter))
            scanner.begin(in: bytes, at: 0)
            var faults = Faults()
            while case .record = scanner.advance(in: bytes, isFinal: isWhole) {
                if faults.records == 0 { faults.fields = scanner.fieldCount }
                faults.records += 1
                faults.uneven += scanner.fieldCount == faults.fields ? 0 : 1
                faults.stray += scanner.hasStrayQuote ? 1 : 0
            }
            return faults
        }
    }

    // MARK: bytes

    mutating func filtered(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 16)
        for byte in bytes {
            if isEscaped {
                isEscaped = false
                takeEscaped(byte, &result)
            } else if byte == Self.backslash {
                isEscaped = true
            } else {
                take(byte, &result)
            }
        }
        if isLast {
            if isEscaped { take(Self.backslash, &result) }
            isEscaped = false
            endField(&result)
        }
        return result
    }

    private mutating func takeEscaped(_ byte: UInt8, _ result: inout [UInt8]) {
        switch (byte, place) {
        case (quote, .quoted): result += [quote, quote]
        case (quote, .plain), (delimiter, .plain),
            (0x0A, .plain) where joinsLines:
            open.append(byte)
            hasEscapes = true
        case (Self.backslash, _): take(byte, &result)
        default:
            take(Self.backslash, &result)
            take(byte, &result)
        }
    }

    private mutating func take(_ byte: UInt8, _ result: inout [UInt8]) {
        switch place {
        case .quoted:
            result.append(byte)
            if byte == quote { place = .behindQuote }
        case .behindQuote:
            result.append(byte)
            if byte == quote { place = .quoted }
            if byte == delimiter || byte == 0x0A || byte == 0x0D { place = .plain }
        case .plain where byte == quote && !hasEscapes && open.allSatisfy({ $0 == 0x20 }):
            result += open + [byte]
            open.removeAll(keepingCapacity: true)
            place = .quoted
        case .plain where byte == delimiter || byte == 0x0A || byte == 0x0D:
            endField(&result)
            result.append(byte)
        case .plain: open.append(byte)
        }
    }

    /// Writes the field without quotes, with quotes where it needs them.
    private mutating func endField(_ result: inout [UInt8]) {
        if hasEscapes {
            result.append(quote)
            for byte in open { result += byte == quote ? [quote, quote] : [byte] }
            result.append(quote)
        } else {
            result += open
        }
        open.removeAll(keepingCapacity: true)
        hasEscapes = false
    }
}
