import CellGraphics
import Foundation
import MapModel
import TestSupport
import Testing

@testable import App
@testable import MapSources
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport
@testable import TerminalInput

/// Journeys of files, as the background reads and writes them.
@Suite struct JourneyWorkTests {
    /// Sixty points a minute apart with heights, and a second track.
    private static let gpx: String = {
        func points(_ count: Int, east: Double) -> String {
            (0..<count).map { number in
                let minute = number < 10 ? "0\(number)" : "\(number)"
                return """
                    <trkpt lat="\(46 + Double(number) / 500)" lon="\(east)"><ele>\(500 + number * 10)</ele>\
                    <time>2026-06-14T08:\(minute):00Z</time><extensions><hr>\(100 + number)</hr></extensions></trkpt>
                    """
            }.joined(separator: "\n")
        }
        return """
            <?xml version="1.0"?>
            <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
            <trk><name>first</name><trkseg>\(points(60, east: 7))</trkseg></trk>
            <trk><name>second</name><trkseg>\(points(30, east: 8))</trkseg></trk>
            </gpx>
            """
    }()

    private func played(_ file: TemporaryFile, _ keys: String) throws -> Headless {
        var state = AppState(columns: 120, rows: 40, filePath: file.path, appearance: .plain)
        state.screen.hasClipboard = true
        let work = DataWork(try SourceOpener(SourceOptions()).open([file.path]))
        work.journeySource.withLock {
            $0 = JourneyReading(JourneyReader(SourceOptions(), by: nil), [file.path])
        }
        var headless = Headless(state: state, work: work, basemap: BasemapData(labels: []), keyMap: KeyMap())
        #expect(headless.load() == nil)
        headless.play(try KeyScript.events(in: keys))
        return headless
    }

    @Test func theFiguresAreThoseOfTheFile() throws {
        let file = try TemporaryFile(Array(Self.gpx.utf8), extension: "gpx")
        let strip = try #require(try played(file, "p<PgDn><S-PgDn><S-PgDn>").state.strip)
        #expect(strip.journeys.map(\.name) == ["first", "second"])
        let list = try JourneyReader(SourceOptions(), by: nil).read([file.path])
        let range = try #require(strip.range)
        let shown = try #require(strip.shown)
        // As `termmap trip --range` would be asked for what is said.
        let figures = JourneyFigures(list.journeys[strip.index])
        let ends = [range.lowerBound, range.upperBound].map { position in
            let said = (shown.figures.distance(at: position) / 1000).fixed(3)
            return figures.position(atDistance: (Double(said) ?? 0) * 1000)
        }
        let stretch = figures.stretch(from: ends[0], to: ends[1])
        #expect(stretch == shown.figures.stretch(from: range.lowerBound, to: range.upperBound))
        #expect(stretch.ascent ?? 0 > 50 && stretch.descent == 0)
    }

