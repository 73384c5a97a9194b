import Foundation
import TestSupport
import Testing

@testable import FileSources
@testable import RowValues
@testable import SourceTestSupport
@testable import Streams

@Suite struct CSVScannerTests {
    /// Random text of the bytes that matter, read in windows that end at every place.
    @Test(arguments: 0..<150 as Range<UInt64>) func findsWhatAPlainReaderFinds(seed: UInt64) {
        let bytes = randomCSV(seed)
        let expected = PlainCSVReader.read(bytes)
        let dialect = CSVDialect()
        for cut in 0...bytes.count {
            let found = scan(bytes, firstWindow: cut)
            guard found == expected else {
                Issue.record(
                    "seed \(seed), window ends at \(cut): \(String(decoding: bytes, as: UTF8.self).debugDescription)"
                )
                return
            }
        }
        for record in expected {
            #expect(RecordFields.split(record.bytes, dialect: dialect) == record.fields, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>) func notesTheWantedFields(seed: UInt64) {
        let bytes = randomCSV(seed &+ 1_000)
        var random = SeededRandom(seed)
        let first = Int.random(in: 0..<4, using: &random)
        let second = Int.random(in: first..<5, using: &random)
        let expected = PlainCSVReader.read(bytes)
        ByteRun.with(bytes) { run in
            var scanner = CSVScanner(dialect: CSVDialect(), firstWanted: first, secondWanted: second)
            scanner.begin(in: run, at: 0)
            for record in expected {
                #expect(scanner.advance(in: run, isFinal: true) == .record)
                #expect(scanner.fieldCount == record.fields.count, "seed \(seed)")
                for (field, index) in [(scanner.first, first), (scanner.second, second)]
                where index < record.fields.count {
                    let text = RecordFields.unquoted(
                        run.bytes(field.start..<field.end), quote: UInt8(ascii: "\""))
                    #expect(text == record.fields[index], "seed \(seed)")
                    if field.isQuoted { #expect(run[field.start] == UInt8(ascii: "\"")) }
                }
            }
        }
    }

    @Test func aQuoteThatMayCloseLaterNeedsMoreBytes() {
        let bytes = Array("a,b\n\"x\ny\",\"open\n1,2\n".utf8)
        ByteRun.with(bytes) { run in
            var scanner = CSVScanner(dialect: CSVDialect())
            scanner.begin(in: run, at: 0)
            #expect(scanner.advance(in: run, isFinal: false) == .record)
            #expect(scanner.advance(in: run, isFinal: false) == .needsMore)
            #expect(scanner.linesBefore + 1 + (scanner.openQuote?.lines ?? -1) == 3)
            scanner.begin(in: run, at: scanner.start, linesBefore: 1)
            #expect(scanner.advance(in: run, isFinal: false, isLargest: true) == .record)
            #expect(scanner.hasStrayQuote)
        }
    }

    /// What GBIF, GeoNames and eBird write without quoting.
    @Test(arguments: [
        ("\"Am Weiher\" nahe Dorf,1", ["\"Am Weiher\" nahe Dorf", "1"]), ("\"a,b\" ,2", ["a,b ", "2"]),
        ("\"a,b\"c,3", ["\"a", "b\"c", "3"]), ("\"open,4", ["\"open", "4"]),
        ("12\" pipe,5", ["12\" pipe", "5"]),
        ("\"a\"\"b\",6", ["a\"b", "6"]), ("\"\",7", ["", "7"]), ("\"\"\"x\"\"\",8", ["\"x\"", "8"]),
    ]) func aQuoteThatIsNoneIsText(record: String, fields: [String]) {
        let split = RecordFields.split(Array(record.utf8), dialect: CSVDialect())
        #expect(split.map { String(decoding: $0, as: UTF8.self) } == fields)
    }

    /// What people type, and Python reads with `skipinitialspace`.
    @Test(arguments: [
        ("7, \"A, B\", 1", ["7", "A, B", " 1"]), (" \"a\",b", ["a", "b"]),
        ("a,   \"b\"\"c\"", ["a", "b\"c"]),
        ("a, \"\",b", ["a", "", "b"]), ("a, \"b\" c,d", ["a", " \"b\" c", "d"]),
        ("a, \"b,c", ["a", " \"b", "c"]), ("a, b \"c\",d", ["a", " b \"c\"", "d"]),
    ]) func blanksBeforeQuotesAreNoneOfTheField(record: String, fields: [String]) {
        let split = RecordFields.split(Array(record.utf8), dialect: CSVDialect())
        #expect(split.map { String(decoding: $0, as: UTF8.self) } == fields)
        let columns = Array(fields.indices)
        ByteRun.with(Array(record.utf8)) { run in
            var cutter = FieldCutter(dialect: CSVDialect(), columns: columns)
            var cut = fields.map { _ in "" }
            cutter.forEachField(run, 0..<run.count) { slot, text in
                cut[slot] = String(decoding: text, as: UTF8.self)
            }
            #expect(cut == fields)
        }
    }

    @Test(arguments: [
        "comma_in_quotes", "empty", "empty_crlf", "escaped_quotes", "json", "newlines", "newlines_crlf",
        "quotes_and_newlines", "simple", "simple_crlf", "utf8",
    ])
    func readsCSVSpectrum(name: String) throws {
        guard let folder = Self.testdata else {
            print("skipped: csv-spectrum is not here")
            return
        }
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).csv")))
        // A copy checked out by git may have lost the returns that the name promises.
        if name.hasSuffix("_crlf"), !bytes.contains(13) {
            bytes = bytes.flatMap { $0 == 10 ? [13, 10] : [$0] }
        }
        let json = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).json"))
        let expected = try JSONDecoder().decode([[String: String]].self, from: json)
        let records = scan(bytes, firstWindow: bytes.count).map { record in
            RecordFields.split(record.bytes, dialect: CSVDialect()).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        let rows = records.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(records[0], $0)) }
        #expect(rows == expected)
    }

    private static let testdata = ["../shared/testdata/csv-spectrum"]
        .first { FileManager.default.fileExists(atPath: $0) }

    /// Scans the way the loader does: a first window of some length, then all the rest.
    private func scan(_ bytes: [UInt8], firstWindow: Int) -> [PlainCSVReader.Record] {
        var scanner = CSVScanner(dialect: CSVDialect())
        var records: [PlainCSVReader.Record] = []
        func collect(_ bytes: [UInt8], isFinal: Bool) {
            ByteRun.with(bytes) { run in
                scanner.begin(in: run, at: 0)
                while scanner.advance(in: run, isFinal: isFinal) == .record {
                    let text = run.bytes(scanner.start..<scanner.end)
                    records.append(
                        .init(
                            bytes: text, fields: RecordFields.split(text, dialect: CSVDialect()),
                            line: scanner.linesBefore + 1))
                }
            }
        }
        collect(Array(bytes[..<firstWindow]), isFinal: false)
        collect(Array(bytes[scanner.start...]), isFinal: true)
        return records
    }

    private func randomCSV(_ seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed)
        let isWild = seed % 3 == 0
        let pieces =
            isWild
            ? ["\"", "\"", ",", "\n", "\r", "a", "é", " "]
            : [
                "a,b", "\"x\"", "\"q\"\"q\"", ",", ",", "\n", "\r\n", "\r", "\"l\nm\r\nn\ro\"", "12.5",
                "\"\"", "e\"e", "é", " ", " \"p, q\"", ",  \"r\n\"",
            ]
        var text = ""
        let length = Int.random(in: 0..<(isWild ? 90 : 60), using: &random)
        for _ in 0..<length { text += pieces.randomElement(using: &random) ?? "" }
        return Array(text.utf8)
    }
}
