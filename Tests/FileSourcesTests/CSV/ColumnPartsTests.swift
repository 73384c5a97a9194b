import Foundation
import TestSupport
import Testing

@testable import FileSources
@testable import MapModel
@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// Columns that are read in parts, against those of one reader that takes record after record.
struct ColumnPartsTests {
    @Test(arguments: 0..<60 as Range<UInt64>) func partsHaveWhatOneReaderFinds(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let table = try TemporaryFile(Self.table(&random)).load().table
        var kinds: [ColumnKind?] = ColumnKind.allCases
        kinds.append(nil)
        let columns = Array(table.columnNames.indices).shuffled(using: &random).prefix(random.number(1...4))
        let builders = columns.map {
            ColumnBuilder(name: "\($0)", kind: kinds.randomElement(using: &random) ?? nil)
        }
        try Self.expectSame(
            table, Array(columns), builders, partSize: random.number(30...900), "seed \(seed)")
    }

    @Test(arguments: HostileColumns.allCases) func hostileTablesAreReadAlike(_ hostile: HostileColumns) throws
    {
        var random = SeededRandom(UInt64(hostile.rawValue.count))
        let table = try TemporaryFile(hostile.bytes(rowCount: 2_500, &random)).load().table
        let columns = Array(table.columnNames.indices)
        for partSize in [5_000, 1 << 20] {
            let builders = columns.map {
                ColumnBuilder(name: table.columnNames[$0], decimalMark: table.decimalMark)
            }
            try Self.expectSame(table, columns, builders, partSize: partSize, "\(hostile), \(partSize)")
        }
    }

    /// Parts that were begun before the first value of a column are read without knowing its type.
    @Test func aColumnMayBeginLate() throws {
        let rows = (0..<9_000).map {
            "\($0),\($0 % 80).5,8.25,\($0 < 4_000 ? "" : "2026-11-\($0 % 20 + 10)")"
        }
        let table = try TemporaryFile("id,lat,lon,day\n" + rows.joined(separator: "\n")).load().table
        var builders = [ColumnBuilder(name: "day")]
        try Self.append(table, [3], to: &builders, partSize: 2_000)
        let values = builders[0].finish()
        #expect(values.kind == .time && values.rowCount == 9_000 && values.filledCount == 5_000)
        #expect(values.text(at: 3_999) == nil && values.text(at: 8_999) == "2026-11-29")
    }

    @Test(
        arguments: HostileColumns.allCases,
        [
            "name LIKE '%1%'", "name = 'Hotel 17' OR population > 500", "name IS NULL",
            "NOT name LIKE 'Hotel 1%' AND country != 'US'", "name > country",
        ])
    func rowsAreJudgedAsByWholeColumns(_ hostile: HostileColumns, text: String) throws {
        var random = SeededRandom(7)
        let table = try TemporaryFile(hostile.bytes(rowCount: 2_000, &random)).load().table
        let filter = try Filter(text, columns: table.columnNames)
        var share = 0.0
        let judged = try table.judgedRows(
            filter, partSize: 20_000, isCancelled: { false }, progress: { share = $0 })
        let values = try table.readColumns(filter.columns, isCancelled: { false })
        let kinds = Dictionary(uniqueKeysWithValues: zip(filter.columns, values.map(\.kind)))
        // All else is read as whole columns, which count what is of another type and say what does not fit.
        let isJudged =
            values.allSatisfy { $0.misfitCount == 0 } && (try? filter.bound(to: kinds)) != nil
        #expect((judged != nil) == isJudged || hostile == .late || hostile == .manyMisfits)
        guard let judged else { return }
        #expect(share == 1)
        let expected = try filter.rows(of: table, isCancelled: { false })
        #expect(judged == expected)
    }

