import Foundation
import Testing

/// `termmap track`: the real program, logs in, fixes out.
@Suite(.timeLimit(.minutes(10)))
struct TrackCommandTests {
    private static let header = "time,latitude,longitude,altitude_m,accuracy_m,speed_mps,course_deg,mode"

    private static func sentence(_ body: String) -> String {
        let hex = String(body.utf8.reduce(UInt8(0)) { $0 ^ $1 }, radix: 16, uppercase: true)
        return "$\(body)*\(hex.utf8.count == 1 ? "0" : "")\(hex)\r\n"
    }

    /// An epoch at 12:00 and some seconds, so many ten-thousandths of a minute east of 11° 31'.
    private static func epoch(_ second: Int, east: Int, status: String = "A") -> String {
        let time = "1200\(second < 10 ? "0" : "")\(second).00"
        let place = "4807.0380,N,01131.\(String(10_000 + east).dropFirst()),E"
        return sentence("GPGGA,\(time),\(place),\(status == "A" ? 1 : 0),08,1.0,545.4,M,46.9,M,,")
            + sentence("GPRMC,\(time),\(status),\(place),010.0,090.0,211126,,,A")
    }

    private static let log =
        "# a log\n" + epoch(1, east: 0) + epoch(2, east: 400) + epoch(3, east: 0, status: "V")
        + epoch(5, east: 800) + epoch(4, east: 600) + "$GPGGA,broken*00\r\n" + epoch(6, east: 1200)

