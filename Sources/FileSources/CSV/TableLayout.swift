import RowValues
import Rows
import Streams

/// What the first records of a delimited file show: its dialect, its columns, where the data begins.
struct TableLayout {
    static let sampleLimit = 1_000
    static let sampleBytes = 1 << 18

    var dialect: CSVDialect
    var columnNames: [String]
    var columns: DetectedColumns
    var headerBytes: [UInt8]?
    /// The line end of the first record: LF, CR LF or CR; LF when there is none.
    var lineEnd: [UInt8]

    /// Lines before the table.
    let skippedLines: Int
    /// Rows have one field more than the header: the first ones are names of rows, as R writes them.
    let hasRowNames: Bool
    /// Coordinates have decimal points, so that no comma parts their digits.
    let hasDecimalPoints: Bool
    /// The record below the header holds the units of the columns: its bytes.
    let unitsBytes: [UInt8]?
    /// The coordinates are numbers in another system than degrees on WGS 84.
    let isProjected: Bool
    /// The decimal mark of such numbers where the other one separates thousands; nil where that is not so.
    let metresMark: UInt8?
    /// The heights of the vertices of geometries are kept.
    let keepsHeights: Bool
    /// The user says that the other one of latitude and longitude comes first, also in geometries.
    let isSwapped: Bool

    /// Rows have no coordinates: their places are found later.
    var isUnplaced: Bool { columns.placeRoles != nil }

    /// The coordinates are in two columns of degrees on WGS 84.
    var isInDegrees: Bool {
        guard case .pair = columns.coordinates else { return false }
        return !isProjected && columns.unitsPerDegree == 1
    }

    /// - Parameters:
    ///   - head: the file from the start of its table on; `isWhole` when that is all of it.
    ///   - start: where that is, and the delimiter.
    init(
        head: ByteRun, isWhole: Bool, start: TableStart, file: String, options: CSVOptions
    ) throws(SourceError) {
        var dialect = CSVDialect(delimiter: start.delimiter, quote: start.quote)
        skippedLines = start.lines
        var scanner = CSVScanner(dialect: dialect, linesBefore: start.lines)
        var records = Self.records(in: head, isWhole: isWhole, with: &scanner)
        guard let first = records.first else { throw Self.noRecords(scanner, head, file: file) }
        lineEnd = Self.lineEnd(in: head, dialect: dialect)
        let fields = records.map { RecordFields.split($0, dialect: dialect) }
        dialect.hasHeader = options.hasHeader ?? Self.looksLikeHeader(fields)
        headerBytes = dialect.hasHeader ? first : nil
        if dialect.hasHeader { records.removeFirst() }
        var names = zip(fields[0], 1...).map { field, number in
            dialect.hasHeader ? Self.name(field) : "column \(number)"
        }
        if dialect.hasHeader, Self.hasLoneMark(fields) {
            names.removeFirst()
            headerBytes = Array(first.drop { $0 != dialect.delimiter }.dropFirst())
        }
        hasRowNames = dialect.hasHeader && Self.hasRowNames(fields)
        if hasRowNames { names.insert("", at: 0) }
        let rows = dialect.hasHeader ? fields.dropFirst().filter { $0 != fields[0] } : fields
        let hasUnits = dialect.hasHeader && Self.areUnits(rows.first ?? [])
        unitsBytes = hasUnits ? records.first : nil
        let sample = ColumnSample(records: hasUnits ? Array(rows.dropFirst()) : rows)
        do throws(ColumnError) {
            columns = try ColumnDetection(
                names: names, hasHeader: dialect.hasHeader, sample: sample, options: options.columns,
                readsWholeNumbers: true, readsProjected: true, readsParts: true, isDelimited: true
            ).detected()
        } catch {
            throw records.isEmpty
                ? Self.noRecords(scanner, head, file: file, hasHeader: true) : .columns(error, file: file)
        }
        if records.isEmpty { throw Self.noRecords(scanner, head, file: file, hasHeader: true) }
        isProjected = options.coordinateSystem != nil
        metresMark = isProjected ? sample.decimalMarkOfGrouped(columns.coordinates.columns) : nil
        keepsHeights = options.keepsHeights
        isSwapped = options.columns.isSwapped
        hasDecimalPoints = columns.coordinates.columns.contains { column in
            sample.values(of: column, limit: 100).contains { $0.contains(UInt8(ascii: ".")) }
        }
        if case .pair(let latitude, let longitude) = columns.coordinates {
            dialect.decimalMark = sample.decimalMark(of: [latitude, longitude])
        } else if case .parts(let parts) = columns.coordinates {
            dialect.decimalMark = sample.decimalMark(of: parts.columns)
        } else if columns.placeRoles != nil {
            dialect.decimalMark = sample.decimalMark
        }
        let isParted = if case .parts = columns.coordinates { true } else { false }
        let isCombined = if case .combined = columns.coordinates { true } else { false }
        if isCombined || isParted, isProjected {
            throw .refused(
                name: file,
                words:
                    "--crs needs two columns of numbers or a column of geometries (choose easting with --lon, northing with --lat)"
            )
        }
        columnNames = names
        self.dialect = dialect
    }

