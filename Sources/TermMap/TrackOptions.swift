import ArgumentParser
import MapModel
import MapSources

/// The command line of `termmap track`.
struct TrackOptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "termmap track",
        abstract: "Filters the fixes of a log or receiver and prints the good ones.",
        discussion: """
            FILE is a log in NMEA 0183, of gpsd (gpspipe -w) or in GPX, a receiver's device, or - for standard input; \
            --gps listens to a gpsd instead. One fix is printed for each moment; what was kept and dropped, the \
            distance, duration and bounds come on standard error at the end.

            Exit status: 0 done, 1 no good fix, 2 wrong usage or input, else the signal that ended it.
            """)

    @Argument(help: "Log or device, - for standard input.")
    var file: String?
    @Option(
        name: [.customShort("o"), .long], help: ArgumentHelp("csv, geojson or gpx.", valueName: "format"))
    var output = FixWriter.Format.csv
    @Option(
        help: ArgumentHelp("Format of the log: nmea, gpsd or gpx (default: found out).", valueName: "format"))
    var format: FixLogFormat?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Listen to a gpsd; --gps alone asks the one of this machine.", valueName: "host:port:device"))
    var gps: String?
    @Option(help: ArgumentHelp("Speed of a serial device, in bits a second.", valueName: "bps"))
    var speed: Int?
    @Option(
        help: ArgumentHelp(
            "Replay a log at its own pace, or so many times as fast: 1, x10.", valueName: "times"))
    var replaySpeed: String?
    @Option(
        help: ArgumentHelp("Save the track as GPX; goes on with the one that is there.", valueName: "file"))
    var save: String?
    @Option(help: ArgumentHelp("Stop after so many good fixes.", valueName: "n"))
    var count: Int?
    @OptionGroup(title: "Which fixes are good") var rules: FixRuleOptions
}

extension FixWriter.Format: ExpressibleByArgument {}
extension FixLogFormat: ExpressibleByArgument {}

extension TrackOptions {
    /// What the options ask to read.
    func origin() throws(UsageError) -> PositionSource.Origin {
        if let count, count < 1 {
            throw UsageError("--count: not a number of fixes: \(count) (expected 1 or more)")
        }
        if let gps {
            guard file == nil else { throw UsageError("--gps and a file are two sources (give one)") }
            return .gpsd(try GPSOption.address(gps))
        }
        guard let file else { throw UsageError("no log named (a file, - for standard input, or --gps)") }
        if Input.isCharacterDevice(file) {
            return .serial(path: file, speed: try GPSOption.serialSpeed(speed, "--speed"))
        }
        if speed != nil { throw UsageError("--speed: \(file) is not a serial device") }
        return .log(path: file, format: format, speed: try GPSOption.replayFactor(replaySpeed))
    }
}
