import RowValues
import Rows
import Streams

/// Where the table of a delimited file begins, after the lines that programs and people write before it: `sep=;`,
/// comments, titles.
struct TableStart: Equatable {
    /// Bytes before the header, or before the first record where there is no header.
    private(set) var offset = 0
    /// Lines before it.
    private(set) var lines = 0
    /// The delimiter that a line `sep=;` names.
    private(set) var namedDelimiter: UInt8?
    /// The delimiter of the table.
    private(set) var delimiter = UInt8(ascii: ",")
    /// The quote of the table.
    private(set) var quote = UInt8(ascii: "\"")

    /// Records that are searched for a header.
    private static let searchedRecords = 30

    /// A record of the beginning.
    private struct Candidate {
        let start: Int
        let line: Int
        let fields: [[UInt8]]
    }

    /// The start of the table that begins with `head`.
    ///
    /// - Parameter isWhole: no bytes follow `head`.
    init(_ head: ByteRun, isWhole: Bool, options: CSVOptions) {
        skipMarks(head)
        let body = ByteRun(
            base: head.base + offset, count: min(head.count - offset, TableLayout.sampleBytes))
        let isAll = isWhole && offset + body.count == head.count
        delimiter =
            options.delimiter ?? namedDelimiter
            ?? CSVDialect.detectedDelimiter(in: body, isWhole: isAll)
        defer { if hasStrayQuotes(head, isWhole: isWhole) { quote = CSVDialect.noQuote } }
        guard options.hasHeader != false else { return }
        let dialect = CSVDialect(delimiter: delimiter)
        let candidates = Self.candidates(body, isWhole: isAll, dialect)
        let isInvented = options.hasInventedNames && Self.areInvented(candidates.first?.fields ?? [])
        let records = isInvented ? Array(candidates.dropFirst()) : candidates
        if let chosen = Self.header(among: records) ?? (isInvented ? records.first : nil) {
            offset += chosen.start
            // The invented line is none of the source.
            lines += chosen.line - (isInvented ? 2 : 1)
        }
        if let first = candidates.first?.fields, Self.hasSingleQuotes(first) { quote = UInt8(ascii: "'") }
    }

    /// Whether quotes are text, as in tables that GBIF, GeoNames and eBird write: each of the first lines has as many
    /// fields as the header when quotes mean nothing, and fewer records are found when they mean something.
    private func hasStrayQuotes(_ head: ByteRun, isWhole: Bool) -> Bool {
        guard delimiter == UInt8(ascii: "\t"), quote == UInt8(ascii: "\"") else { return false }
        let limit = min(head.count, offset + TableLayout.sampleBytes)
        var (next, lines, fields) = (offset, 0, 0)
        while next < limit {
            let line = Self.line(head, from: next)
            guard let text = line?.text ?? (isWhole ? next..<head.count : nil) else { break }
            next = line?.next ?? head.count
            if text.isEmpty { continue }
            let count = text.count { head[$0] == delimiter } + 1
            if lines == 0 { fields = count }
            guard count == fields else { return false }
            lines += 1
        }
        guard fields > 1, lines > 1 else { return false }
        let table = ByteRun(base: head.base + offset, count: next - offset)
        var scanner = CSVScanner(dialect: CSVDialect(delimiter: delimiter))
        scanner.begin(in: table, at: 0)
        var records = 0
        while case .record = scanner.advance(in: table, isFinal: true) { records += 1 }
        return records < lines
    }

    /// Skips a line `sep=;` and the comments before the table; the last comment may be the header.
    private mutating func skipMarks(_ head: ByteRun) {
        var comment: (offset: Int, lines: Int)?
        while let line = Self.line(head, from: offset) {
            let text = head.bytes(line.text)
            if lines == 0, let named = Self.delimiter(named: text) {
                namedDelimiter = named
            } else if text.first == UInt8(ascii: "#") || text.isEmpty {
                if text.count > 1 { comment = (offset, lines) }
            } else {
                break
            }
            offset = line.next
            lines += 1
        }
        guard let comment, let text = Self.line(head, from: comment.offset)?.text,
            Self.namesCoordinates(Self.fieldsOfComment(head.bytes(text)))
        else { return }
        (offset, lines) = comment
    }