    /// Why a record is no row of the table; nil for nearly all.
    func reasonToSkip(_ record: UnsafeBufferPointer<UInt8>) -> SkippedRows.Reason? {
        if let headerBytes, record.count == headerBytes.count, record.elementsEqual(headerBytes) {
            return .repeatedHeader
        }
        if let unitsBytes, record.count == unitsBytes.count, record.elementsEqual(unitsBytes) {
            return .units
        }
        return nil
    }

    /// The two fields to read, ascending; twice the same for a column with both.
    var wantedFields: (first: Int, second: Int) {
        switch columns.coordinates {
        case .pair(let latitude, let longitude): (min(latitude, longitude), max(latitude, longitude))
        case .parts(let parts): (parts.columns.min() ?? 0, parts.columns.max() ?? 0)
        case .combined(let column, _), .geometry(let column, _): (column, column)
        case .places(let roles): (roles.code?.column ?? 0, roles.code?.column ?? 0)
        }
    }

    /// Whether `head` has two whole records of the table.
    static func hasTwoRecords(in head: ByteRun, from start: TableStart) -> Bool {
        var scanner = CSVScanner(dialect: CSVDialect(delimiter: start.delimiter))
        scanner.begin(in: head, at: start.offset)
        return (0..<2).allSatisfy { _ in scanner.advance(in: head, isFinal: false) == .record }
    }

    /// `# lon lat depth` above rows of three fields: the mark of a comment is no name.
    private static func hasLoneMark(_ records: [[[UInt8]]]) -> Bool {
        let header = records[0]
        guard let mark = header.first, [Array("#".utf8), Array("%".utf8)].contains(mark), records.count > 1
        else {
            return false
        }
        return records.dropFirst().prefix(100).allSatisfy { $0.count < header.count }
    }

    private static let unitWords: Set = [
        "degrees_north", "degrees_east", "degree_north", "degree_east", "degrees", "degree", "deg", "°",
        "decimal degrees",
        "degrees north", "degrees east", "degrees (+n)", "degrees (+e)", "deg n", "deg e", "dd",
        "decimal_degrees", "°n", "°e",
        "[deg]", "(deg)", "[°]", "(°)", "degn", "dege", "degrees_n", "degrees_e",
    ]

    /// Whether a record belongs to the header: the units of the columns, as ERDDAP writes them, two of which are degrees; or a
    /// rule of dashes below each name.
    private static func areUnits(_ fields: [[UInt8]]) -> Bool {
        if fields.count > 1, fields.allSatisfy({ !$0.isEmpty && $0.allSatisfy(ruleBytes.contains) }) {
            return true
        }
        return fields.count { unitWords.contains(String(decoding: $0, as: UTF8.self).lowercased()) } >= 2
    }

    private static let ruleBytes = Set("-=".utf8)

    /// R writes no name above the names of rows: those are quoted, or count from 0 or 1.
    private static func hasRowNames(_ records: [[[UInt8]]]) -> Bool {
        let count = records[0].count + 1
        let rows = records.dropFirst().prefix(100)
        guard !rows.isEmpty, rows.allSatisfy({ $0.count == count && !($0.last ?? []).isEmpty }) else {
            return false
        }
        let numbers = rows.map { Int(String(decoding: $0[0], as: UTF8.self)) }
        return numbers.first == 0 || numbers.first == 1
            ? zip(numbers, numbers.dropFirst()).allSatisfy { $0.map { $0 + 1 } == $1 }
            : false
    }

