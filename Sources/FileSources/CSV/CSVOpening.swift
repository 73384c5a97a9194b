import MapModel
import RowValues
import Rows
import Streams

/// A file that was opened, with its first window and its layout.
struct CSVOpening: ~Copyable {
    let file: FileBytes
    var feed: ByteFeed
    var window: ReadWindow
    let layout: TableLayout
    private let hasByteOrderMark: Bool
    private let isSwapped: Bool

    /// The encoding that was detected, unless it is Unicode.
    let encoding: String?
    /// Backslashes escape quotes.
    let hasEscapes: Bool
    /// Decimal commas are a guess.
    private let guessesCommas: Bool

    init(_ file: FileBytes, options: CSVOptions, isCancelled: () -> Bool) throws(SourceError) {
        let input = try TextInput(
            file, windowSize: options.windowSize, keepsBytes: true, encoding: options.encoding,
            isCancelled: isCancelled)
        let (hasMark, detected) = (input.hasByteOrderMark, input.detectedEncoding)
        var feed = input.feed
        var window = input.window
        var options = options
        var start = try Self.fillHead(&window, from: &feed, options: options, isCancelled: isCancelled)
        if options.delimiter == nil || options.delimiter == UInt8(ascii: "|"),
            window.withBytes({ PipeTable.begins(UnsafeRawBufferPointer(start: $0.base, count: $0.count)) })
        {
            options.delimiter = UInt8(ascii: "|")
            feed.apply(PipeTable(), to: &window)
            start = try Self.fillHead(&window, from: &feed, options: options, isCancelled: isCancelled)
        }
        let repair = window.withBytes { [isWhole = window.isAtEnd] in
            Self.repair($0, isWhole: isWhole, start: start, options: options)
        }
        let isEscaped = repair is EscapedFields
        let areGuessed = window.withBytes { [isWhole = window.isAtEnd, options, start] in
            options.delimiter == nil && Self.guessesCommas($0, isWhole: isWhole, start)
        }
        if let repair {
            feed.apply(repair, to: &window)
            start = try Self.fillHead(&window, from: &feed, options: options, isCancelled: isCancelled)
        }
        let found: TableLayout
        do throws(SourceError) {
            found = try Self.layout(&window, start, file: file, options: options)
        } catch {
            // What was cut off may be missing from what was found.
            if let fault = feed.fault { throw .file(fault.error(of: file.name)) }
            guard options.delimiter == nil || options.delimiter == UInt8(ascii: " ") else { throw error }
            let isWhole = window.isAtEnd
            if window.withBytes({ QuotedLines.begin($0, isWhole: isWhole) }) {
                feed.apply(QuotedLines(), to: &window)
            } else {
                // Nothing separates the columns but blanks: read again with one tab between two of them.
                guard let columns = window.withBytes({ Self.blankColumns($0, isWhole: isWhole) }) else {
                    throw error
                }
                options.delimiter = UInt8(ascii: "\t")
                feed.apply(columns, to: &window)
            }
            let start = try Self.fillHead(&window, from: &feed, options: options, isCancelled: isCancelled)
            guard let joined = try? Self.layout(&window, start, file: file, options: options) else {
                throw error
            }
            found = joined
        }
        layout = found
        hasByteOrderMark = hasMark
        isSwapped = options.columns.isSwapped
        (encoding, hasEscapes, guessesCommas) = (detected, isEscaped, areGuessed)
        self.file = file
        self.feed = feed
        self.window = window
    }

    /// Whether commas could separate columns as well, where blanks do.
    private static func guessesCommas(_ head: ByteRun, isWhole: Bool, _ start: TableStart) -> Bool {
        start.delimiter == UInt8(ascii: "\t") && BlankDecimals(head, isWhole: isWhole)?.isGuess == true
    }

    /// What puts the quotes of a table as the reader of records expects them; nil for nearly all tables.
    private static func repair(
        _ head: ByteRun, isWhole: Bool, start: TableStart, options: CSVOptions
    ) -> (any ByteFilter)? {
        if let escaped = EscapedFields(head, isWhole: isWhole, start: start, options: options) {
            return escaped
        }
        let mayPart =
            start.delimiter == UInt8(ascii: ",")
            || start.delimiter == UInt8(ascii: ";") && BareGeometries.haveReferences(head)
        return mayPart && BareGeometries.occur(in: head) ? BareGeometries() : nil
    }

    /// What makes a tab of the blanks between two columns, where nothing else separates them.
    private static func blankColumns(_ head: ByteRun, isWhole: Bool) -> (any ByteFilter)? {
        if let ruled = FixedColumns(ruled: head, isWhole: isWhole) { return ruled }
        let places = PlaceLines.fields(ofLinesIn: head, isWhole: isWhole, order: .numbers, digits: 1)
        if let places, PlaceLines.haveNames(places, .numbers) { return PlaceLines(.numbers) }
        let isSeparated = CSVDialect.isSeparatedByBlanks(head, isWhole: isWhole)
        if !isSeparated,
            let named = PlaceLines.fields(ofLinesIn: head, isWhole: isWhole, order: .text, digits: 1),
            PlaceLines.haveNames(named, .text)
        {
            return PlaceLines(.text)
        }
        // Blanks are within the fields of other tables.
        if places == nil, CSVDialect.hasDelimiter(head, isWhole: isWhole) { return nil }
        if isSeparated, !CSVDialect.hasLongerHeader(head) { return BlankColumns() }
        if places != nil { return PlaceLines(.numbers) }
        return FixedColumns(head, isWhole: isWhole) ?? (isSeparated ? BlankColumns() : nil)
    }