    /// The line at `offset`, and where the next one begins; nil when it does not end.
    private static func line(_ head: ByteRun, from offset: Int) -> (text: Range<Int>, next: Int)? {
        var end = offset
        while end < head.count, head[end] != 0x0A, head[end] != 0x0D { end += 1 }
        guard end < head.count else { return nil }
        let isPair = head[end] == 0x0D && end + 1 < head.count && head[end + 1] == 0x0A
        return (offset..<end, end + (isPair ? 2 : 1))
    }

    /// `sep=;`, also in quotes.
    private static func delimiter(named line: [UInt8]) -> UInt8? {
        let text = line.filter { $0 != UInt8(ascii: "\"") }
        guard text.count == 5, String(decoding: text.prefix(4), as: UTF8.self).lowercased() == "sep=" else {
            return nil
        }
        return text[4]
    }

    /// The words of `# name, lat, lon`, whatever separates them.
    private static func fieldsOfComment(_ line: [UInt8]) -> [[UInt8]] {
        let marks = Array(",;|\t#".utf8)
        let fields = line.split { marks.contains($0) }.map(Array.init)
        return fields.count > 1 ? fields : line.dropFirst().split { $0 == 0x20 }.map(Array.init)
    }

    // MARK: titles

    private static func candidates(
        _ body: ByteRun, isWhole: Bool, _ dialect: CSVDialect
    ) -> [Candidate] {
        var scanner = CSVScanner(dialect: dialect)
        scanner.begin(in: body, at: 0)
        var found: [Candidate] = []
        while found.count < searchedRecords, case .record = scanner.advance(in: body, isFinal: isWhole) {
            let fields = RecordFields.split(body.bytes(scanner.start..<scanner.end), dialect: dialect)
            found.append(Candidate(start: scanner.start, line: scanner.linesBefore + 1, fields: fields))
        }
        return found
    }

    /// The first record unless it is a title: the first one that names coordinates, else the first one that is
    /// as wide as most.
    private static func header(among candidates: [Candidate]) -> Candidate? {
        guard let first = candidates.first, !namesCoordinates(first.fields) else { return nil }
        if let named = candidates.dropFirst().first(where: { isHeader($0.fields) }) { return named }
        let widths = candidates.map { width($0.fields) }.sorted()
        let common = widths[widths.count / 2]
        guard common > 1, width(first.fields) * 2 <= common else { return nil }
        // A line of a preamble may have fields, too, but not as many as the rows: Geolife's has one more.
        let counts = candidates.map(\.fields.count).sorted()
        let usual = counts[counts.count / 2]
        return candidates.first { width($0.fields) * 2 > common && $0.fields.count == usual }
            ?? candidates.first { width($0.fields) * 2 > common }
    }

    /// Field1, Field2 and so on.
    private static func areInvented(_ fields: [[UInt8]]) -> Bool {
        zip(fields, 1...).allSatisfy { field, number in field.elementsEqual("Field\(number)".utf8) }
    }

    /// Fields up to the last that is not empty.
    private static func width(_ fields: [[UInt8]]) -> Int {
        (fields.lastIndex { field in field.contains { $0 > 0x20 } } ?? -1) + 1
    }

    private static func isHeader(_ fields: [[UInt8]]) -> Bool {
        namesCoordinates(fields) && !fields.contains { ColumnSample(records: []).isNumber($0) }
    }

    private static func namesCoordinates(_ fields: [[UInt8]]) -> Bool {
        !ColumnNames(fields.map(TableLayout.name)).coordinatePairs().isEmpty
    }

    private static func hasSingleQuotes(_ fields: [[UInt8]]) -> Bool {
        fields.allSatisfy {
            $0.count > 1 && $0.first == UInt8(ascii: "'") && $0.last == UInt8(ascii: "'")
        }
    }
}
