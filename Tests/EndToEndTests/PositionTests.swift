import Foundation
import Testing

/// A position on the map of the real program, from a log.
@Suite(.timeLimit(.minutes(10)))
struct PositionTests {
    private static let places = "name,latitude,longitude\nAlpha,48.12,11.52\nBeta,49,12\n"

    private static func sentence(_ body: String) -> String {
        let hex = String(body.utf8.reduce(UInt8(0)) { $0 ^ $1 }, radix: 16, uppercase: true)
        return "$\(body)*\(hex.utf8.count == 1 ? "0" : "")\(hex)\r\n"
    }

    /// Fixes a second apart, on a way east at 36 km/h.
    private static func log(_ seconds: ClosedRange<Int>) -> String {
        seconds.map { second in
            let time = "1200\(String(100 + second).dropFirst()).00"
            let place = "4807.0380,N,01131.\(String(10_000 + second * 80).dropFirst()),E"
            return sentence("GPGGA,\(time),\(place),1,08,1.0,545.4,M,46.9,M,,")
                + sentence("GPRMC,\(time),A,\(place),019.4,090.0,211126,,,A")
        }.joined()
    }

    private func open(_ places: ScratchFile, _ arguments: [String]) throws -> PseudoTerminal {
        try PseudoTerminal(
            PseudoTerminal.termmap,
            ["--no-animation", "--theme", "dark", "--units", "km"] + arguments + [places.path],
            environment: Run.patient, columns: 100, rows: 30)
    }

    @Test func aLogIsReplayedAndTheTrackSavedOnSIGTERM() throws {
        let places = try ScratchFile(Self.places)
        let log = try ScratchFile(Self.log(1...30), named: "drive.nmea")
        let saved = log.folder + "/saved.gpx"
        let verdicts = log.folder + "/verdicts.ndjson"
        let terminal = try open(
            places,
            ["--nmea", log.path, "--replay-speed", "x100", "--save-track", saved, "--gps-log", verdicts])
        #expect(terminal.waitFor("end of log"), "\(terminal.screenText)")
        #expect(terminal.screenText.contains("3D ±19 m") && terminal.screenText.contains("35.9 km/h 90°"))
        #expect(terminal.screenText.contains("▶"))
        terminal.type("gs")
        #expect(terminal.waitFor("30 fixes"))
        terminal.send(SIGTERM)
        #expect(terminal.waitForExit() == .killed(by: SIGTERM))
        #expect(terminal.unrestored == [])
        let track = try String(contentsOfFile: saved, encoding: .utf8)
        #expect(track.components(separatedBy: "<trkpt").count == 31)
        let lines = try String(contentsOfFile: verdicts, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 30)
    }

    @Test func aSavedTrackGoesOn() throws {
        let places = try ScratchFile(Self.places)
        let log = try ScratchFile(Self.log(1...10), named: "drive.nmea")
        let saved = log.folder + "/saved.gpx"
        for last in [10, 20] {
            try Data(Self.log(1...last).utf8).write(to: URL(fileURLWithPath: log.path))
            let run = try Run([
                "--list", "--basemap", "none", "--nmea", log.path, "--save-track", saved, places.path,
            ])
            #expect(run.code == 0, "\(run.errors)")
            let track = try String(contentsOfFile: saved, encoding: .utf8)
            #expect(track.components(separatedBy: "<trkpt").count == last + 1)
        }
    }

    @Test func oneFrameIsTheSameEachTime() throws {
        let places = try ScratchFile(Self.places)
        let log = try ScratchFile(Self.log(1...30), named: "drive.nmea")
        let frames = try (0..<2).map { _ in
            try Run(["--once", "--basemap", "none", "--color", "never", "--nmea", log.path, places.path])
                .output
        }
        #expect(frames[0] == frames[1] && frames[0].contains("▶") && frames[0].contains("end of log"))
    }

    @Test func aPipeOfPositionsLeavesTheKeyboardAlone() throws {
        let run = try Run(["--once", "--color", "never", "--nmea", "-"], input: Self.log(1...3))
        #expect(run.code == 0 && run.output.contains("of 28,298") && run.output.contains("▶"))
    }

    @Test(arguments: [
        (["--once", "--gps"], "--gps needs a screen"), (["--gps", "--nmea", "x"], "cannot be combined"),
        (["--nmea", "/nowhere.nmea"], "--nmea: /nowhere.nmea: No such file"),
        (["--save-track", "a.gpx"], "--save-track needs"), (["--gps-log", "a"], "--gps-log needs"),
        (["--replay-speed", "2"], "--replay-speed needs"),
        (["--replay-speed", "0", "--nmea", "/dev/stdin"], "--replay-speed"),
        (["--serial-speed", "9600"], "--serial-speed 9600 needs"), (["--gps=a:b"], "--gps: not a port"),
        (["--nmea", "-", "-"], "both standard input"), (["--gps", "--replay-speed", "2"], "needs --nmea"),
        (["--gps=h", "--max-speed", "x"], "--max-speed: not a number"),
    ])
    func usageErrorsAreOneLine(arguments: [String], words: String) throws {
        let run = try Run(arguments, input: "")
        #expect(run.code == 2)
        #expect(run.errors.split(separator: "\n").count == 1 && run.errors.contains(words), "\(run.errors)")
    }
}