    /// Why there is nothing to show: no records, or a first record that does not end.
    private static func noRecords(
        _ scanner: CSVScanner, _ head: ByteRun, file: String, hasHeader: Bool = false
    ) -> SourceError {
        let line = scanner.linesBefore + 1
        if scanner.start < head.count {
            return .file(FileError(file: file, reason: .recordTooLong(line: line)))
        }
        return .empty(file: file, hasHeader: hasHeader)
    }

    private static func records(in head: ByteRun, isWhole: Bool, with scanner: inout CSVScanner) -> [[UInt8]]
    {
        scanner.begin(in: head, at: 0)
        var records: [[UInt8]] = []
        while records.count < sampleLimit, scanner.next < sampleBytes || records.count < 2,
            case .record = scanner.advance(in: head, isFinal: isWhole)
        {
            records.append(head.bytes(scanner.start..<scanner.end))
        }
        return records
    }

    private static func lineEnd(in head: ByteRun, dialect: CSVDialect) -> [UInt8] {
        var scanner = CSVScanner(dialect: dialect)
        scanner.begin(in: head, at: 0)
        guard case .record = scanner.advance(in: head, isFinal: true), scanner.end < scanner.next else {
            return [UInt8(ascii: "\n")]
        }
        return head.bytes(scanner.end..<scanner.next)
    }

    static func name(_ field: [UInt8]) -> String {
        var name = String(decoding: field, as: UTF8.self)
        while let last = name.last, last == " " || last == "\t" { name.removeLast() }
        // The header may be in a comment.
        if name.count > 1, name.first == "#" { name.removeFirst() }
        while let first = name.first, first == " " || first == "\t" { name.removeFirst() }
        // Where quotes are text, they are none of a name.
        if name.count > 2, name.first == "\"", name.last == "\"" {
            name = String(name.dropFirst().dropLast())
        }
        return name
    }

    /// A first record is a header unless it contains a number and none of the usual names.
    private static func looksLikeHeader(_ records: [[[UInt8]]]) -> Bool {
        let names = ColumnNames(records[0].map { name($0) })
        if !names.coordinatePairs().isEmpty || !names.columns(named: ColumnNames.combined).isEmpty
            || !names.columns(named: ColumnNames.geometries).isEmpty
        {
            return true
        }
        let sample = ColumnSample(records: records)
        return !records[0].indices.contains { column in
            let text = records[0][column]
            if isYear(text), !records.dropFirst().contains(where: { column < $0.count && isYear($0[column]) })
            {
                return false
            }
            return sample.isNumber(text) || isAddressOrFraction(text) || isCombined(text)
                || GeometryNotation.judge(text) != nil
        }
    }

    /// `2019`, `2019-01` and `2019/20` name columns of tables that have one for each year or month.
    private static func isYear(_ text: [UInt8]) -> Bool {
        let parts = text.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/")
        }
        guard let year = parts.first, year.count == 4, parts.count <= 2, parts.allSatisfy(isDigits) else {
            return false
        }
        return (parts.count == 1 || parts[1].count == 2)
            && [[0x31, 0x38], [0x31, 0x39], [0x32, 0x30]].contains(Array(year.prefix(2)))
    }

    /// Such as 192.0.2.1 and 3/17, which name no column.
    private static func isAddressOrFraction(_ text: [UInt8]) -> Bool {
        for (mark, count) in [(UInt8(ascii: "."), 4), (UInt8(ascii: "/"), 2)] {
            let parts = text.split(separator: mark, omittingEmptySubsequences: false)
            if parts.count == count, parts.allSatisfy({ (1...3).contains($0.count) && isDigits($0) }) {
                return true
            }
        }
        return false
    }

    private static func isDigits(_ text: some Collection<UInt8>) -> Bool {
        !text.isEmpty && text.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isCombined(_ text: [UInt8]) -> Bool {
        ColumnSample(records: [[text]]).pairOrder(of: 0) != nil
    }
}
