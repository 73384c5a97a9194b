import ArgumentParser
import MapModel
import Testing

@testable import App
@testable import Receivers
@testable import TermMap

@Suite struct PositionOptionsTests {
    private func origin(_ arguments: [String]) throws -> PositionSource.Origin? {
        try Options.parse(OptionalValue.completed(arguments)).position.origin()
    }

    @Test func nothingIsAskedForWithoutOptions() throws {
        #expect(try origin([]) == nil)
    }

    @Test(arguments: [
        (["--gps"], GPSDAddress()), (["--gps", "places.csv"], GPSDAddress()),
        (["--gps=localhost:2947"], GPSDAddress()),
    ])
    func bareGPSAsksThisMachine(arguments: [String], address: GPSDAddress) throws {
        #expect(try origin(arguments) == .gpsd(address))
    }

    @Test func gpsTakesHostPortAndDevice() throws {
        var address = GPSDAddress()
        address.host = "boat"
        address.port = 3000
        address.device = "/dev/ttyUSB0"
        #expect(try origin(["--gps=boat:3000:/dev/ttyUSB0"]) == .gpsd(address))
    }

    @Test(arguments: [
        (["--by-area", "mean(price)", "a.csv"], ["--by-area=mean(price)", "a.csv"]),
        (["--by-area", "a.csv"], ["--by-area=count", "a.csv"]), (["--watch", "5"], ["--watch=5"]),
        (["--watch", "a.csv"], ["--watch=2", "a.csv"]), (["--frames", "52"], ["--frames=52"]),
        (["--frames", "-o", "svg"], ["--frames=0.25", "-o", "svg"]),
        (["--ip", "--list"], ["--ip=*", "--list"]),
        (["--ip", "host"], ["--ip=host"]), (["--track-by"], ["--track-by=*"]), (["--ip=a"], ["--ip=a"]),
    ])
    func valuesThatMayBeLeftOutAreRecognised(typed: [String], completed: [String]) {
        #expect(OptionalValue.completed(typed) == completed)
    }

    @Test func helpShowsThatTheyMayBeLeftOut() {
        #expect(
            OptionalValue.help("  --watch <seconds>       Reload\n  --lat <column>          Latitude")
                == "  --watch[=<seconds>]     Reload\n  --lat <column>          Latitude")
    }

    @Test func argumentsAfterTwoDashesAreFiles() {
        #expect(OptionalValue.completed(["--gps", "--", "--gps"]) == ["--gps=localhost", "--", "--gps"])
        #expect(OptionalValue.completed(["track", "--gps"]) == ["track", "--gps=localhost"])
    }

    @Test(
        arguments: [
            (["--nmea", "-"], "-", nil), (["--nmea", "-", "--replay-speed", "x2"], "-", 2),
            (["--nmea", #filePath], #filePath, 1), (["--replay", #filePath], #filePath, 1),
            (["--nmea", #filePath, "--replay-speed", "×10"], #filePath, 10),
        ] as [([String], String, Double?)])
    func logsHaveTheirOwnPaceOnTheScreen(arguments: [String], path: String, speed: Double?) throws {
        #expect(try origin(arguments) == .log(path: path, format: nil, speed: speed))
    }

    @Test(arguments: [
        ["--late", "x"], ["--max-speed", "fast"], ["--max-accuracy", "-"], ["--null-island", "z"],
    ])
    func wrongValuesAreWrongWithoutAPosition(arguments: [String]) {
        #expect(throws: UsageError.self) { try origin(arguments) }
    }

    @Test func anOriginHasAName() throws {
        let options = try Options.parse(["--gps=[::1]:99"]).position
        let started = try options.start(try #require(try options.origin()))
        #expect(started.position.sourceName.text == "gpsd at [::1]:99" && started.position.isLive)
        #expect(started.position.shortSourceName.text == "gpsd" && started.position.follow == .on)
    }

    @Test func whereATrackCannotBeSavedIsSaidAtOnce() throws {
        let options = try Options.parse(["--gps=localhost", "--save-track", "/nowhere/a.gpx"]).position
        let error = #expect(throws: UsageError.self) { try options.start(.gpsd(GPSDAddress())) }
        #expect(error?.description == "--save-track: /nowhere/a.gpx: no such folder")
    }
}