    /// Skips what precedes the table and judges its first records.
    private static func layout(
        _ window: inout ReadWindow, _ start: TableStart, file: FileBytes, options: CSVOptions
    ) throws(SourceError) -> TableLayout {
        let isWhole = window.isAtEnd
        let layout = try window.withBytes { head throws(SourceError) in
            let table = ByteRun(base: head.base + start.offset, count: head.count - start.offset)
            return try TableLayout(
                head: table, isWhole: isWhole, start: start, file: file.name, options: options)
        }
        window.discard(start.offset)
        return layout
    }

    /// Reads until two records are complete, so that a header and its first values can be judged. If what a stream has sent so
    /// far has them, nothing is waited for.
    ///
    /// - Returns: where the table starts.
    private static func fillHead(
        _ window: inout ReadWindow, from feed: inout ByteFeed, options: CSVOptions, isCancelled: () -> Bool
    ) throws(SourceError) -> TableStart {
        if window.count == 0 { try window.fill(from: &feed, isCancelled: isCancelled) }
        while true {
            let isWhole = window.isAtEnd
            let start = window.withBytes { TableStart($0, isWhole: isWhole, options: options) }
            let isEnough = isWhole || window.count >= options.recordLimit
            if isEnough || window.withBytes({ TableLayout.hasTwoRecords(in: $0, from: start) }) {
                return start
            }
            if window.isFull { window.grow() }
            try window.fill(from: &feed, isCancelled: isCancelled)
        }
    }

    /// Whether records can be handed over one by one: their places depend on nothing else.
    var mayPass: Bool {
        switch layout.columns.coordinates {
        case .pair, .parts, .combined: !layout.isProjected
        case .geometry: false
        case .places(let roles): roles.address != nil
        }
    }

    /// What is said of a table in which backslashes escape quotes.
    private static let escapeNotice = #"\" is a quote within a field here, and \\ a backslash"#

    /// What is said of the text, apart from its columns.
    var textNotices: [String] {
        (hasEscapes ? [Self.escapeNotice] : []) + (guessesCommas ? [BlankDecimals.notice] : [])
            + (encoding.map { [TextInput.notice(of: $0)] } ?? [])
    }

    /// What was read so far.
    ///
    /// - Parameters:
    ///   - bytes: from which values are read again; nil for what was kept.
    ///   - seen: records with those that were forgotten; nil where none was.
    func source(
        _ reader: PointReader, columns: [Int: ColumnValues] = [:], of bytes: KeptBytes? = nil,
        seen: Int? = nil
    ) -> LoadedSource {
        let kept = bytes ?? feed.kept.map(KeptBytes.memory) ?? .file(file)
        var table = DelimitedTable(
            name: file.name, identity: file.identity, dialect: layout.dialect,
            columnNames: ColumnNames.unique(layout.columnNames),
            columns: layout.columns, headerBytes: layout.headerBytes, unitsBytes: layout.unitsBytes,
            recordCount: reader.recordCount,
            lineEnd: layout.lineEnd, isInDegrees: layout.isInDegrees, hasByteOrderMark: hasByteOrderMark,
            blocks: reader.blocks, bytes: kept)
        table.knownColumns = columns
        var source = LoadedSource(
            points: reader.points, shapes: reader.shapes, table: table, skipped: reader.skipped,
            notices: reader.notices(
                of: table, layout, seen: seen ?? table.recordCount,
                input: textNotices,
                isSwapped: isSwapped),
            earlyEnd: reader.notes.earlyEnd)
        source.vague = reader.vague
        source.heights = reader.heights
        return source
    }
}

extension PointReader {
    /// Messages for the user, a line each, the most important first.
    fileprivate func notices(
        of table: DelimitedTable, _ layout: TableLayout, seen: Int, input: [String], isSwapped: Bool
    ) -> [String] {
        var lines: [String] = []
        let file = printable(table.name)
        if let swapped = notes.swapNotice(file: table.name, records: seen, isSwapped: isSwapped) {
            lines.append(swapped)
        }
        if layout.hasRowNames {
            lines.append(
                "\(file): rows have one field more than the header: the first one is taken as the name of the row"
            )
        }
        lines += table.columns.notices.map { "\(file): \($0)" }
        if layout.dialect.quote == CSVDialect.noQuote {
            lines.append("\(file): quotes are read as text: they would hide rows")
        }
        lines += input.map { "\(file): \($0)" }
        lines += notes.notices(file: table.name)
        return lines
    }
}
