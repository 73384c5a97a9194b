import Foundation
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

@Suite struct GPXLoaderTests {
    private static func load(_ text: String, windowSize: Int = 1 << 20) throws -> LoadedSource {
        let file = try TemporaryFile(Array(text.utf8), extension: "gpx")
        return try withExtendedLifetime(file) {
            var options = FeatureOptions()
            options.windowSize = windowSize
            return try XMLLoader.gpx(SourceInput(path: file.path), options: options).loaded()
        }
    }

    private static func refusal(_ text: String) throws -> String? {
        let file = try TemporaryFile(Array(text.utf8), extension: "gpx")
        return withExtendedLifetime(file) {
            XMLLoader.gpx(SourceInput(path: file.path)).refusal.map { String($0.dropFirst(file.path.count)) }
        }
    }

    private static let document = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="x" xmlns:e="urn:e"><metadata><name>no row</name></metadata>
        <wpt lat="47.5" lon="8.5"><ele>431.5</ele><time>2026-11-21T12:00:00Z</time><name> a &amp; b </name>
        <link href="http://a"><text>t</text></link><sym>Flag</sym>
        <extensions><e:more><e:city>Bern</e:city></e:more><e:name>other</e:name></extensions></wpt>
        <wpt lat="91" lon="8"/><wpt lat="x" lon="8"/>
        <wpt lon="8"/><wpt lat="1" lon="190"/>
        <rte><name>R</name><rtept lat="1" lon="2"><name>no name of the route</name></rtept>
        <rtept lat="3" lon="4"/></rte>
        <trk><name>T</name><trkseg><trkpt lat="5" lon="6"><ele>7</ele><extensions><e:speed>1</e:speed></extensions>
        </trkpt><trkpt lat="7" lon="8"/></trkseg><trkseg/><trkseg><trkpt lat="99" lon="8"/>
        <trkpt lat="9" lon="10"/><trkpt lat="11" lon="12"/></trkseg><number>3</number></trk>
        <trk><name>empty</name><trkseg></trkseg></trk>
        </gpx>
        """

    @Test(arguments: [64, 100, 1 << 20]) func rowsOfADocument(windowSize: Int) throws {
        let loaded = try Self.load(Self.document, windowSize: windowSize)
        #expect(loaded.isAccountedFor && loaded.table.recordCount == 8)
        let rows = try loaded.rows()
        #expect(
            rows[0] == [
                "ele": "431.5", "time": "2026-11-21T12:00:00Z", "name": "a & b", "link": "http://a",
                "sym": "Flag",
                "city": "Bern", "extension_name": "other",
            ])
        #expect(rows[5] == ["name": "R", "kind": "route"])
        #expect(rows[6] == ["name": "T", "kind": "track", "number": "3"])
        #expect(
            loaded.places() == [
                0: FixedCoordinate(latitudeE7: 475_000_000, longitudeE7: 85_000_000),
                4: FixedCoordinate(latitudeE7: 10_000_000, longitudeE7: -1_700_000_000),
                // The middle of the route, and of the track's longest segment.
                5: FixedCoordinate(latitudeE7: 20_003_048, longitudeE7: 30_000_000),
                6: FixedCoordinate(latitudeE7: 60_009_174, longitudeE7: 70_000_000),
            ])
        #expect(loaded.shapes.count == 2)
        #expect(try loaded.table.rowLabels([0, 5, 6]) == ["a & b", "R", "T"])
        for reason in [SkippedRows.Reason.latitudeOutOfRange, .notANumber, .missing, .noGeometry] {
            #expect(loaded.skipped.count(of: reason) == 1)
        }
        #expect(loaded.skipped.examples.map(\.line) == [6, 6, 7, 13])
        #expect(try loaded.table.namedRow(6).line == 10)
        #expect(
            loaded.notices.contains {
                $0.hasSuffix("1 point of routes and tracks without coordinates, skipped")
            })
    }

    @Test func linesOfTracksHavePartsForTheirSegments() throws {
        let rows = GPXRows(name: "a", options: FeatureOptions())
        #expect(rows.collector.recordCount == 0)
        let loaded = try Self.load(
            "<gpx><trk><trkseg><trkpt lat='1' lon='2'/></trkseg><trkseg><trkpt lat='3' lon='4'/>"
                + "<trkpt lat='5' lon='4'/></trkseg></trk></gpx>")
        #expect(loaded.points.count == 1 && loaded.shapes.count == 1)
    }

    @Test(arguments: [
        ("", ":1: not well-formed XML: no element found"), ("<gpx/>", ": empty, no points"),
        ("<html><body/></html>", ": is not GPX (root element \"html\")"),
        ("<gpx><wpt lat='1'", ":1: not well-formed XML: unclosed token"),
        ("hello", ":1: not well-formed XML: syntax error"),
        (
            "<!DOCTYPE gpx [<!ENTITY a 'b'>]><gpx/>",
            ":1: has a document type declaration, which is not supported"
        ),
        (String(repeating: "<a>", count: 100_000), ": is not GPX (root element \"a\")"),
        ("<gpx>" + String(repeating: "<a>", count: 100_000), ":1: elements are nested too deeply"),
    ]) func whatIsNoDocumentIsOneLine(text: String, message: String) throws {
        let refusal = try Self.refusal(text)
        #expect(refusal?.hasSuffix(message) == true, "\(refusal ?? "")")
    }

    @Test func decimalCommasAreRead() throws {
        let loaded = try Self.load(
            "<gpx><wpt lat='46,95' lon='7,45'/><wpt lat='4,6,9' lon='7'/><wpt lat='46.9' lon='7,5'/></gpx>")
        #expect(
            loaded.places() == [
                0: FixedCoordinate(latitudeE7: 469_500_000, longitudeE7: 74_500_000),
                2: FixedCoordinate(latitudeE7: 469_000_000, longitudeE7: 75_000_000),
            ])
        #expect(loaded.skipped.count(of: .notANumber) == 1)
    }

    @Test func decimalCommasOfValuesAreNumbers() throws {
        let loaded = try Self.load(
            "<gpx><wpt lat='46' lon='7'><ele>431,5</ele><hdop>1,2,3</hdop><name>a,5</name></wpt></gpx>")
        #expect(try loaded.rows()[0] == ["ele": "431.5", "hdop": "1,2,3", "name": "a,5"])
    }

    @Test func whatComesBeforeAFaultIsShown() throws {
        let loaded = try Self.load("<gpx><wpt lat='1' lon='2'/>\n<wpt lat='3' lon='4'/><wpt lat=")
        #expect(loaded.points.count == 2)
        #expect(
            loaded.notices.first?.hasSuffix(
                ":2: not well-formed XML: unclosed token (showing the rows before it)")
                == true)
    }

    @Test func packedDocuments() throws {
        let file = try TemporaryFile(Packing.gzip.pack(Array(Self.document.utf8)), extension: "gpx.gz")
        #expect(try XMLLoader.gpx(SourceInput(path: file.path)).loaded().table.recordCount == 8)
        let lines = try XMLLoader.gpx(SourceInput(path: file.path)).explainColumns { false }
        #expect(lines.first == "GPX, 9 columns" && lines.contains { $0.hasPrefix("label: column") })
    }

    @Test func loadingCanBeCancelled() throws {
        let file = try TemporaryFile(Array(Self.document.utf8), extension: "gpx")
        #expect(throws: SourceError.cancelled) {
            try XMLLoader.gpx(SourceInput(path: file.path)).read(isCancelled: { true }, progress: { _ in })
        }
    }

    @Test(arguments: 0..<100) func mutationsAreReadOrRefused(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var bytes = Array(Self.document.utf8)
        for _ in 0..<4 { bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(0...255)) }
        let file = try TemporaryFile(bytes, extension: "gpx")
        if let loaded = try? XMLLoader.gpx(SourceInput(path: file.path)).loaded() {
            #expect(loaded.isAccountedFor)
        }
    }

    // MARK: files of others

    private struct Feature: Decodable {
        struct Geometry: Decodable { let type: String }
        let geometry: Geometry
        let properties: [String: Value]

        enum Value: Decodable {
            case text(String)
            case other

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                self = (try? container.decode(String.self)).map(Value.text) ?? .other
            }
        }
    }
    private struct Collection: Decodable { let features: [Feature] }

    private static let folder = "../shared/testdata/togeojson"
    private static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?
        .filter { $0.hasSuffix(".gpx") }.sorted() ?? []

    /// Another converter makes the same features; it leaves out lines of a single point, and has the points last.
    @Test(.enabled(if: !names.isEmpty, "no \(folder)"), arguments: names)
    func featuresAreThoseOfAnotherConverter(name: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(name).geojson"))
        let features = try JSONDecoder().decode(Collection.self, from: data).features
        let path = "\(Self.folder)/\(name)"
        guard !features.isEmpty else {
            let loaded = try? XMLLoader.gpx(SourceInput(path: path)).loaded()
            #expect(loaded?.shapes.count ?? 0 <= 1)
            return
        }
        let loaded = try XMLLoader.gpx(SourceInput(path: path)).loaded()
        let points = features.filter { $0.geometry.type == "Point" }
        #expect(loaded.isAccountedFor)
        #expect(loaded.shapes.count == features.count - points.count)
        #expect(loaded.points.count == features.count)
        let ours = try loaded.rows().compactMap { $0["kind"] == nil ? $0["name"] ?? "" : nil }
        let theirs = points.map { feature in
            if case .text(let name)? = feature.properties["name"] {
                name.trimmingCharacters(in: .whitespacesAndNewlines)
            } else {
                ""
            }
        }
        #expect(ours == theirs)
    }

    private static let others = "../shared/testdata/gpx"
    private static let otherNames =
        (try? FileManager.default.contentsOfDirectory(atPath: others))?
        .filter { $0.hasSuffix(".gpx") }.sorted() ?? []

    @Test(.enabled(if: !otherNames.isEmpty, "no \(others)"), arguments: otherNames)
    func filesOfOthersAreRead(name: String) throws {
        let text = try String(contentsOfFile: "\(Self.others)/\(name)", encoding: .utf8)
        guard text.contains("<wpt") || text.contains("<trk>") || text.contains("<rte>") else {
            #expect(throws: SourceError.self) {
                try XMLLoader.gpx(SourceInput(path: "\(Self.others)/\(name)")).loaded()
            }
            return
        }
        let loaded = try XMLLoader.gpx(SourceInput(path: "\(Self.others)/\(name)")).loaded()
        let hasPoints = ["<wpt", "<trkpt", "<rtept"].contains { text.contains($0) }
        #expect(loaded.isAccountedFor && (loaded.points.count > 0) == hasPoints)
        if name == "cerknicko-jezero.gpx" { #expect(loaded.table.recordCount == 15) }
    }
}
