import Foundation
import MapModel
import TestSupport
import Testing

@testable import Receivers
@testable import Streams

@Suite struct GPXReaderTests {
    static func read(_ text: String, piece: Int = .max) throws -> [LocationFix] {
        let reader = try FixLogReader(name: "a.gpx", format: .gpx)
        let bytes = Array(text.utf8)
        var fixes: [LocationFix] = []
        var start = 0
        while start < bytes.count {
            let end = start + min(piece, bytes.count - start)
            try reader.feed(bytes.span.extracting(start..<end)) { fixes.append($0) }
            start = end
        }
        try reader.finish { fixes.append($0) }
        return fixes
    }

    private static func error(_ text: String) -> String? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static let track = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1"
             xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
        <wpt lat="1" lon="2"><ele>7</ele><time>2020-01-01T00:00:00Z</time></wpt>
        <trk><name>a &amp; b &#233;</name><trkseg>
        <trkpt lat="47.123456789" lon=" -8.5 "><ele> 431.5 </ele><time>2026-11-21T12:00:00Z</time><sat>7</sat>
        <extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>1.5</gpxtpx:speed>
        <gpxtpx:course>90</gpxtpx:course></gpxtpx:TrackPointExtension></extensions></trkpt>
        <trkpt lon="8" lat="47"/><trkpt lat="x" lon="8"><time>tomorrow</time></trkpt>
        <trkpt lat="1" lon="2"><fix>none</fix></trkpt>
        </trkseg></trk></gpx>
        """

    @Test(arguments: [1, 7, 64, 10_000]) func trackPointsAreRead(piece: Int) throws {
        let fixes = try Self.read(Self.track, piece: piece)
        #expect(fixes.count == 4)
        #expect(
            fixes[0]
                == LocationFix(
                    mode: .threeDimensional, time: UTCInstant(iso8601: "2026-11-21T12:00:00Z"),
                    coordinate: Coordinate(latitude: 47.123456789, longitude: -8.5), altitudeMeters: 431.5,
                    speedMetersPerSecond: 1.5, courseDegrees: 90, satellitesUsed: 7))
        #expect(
            fixes[1]
                == LocationFix(mode: .twoDimensional, coordinate: Coordinate(latitude: 47, longitude: 8)))
        #expect(fixes[2].coordinate == nil && fixes[2].time == nil && fixes[3].mode == .none)
    }

    @Test func entitiesAreNotExpandedAndNothingIsLoaded() {
        let laughs =
            "<?xml version=\"1.0\"?><!DOCTYPE lolz [<!ENTITY a \"lol\">"
            + (0..<20).map {
                "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 == 0 ? "" : "\($0 - 1)");", count: 10))\">"
            }
            .joined() + "]><gpx><trk>&a19;</trk></gpx>"
        let external = "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><gpx>&a;</gpx>"
        let externalType = "<!DOCTYPE gpx SYSTEM \"http://127.0.0.1:1/x.dtd\"><gpx/>"
        for text in [laughs, external, externalType] {
            #expect(Self.error(text) == "a.gpx: has a document type declaration, which is not supported")
        }
        #expect(Self.error("<gpx>&nbsp;</gpx>") == "a.gpx:1: not well-formed XML: undefined entity")
    }

    @Test func depthAndLengthAreLimited() {
        #expect(
            Self.error(String(repeating: "<a>", count: 100_000)) == "a.gpx: elements are nested too deeply")
        #expect(
            Self.error("<gpx><!-- " + String(repeating: "x", count: 1_500_000))
                == "a.gpx: a name, text or comment is too long")
        #expect(
            Self.error("<gpx a=\"" + String(repeating: "x", count: 1_500_000))
                == "a.gpx: a name, text or comment is too long")
        let text =
            "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><ele>" + String(repeating: "1", count: 1_500_000)
        #expect(Self.error(text + "</ele></trkpt></trkseg></trk></gpx>") == nil)
    }

    @Test(arguments: ["<gpx>", "<html><body>404</p></html>", "<gpx></gpx>x", "<a/><b/>", "<gpx><trk"])
    func whatIsNotXMLIsOneLine(text: String) throws {
        let message = try #require(Self.error(text))
        #expect(message.hasPrefix("a.gpx:1: not well-formed XML: ") && !message.contains("\n"))
    }

    @Test func whatCameBeforeTheDamageIsRead() throws {
        let reader = try FixLogReader(name: "a.gpx", format: .gpx)
        var count = 0
        let text = Array(
            "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/><trkpt lat=\"1\" lon=\"3\"/></x>".utf8)
        #expect(throws: SourceError.self) { try reader.feed(text.span) { _ in count += 1 } }
        #expect(count == 2)
        #expect(throws: SourceError.self) { try reader.finish { _ in count += 1 } }
    }

    @Test(arguments: 0..<60) func damageDoesNoHarm(seed: UInt64) {
        var random = SeededRandom(seed)
        var bytes = Array(Self.track.utf8)
        for _ in 0...random.number(0...6) {
            let place = random.number(0...bytes.count - 1)
            switch random.number(0...3) {
            case 0: bytes[place] = UInt8(random.number(0...255))
            case 1: bytes.removeSubrange(place..<min(place + random.number(1...40), bytes.count))
            case 2: bytes.insert(UInt8(ascii: "<"), at: place)
            default: bytes.insert(contentsOf: bytes.prefix(random.number(0...300)), at: place)
            }
            if bytes.isEmpty { bytes = [60] }
        }
        let fixes =
            (try? Self.read(String(decoding: bytes, as: UTF8.self), piece: random.number(1...400))) ?? []
        for place in fixes.compactMap(\.coordinate) {
            #expect(Coordinate(wrapping: place.latitude, place.longitude) == place)
        }
    }

    /// Track points in the files of a well-known GPX library.
    @Test(arguments: [("cerknicko-jezero", 296), ("korita-zbevnica", 871), ("Mojstrovka", 184)])
    func wellKnownFilesHaveTheirPoints(name: String, count: Int) throws {
        let path = "../shared/testdata/gpx/\(name).gpx"
        guard FileManager.default.fileExists(atPath: path) else {
            print("SKIPPED: the GPX files are not here")
            return
        }
        #expect(try Self.read(String(contentsOfFile: path, encoding: .utf8)).count == count)
    }
}
