import Foundation
import MapModel
import TestSupport
import Testing

@testable import RowTestSupport
@testable import Rows
@testable import Streams

extension GeoJSONLoaderTests {
    // MARK: windows

    private static let nasty: [(text: String, ending: String)] = {
        let properties =
            #"{"name":"a \"quoted\" \u00e9 name that is longer","n":-1.5e3,"list":[1,[2,{"x":"]"}]]}"#
        let features = [
            feature(point, properties), feature("null", properties),
            feature(#"{"coordinates":[[8.123456789,47.1],[9,48.5]],"type":"LineString"}"#, properties),
        ]
        return [
            (collection(features + features), "geojson"), (features.joined(separator: "\n"), "ndjson"),
            ("\u{1E}" + features.joined(separator: "\n\u{1E}"), "geojsons"),
            (
                "{\"lat\":1.25,\"lon\":2,\"a\":\"x\\\\\"}\n{\"lat\":12.5,\"lon\":22.75,\"a\":\"é界\"}\n",
                "ndjson"
            ),
        ]
    }()

    /// The rows as text, and where they are.
    private func content(_ loaded: LoadedSource) throws -> [String] {
        try (0..<UInt32(loaded.table.recordCount)).map { row in
            let named = try loaded.table.namedRow(row)
            return "\(named.line ?? 0) \(named.fields)"
        } + places(loaded).map { "\($0)" } + [loaded.skipped.summary]
    }

    @Test(arguments: nasty.indices) func theBordersOfWindowsAreNotSeen(index: Int) throws {
        let (text, ending) = Self.nasty[index]
        let whole = try content(load(text, ending: ending))
        var options = FeatureOptions()
        options.windowSize = 64
        for shift in 0..<64 {
            let moved = String(repeating: " ", count: shift) + text
            #expect(try content(load(moved, ending: ending, options)) == whole, "\(shift)")
        }
    }

    /// Brackets and texts show where a damaged feature ends.
    @Test(arguments: [64, 1 << 20], ["oops", #""a":NaNx"#, "1", #""a":[1,,2]"#])
    func aDamagedFeatureIsSkipped(windowSize: Int, damage: String) throws {
        var options = FeatureOptions()
        options.windowSize = windowSize
        let good = Self.feature(Self.point)
        let loaded = try load(
            Self.collection([good, "{\"type\":\"Feature\",\(damage)}", good, good]), options)
        #expect(loaded.points.count == 3 && loaded.skipped.count(of: .unreadable) == 1)
        #expect(loaded.skipped.examples.map(\.line) == [2] && loaded.layers[0].earlyEnd == nil)
    }

    /// In documents, lines and sequences, with line ends and brackets in its texts.
    @Test(arguments: [
        "[@,@]", "{\"type\":\"FeatureCollection\",\"features\":[\n@,\n@]}", "@\n@\n",
        "\u{1E}@\n\u{1E}@\n",
    ])
    func aRecordThatIsTooLongIsSkipped(form: String) throws {
        var options = FeatureOptions()
        options.windowSize = 64
        options.recordLimit = 1_024
        let filler = String(repeating: #"x\"]} "#, count: 1_000)
        let long = Self.feature(Self.point, "{\"a\":\"\(filler)\"}")
        let good = Self.feature(Self.point)
        let between = form.contains(",") ? "," : form.contains("\u{1E}") ? "\n\u{1E}" : "\n"
        let parts = form.split(separator: "@", omittingEmptySubsequences: false)
        let text = "\(parts[0])\(good)\(between)\(long)\(parts[1])\(good)\(parts[2])"
        let loaded = try load(text, options)
        #expect(loaded.points.count == 2 && loaded.skipped.count(of: .tooLong) == 1)
        #expect(loaded.table.recordCount == 3 && loaded.layers[0].earlyEnd == nil)
    }

    @Test func aRecordThatIsTooLongAndHasNoEndIsSaid() throws {
        var options = FeatureOptions()
        options.windowSize = 64
        options.recordLimit = 1_024
        let long = "{\"a\":\"\(String(repeating: "x", count: 5_000))"
        let loaded = try load(Self.collection([Self.feature(Self.point), long]), options)
        #expect(loaded.points.count == 1 && loaded.skipped.count(of: .tooLong) == 1)
        #expect(loaded.notices[0].contains("record too long (showing the rows before it)"))
    }

    @Test(arguments: UInt64(0)..<50) func mutatedDocumentsKeepTheInvariant(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let (text, ending) = Self.nasty[Int(seed) % Self.nasty.count]
        var bytes = Array(text.utf8)
        for _ in 0..<random.number(1...4) { RandomJSON.mutate(&bytes, &random) }
        var options = FeatureOptions()
        options.windowSize = random.number(0...1) == 0 ? 64 : 1 << 20
        do {
            let loaded = try load(bytes, ending: ending, options)
            _ = try content(loaded)
        } catch let error as SourceError {
            #expect(!error.description.isEmpty)
        }
    }
}
