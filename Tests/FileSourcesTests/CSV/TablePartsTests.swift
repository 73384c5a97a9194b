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

/// Threads that read the parts of a file side by side find what one reader finds that takes byte after byte.
struct TablePartsTests {
    @Test(arguments: 0..<200 as Range<UInt64>) func readsWhatAPlainReaderReads(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let bytes = Self.table(&random)
        let file = try TemporaryFile(bytes)
        let records = Array(PlainCSVReader.read(bytes).dropFirst())
        let expected = Self.places(records)
        for options in [Self.parts(&random), Self.windows(&random)] {
            let loaded = try file.load(options)
            let size = "seed \(seed), part \(options.partSize), window \(options.windowSize)"
            #expect(loaded.source.places() == expected, "\(size)")
            #expect(loaded.table.recordCount == records.count, "\(size)")
            #expect(loaded.source.isAccountedFor, "\(size)")
            for (row, record) in records.enumerated() where row % 5 == 0 {
                let found = try loaded.table.record(UInt32(row))
                #expect(found.bytes == record.bytes && found.line == record.line, "\(size), row \(row)")
            }
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func partsAndWindowsAgreeInEverything(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var bytes = Self.table(&random)
        for _ in 0..<random.number(0...3) {
            bytes.insert(
                [0, 0x80, 0xE9, 0xC3, UInt8(ascii: "\"")].randomElement(using: &random) ?? 0,
                at: random.number(60...bytes.count))
        }
        let file = try TemporaryFile(bytes)
        var options = Self.windows(&random)
        let serial = try file.load(options)
        options = Self.parts(&random)
        let parallel = try file.load(options)
        let size = "seed \(seed), part \(options.partSize)"
        #expect(parallel.source.places() == serial.source.places(), "\(size)")
        #expect(parallel.skipped == serial.skipped, "\(size)")
        #expect(parallel.notices == serial.notices, "\(size)")
        #expect(parallel.table.recordCount == serial.table.recordCount, "\(size)")
        #expect(parallel.table.blocks == serial.table.blocks, "\(size)")
    }

    @Test func aRecordMayBeLongerThanManyParts() throws {
        let note = "\"" + String(repeating: "line\nof, text\n", count: 400) + "\""
        let file = try TemporaryFile("id,lat,lon,note\n1,1.5,2.5,\(note)\n2,3.5,4.5,x\n3,5.5,6.5,y\n")
        var options = CSVOptions()
        options.partSize = 64
        options.threadCount = 3
        let loaded = try file.load(options)
        #expect(loaded.table.recordCount == 3 && loaded.points.count == 3)
        #expect(try loaded.table.record(2).line == 804)
    }

    @Test func aFileWithoutLineFeedsIsReadToItsEnd() throws {
        let rows = (0..<500).map { "\($0),\($0 % 90).25,8.5" }
        let file = try TemporaryFile("id,lat,lon\r" + rows.joined(separator: "\r"))
        var options = CSVOptions()
        options.partSize = 100
        options.threadCount = 2
        #expect(try file.load(options).points.count == 500)
    }

    @Test func stopsBetweenPartsWhenCancelled() throws {
        let file = try Self.table(of: 0..<5_000)
        var options = CSVOptions()
        options.partSize = 100
        options.threadCount = 2
        var taken = 0
        #expect(throws: SourceError.cancelled) {
            _ = try file.load(options, isCancelled: { taken > 20 }, progress: { _ in taken += 1 })
        }
        #expect(taken < 30)
    }

    @Test(arguments: [100_000, 600_000]) func aFileThatChangesMeanwhileIsSaid(length: Int) throws {
        let file = try Self.table(of: 10_000..<30_000)
        var options = CSVOptions()
        options.partSize = 2_000
        options.threadCount = 2
        var isChanged = false
        let loaded = try file.load(
            options,
            progress: { _ in
                // Cut short, or longer by NUL bytes.
                if !isChanged { #expect(truncate(file.path, off_t(length)) == 0) }
                isChanged = true
            })
        #expect(loaded.notices.contains { $0.contains("changed on disk while loading") })
        #expect(loaded.source.isAccountedFor)
        let isShorter = loaded.table.recordCount < 20_000
        #expect(isShorter == (length == 100_000))
    }

    @Test func refusesMoreRecordsThanAllowed() throws {
        let file = try Self.table(of: 0..<5_000)
        var options = CSVOptions()
        options.partSize = 500
        options.rowLimit = 2_000
        #expect(throws: SourceError.tooManyRows(in: file.path)) { _ = try file.load(options) }
    }

    @Test func refusesMoreRowsThanFitIntoMemory() throws {
        let file = try Self.table(of: 10_000..<20_000)
        var options = CSVOptions()
        options.partSize = 500
        options.memoryLimit = 100_000
        let refused = #expect(throws: SourceError.self) { _ = try file.load(options) }
        #expect(refused?.words.hasPrefix("about 10,000 rows need 1 MB of memory") == true)
        options.memoryLimit = 300_000
        #expect(try file.load(options).points.count == 10_000)
    }

    /// A table of three columns, all rows equally long where their numbers are.
    private static func table(of rows: Range<Int>) throws -> TemporaryFile {
        try TemporaryFile("id,lat,lon\n" + rows.map { "\($0),\($0 % 80 + 10).25,8.5\n" }.joined())
    }

    /// Options that read a file in parts.
    private static func parts(_ random: inout SeededRandom) -> CSVOptions {
        var options = CSVOptions(delimiter: UInt8(ascii: ","), columns: columns)
        options.partSize = random.number(30...900)
        options.threadCount = random.number(1...4)
        return options
    }

    /// Options that read a file in windows.
    private static func windows(_ random: inout SeededRandom) -> CSVOptions {
        var options = CSVOptions(delimiter: UInt8(ascii: ","), columns: columns)
        options.partSize = .max
        options.windowSize = [64, 300, 1_000, 1 << 20].randomElement(using: &random) ?? 64
        return options
    }

    private static let columns = ColumnOptions(latitude: "lat", longitude: "lon")

    /// The places of records in which both numbers can be read.
    private static func places(_ records: [PlainCSVReader.Record]) -> [UInt32: FixedCoordinate] {
        var points = PointBuffer()
        for (row, record) in records.enumerated() where record.fields.count > 2 {
            let parser = NumberParser(decimalMark: .point)
            guard case .value(let north) = parser.degrees(record.fields[1], axis: .latitude),
                case .value(let east) = parser.degrees(record.fields[2], axis: .longitude),
                case .place(let place, _) = PlaceRule.judge(north: north, east: east)
            else { continue }
            points.append(place, row: UInt32(row))
        }
        let tree = QuadTree(points)
        return (0..<tree.count).reduce(into: [:]) { $0[tree.row(at: $1)] = tree.fixedCoordinate(at: $1) }
    }

    /// A table with everything that may be in one: quoted lines, stray quotes, empty lines, all kinds of numbers.
    private static func table(_ random: inout SeededRandom) -> [UInt8] {
        let lineEnd = ["\n", "\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
        var text = "id,lat,lon,note" + lineEnd
        // The mark of the decimals and the columns are judged by the first records.
        for row in 0..<2 { text += "a\(row),1.5,2.5,x" + lineEnd }
        for row in 0..<random.number(1...300) {
            let fields = ["\(row)", number(&random, 100), number(&random, 200), note(&random)]
            let count = random.number(0...30) == 0 ? random.number(1...3) : 4
            text += fields.prefix(count).joined(separator: ",")
            text += random.number(0...9) == 0 ? lineEnd + lineEnd : lineEnd
        }
        if random.number(0...9) == 0 { text += "9,1.5,2.5,\"open" + lineEnd + "x" }
        return Array(text.utf8)
    }

    private static func number(_ random: inout SeededRandom, _ limit: Int) -> String {
        let whole = random.number(-limit...limit)
        let digits = (0..<random.number(1...17)).map { _ in String(random.number(0...9)) }.joined()
        switch random.number(0...19) {
        case 0: return ""
        case 1: return "\(whole)"
        case 2: return "\"\(whole).\(digits)\""
        case 3:
            return [
                "NA", "x.5", "1.2.3", "-", ".5", "5.", "+3.25", " 4.5", "12a.5", "1.5e1", "1234.5", "/5.5",
                ":.5",
            ]
            .randomElement(using: &random) ?? ""
        default: return "\(whole).\(digits)"
        }
    }

    private static func note(_ random: inout SeededRandom) -> String {
        [
            "", "x", "plain text", "\"a, b\"", "\"a \"\"b\"\"\"", "\"two\nlines\"", "\"two\r\nlines,\"",
            "5\" pipe", "é", "日本語", "\"\"", "\"a\"b\"c",
        ]
        .randomElement(using: &random) ?? ""
    }
}