    @Test(arguments: [HostileColumns.plain, .noLastLineEnd, .quoted, .longWords, .manyWords])
    func summariesAreThoseOfWholeColumns(_ hostile: HostileColumns) throws {
        var random = SeededRandom(8)
        let table = try TemporaryFile(hostile.bytes(rowCount: 45_000, &random)).load().table
        let columns = Array(table.columnNames.indices)
        let summaries = try table.summarizeColumns(columns, isCancelled: { false })
        let expected = try table.readColumns(columns, isCancelled: { false }).map { ColumnSummary($0) }
        #expect(summaries == expected)
    }

    /// Few rows are read one by one, of many the columns of all rows: both find the same.
    @Test(arguments: [HostileColumns.quoted, .fewMisfits, .numbers, .longWords], [3, 40, 400, 2_400, 3_000])
    func summariesOfSomeRowsAreExact(_ hostile: HostileColumns, count: Int) throws {
        var random = SeededRandom(UInt64(count))
        let table = try TemporaryFile(hostile.bytes(rowCount: 3_000, &random)).load().table
        let chosen = (0..<UInt32(table.recordCount)).shuffled(using: &random).prefix(count).sorted()
        var rows = RowSet(capacity: table.recordCount)
        for row in chosen { rows.insert(row) }
        let summary = try table.summary(of: rows, isCancelled: { false })
        let expected = try table.readColumns(
            Array(table.columnNames.indices), isCancelled: { false }
        ).map { ColumnSummary($0, rows: rows) }
        #expect(summary.rowCount == rows.count && summary.columns.map(\.name) == expected.map(\.name))
        for (found, column) in zip(summary.columns, expected) where found.kind == column.kind {
            #expect(found.missingCount == column.missingCount && found.range == column.range)
            #expect(found.distinctCount == column.distinctCount && found.frequent == column.frequent)
        }
        #expect(count < 2_000 || summary.columns.map(\.kind) == expected.map(\.kind))
    }

