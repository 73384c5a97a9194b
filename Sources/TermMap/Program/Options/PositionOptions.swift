import App
import ArgumentParser
import CellGraphics
import MapModel
import Platform
import Receivers
import Runtime
import Streams

/// Where positions come from and what is kept of them, as options.
struct PositionOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Show your position from gpsd; --gps alone connects to this machine.",
            valueName: "host:port:device"))
    var gps: String?
    @Option(
        name: [.long, .customLong("replay")], parsing: .unconditional,
        help: ArgumentHelp(
            "Show the position from a log (NMEA 0183, gpsd, GPX), a serial device or - for standard input.",
            valueName: "file"), completion: .file())
    var nmea: String?
    @Option(help: ArgumentHelp("Speed of the serial device, in bits per second.", valueName: "bps"))
    var serialSpeed: Int?
    @Option(
        help: ArgumentHelp(
            "Replay speed of a log: x10, 0.5 (default: 1, real time).", valueName: "times"))
    var replaySpeed: String?
    @Option(
        help: ArgumentHelp(
            "Save the track as GPX, every minute and at the end; continue an existing one.",
            valueName: "file"), completion: .file())
    var saveTrack: String?
    @OptionGroup(title: "Filters for fixes") var rules: FixRuleOptions

    /// The gpsd that a bare `--gps` asks: that of this machine.
    static let standardHost = "localhost"
}

extension PositionOptions {
    /// What the options ask to read; nil when they ask for no position.
    ///
    /// - Parameter replaysFeed: the replay speed is that of a recorded feed.
    func origin(replaysFeed: Bool = false) throws(UsageError) -> PositionSource.Origin? {
        // Wrong values are wrong without a position as well; right ones may come from the settings.
        _ = try rules.rules()
        if let serialSpeed, nmea.map(Input.isSerialLine) != true {
            throw UsageError("--serial-speed \(serialSpeed) needs --nmea with a serial device")
        }
        if let gps {
            if nmea != nil { throw UsageError("--gps and --nmea cannot be combined") }
            if replaySpeed != nil { throw UsageError("--replay-speed needs --nmea with a log") }
            return .gpsd(try GPSOption.address(gps))
        }
        guard let nmea else {
            for (name, isGiven) in [
                ("--replay-speed", replaySpeed != nil && !replaysFeed), ("--save-track", saveTrack != nil),
                ("--gps-log", rules.gpsLog != nil),
            ] where isGiven { throw UsageError("\(name) needs --gps or --nmea") }
            return nil
        }
        if Input.isSerialLine(nmea) {
            if replaySpeed != nil { throw UsageError("--replay-speed: \(nmea) is not a log") }
            return .serial(path: nmea, speed: try GPSOption.serialSpeed(serialSpeed, "--serial-speed"))
        }
        guard nmea == "-" || FilePath.allows(.reading, nmea) else {
            throw UsageError("--nmea: \(nmea): \(SystemError.last.words)")
        }
        let speed = try GPSOption.replayFactor(replaySpeed)
        // A pipe has a pace of its own.
        return .log(path: nmea, format: nil, speed: nmea == "-" ? speed : speed ?? 1)
    }

    /// Whether standard input is where the positions come from.
    var readsStandardInput: Bool { nmea == "-" }

    /// The position as it is before anything is known of it, and the files that are kept of it.
    func start(
        _ origin: PositionSource.Origin
    ) throws(UsageError) -> (position: OwnPosition, files: PositionFiles) {
        let rules = try rules.rules()
        // A track that cannot be saved is better known before it is made.
        let target = try GPSOption.saveTarget(saveTrack, "--save-track")
        let saved = try GPSOption.savedTrack(saveTrack, rules, "--save-track")
        let isLive = if case .log = origin { false } else { true }
        let start =
            isLive
            ? WallClock.now : saved.newest.flatMap { UTCInstant(milliseconds: $0.time.milliseconds + 1) }
        let verdicts = try self.rules.verdictFile()
        var position = OwnPosition(
            sourceName: Self.name(of: origin), isLive: isLive, rules: rules, track: saved, start: start,
            logsVerdicts: verdicts != nil)
        position.isSaved = saveTrack != nil
        return (position, PositionFiles(trackTarget: target, verdictFile: verdicts))
    }

    /// The position that a feed may tell of, before it does: the map stays with the things.
    func ofFeed(_ name: String) throws(UsageError) -> OwnPosition {
        let rules = try rules.rules()
        var position = OwnPosition(
            sourceName: DisplayText(sanitising: name, limit: 60), isLive: true, rules: rules,
            track: Track(lateToleranceMilliseconds: rules.lateToleranceMilliseconds), start: nil,
            logsVerdicts: false)
        position.follow = .off
        return position
    }

    private static func name(of origin: PositionSource.Origin) -> DisplayText {
        switch origin {
        case .gpsd(let address): DisplayText(sanitising: "gpsd at \(address)")
        case .serial(let path, _): DisplayText(sanitising: path)
        case .log("-", _, _): "standard input"
        case .log(let path, _, _):
            DisplayText(sanitising: path.split(separator: "/").last.map(String.init) ?? path)
        }
    }
}

/// Values of options that the viewer and `termmap track` share.
enum GPSOption {
    static func address(_ text: String) throws(UsageError) -> GPSDAddress {
        do throws(GPSDAddressError) {
            return try GPSDAddress(text)
        } catch {
            throw UsageError("--gps: \(error)")
        }
    }

    static func serialSpeed(_ speed: Int?, _ flag: String) throws(UsageError) -> Int? {
        if let speed, !PositionSource.serialSpeeds.contains(speed) {
            let known = PositionSource.serialSpeeds.map(String.init).joined(separator: ", ")
            throw UsageError("\(flag): not a speed: \(speed) (expected \(known))")
        }
        return speed
    }

    /// How many times as fast as it was; nil when not given.
    static func replayFactor(_ text: String?) throws(UsageError) -> Double? {
        guard let text else { return nil }
        let digits = text.drop { $0 == "x" || $0 == "×" }
        guard let value = Double(digits), value.isFinite, value > 0 else {
            throw UsageError("--replay-speed: not a factor: \"\(text)\" (expected 1, x10, 0.5)")
        }
        return value
    }

    /// The file to save to, claimed; nil when none is asked for.
    static func saveTarget(_ path: String?, _ flag: String) throws(UsageError) -> SaveTarget? {
        guard let path else { return nil }
        do throws(FileError) {
            return try SaveTarget(path)
        } catch {
            throw UsageError("\(flag): \(error)")
        }
    }

    /// The track to go on with: that of the file to save to, if it is there.
    static func savedTrack(_ path: String?, _ rules: FixRules, _ flag: String) throws(UsageError) -> Track {
        let tolerance = rules.lateToleranceMilliseconds
        guard let path, FilePath.allows(.knowing, path) else {
            return Track(lateToleranceMilliseconds: tolerance)
        }
        do throws(SourceError) {
            return try TrackFile.read(path, lateToleranceMilliseconds: tolerance)
        } catch {
            throw UsageError("\(flag): \(error)")
        }
    }
}

extension FixRuleOptions {
    /// The file that `--gps-log` names, truncated; nil without it.
    func verdictFile() throws(UsageError) -> VerdictFile? {
        guard let gpsLog else { return nil }
        do throws(FileError) {
            return try VerdictFile(gpsLog)
        } catch {
            throw UsageError("--gps-log: \(error)")
        }
    }
}
