import App
import ArgumentParser
import MapModel
import Receivers
import Runtime

/// The command line of `termmap track`.
struct TrackOptions: ParsableCommand {
    static let name = "track"

    static let configuration = CommandConfiguration(
        commandName: "termmap track",
        abstract: "Filter the fixes of a log or receiver and print the good ones.",
        discussion: """
            FILE is a log (NMEA 0183, gpsd as from gpspipe -w, or GPX), a serial device, or - for standard \
            input; --gps connects to gpsd instead. Prints one fix per moment. A summary goes to standard \
            error at the end: fixes kept and dropped, distance, duration and bounds.

            Exit status: 0 success, 1 no good fix, 2 usage or input error, or the signal that ended it.
            """)

    @Argument(help: "Log or device; - for standard input.", completion: .file())
    var file: String?
    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("Output format.", valueName: "format"))
    var output = FixWriter.Format.csv
    @Option(
        help: ArgumentHelp("Format of the log (default: detected).", valueName: "format"))
    var format: FixLogFormat?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Connect to gpsd; --gps alone connects to this machine.", valueName: "host:port:device"))
    var gps: String?
    @Option(help: ArgumentHelp("Speed of a serial device, in bits per second.", valueName: "bps"))
    var speed: Int?
    @Option(
        help: ArgumentHelp(
            "Replay a log in real time (1) or faster (x10).", valueName: "times"))
    var replaySpeed: String?
    @Option(
        help: ArgumentHelp("Save the track as GPX; continue an existing one.", valueName: "file"),
        completion: .file())
    var save: String?
    @Option(help: ArgumentHelp("Stop after N good fixes.", valueName: "n"))
    var count: Int?
    @OptionGroup(title: "Filters for fixes") var rules: FixRuleOptions
    @OptionGroup(title: "Lock") var lock: LockFlags
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
            guard file == nil else { throw UsageError("--gps and a file cannot be combined") }
            return .gpsd(try GPSOption.address(gps))
        }
        guard let file else {
            throw UsageError("no log given (expected a file, - for standard input, or --gps)")
        }
        if Input.isSerialLine(file) {
            return .serial(path: file, speed: try GPSOption.serialSpeed(speed, "--speed"))
        }
        if speed != nil { throw UsageError("--speed: \(file) is not a serial device") }
        return .log(path: file, format: format, speed: try GPSOption.replayFactor(replaySpeed))
    }
}
