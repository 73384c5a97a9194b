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

/// Threads that read the parts of a file side by side find what is found window by window.
struct RecordPartsTests {
    @Test(arguments: 0..<150 as Range<UInt64>) func partsAndWindowsAgreeInEverything(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let style = Self.styles.randomElement(using: &random) ?? ""
        var bytes = Array(Self.document(style, &random).utf8)
        // Where kinds of records are mixed, those tried first decide which columns of damaged records are met.
        for _ in 0..<random.number(0...3) where style != "mixed" { RandomJSON.mutate(&bytes, &random) }
        let file = try TemporaryFile(bytes, extension: "json")
        var options = FeatureOptions()
        options.windowSize = [64, 300, 2_000].randomElement(using: &random) ?? 64
        options.partSize = .max
        let serial = (try? Self.content(file, options)) ?? []
        options.partSize = random.number(30...900)
        options.threadCount = random.number(1...4)
        let parallel = (try? Self.content(file, options)) ?? []
        let different = zip(serial, parallel).first { $0 != $1 } ?? ("\(serial.count)", "\(parallel.count)")
        #expect(
            different.0 == different.1,
            "part \(options.partSize), window \(options.windowSize)")
    }

    @Test(arguments: ["lines", "collection", "sequence", "array", "path"])
    func mostGuessesAreRight(style: String) throws {
        var random = SeededRandom(7)
        let records = (0..<400).map { Self.record($0, isFeature: style == "collection", &random) }
        let bytes = Array(Self.wrapped(records, as: style).utf8)
        let file = try TemporaryFile(bytes, extension: "json")
        let head = try #require(
            try ByteRun.with(bytes) {
                try JSONHead.judged($0, isWhole: true, isLargest: true, name: "x", options: ColumnOptions())
            })
        var framer = JSONFramer(style: head.style, path: head.path)
        let sign = ByteRun.with(bytes) { bytes in
            let sign = RecordSign(framer, in: bytes)
            _ = framer.next(in: bytes, isFinal: true)
            return sign
        }
        let parts = RecordParts(
            FileParts(try FileBytes(path: file.path), range: framer.offset..<bytes.count, size: 500),
            from: RecordParts.Place(framer: framer, base: 0), sign: try #require(sign),
            features: FeatureReader(name: "x", layout: head.layout, options: FeatureOptions()),
            recordLimit: 1 << 20)
        let read = (0..<parts.cuts.count).map { parts.part($0) }
        #expect(read.count > 40)
        let right = zip(read, read.dropFirst()).count { $0.next != nil && $0.next == $1.start }
        #expect(right >= read.count * 2 / 3)
        #expect(read.map { $0.features.collector.recordCount }.reduce(0, +) >= 300)
    }

    @Test func aRecordMayBeLongerThanManyParts() throws {
        let long = #"{"id":2,"lat":3.5,"lon":4.5,"note":"\#(String(repeating: "a long note ", count: 500))"}"#
        let short = (10..<60).map { #"{"id":\#($0),"lat":1.5,"lon":2.5,"note":"x"}"# }
        for separator in ["\n", ",\n"] {
            let text = (short + [long] + short).joined(separator: separator)
            let file = try TemporaryFile(
                Array((separator == "\n" ? text : "[\(text)]").utf8), extension: "json")
            let loaded = try Self.load(file, Self.smallParts)
            #expect(loaded.points.count == 101)
            #expect(try loaded.table.namedRow(100).line == 101)
        }
    }

    @Test func stopsBetweenPartsWhenCancelled() throws {
        let file = try Self.lines(0..<3_000)
        var taken = 0
        #expect(throws: SourceError.cancelled) {
            _ = try GeoJSONLoader(path: file.path, options: Self.smallParts).read(
                isCancelled: { taken > 20 }, progress: { _ in taken += 1 })
        }
        #expect(taken < 30)
    }

    @Test func aFileThatIsCutShortMeanwhileIsSaid() throws {
        let file = try Self.lines(0..<20_000)
        var isCut = false
        let loaded = try GeoJSONLoader(path: file.path, options: Self.smallParts).read(
            isCancelled: { false },
            progress: { _ in
                if !isCut { #expect(truncate(file.path, 100_000) == 0) }
                isCut = true
            })
        #expect(loaded.notices.contains { $0.contains("changed on disk while loading") })
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
        #expect(loaded.table.recordCount < 20_000)
    }

    @Test func columnsBeyondTheLimitAreThoseOfOneReader() throws {
        // Objects within records are values from the thousandth column on.
        let records = (0..<1_200).map { #"{"lat":1.5,"lon":2.5,"more":{"c\#($0)":{"x":1}}}"# }
        let file = try TemporaryFile(Array(records.joined(separator: "\n").utf8), extension: "ndjson")
        var options = Self.smallParts
        let parallel = try Self.content(file, options)
        options.partSize = .max
        #expect(try Self.content(file, options) == parallel)
    }

    // MARK: files

    private static var smallParts: FeatureOptions {
        var options = FeatureOptions()
        options.windowSize = 256
        options.partSize = 300
        options.threadCount = 3
        return options
    }

    private static func lines(_ ids: Range<Int>) throws -> TemporaryFile {
        try TemporaryFile(
            Array(ids.map { #"{"id":\#($0),"lat":\#($0 % 80).25,"lon":8.5}"# }.joined(separator: "\n").utf8),
            extension: "ndjson")
    }

    private static func load(_ file: TemporaryFile, _ options: FeatureOptions) throws -> LoadedSource {
        let loaded = try GeoJSONLoader(path: file.path, options: options).read(
            isCancelled: { false }, progress: { _ in })
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
        return loaded
    }

    /// All that is known of a file, as text.
    private static func content(_ file: TemporaryFile, _ options: FeatureOptions) throws -> [String] {
        let loaded = try load(file, options)
        let rows = try (0..<UInt32(loaded.table.recordCount)).map { row in
            let named = try loaded.table.namedRow(row)
            // Where kinds of records are mixed, columns may be met in another order.
            let values = named.fields.map { "\($0.name)=\($0.value.kind):\($0.value.text)" }.sorted()
            return "\(named.line ?? 0) \(values.joined(separator: " "))"
        }
        let places = loaded.places().sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        // Texts end where a window does.
        let skipped = [loaded.skipped.summary] + loaded.skipped.examples.map { "\($0.line) \($0.reason)" }
        let notices = loaded.notices.map { $0.contains(" (showing the rows before it)") ? "" : $0 }
        return rows + places + skipped + notices + loaded.table.columnNames.sorted()
            + ["\(loaded.shapes.hashValue)"]
    }

    // MARK: documents

    private static let styles = ["lines", "collection", "sequence", "array", "path", "keyed", "mixed"]

    private static func document(_ style: String, _ random: inout SeededRandom) -> String {
        let records = (0..<random.number(10...80)).map { index in
            let isFeature = style == "mixed" ? random.number(0...1) == 0 : style == "collection"
            return record(index, isFeature: isFeature, &random)
        }
        return wrapped(records, as: style)
    }

    private static func record(_ index: Int, isFeature: Bool, _ random: inout SeededRandom) -> String {
        var members: [String] = []
        for _ in 0..<random.number(0...3) {
            let name = ["name", "kind", "é\\n", "n\(index / 9)"].randomElement(using: &random) ?? "name"
            members.append("\"\(name)\": \(flat(RandomJSON.value(&random, depth: 2)))")
        }
        let longitude = "\(random.number(-190...190)).5"
        let latitude = "\(random.number(-92...92)).25"
        guard isFeature else {
            let place = ["\"lat\":\(latitude)", "\"lon\":\(longitude)"]
            return "{" + (["\"id\": \(index)"] + place + members).joined(separator: ",") + "}"
        }
        let line = #"{"type":"LineString","coordinates":[[1,2],[\#(longitude),3]]}"#
        let point = #"{"type":"Point","coordinates":[\#(longitude),\#(latitude)]}"#
        let nested = #"{"type":"Feature","geometry":null}"#
        let geometry = [point, point, line, "null"].randomElement(using: &random) ?? point
        if random.number(0...9) == 0 { members.append("\"inner\":\(nested)") }
        return
            #"{"type":"Feature","properties":{\#(members.joined(separator: ","))},"geometry":\#(geometry)}"#
    }

    /// Records stand on one line each.
    private static func flat(_ value: String) -> String {
        String(decoding: value.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
    }

    private static func wrapped(_ records: [String], as style: String) -> String {
        switch style {
        case "lines", "mixed": records.joined(separator: "\n") + "\n"
        case "sequence": records.map { "\u{1E}\($0)\n" }.joined()
        case "collection":
            #"{"type":"FeatureCollection","features":[\#n"# + records.joined(separator: ",\n  ") + "]}\n"
        case "array": "[" + records.joined(separator: " , ") + "]"
        case "path": #"{"data":{"items":["# + records.joined(separator: ",\n") + "]},\"rest\":[1]}"
        default:
            "{" + records.enumerated().map { "\"r\($0.offset)\":\($0.element)" }.joined(separator: ",\n")
                + "}"
        }
    }
}
