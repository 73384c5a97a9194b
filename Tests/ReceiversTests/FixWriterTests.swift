import Foundation
import MapModel
import TestSupport
import Testing

@testable import Receivers

@Suite struct FixWriterTests {
    private static let whole = LocationFix(
        mode: .threeDimensional, time: UTCInstant(iso8601: "2026-11-21T12:00:00.5Z"),
        coordinate: Coordinate(latitude: -37.784788333, longitude: 175.3), altitudeMeters: 59.9,
        accuracyMeters: 20.9, speedMetersPerSecond: 0.355, courseDegrees: 181.39, satellitesUsed: 8)
    private static let bare = LocationFix(
        mode: .twoDimensional, coordinate: Coordinate(latitude: 0, longitude: -180))

    private static func text(_ format: FixWriter.Format, _ fixes: [LocationFix]) -> String {
        var writer = FixWriter(format)
        for fix in fixes { writer.add(fix) }
        writer.finish()
        return String(decoding: writer.take(), as: UTF8.self)
    }

    @Test func csvHasOneRowForEachFix() {
        #expect(
            Self.text(.csv, [Self.whole, Self.bare, LocationFix(mode: .none)]) == """
                time,latitude,longitude,altitude_m,accuracy_m,speed_mps,course_deg,mode
                2026-11-21T12:00:00.500Z,-37.784788333,175.3,59.9,20.9,0.355,181.39,3
                ,0,-180,,,,,2

                """)
    }

    @Test(arguments: [0, 1, 2]) func geoJSONIsJSON(count: Int) throws {
        let text = Self.text(.geojson, Array([Self.whole, Self.bare].prefix(count)))
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let features = json?["features"] as? [[String: Any]]
        #expect(features?.count == count)
        let geometry = features?.first?["geometry"] as? [String: Any]
        #expect(count == 0 || geometry?["coordinates"] as? [Double] == [175.3, -37.784788333, 59.9])
    }

    @Test func gpxIsReadBackWhole() throws {
        let fixes = [Self.whole, Self.bare]
        #expect(try GPXReaderTests.read(Self.text(.gpx, fixes)) == fixes)
        #expect(try GPXReaderTests.read(Self.text(.gpx, [])).isEmpty)
    }

    @Test func furtherValuesAreExtensions() {
        var writer = FixWriter(
            .gpx, knowsModes: false, name: "Up & <down>", columns: ["power", "cad", "1 x", "hr"])
        let fix = LocationFix(mode: .none, coordinate: Coordinate(latitude: 1, longitude: 2))
        writer.add(fix, values: [250, 80, .nan, 120.5])
        writer.add(fix, values: [.nan, .nan, 7, .nan])
        writer.finish()
        let text = String(decoding: writer.take(), as: UTF8.self)
        #expect(text.contains("<trk><name>Up &amp; &lt;down&gt;</name><trkseg>\n"))
        #expect(
            text.contains(
                """
                <trkpt lat="1" lon="2"><extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>120.5</gpxtpx:hr>\
                <gpxtpx:cad>80</gpxtpx:cad></gpxtpx:TrackPointExtension><tm:power>250</tm:power></extensions></trkpt>
                """))
        #expect(text.contains("lon=\"2\"><extensions><tm:_1_x>7</tm:_1_x></extensions></trkpt>"))
    }

    @Test func wildNumbersAreLeftOut() throws {
        var wild = Self.whole
        wild.altitudeMeters = .infinity
        wild.accuracyMeters = .nan
        wild.speedMetersPerSecond = 1e300
        #expect(Self.text(.csv, [wild]).contains(",175.3,,,,181.39,3\n"))
        let text = Self.text(.geojson, [wild])
        #expect((try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil)
        #expect(try GPXReaderTests.read(Self.text(.gpx, [wild])).first?.altitudeMeters == nil)
    }

    @Test(arguments: 0..<50) func numbersHaveTheirDecimals(seed: UInt64) {
        var random = SeededRandom(seed)
        for _ in 0..<20 {
            let decimals = random.number(0...9)
            let scale = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
            let number = (random.fraction(-180...180) * scale).rounded() / scale
            var text = ByteText()
            text.append(number, decimals: decimals)
            let written = String(decoding: text.bytes, as: UTF8.self)
            #expect(Double(written) == number, "\(written)")
            #expect(!written.contains(".") || written.last != "0")
        }
    }

    @Test func verdictsAreJSONWhateverTheDeviceIsCalled() throws {
        var log = VerdictLog()
        var fix = Self.whole
        fix.device = "a\"b\\c\u{1B}\n\u{7F}é"
        log.add(fix, .newest)
        log.add(LocationFix(mode: .none), .dropped(.noFix))
        let lines = String(decoding: log.take(), as: UTF8.self).split(separator: "\n")
        let objects = try lines.map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(objects.map { $0?["verdict"] as? String } == ["kept", "dropped"])
        #expect(objects.first??["device"] as? String == fix.device)
        #expect(objects.last??["reason"] as? String == "no-fix")
        #expect(lines.allSatisfy { !$0.unicodeScalars.contains { $0.value < 32 } })
    }
}
