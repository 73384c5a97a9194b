import Foundation
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// Every line is a row that prints byte for byte, however the log is read.
@Suite struct LogLoaderTests {
    private static func line(_ number: Int) -> String {
        "203.0.113.\(number % 250) - - [26/Nov/2026:14:03:10 +0100] \"GET /\(number) HTTP/1.1\" 200 \(number) \"-\" \"-\""
    }

    /// The lines of all rows together.
    private static func printed(_ loaded: LoadedSource) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let rows = (0..<UInt32(loaded.table.recordCount)).map(\.self)
        #expect(try loaded.table.visitLines(rows) { bytes += $0 })
        return bytes
    }

    /// Lines of every kind, good and bad.
    private static let odd: [UInt8] =
        [0xEF, 0xBB, 0xBF] + Array((0..<300).map { line($0) + ($0 % 3 == 0 ? "\r\n" : "\n") }.joined().utf8)
        + [0, 1, 2, 10, 10, 13, 10, 0xFF, 0xFE, 10, 27, 91, 50, 74, 10]
        + Array((line(7) + String(repeating: "x", count: 5_000) + "\n\nlast").utf8)

    @Test(arguments: [64, 100, 1_000, 1 << 20]) func partsAreReadAsTheWhole(partSize: Int) throws {
        let loaded = try LogFormTests.load(Self.odd) { $0.partSize = partSize }
        #expect(try Self.printed(loaded) == Self.odd)
        #expect(loaded.table.recordCount == 308 && loaded.isAccountedFor)
        #expect(try loaded.rows().map { $0["line"] } == (1...308).map { "\($0)" })
        #expect(try loaded.rows()[0]["ip"] == "203.0.113.0")
    }

    @Test(arguments: [64, 333, 1 << 16]) func compressedLogsAreReadInWindows(windowSize: Int) throws {
        let loaded = try LogFormTests.load(Packing.gzip.pack(Self.odd)) { $0.windowSize = windowSize }
        #expect(try Self.printed(loaded) == Self.odd && loaded.isAccountedFor)
    }

    /// Of lines that all have one form, what stands behind the asked column is not read.
    @Test(arguments: [false, true]) func columnsAloneAreThoseOfWholeRows(hasOthers: Bool) throws {
        let other = hasOthers ? "another form, of 203.0.113.251\n" : ""
        let text = (0..<200).map { Self.line($0) + "\n" }.joined() + other
        let loaded = try LogFormTests.load(text)
        let rows = try loaded.rows()
        #expect(rows.count == (hasOthers ? 201 : 200))
        for (column, name) in loaded.table.columnNames.enumerated() {
            let codes = try CombinationCodes(
                of: loaded.table, [column], waiting: nil, isCancelled: { false }, progress: { _ in })
            let values = codes.codes.map { codes.combinations[Int($0)].values[0] }
            #expect(values == rows.map { $0[name] ?? "" }, "\(name)")
        }
    }

    @Test func linesThatAreTooLongAreCounted() throws {
        let text = Self.line(1) + "\n" + String(repeating: "y", count: 2_000) + "\n" + Self.line(3) + "\n"
        for isPacked in [false, true] {
            let bytes = isPacked ? Packing.gzip.pack(Array(text.utf8)) : Array(text.utf8)
            let loaded = try LogFormTests.load(bytes) {
                ($0.lineLimit, $0.partSize, $0.windowSize) = (1_000, 256, 256)
            }
            #expect(
                loaded.table.recordCount == 3 && loaded.skipped.count(of: .unreadable) == 1, "\(isPacked)")
            #expect(loaded.isAccountedFor)
            #expect(try loaded.rows()[2]["path"] == "/3" && loaded.rows()[2]["line"] == "3")
        }
    }

    @Test func bytesThatAreNoTextAreShownAsSuch() throws {
        let start = Array("1.1.1.1 - - [26/Nov/2026:14:03:10 +0100] \"GET /caf".utf8)
        let loaded = try LogFormTests.load(start + [0xE9] + Array("\u{e9} HTTP/1.1\" 200 1\n".utf8))
        #expect(try loaded.rows()[0]["path"] == "/caf\\xe9\u{e9}")
    }

    @Test func columnsAreReadAsRowsAre() throws {
        let text = (0..<3_000).map { Self.line($0) + "\n" }.joined()
        let loaded = try LogFormTests.load(text)
        let columns = try loaded.table.readColumns([0, 1, 5, 7, 8])
        #expect(columns.map(\.kind) == [.number, .text, .text, .number, .number])
        let rows = try loaded.rows()
        for row in [0, 1, 999, 2_999] {
            #expect(rows[row]["bytes"] == "\(row)" && rows[row]["path"] == "/\(row)")
        }
        let summary = try loaded.table.summarizeColumns([8])
        #expect(summary[0].filledCount == 3_000)
    }

    @Test func timesAreTimes() throws {
        let loaded = try LogFormTests.load((0..<50).map { Self.line($0) + "\n" }.joined())
        #expect(try loaded.table.readColumns([3])[0].kind == .time)
    }

    // MARK: streams

    private static func stream(_ text: String, keep: KeptLines?, windowSize: Int = 4_096) throws
        -> LoadedSource
    {
        let pipe = try NamedPipe()
        pipe.write(Array(text.utf8), piece: 1_000)
        let file = try FileBytes(path: pipe.path)
        return try withExtendedLifetime(pipe) {
            var options = LogOptions(SourceOptions(), isStream: true)
            (options.keep, options.windowSize) = (keep, windowSize)
            return try LogLoader(SourceInput(file, path: pipe.path), options: options).loaded()
        }
    }

    @Test func aStreamHoldsTheLastLines() throws {
        let lines = (0..<30_000).map { Self.line($0) + "\n" }
        let loaded = try Self.stream(lines.joined(), keep: .count(1_000), windowSize: 1 << 16)
        #expect(loaded.table.recordCount == 1_000 && loaded.isAccountedFor)
        #expect(loaded.layers[0].droppedCount == 29_000)
        #expect(try loaded.rows()[0]["line"] == "29001" && loaded.rows()[999]["path"] == "/29999")
        #expect(try Self.printed(loaded) == Array(lines.suffix(1_000).joined().utf8))
    }

    @Test func aStreamHoldsAllOfFewLines() throws {
        let loaded = try Self.stream((0..<500).map { Self.line($0) + "\n" }.joined(), keep: .count(1_000))
        #expect(loaded.table.recordCount == 500 && loaded.layers[0].droppedCount == 0)
    }

    @Test(arguments: [nil, KeptLines.count(3)] as [KeptLines?])
    func aStreamIsHandedOverInPassing(keep: KeptLines?) throws {
        let text = (0..<2_000).map { Self.line($0) + "\n" }.joined() + "the end"
        let pipe = try NamedPipe()
        pipe.write(Array(text.utf8), piece: 777)
        let file = try FileBytes(path: pipe.path)
        var options = LogOptions(SourceOptions(), isStream: true)
        options.keep = keep
        let loader = LogLoader(SourceInput(file, path: pipe.path), options: options)
        var (bytes, numbers): ([UInt8], [String]) = ([], [])
        let isPassing = try withExtendedLifetime(pipe) {
            try loader.readInPassing(withSameColumns: true, isCancelled: { false }) {
                (part) throws(SourceError) in
                bytes += (try? Self.printed(part)) ?? []
                numbers += ((try? part.rows()) ?? []).compactMap { $0["line"] }
            }
        }
        #expect(isPassing && bytes == Array(text.utf8) && numbers == (1...2_001).map { "\($0)" })
    }

    @Test func agesAndCountsAreRead() {
        #expect(KeptLines("1M") == .count(1_000_000) && KeptLines("500k") == .count(500_000))
        #expect(KeptLines("24h") == .age(seconds: 86_400) && KeptLines("30m") == .age(seconds: 1_800))
        for text in ["", "0", "-1", "h", "1x", "99999999999M"] { #expect(KeptLines(text) == nil, "\(text)") }
    }
}
