import CTerminalGuard
import Glibc
import MapModel
import MapSources

/// `termmap track`: fixes in, good fixes out, without a screen.
struct TrackCommand {
    private let options: TrackOptions

    init(_ options: TrackOptions) { self.options = options }

    func run() throws(UsageError) {
        let origin = try options.origin()
        let rules = try options.rules.rules()
        let isLog = if case .log = origin { true } else { false }
        let saved = try GPSOption.savedTrack(options.save, rules, "--save")
        let run = TrackRun(
            TrackPipeline(
                rules: rules, format: options.output, track: saved, start: start(saved, isLog: isLog),
                verdictDescriptor: try options.rules.verdictDescriptor(),
                isLive: !isLog || options.replaySpeed != nil,
                limit: options.count),
            tellsStatus: !isLog)
        let signal = follow(PositionSource(origin), run)
        if let error = run.error, run.isUntouched { throw UsageError(error.description) }
        let (summary, count, track) = run.finish()
        try save(track)
        Output.writeError(summary)
        if signal != 0 { guard_die_by(signal) }
        if let error = run.error { throw UsageError(error.description) }
        if count == 0 { exit(ExitCode.nothing.rawValue) }
    }

    /// Nothing from before the program started, or, in a log that goes on with a track, before its end.
    private func start(_ saved: Track, isLog: Bool) -> UTCInstant? {
        if !isLog { return WallClock.now }
        return saved.newest.flatMap { UTCInstant(milliseconds: $0.time.milliseconds + 1) }
    }

    /// Runs the source until it ends, there are enough fixes, or a signal comes; the signal, or 0.
    private func follow(_ source: PositionSource, _ run: TrackRun) -> Int32 {
        let task = Task.detached {
            do throws(SourceError) {
                try await source.run { run.take($0) }
                run.end(nil)
            } catch {
                run.end(error)
            }
        }
        var signal: Int32 = 0
        while signal == 0, !run.hasEnded {
            var requests = [guard_wake_descriptor(), run.endDescriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            poll(&requests, 2, -1)
            guard_drain_wake_pipe()
            signal = guard_take_signal()
        }
        task.cancel()
        return signal
    }

    private func save(_ track: Track) throws(UsageError) {
        guard let path = options.save else { return }
        do throws(FileError) {
            try TrackFile.write(track, to: path)
        } catch {
            throw UsageError("--save: \(error)")
        }
    }
}