    @Test func theRangeIsWrittenAsGPXThatCanBeReadAgain() throws {
        let file = try TemporaryFile(Array(Self.gpx.utf8), extension: "gpx")
        let target = NSTemporaryDirectory() + "climb-\(UUID().uuidString).gpx"
        defer { try? FileManager.default.removeItem(atPath: target) }
        let played = try played(file, "p<PgDn><S-PgDn><S-PgDn>:save \(target)<Enter>")
        #expect(played.state.screen.message?.text.text.hasPrefix("Saved ") == true)
        let strip = try #require(played.state.strip)
        let range = try #require(strip.range)
        let stretch = try #require(strip.shown).figures.stretch(from: range.lowerBound, to: range.upperBound)
        let again = try JourneyReader(SourceOptions(), by: nil).read([target])
        // Its ends lie between points.
        #expect(again.journeys.first?.count == stretch.pointCount + 2)
        #expect(abs((again.journeys.first?.way.meters ?? 0) - stretch.meters) < 0.1)
        #expect(again.journeys.first?.hasTimes == true && again.journeys.first?.hasHeights == true)
        let (written, whole) = (try #require(again.journeys.first), try #require(strip.shown).journey)
        #expect(!written.name.isEmpty && written.name == whole.name)
        #expect(written.columns.map(\.name) == ["hr"])
        #expect(written.columns[0].values[1] == whole.columns[0].values[range.lowerBound.nextPoint])
        #expect(try !String(contentsOfFile: target, encoding: .utf8).contains("<fix>"))
    }

    @Test func aRangeOfALineIsNotSavedAsRows() throws {
        let file = try TemporaryFile(Array(Self.gpx.utf8), extension: "gpx")
        let target = NSTemporaryDirectory() + "climb-\(UUID().uuidString).geojson"
        let played = try played(file, "p<PgDn><S-PgDn><S-PgDn>:save \(target)<Enter>")
        #expect(played.state.screen.message?.text.text.contains("saved as GPX") == true)
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test func rowsOfARangeAreSavedAsTheyAre() throws {
        let rows = (0..<40).map { "2026-06-14T08:\($0 < 10 ? "0" : "")\($0):00Z,46.\(10 + $0),7.5,\($0)\n" }
        let file = try TemporaryFile(
            Array("time,latitude,longitude,accuracy\n\(rows.joined())".utf8), extension: "csv")
        let target = NSTemporaryDirectory() + "part-\(UUID().uuidString).csv"
        defer { try? FileManager.default.removeItem(atPath: target) }
        let played = try played(file, "p<PgDn><S-PgDn><S-PgDn>:save \(target)<Enter>")
        let range = try #require(played.state.strip?.range)
        let written = try String(contentsOfFile: target, encoding: .utf8).split(separator: "\n")
        let points = range.lowerBound.nextPoint...range.upperBound.point
        #expect(written.dropFirst().map { $0 + "\n" } == rows[points].map { Substring($0) })
    }

    @Test func reportsOfGPSDAreAJourney() throws {
        var text = "{\"class\":\"VERSION\",\"release\":\"3.22\",\"proto_major\":3}\n"
        for second in 10..<40 {
            text += "{\"class\":\"TPV\",\"device\":\"/dev/ttyACM0\",\"mode\":3,"
            text += "\"time\":\"2026-05-02T07:00:\(second)Z\",\"lat\":47.0\(second),\"lon\":8.5,"
            text += "\"altMSL\":\(second)}\n"
        }
        let file = try TemporaryFile(Array(text.utf8), extension: "log")
        let list = try JourneyReader(SourceOptions(), by: nil).read([file.path])
        let journey = try #require(list.journeys.first, "\(list.reason ?? "")")
        #expect(list.journeys.count == 1 && journey.count == 30 && journey.kind == .track)
        #expect(journey.hasTimes && journey.heights[29] == 39)
    }

    @Test func aListIsNoName() throws {
        let text = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{
            "coordTimes":["2026-05-02T07:00:00Z","2026-05-02T07:00:10Z"]NEXT},
            "geometry":{"type":"LineString","coordinates":[[8,47],[8.1,47]]}}]}
            """
        for (next, name) in [("", ""), (",\"desc\":\"Morning walk\"", "Morning walk")] {
            let bytes = Array(text.replacingOccurrences(of: "NEXT", with: next).utf8)
            let file = try TemporaryFile(bytes, extension: "geojson")
            let list = try JourneyReader(SourceOptions(), by: nil).read([file.path])
            #expect(list.journeys.map(\.name) == [name])
        }
    }

    @Test func brokenXMLIsSaid() throws {
        let file = try TemporaryFile(Array("<gpx><trk><name>a & b</nam>".utf8), extension: "gpx")
        let list = try JourneyReader(SourceOptions(), by: nil).read([file.path])
        #expect(list.journeys.isEmpty && !list.notices.isEmpty)
    }

    @Test func aFileWithoutTracksSaysSo() throws {
        let file = try TemporaryFile(Array("name,lat,lon\nA,46,7\nB,47,8\n".utf8), extension: "csv")
        let played = try played(file, "p")
        #expect(played.state.strip == nil)
        #expect(played.state.screen.message?.text.text.contains("--track-by") == true)
    }

    @Test func stopsOfAHistoryAreWritten() throws {
        var text = "time,latitude,longitude\n"
        for minute in 0..<300 {
            let isAway = (120..<150).contains(minute)
            let (hour, rest) = (minute / 60, minute % 60)
            text +=
                "2026-06-14T0\(hour):\(rest < 10 ? "0" : "")\(rest):00Z,\(isAway ? 46.5 + Double(minute) / 1000 : minute < 120 ? 46.5 : 46.7),7.5\n"
        }
        let file = try TemporaryFile(Array(text.utf8), extension: "csv")
        let target = NSTemporaryDirectory() + "stays-\(UUID().uuidString).geojson"
        defer { try? FileManager.default.removeItem(atPath: target) }
        let played = try played(file, ":stops<Enter>:save \(target)<Enter>")
        #expect(played.state.map.journeys.stays?.stays.count == 2)
        let written = try String(contentsOfFile: target, encoding: .utf8)
        #expect(written.contains("\"duration_s\":") && written.hasSuffix("]}\n"))
        #expect(written.split(separator: "\n").count == 4)
    }
}