    @Test func printsGoodFixesAndSumsUp() throws {
        let file = try ScratchFile(Self.log, named: "a.nmea")
        let run = try Run(["track", file.path])
        #expect(run.code == 0)
        #expect(
            run.output == """
                \(Self.header)
                2026-11-21T12:00:01.000Z,48.1173,11.516666667,545.4,19,5.144,90,3
                2026-11-21T12:00:02.000Z,48.1173,11.517333333,545.4,19,5.144,90,3
                2026-11-21T12:00:05.000Z,48.1173,11.518,545.4,19,5.144,90,3
                2026-11-21T12:00:06.000Z,48.1173,11.518666667,545.4,19,5.144,90,3

                """)
        let lines = run.errors.split(separator: "\n").map(String.init)
        #expect(lines.first == "kept 4 fixes, dropped 2: 1 without a fix, 1 out of order")
        #expect(lines.contains("1 line dropped: 1 with a wrong checksum"))
        #expect(lines.contains("distance 148.5 m, 29.69 m/s on average"), "\(lines)")
        #expect(lines.contains("duration 00:00:05, 2026-11-21T12:00:01.000Z to 2026-11-21T12:00:06.000Z"))
        #expect(lines.contains("bounds (W,S,E,N) 11.5166667,48.1173,11.5186667,48.1173"))
    }

    @Test func lateFixesAreAcceptedInOrder() throws {
        let run = try Run(["track", "--late", "1s", "-"], input: Self.log)
        let times = run.output.split(separator: "\n").dropFirst().compactMap {
            $0.split(separator: ",").first
        }
        #expect(times == times.sorted() && times.count == 5)
        #expect(run.errors.hasPrefix("kept 5 fixes, dropped 1: 1 without a fix\n"))
    }

    @Test func formatsGoRoundTrip() throws {
        let file = try ScratchFile(Self.log, named: "a.nmea")
        let csv = try Run(["track", file.path]).output
        let gpx = try Run(["track", "-o", "gpx", file.path]).output
        #expect(try Run(["track", "-"], input: gpx).output == csv)
        let geojson = try Run(["track", "-o", "geojson", file.path]).output
        #expect((try? JSONSerialization.jsonObject(with: Data(geojson.utf8))) != nil)
    }

    @Test func logsOfGPSDAreRead() throws {
        func line(_ members: String) -> String { "{\"class\":\"TPV\",\"device\":\"/dev/a\",\(members)}\n" }
        let place = #""lat":47.5,"lon":8.123456789"#
        let text =
            line(#""mode":1"#) + line(#""mode":2,"time":"2026-11-21T12:00:00Z","# + place)
            + line(#""mode":3,"time":"2026-11-21T12:00:00Z","altMSL":400,"# + place)
            + line(#""mode":3,"time":"2026-11-21T12:00:01Z","eph":-1,"# + place)
        let run = try Run(["track", "-"], input: text)
        #expect(run.output == "\(Self.header)\n2026-11-21T12:00:00.000Z,47.5,8.123456789,400,,,,3\n")
        #expect(run.errors.hasPrefix("kept 1 fix, dropped 2: "))
    }

    @Test func verdictsAreLogged() throws {
        let file = try ScratchFile(Self.log, named: "a.nmea")
        let path = file.folder + "/verdicts.ndjson"
        _ = try Run(["track", "--gps-log", path, file.path])
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines.filter { $0.contains("\"verdict\":\"kept\"") }.count == 4)
        #expect(
            lines.contains { $0.hasPrefix("{\"verdict\":\"dropped\",\"reason\":\"out-of-order\",\"time\":") })
    }

    @Test func savedTracksGoOn() throws {
        let file = try ScratchFile(Self.log, named: "a.nmea")
        let path = file.folder + "/saved.gpx"
        _ = try Run(["track", "--save", path, file.path])
        let more = Self.epoch(6, east: 1200) + Self.epoch(7, east: 1400)
        let run = try Run(["track", "--save", path, "-"], input: more)
        #expect(run.errors.hasPrefix("kept 1 fix, dropped 1: 1 from before the start\n"))
        #expect(run.errors.contains("duration 00:00:06, "))
        let saved = try Run(["track", path]).output.split(separator: "\n")
        #expect(saved.count == 6)
    }

    @Test(
        arguments: [
            ([], 2), (["/nowhere.nmea"], 2), (["--late", "x", "-"], 2), (["--late", "1h", "-"], 2),
            (["-o", "kml", "-"], 2), (["--gps", "a:b", "--count", "1"], 2), (["--gps", "-", "file"], 2),
            (["--max-speed", "-1", "-"], 2), (["--replay-speed", "0", "-"], 2), (["--nope"], 2),
            (["--speed", "9600", "-"], 2), (["--save", "/nowhere/a.gpx", "-"], 2), (["/"], 2),
            (["--count", "0", "-"], 2),
        ] as [([String], Int32)])
    func usageErrorsAreOneLine(arguments: [String], code: Int32) throws {
        let run = try Run(["track"] + arguments)
        #expect(run.code == code)
        let lines = run.errors.split(separator: "\n").filter { $0.hasPrefix("termmap: ") }
        #expect(lines.count == 1, "\(run.errors)")
    }

    @Test(arguments: ["", "nothing here\n", "# only a comment", "{\"class\":\"TPV\",\"mode\":1}\n"])
    func noGoodFixIsCodeOne(text: String) throws {
        let run = try Run(["track", "-"], input: text)
        #expect(run.code == 1 && run.errors.hasPrefix("kept 0 fixes"))
        #expect(run.output == Self.header + "\n")
    }

    @Test func brokenXMLIsOneLineAfterWhatWasRead() throws {
        let gpx =
            "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2026-01-01T00:00:00Z</time></trkpt>\n</x>"
        let run = try Run(["track", "-"], input: gpx)
        #expect(run.code == 2)
        #expect(run.output.split(separator: "\n").count == 2)
        #expect(run.errors.hasSuffix("termmap: stdin:2: not well-formed XML: mismatched tag\n"))
    }

    @Test func countEndsTheRun() throws {
        let run = try Run(["track", "--count", "2", "-"], input: Self.log)
        #expect(run.code == 0 && run.output.split(separator: "\n").count == 3)
        #expect(
            run.errors.contains("kept 2 fixes") && run.errors.contains("duration 00:00:01,"), "\(run.errors)")
    }

    @Test func helpGoesToStandardOutput() throws {
        let run = try Run(["track", "--help"])
        #expect(run.code == 0 && run.errors.isEmpty && run.output.contains("termmap track"))
    }
}
