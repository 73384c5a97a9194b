import DataSets
import MapModel
import TestSupport
import Testing

@testable import DatabaseSources
@testable import FileSources
@testable import MapSources
@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

@Suite struct ColumnValuesTests {
    private func column(_ values: [String], decimalMark: Character = ".") -> ColumnValues {
        var builder = ColumnBuilder(name: "c", decimalMark: decimalMark.asciiValue ?? 0)
        for value in values { builder.append(value) }
        return builder.finish()
    }

    // MARK: - Kinds

    @Test(arguments: [
        (["1", "2", "", "-3"], ColumnKind.number), (["1.5", "NA", "2e3"], .number),
        (["01234", "02345"], .text), (["1234567890123456789"], .text), (["2024-05-01", "2023-12-31"], .time),
        (["2024-05-01T10:00:00Z", "2024-05-01 10:00"], .time), (["true", "FALSE", ""], .boolean),
        (["yes", "no"], .text), (["", ""], .text), ([], .text), (["1", "two", "3"], .text),
        (["2024-13-01"], .text), (["inf", "1"], .text), (["1,5", "2"], .text),
        (["0", "0.5", "-0.25"], .number),
        (["+5", ".5", "5."], .number), (["1,037.50", "12"], .number), (["1,037", "999"], .number),
        (["1'037'500"], .number), (["1\u{202F}037"], .number), (["1,037,500"], .number),
        // With a decimal comma these are a little more than one.
        (["1,037", "2,500"], .text), (["1,03", "2"], .text), (["0,123", "12"], .text),
        (["1,0375", "2"], .text),
        (["12,34,567", "1"], .text), (["1,037'500", "1"], .text), (["1,037,5", "1"], .text),
    ])
    func kindIsThatOfTheValues(_ values: [String], _ kind: ColumnKind) {
        #expect(column(values).kind == kind)
    }

    /// As in rows of a file without the column, before those of one that has it.
    @Test(arguments: [
        ("1.5", ColumnKind.number), ("2026-11-22", .time), ("true", .boolean), ("cafe", .text),
    ])
    func kindIsThatOfLateValues(_ value: String, _ kind: ColumnKind) {
        let found = column([String](repeating: "", count: 30_000) + [value, "", value])
        #expect(found.kind == kind && found.rowCount == 30_003 && found.filledCount == 2)
        #expect(found.text(at: 29_999) == nil && found.text(at: 30_001) == nil)
        #expect(found.text(at: 30_000) != nil && found.text(at: 30_000) == found.text(at: 30_002))
    }

    @Test func valuesOfAnotherKindAreMissingAndCounted() {
        let values = (0..<100).map(String.init) + ["many", "", "NULL"]
        let column = column(values)
        #expect(column.kind == .number && column.rowCount == 103)
        #expect(column.filledCount == 100 && column.misfitCount == 1 && column.missingCount == 3)
        #expect(column.number(at: 7) == 7 && column.number(at: 100) == nil && column.isMissing(101))
    }

    @Test func decimalCommaIsThatOfTheFile() {
        let column = column(["1,5", "-2,25", "3"], decimalMark: ",")
        #expect((0..<3).map { column.number(at: $0) } == [1.5, -2.25, 3])
    }