    @Test func progressReachesTheEnd() throws {
        let table = try Self.plainTable(rowCount: 5_000)
        var shares: [Double] = []
        var builders = [ColumnBuilder(name: "id")]
        try table.appendColumns(
            [0], to: &builders, partSize: 3_000, isCancelled: { false }, progress: { shares.append($0) })
        #expect(shares.count > 20 && shares.last == 1)
        #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func stopsBetweenPartsWhenCancelled() throws {
        let table = try Self.plainTable(rowCount: 5_000)
        var taken = 0
        var builders = [ColumnBuilder(name: "id")]
        #expect(throws: SourceError.cancelled) {
            try table.appendColumns(
                [0], to: &builders, partSize: 500, isCancelled: { taken > 10 }, progress: { _ in taken += 1 })
        }
        #expect(taken < 20)
    }

    @Test(arguments: [20_000, 200_000]) func aFileThatHasChangedIsRefused(length: Int) throws {
        let file = try TemporaryFile(
            "id,lat,lon\n" + (0..<5_000).map { "\($0),\($0 % 80).5,8.25\n" }.joined())
        let table = try file.load().table
        #expect(truncate(file.path, off_t(length)) == 0)
        var builders = [ColumnBuilder(name: "id")]
        #expect(throws: SourceError.self) { try Self.append(table, [0], to: &builders, partSize: 4_000) }
    }

    // MARK: - Both readers

    private static func plainTable(rowCount: Int) throws -> DelimitedTable {
        let rows = (0..<rowCount).map { "\($0),\($0 % 80).5,8.25" }
        return try TemporaryFile("id,lat,lon\n" + rows.joined(separator: "\n")).load().table
    }

    private static func append(
        _ table: DelimitedTable, _ columns: [Int], to builders: inout [ColumnBuilder], partSize: Int
    ) throws {
        try table.appendColumns(
            columns, to: &builders, partSize: partSize, isCancelled: { false }, progress: { _ in })
    }

    private static func expectSame(
        _ table: DelimitedTable, _ columns: [Int], _ builders: [ColumnBuilder], partSize: Int, _ words: String
    ) throws {
        var (parts, single) = (builders, builders)
        try append(table, columns, to: &parts, partSize: partSize)
        var cutter = FieldCutter(dialect: table.dialect, columns: columns)
        let titles = [table.headerBytes, table.unitsBytes]
        try table.forEachWindow(isCancelled: { false }) { content in
            table.forEachRecord(in: content) { record in
                let hasValues = !titles.contains(content.bytes(record))
                cutter.forEachField(content, record) { slot, text in
                    single[slot].append(hasValues ? text : UnsafeBufferPointer(start: nil, count: 0))
                }
            }
        }
        for (part, one) in zip(parts, single) {
            #expect(part.isMisjudged == one.isMisjudged, "\(words)")
            let (part, one) = (part.finish(), one.finish())
            #expect(part.name == one.name && part.kind == one.kind, "\(words)")
            #expect(part.filledCount == one.filledCount && part.misfitCount == one.misfitCount, "\(words)")
            #expect(part.storage.isSame(as: one.storage), "\(words), column \(one.name)")
        }
    }

    /// A table with everything that may be in one.
    private static func table(_ random: inout SeededRandom) -> [UInt8] {
        let lineEnd = ["\n", "\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
        var text = "id,lat,lon,note" + lineEnd
        for row in 0..<2 { text += "a\(row),1.5,2.5,x" + lineEnd }
        for _ in 0..<random.number(1...300) {
            let fields = (0..<4).map { _ in values.randomElement(using: &random) ?? "" }
            let count = random.number(0...20) == 0 ? random.number(1...6) : 4
            text += (fields + ["more", ""]).prefix(count).joined(separator: ",")
            text += random.number(0...9) == 0 ? lineEnd + lineEnd : lineEnd
            if random.number(0...50) == 0 { text += "id,lat,lon,note" + lineEnd + ",,," + lineEnd }
        }
        if random.number(0...1) == 0 { text += "9,1.5,2.5," + (random.number(0...1) == 0 ? "\"open" : "end") }
        return Array(text.utf8)
    }

    private static let values = [
        "", "0", "1", "-1", "12.5", "-0.25", "\"7\"", "\"8.5\"", "007", "1e3", "-0", "+4", "5.", ".5", " 7 ",
        "300", "-70000", "99999999", "123456789", "99999999.99999999", "0.1234567", "1,5", "\"1,037\"", "NA",
        "-",
        "true", "FALSE", "2026-11-22", "2026-11-22T09:30:00Z", "x", "plain text", "\"a, b\"",
        "\"a \"\"b\"\"\"",
        "\"two\nlines\"", "\"two\r\nlines,\"", "5\" pipe", "é", "日本語", "\"\"", "\"a\"b\"c", "\"a\" ",
        "longer text",
    ]
}

extension ColumnValues.Storage {
    /// Whether values, codes and words are the same, bit by bit.
    fileprivate func isSame(as other: ColumnValues.Storage) -> Bool {
        switch (self, other) {
        case (.numbers(.int8(let one)), .numbers(.int8(let two))): one == two
        case (.numbers(.int16(let one)), .numbers(.int16(let two))): one == two
        case (.numbers(.int32(let one)), .numbers(.int32(let two))): one == two
        case (.numbers(.double(let one)), .numbers(.double(let two))):
            one.map(\.bitPattern) == two.map(\.bitPattern)
        case (.words(let one), .words(let two)):
            one.codes.isSame(as: two.codes) && one.counts == two.counts
                && one.dictionary.bytes == two.dictionary.bytes
                && one.dictionary.starts == two.dictionary.starts
        default: false
        }
    }
}

extension WordCodes.Codes {
    fileprivate func isSame(as other: WordCodes.Codes) -> Bool {
        switch (self, other) {
        case (.byte(let one), .byte(let two)): one == two
        case (.short(let one), .short(let two)): one == two
        case (.long(let one), .long(let two)): one == two
        default: false
        }
    }
}
