import Foundation
import MapModel
import TestSupport
import Testing

@testable import MapSources
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// A NUL in a table costs its record; what is binary is refused.
@Suite struct NulByteTests {
    private func read(_ bytes: [UInt8], ending: String = "csv") throws -> LoadedSource {
        let file = try TemporaryFile(bytes, extension: ending)
        return try SourceOpener(SourceOptions()).open([file.path], isCancelled: { false })
            .read(isCancelled: { false })
    }

    private static let text =
        "name,lat,lon\n" + (0..<100).map { "Row \($0),\($0 % 80).5,\($0).25\n" }.joined()

    @Test(arguments: [0, 1, 50, 98, 99]) func theRecordWithItIsSkipped(row: Int) throws {
        let line = "Row \(row),\(row % 80).5,\(row).25"
        let start = try #require(Self.text.range(of: line)).lowerBound
        let place = Self.text.utf8.distance(from: Self.text.startIndex, to: start)
        for offset in [0, 2, line.utf8.count - 1] {
            var bytes = Array(Self.text.utf8)
            bytes[place + offset] = 0
            let loaded = try read(bytes)
            #expect(loaded.points.count == 99 && loaded.table.recordCount == 100)
            #expect(loaded.skipped.summary == "1 with a NUL byte")
            let example = try #require(loaded.skipped.examples.first)
            var shown = Array(line).map(String.init)
            shown[offset] = "^@"
            #expect(
                example.message(file: "a.csv")
                    == "a.csv:\(row + 2): row has a NUL byte: \"\(shown.joined())\" (expected text)")
        }
    }

    /// Every place of a window of 64 bytes, and so every border of a window and of a block.
    @Test func everyPositionIsFound() throws {
        let rows = "name,lat,lon\n" + (0..<8).map { "\"Ro\nw \($0)\",1\($0).5,2\($0).25\n" }.joined()
        let start = 13
        for place in start..<rows.utf8.count {
            var bytes = Array(rows.utf8)
            // A quote with anything behind it but a comma does not close its field.
            let quote = UInt8(ascii: "\"")
            guard bytes[place] != 0x0A, bytes[place] != quote,
                bytes[place - 1] != quote || bytes[place] != 0x2C
            else {
                continue
            }
            bytes[place] = 0
            var options = CSVOptions()
            options.windowSize = 64
            let file = try TemporaryFile(bytes)
            let loaded = try file.load(options)
            #expect(loaded.points.count == 7 && loaded.table.recordCount == 8, "\(place)")
            #expect(loaded.skipped.summary == "1 with a NUL byte", "\(place)")
        }
    }

    @Test(arguments: [
        "A\u{0},1,2", "\"A\u{0}\",1,2", "\"A\n\u{0}\",1,2", "A,1\u{0},2", "Ä\u{0},1,2",
        "\u{0}\u{0}\u{0}\u{0}",
    ])
    func wherever(record: String) throws {
        // Of so many rows the last lie beyond the first 64 KiB.
        for count in [0, 10, 6_000] {
            let before = (0..<count).map { "Row \($0),1,2\n" }.joined()
            let loaded = try read(Array(("name,lat,lon\n" + before + record + "\nlast,3,4\n").utf8))
            #expect(loaded.points.count == count + 1)
            #expect(loaded.skipped.summary == "1 with a NUL byte")
            #expect(try loaded.table.rowLabels([UInt32(count + 1)]) == ["last"])
        }
    }

    /// Rows of any shape, NULs anywhere, windows of any size, against a plain reader.
    @Test(arguments: 0..<80 as Range<UInt64>) func asManyAsAPlainReaderFinds(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var text = "name,lat,lon\n"
        for row in 0..<random.number(1...60) {
            let name = ["Row \(row)", "\"Ro\nw \(row)\"", "Röw \(row)", "\"a,\"\"b\"\"\""][
                random.number(0...3)]
            text += "\(name),\(row).5,\(row).25\n"
        }
        var bytes = Array(text.utf8)
        for _ in 0..<random.number(1...4) { bytes.insert(0, at: random.number(13...bytes.count)) }
        let records = PlainCSVReader.read(bytes).dropFirst()
        let damaged = records.count { $0.bytes.contains(0) }
        // Few short rows with many NULs are binary.
        guard ByteRun.with(bytes, { TextEncoding(head: $0) }) != .binary, damaged < records.count else {
            return
        }
        var options = CSVOptions()
        options.windowSize = random.number(64...400)
        let loaded = try TemporaryFile(bytes).load(options)
        #expect(loaded.table.recordCount == records.count)
        #expect(loaded.skipped.count(of: .nulByte) == damaged)
        // A quote with a NUL behind it is text: what was one row on two lines is two.
        let halves = records.count { !$0.bytes.contains(0) && $0.fields.count < 3 }
        #expect(loaded.points.count == records.count - damaged - halves)
    }

    @Test func whatAPowerCutLeavesIsOneRecord() throws {
        let padding = [UInt8](repeating: 0, count: 4_096)
        let loaded = try read(Array(Self.text.utf8) + padding)
        #expect(loaded.points.count == 100 && loaded.skipped.summary == "1 with a NUL byte")
        let middle = try read(Array("name,lat,lon\nA,1,2\n".utf8) + padding + Array("B,1,2\nC,1,2\n".utf8))
        #expect(middle.points.count == 2 && middle.skipped.total == 1)
    }

    @Test func linesOfJSONWithItAreSkipped() throws {
        var bytes = Array(PlacesText.ndjson.text(100).utf8)
        bytes[20] = 0
        let loaded = try read(bytes, ending: "ndjson")
        #expect(loaded.points.count + loaded.skipped.total == 100 && loaded.points.count >= 99)
    }

    @Test(arguments: 0..<20) func randomBytesAreBinary(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let bytes = (0..<5_000).map { _ in UInt8(random.number(0...255)) }
        #expect(ByteRun.with(bytes) { TextEncoding(head: $0) } == .binary)
        #expect(throws: SourceError.self) { try read(bytes) }
    }

    @Test func programsWithAddressesAreNoLogs() throws {
        let line: [UInt8] = [0x7F, 0, 1, 2, 0x8F, 0xFF, 3, 0] + Array(" 203.0.113.7 connects\n".utf8)
        let bytes = [0x7F] + Array("ELF\u{2}\u{1}\u{1}".utf8) + Array(repeating: line, count: 2_000).joined()
        #expect(ByteRun.with(bytes) { TextEncoding(head: $0) } == .binary)
        #expect(throws: SourceError.self) { try read(bytes, ending: "bin") }
    }

    @Test(arguments: ["/proc/self/exe", "/usr/bin/env"]) func programsAreBinary(path: String) throws {
        let bytes = try #require(FileManager.default.contents(atPath: path)).prefix(200_000)
        #expect(ByteRun.with(Array(bytes)) { TextEncoding(head: $0) } == .binary)
        for ending in ["csv", "bin"] {
            let error = #expect(throws: SourceError.self) { try read(Array(bytes), ending: ending) }
            let words = ending == "csv" ? "looks binary" : "is a program"
            #expect(error?.description.contains(words) == true)
            #expect(error?.description.contains("\n") == false)
        }
    }

    @Test func picturesAndZerosAreBinary() throws {
        let png: [UInt8] =
            [
                0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0,
                2,
                0x58, 0, 0, 1, 0x90, 8, 2, 0, 0, 0, 0x1C, 0xF8, 0x47, 0x6A,
            ]
        #expect(ByteRun.with(png) { TextEncoding(head: $0) } == .binary)
        let zeros = [UInt8](repeating: 0, count: 10_000)
        #expect(ByteRun.with(zeros) { TextEncoding(head: $0) } == .binary)
        #expect(throws: SourceError.self) { try read(zeros) }
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian]) func unmarkedUTF16IsRead(
        encoding: String.Encoding
    ) throws {
        let bytes = [UInt8](try #require(Self.text.data(using: encoding)))
        #expect(try read(bytes).points.count == 100)
    }
}