    @Test func thousandsMayBeSeparated() {
        let texts = [
            "1,037.50", "-12,000", "+1,234,567", "999", "1'037", "1’037.5", "1 037", "1\u{A0}037",
            "1\u{2009}037",
        ]
        let column = column(texts)
        #expect(column.misfitCount == 0)
        #expect(
            texts.indices.map { column.number(at: $0) }
                == [1037.5, -12_000, 1_234_567, 999, 1037, 1037.5, 1037, 1037, 1037])
        let continental = self.column(["1.037,50", "12", "2.000.000"], decimalMark: ",")
        #expect((0..<3).map { continental.number(at: $0) } == [1037.5, 12, 2_000_000])
    }

    /// As in files with different marks that are shown together.
    @Test func eachValueHasTheMarkOfItsSource() {
        var builder = ColumnBuilder(name: "c")
        for text in ["1.5", "2000"] { builder.append(text) }
        builder.decimalMark = UInt8(ascii: ",")
        for text in ["2,5", "3.000"] { builder.append(text) }
        let column = builder.finish()
        #expect(column.kind == .number && (0..<4).map { column.number(at: $0) } == [1.5, 2000, 2.5, 3000])
    }

    @Test func timesAreMomentsOfUTC() {
        let column = column(["1970-01-02", "1970-01-01T01:00:00+01:00", "1970-01-01T00:00:01.5Z"])
        #expect((0..<3).map { column.number(at: $0) } == [86_400_000, 0, 1_500])
        #expect(column.text(at: 0) == "1970-01-02" && column.text(at: 2) == "1970-01-01T00:00:01.500Z")
    }

    // MARK: - Packing

    @Test(arguments: 0..<40) func numbersAreKeptExactly(seed: UInt64) {
        var random = SeededRandom(seed)
        let limit = [100.0, 30_000, 2e9, 9e15][random.number(0...3)]
        let isWhole = Bool.random(using: &random)
        let numbers = (0..<random.number(1...9_000)).map { _ -> Double? in
            if random.number(0...9) == 0 { return nil }
            let number = Double.random(in: -limit...limit, using: &random)
            return isWhole ? number.rounded() : number
        }
        let column = column(numbers.map { $0.map { "\($0)" } ?? "" })
        let isSame = numbers.indices.allSatisfy { column.number(at: $0) == numbers[$0] }
        #expect(isSame)
        #expect(column.missingCount == numbers.count { $0 == nil })
        if isWhole, limit == 100, column.kind == .number { #expect(column.byteCount == numbers.count) }
    }

    /// Against the C library's reading.
    @Test(arguments: 0..<40) func numbersAreReadAsTheLibraryReadsThem(seed: UInt64) {
        var random = SeededRandom(seed)
        for _ in 0..<300 {
            var text = ["", "-", "+"][random.number(0...2)]
            for _ in 0..<random.number(0...18) { text += String(random.number(0...9)) }
            if random.number(0...1) == 0 {
                text += "."
                for _ in 0..<random.number(0...20) { text += String(random.number(0...9)) }
            }
            if random.number(0...3) == 0 { text += "e\(random.number(-40...40))" }
            let read = Array(text.utf8).withUnsafeBufferPointer {
                ValueText.number($0, decimalMark: UInt8(ascii: "."))
            }
            if let read { #expect(read == Double(text), "\(text)") }
            let digits = text.drop { "+-".contains($0) }
            let isCode = digits.prefix(while: \.isNumber).count > 1 && digits.first == "0"
            if read == nil, let expected = Double(text), !isCode {
                #expect(abs(expected) > 9_007_199_254_740_992, "\(text)")
            }
        }
    }

    /// Dates with points have their day first; of 05/06/2020 only the column knows which part is the day.
    @Test(
        arguments: [
            ("2020-05-31", 1_590_883_200), ("2020/05/31", 1_590_883_200), ("31.05.2020", 1_590_883_200),
            ("1.5.2020", 1_588_291_200), ("31.5.2020 09:30", 1_590_917_400),
            ("31.05.2020 09:30:05", 1_590_917_405),
            ("1.1.1900", -2_208_988_800), ("31.12.9999 23:59:59", 253_402_300_799),
            ("31.12.9999 23:59:60", nil),
            ("1.1.0001 00:00:00+23:59", nil), ("1.1.0001", -62_135_596_800), ("31.5.20201", nil),
            ("031.5.2020", nil), ("29.2.2021", nil), ("31.05.20", 1_590_883_200), ("5.31.2020", nil),
            ("05/31/2020", nil),
            ("31.05.2020 9", nil), ("31.05.2020  09:30", 1_590_917_400), ("31.05.2020 ", 1_590_883_200),
            ("1.2.3.2020", nil),
            ("31-05-2020", nil), ("2020.05.31", 1_590_883_200), ("..2020.20", nil), ("1..20202020", nil),
            ("12345678", nil),
            ("31.05.2020T09:30Z", 1_590_917_400), ("2020-5-31", 1_590_883_200), ("1.052.020", nil),
        ] as [(String, Int?)])
    func datesAreReadInTheOrderThatIsCertain(text: String, seconds: Int?) {
        #expect(ColumnText(text).milliseconds == seconds.map { Double($0) * 1_000 })
    }

    @Test(arguments: 0..<30) func wordsAreADictionary(seed: UInt64) {
        var random = SeededRandom(seed)
        let different = [3, 300, 70_000][random.number(0...2)]
        let values = (0..<random.number(1...100_000)).map { _ in
            random.number(0...4) == 0 ? "" : "word \(random.number(0...different))"
        }
        guard case .words(let words) = column(values).storage else {
            Issue.record("no words")
            return
        }
        let isSame = values.indices.allSatisfy {
            let code = words.code(at: $0)
            return code == 0 ? values[$0].isEmpty : words.word(code) == values[$0]
        }
        #expect(isSame)
        let tally = values.filter { !$0.isEmpty }.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        #expect(words.dictionary.count == tally.count)
        let expected = tally.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(8).map(\.key)
        #expect(words.mostFrequent(8).map { words.word($0) } == expected)
        #expect(words.counts[0] == values.count { $0.isEmpty })
    }

    // MARK: - Sources

    private static let csv = #"""
        id,name,lat,lon,stars,since
        1,"Alpha, ""the first""",10,20,3,2020-01-01
        2,,11,21,,
        3,Gamma,x,22,"4",2021-06-30

        4,Δ,12,23,5.5,2022-02-02
        """#
    private static let json = #"""
        [{"id": 1, "name": "Alpha, \"the first\"", "lat": 10, "lon": 20, "stars": 3, "since": "2020-01-01"},
         {"id": 2, "name": null, "lat": 11, "lon": 21},
         {"id": 3, "name": "Gamma", "lat": null, "lon": 22, "stars": 4, "since": "2021-06-30"},
         {"id": 4, "name": "Δ", "lat": 12, "lon": 23, "stars": 5.5, "since": "2022-02-02"}]
        """#
    private static let sql = """
        CREATE TABLE t(id INTEGER PRIMARY KEY, name, lat, lon, stars, since);
        INSERT INTO t VALUES (1, 'Alpha, "the first"', 10, 20, 3, '2020-01-01'), (2, NULL, 11, 21, NULL, NULL),
            (3, 'Gamma', 'x', 22, 4, '2021-06-30'), (4, 'Δ', 12, 23, 5.5, '2022-02-02');
        """

    private func expectSample(_ table: any RowTable) throws {
        let names = table.columnNames
        let columns = try ["since", "name", "stars"].map { try #require(names.firstIndex(of: $0)) }
        var last = 0.0
        let values = try table.readColumns(columns, isCancelled: { false }, progress: { last = $0 })
        #expect(values.map(\.kind) == [.time, .text, .number])
        #expect(values.map(\.name) == ["since", "name", "stars"])
        let texts = values.map { column in (0..<4).map { column.text(at: $0) } }
        #expect(texts[0] == ["2020-01-01", nil, "2021-06-30", "2022-02-02"])
        #expect(texts[1] == ["Alpha, \"the first\"", nil, "Gamma", "Δ"])
        #expect(texts[2] == ["3", nil, "4", "5.5"])
        #expect(last == 1)
    }

    @Test func everySourceGivesTheSameColumns() throws {
        let file = try TemporaryFile(Self.csv)
        let csv = try file.load().table
        try expectSample(csv)
        let other = try TemporaryFile(Array(Self.json.utf8), extension: "json")
        let opened = try SourceOpener(SourceOptions()).open([other.path], isCancelled: { false })
        try expectSample(try opened.read(isCancelled: { false }).table)
        let database = try SQLiteWriter(Self.sql)
        let table = try database.load().table
        try expectSample(table)
        let layered = LayeredTable([csv, table])
        let stars = try #require(layered.columnNames.firstIndex(of: "stars"))
        let values = try layered.readColumns([stars], isCancelled: { false })[0]
        #expect((0..<8).map { values.number(at: $0) } == [3, nil, 4, 5.5, 3, nil, 4, 5.5])
    }

    @Test func filesWithDifferentDecimalMarksMakeOneColumn() throws {
        let point = try TemporaryFile("lat,lon,v\n40.5,5.5,1.5\n41.5,6.5,2000\n")
        let comma = try TemporaryFile("lat;lon;v\n40,5;5,5;2,5\n41,5;6,5;3.000\n")
        let tables = try [comma.load().table, point.load().table]
        for tables in [tables, tables.reversed()] {
            let layered = LayeredTable(tables)
            let values = try layered.readColumns([2], isCancelled: { false })[0]
            #expect(values.kind == .number)
            #expect(Set((0..<4).map { values.number(at: $0) }) == [1.5, 2000, 2.5, 3000])
        }
    }

    /// The first thousand values look like numbers, the rest are words: none of them is lost.
    @Test func aColumnThatWasMisjudgedIsText() throws {
        let rows = (0..<3_000).map { "1,\($0 % 80),\($0 < 1_500 ? "\($0)" : "word \($0)")" }
        let file = try TemporaryFile("lat,lon,c\n" + rows.joined(separator: "\n"))
        let values = try file.load().table.readColumns([2], isCancelled: { false })[0]
        #expect(values.kind == .text && values.text(at: 7) == "7" && values.text(at: 2_000) == "word 2000")
        #expect(values.filledCount == 3_000)
    }

    @Test func aCancelledReadingThrows() throws {
        let file = try TemporaryFile(Self.csv)
        let table = try file.load().table
        #expect(throws: SourceError.cancelled) { try table.readColumns([1], isCancelled: { true }) }
    }
}
