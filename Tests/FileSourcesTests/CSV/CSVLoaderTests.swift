import Foundation
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

@Suite struct CSVLoaderTests {
    // MARK: what is refused

    @Test func refusesWhatIsNoTable() throws {
        #expect(
            message { try LoadedTable(CSVLoader(path: "/nowhere/places.csv").read()) }
                == "/nowhere/places.csv: no such file")
        #expect(
            message { try LoadedTable(CSVLoader(path: "/tmp").read()) }
                == "/tmp: is a directory (expected a file)")
        #expect(message { try load("") }?.hasSuffix(": empty, no points") == true)
        #expect(message { try load("\n\n\r\n") }?.hasSuffix(": empty, no points") == true)
        #expect(message { try load("name,lat,lon\n") }?.hasSuffix(": only a header, no points") == true)
        #expect(message { try load("name,place\nA,B\n") }?.contains("no columns with coordinates") == true)
        #expect(message { try load("lat,lon\n1,\u{0}\u{1}\u{0}\u{2}\n") }?.contains("looks binary") == true)
        #expect(
            message { try LoadedTable(CSVLoader(path: "/dev/zero").read()) }?.contains("looks binary") == true
        )
    }

    // MARK: accounts

    @Test func countsEveryReasonWithItsLine() throws {
        let loaded = try load(
            """
            name,lat,lon
            ok,1,2
            empty,,2
            "two
            lines",north,2
            pole,91,200
            east,1,541
            short,1
            wrap,1,190
            zero,0,0
            split,47,3769,8,5417
            NA,1,NA
            """, columns: ColumnOptions())
        #expect(loaded.points.count == 3)
        #expect(loaded.table.recordCount == 10)
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
        let lines = loaded.skipped.examples.map { "\($0.line) \($0.reason) \($0.what) \($0.text)" }
        #expect(
            lines == [
                "3 missing latitude ", "4 notANumber latitude north", "6 latitudeOutOfRange latitude 91",
                "7 longitudeOutOfRange longitude 541", "8 tooFewFields row short,1",
                "11 splitNumber row split,47,3769,8,5417", "12 missing longitude NA",
            ])
        #expect(loaded.notices.contains { $0.hasSuffix("1 row with longitudes beyond ±180, wrapped") })
        #expect(loaded.notices.contains { $0.hasSuffix("1 row shown at 0, 0") })
        #expect(
            loaded.skipped.examples[1].message(file: "places.csv")
                == "places.csv:4: latitude is not a number: \"north\" (expected degrees, -90 to 90)")
    }

    @Test func neverCutsADecimalComma() throws {
        let loaded = try load("name,lat,lon\nA,47,3769,8,5417\nB,47,37,8,54\n")
        #expect(loaded.points.count == 0)
        #expect(loaded.skipped.count(of: .splitNumber) == 2)
    }

    @Test func readsADecimalCommaAmongPoints() throws {
        let loaded = try load("lat,lon\n47.5,8.5\n48.5,8.5\n\"-1,25\",2\n")
        #expect(loaded.points.count == 3 && loaded.skipped.total == 0)
        #expect(loaded.source.places()[2]?.latitudeE7 == -12_500_000)
    }

    @Test func noticesSwappedColumns() throws {
        let rows = (0..<40).map { "\($0),1\($0 + 10),\($0 - 20)" }.joined(separator: "\n")
        let loaded = try load("name,lat,lon\n" + rows)
        #expect(loaded.points.count == 0)
        #expect(loaded.notices.first?.contains("try --swap") == true)
        let swapped = try load("name,lat,lon\n" + rows, columns: ColumnOptions(isSwapped: true))
        #expect(swapped.points.count == 40)
    }

    @Test func anOpenQuoteSwallowsNoRow() throws {
        let loaded = try load("name,lat,lon\nA,1,2\n\"B,3,4\nC,5,6\n")
        #expect(loaded.points.count == 3)
        #expect(loaded.notices.first?.contains(".csv:3: a quote that does not close is read as text") == true)
        #expect(try loaded.table.record(1).bytes == Array("\"B,3,4".utf8))
    }

    /// Beyond the longest record a quote that is still open is text, too.
    @Test func anOpenQuoteInALongFileSwallowsNoRow() throws {
        var options = CSVOptions()
        options.recordLimit = 1 << 14
        options.windowSize = 1 << 12
        options.partSize = 1 << 12
        let rows = (0..<5_000).map { $0 == 10 ? "\"B,3,4" : "A\($0),1,2" }
        let loaded = try TemporaryFile("name,lat,lon\n" + rows.joined(separator: "\n")).load(options)
        #expect(loaded.points.count == 5_000)
        #expect(loaded.skipped.total == 0)
    }

    /// Rows of commas below a table, as spreadsheets save them, are empty lines.
    @Test func recordsOfDelimitersAreNone() throws {
        let loaded = try load("name,lat,lon,\nA,1,2,\n,,,\n, ,,\nB,3,4,\n,,,")
        #expect(loaded.points.count == 2)
        #expect(loaded.table.recordCount == 2)
        #expect(try loaded.table.record(1).bytes == Array("B,3,4,".utf8))
    }

    /// Where it stands does not matter, nor whether a quoted field makes it so long. Parts of larger files are read whole.
    @Test(arguments: ["x", "\"x,", "\"x\""], [1, 40, 300])
    func skipsARecordThatIsTooLong(beginning: String, row: Int) throws {
        let lineEnd = row == 40 ? "\r\n" : "\n"
        var options = CSVOptions()
        options.recordLimit = 1 << 16
        options.windowSize = 1 << 12
        var rows = (0..<400).map { "A\($0),1,\($0 % 90)" }
        let quote = beginning == "\"x," ? "\"" : ""
        rows[row] = beginning + String(repeating: "y,", count: 100_000) + quote + ",3,4"
        let loaded = try TemporaryFile(
            (["name,lat,lon"] + rows).joined(separator: lineEnd) + lineEnd
        ).load(options)
        #expect(loaded.points.count == 399 && loaded.table.recordCount == 400)
        #expect(loaded.skipped.count(of: .tooLong) == 1 && loaded.source.layers[0].earlyEnd == nil)
        #expect(loaded.skipped.examples.map(\.line) == [row + 2])
        for other in [0, row + 1, 399] {
            #expect(try loaded.table.namedRow(UInt32(other)).line == other + 2)
            #expect(try loaded.table.record(UInt32(other)).bytes == Array(rows[other].utf8))
        }
    }

    /// What follows may belong to the field that the quote opens.
    @Test func aRecordThatIsTooLongAndMayGoOnEndsTheReading() throws {
        var options = CSVOptions()
        options.recordLimit = 1 << 16
        options.windowSize = 1 << 12
        let long = String(repeating: "x", count: 200_000) + ",\"y"
        let loaded = try TemporaryFile("name,lat,lon\nA,1,2\n\(long)\n\",3,4\nB,1,2\n").load(options)
        #expect(loaded.points.count == 1 && loaded.skipped.count(of: .tooLong) == 1)
        #expect(loaded.source.layers[0].earlyEnd == .torn(line: 3, words: "record too long"))
    }

    @Test func countsRecordsThatAreNotUTF8() throws {
        let file = try TemporaryFile(
            Array("name,lat,lon\nZ".utf8) + [0xFC] + Array("rich,1,2\nZürich,1,2\n".utf8))
        let loaded = try file.load()
        #expect(loaded.notices.contains { $0.hasSuffix("1 row with bytes that are not UTF-8") })
        #expect(loaded.points.count == 2)
        #expect(try loaded.table.record(0).fields[0] == "Z\u{FFFD}rich")
        #expect(try loaded.table.record(0).bytes.contains(0xFC))
    }

    @Test(arguments: [[0xC3, 0xBC], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x98, 0x80]] as [[UInt8]])
    func knowsUTF8(text: [UInt8]) {
        ByteRun.with(text) { #expect(TextEncoding.isUTF8($0, 0..<$0.count)) }
        ByteRun.with(Array(text.dropLast())) { #expect(!TextEncoding.isUTF8($0, 0..<$0.count)) }
    }

    @Test(arguments: 0..<300 as Range<UInt64>) func judgesUTF8LikeSwift(seed: UInt64) {
        var random = SeededRandom(seed)
        let bytes: [UInt8] = (0..<12).map { _ in
            [0x41, 0x80, 0x9F, 0xA0, 0xBF, 0xC1, 0xC3, 0xE0, 0xED, 0xE2, 0xF0, 0xF4].randomElement(
                using: &random) ?? 0
        }
        let expected = String(validating: bytes, as: UTF8.self) != nil
        ByteRun.with(bytes) { #expect(TextEncoding.isUTF8($0, 0..<$0.count) == expected, "seed \(seed)") }
    }

    // MARK: sizes

    @Test func readsTenThousandColumns() throws {
        let names = (0..<10_000).map { "c\($0)" }.joined(separator: ",") + ",lat,lon"
        let row = String(repeating: "v,", count: 10_000) + "1.5,2.5"
        let loaded = try load(names + "\n" + row + "\n" + row)
        #expect(loaded.points.count == 2)
        #expect(try loaded.table.record(1).fields.count == 10_002)
    }

    @Test func readsAFieldOf16Megabytes() throws {
        let big = [UInt8](repeating: UInt8(ascii: "x"), count: 16 << 20)
        let file = try TemporaryFile(Array("lat,lon,text\n1,2,\"".utf8) + big + Array("\"\n3,4,b\n".utf8))
        let loaded = try file.load()
        #expect(loaded.points.count == 2)
        #expect(loaded.table.recordCount == 2)
    }

    // MARK: details

    @Test(arguments: 0..<8 as Range<UInt64>) func givesBackTheBytesOfEveryRow(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var text = "name,lat,lon,note\n"
        for row in 0..<500 {
            let note =
                ["", "x", "\"a, \"\"b\"\"\"", "\"l\r\nm\"", "\"q\nr\rs\"", "é"].randomElement(using: &random)
                ?? ""
            text +=
                "n\(row),\(row % 90).5,1,\(note)"
                + (["\n", "\r\n", "\r", "\n\n"].randomElement(using: &random) ?? "")
        }
        var options = CSVOptions()
        options.windowSize = [64, 200, 1_000, 1 << 20].randomElement(using: &random) ?? 64
        let file = try TemporaryFile(text)
        let loaded = try file.load(options)
        let expected = PlainCSVReader.read(Array(text.utf8)).dropFirst()
        #expect(loaded.table.recordCount == 500)
        for (row, record) in expected.enumerated() where row % 7 == 0 || row > 490 {
            let found = try loaded.table.record(UInt32(row))
            #expect(found.bytes == record.bytes, "seed \(seed), row \(row)")
            #expect(found.line == record.line, "seed \(seed), row \(row)")
            #expect(found.fields == record.fields.map { String(decoding: $0, as: UTF8.self) })
        }
        #expect(
            try loaded.table.rowLabels([0, 0, 63, 64, 65, 499]) == [
                "n0", "n0", "n63", "n64", "n65", "n499",
            ])
        #expect(throws: SourceError.noSuchRow(500, file: file.path)) { try loaded.table.record(500) }
    }

    @Test func noticesThatTheFileHasChanged() throws {
        let file = try TemporaryFile("lat,lon\n1,2\n3,4\n")
        let table = try file.load().table
        try Data("lat,lon\n1,2\n".utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(throws: SourceError.file(FileError(file: file.path, reason: .changedSinceLoaded))) {
            try table.record(0)
        }
    }

    // MARK: loading

    @Test func handsOutPointsWhileItReads() throws {
        var options = CSVOptions()
        options.windowSize = 1 << 10
        options.snapshotInterval = .zero
        let file = try TemporaryFile("lat,lon\n" + String(repeating: "1.5,2.5\n", count: 5_000))
        var counts: [Int] = []
        var bytes: [Int] = []
        let loaded = try file.load(
            options,
            progress: { progress in
                bytes.append(progress.bytesRead)
                #expect(progress.totalBytes == 40_008)
                if let points = progress.points { counts.append(points.count) }
            })
        #expect(loaded.points.count == 5_000)
        #expect(bytes == bytes.sorted() && bytes.last == 40_008)
        #expect(counts.count > 5)
        #expect(zip(counts, counts.dropFirst()).allSatisfy { Double($1) >= 1.6 * Double($0) })
    }

    @Test func stopsWhenCancelled() throws {
        var options = CSVOptions()
        options.windowSize = 1 << 10
        let file = try TemporaryFile("lat,lon\n" + String(repeating: "1.5,2.5\n", count: 5_000))
        var windows = 0
        #expect(throws: SourceError.cancelled) {
            try file.load(options, isCancelled: { windows > 2 }, progress: { _ in windows += 1 })
        }
    }

    @Test func readsAPipe() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
            "termmap-\(UUID().uuidString)"
        ).path
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let text = "name,lat,lon\n" + String(repeating: "A,1.5,2.5\n", count: 20_000) + "last,3,4\n"
        let writer = Thread {
            guard let file = fopen(path, "w") else { return }
            fputs(text, file)
            fclose(file)
        }
        writer.start()
        let loaded = try LoadedTable(CSVLoader(path: path).read())
        #expect(loaded.points.count == 20_001)
        #expect(try loaded.table.record(20_000).fields == ["last", "3", "4"])
    }

    @Test func stopsWaitingForAPipeWhenCancelled() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
            "termmap-\(UUID().uuidString)"
        ).path
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        var questions = 0
        #expect(throws: SourceError.cancelled) {
            try CSVLoader(path: path).read(isCancelled: {
                questions += 1
                return questions > 2
            })
        }
    }

    /// Whatever the bytes: every record is shown or skipped, can be read again, and the window's size changes
    /// nothing.
    @Test(arguments: 0..<60 as Range<UInt64>) func accountsForEveryRecordOfGarbage(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let pieces = [
            "\"", "\"\"", ",", ",", ",", "\n", "\n", "\r\n", "\r", "47.5", "1,2", "-", "\"8,5\"", "x", "é",
            "95",
        ]
        var text = "lat,lon,name\n1,2,a\n"
        for _ in 0..<Int.random(in: 0..<400, using: &random) {
            text += pieces.randomElement(using: &random) ?? ""
        }
        var bytes = Array(text.utf8)
        if seed % 2 == 0 { bytes.append(UInt8.random(in: 1...255, using: &random)) }
        let file = try TemporaryFile(bytes)
        var options = CSVOptions(columns: ColumnOptions(latitude: "lat", longitude: "lon"))
        options.delimiter = UInt8(ascii: ",")
        let whole = try file.load(options)
        options.windowSize = Int.random(in: 64...300, using: &random)
        let pieced = try file.load(options)
        let plain = PlainCSVReader.read(bytes)
        #expect(whole.table.recordCount == plain.count - 1, "seed \(seed)")
        for loaded in [whole, pieced] {
            #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount, "seed \(seed)")
            for (row, record) in plain.dropFirst().enumerated() where row % 17 == 0 {
                #expect(
                    try loaded.table.record(UInt32(row)).bytes == record.bytes, "seed \(seed), row \(row)")
            }
        }
        // Which mark is used is judged by the first window, so only what does not depend on it is compared.
        #expect(whole.table.recordCount == pieced.table.recordCount, "seed \(seed)")
        #expect(whole.table.blocks == pieced.table.blocks, "seed \(seed)")
    }

    @Test func explainsColumns() throws {
        let file = try TemporaryFile("id;name;lat;lon\n1;A;47,5;8,5\n")
        #expect(
            try CSVLoader(path: file.path).explainColumns() == [
                "4 columns, delimiter semicolon, header in the first record, decimal comma",
                "latitude: column 3, \"lat\" (exact names)", "longitude: column 4, \"lon\" (exact names)",
                "id: column 1, \"id\" (by name)", "label: column 2, \"name\" (by name)",
                "searched: name, id",
            ])
    }

    private func load(_ text: String, columns: ColumnOptions = ColumnOptions()) throws -> LoadedTable {
        let file = try TemporaryFile(text)
        return try file.load(CSVOptions(columns: columns))
    }

    private func message(_ body: () throws -> LoadedTable) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            return "\(error)"
        }
    }
}
