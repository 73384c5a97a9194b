import App
import CTerminalGuard
import MapModel
import Platform
import Receivers
import Runtime
import Streams

/// `termmap track`: fixes in, good fixes out, without a screen.
struct TrackCommand {
    /// A track that is being recorded is saved so often; an accident costs no more.
    private static let savePauseMilliseconds: Int32 = 60_000

    private let options: TrackOptions

    init(_ options: TrackOptions) { self.options = options }

    func run() throws(UsageError) {
        let (end, signal) = try record()
        // Everything is saved, and others may save.
        if signal == 0, end.error == nil, let error = end.outputError { Output.leave(error) }
        Output.writeError(end.summary)
        if signal != 0 {
            FileBroker.finish()
            guard_die_by(signal)
        }
        if let error = end.error { throw UsageError(error) }
        if end.count == 0 { ExitCode.nothing.end() }
    }

    /// Reads to the end and saves; how it ended, and the signal that ended it or 0.
    private func record() throws(UsageError) -> (TrackRun.End, signal: Int32) {
        let origin = try options.origin()
        var policy = LockPolicy()
        policy.follow(origin, outputs: [options.save, options.rules.gpsLog])
        try options.lock.enter(policy)
        let rules = try options.rules.rules()
        let isLog = if case .log = origin { true } else { false }
        let target = try GPSOption.saveTarget(options.save, "--save")
        defer { target?.release() }
        let saved = try GPSOption.savedTrack(options.save, rules, "--save")
        let pipeline = TrackPipeline(
            rules: rules, format: options.output, track: saved, start: start(saved, isLog: isLog),
            verdictFile: try options.rules.verdictFile(),
            isLive: !isLog || options.replaySpeed != nil, isSaved: target != nil, limit: options.count)
        let run: TrackRun
        do throws(FileError) {
            run = try TrackRun(pipeline, tellsStatus: !isLog)
        } catch {
            throw UsageError(error.description)
        }
        let signal = follow(PositionSource(origin), run, target)
        // From here on the files need the time that they need.
        guard_stop_watchdog()
        if let error = run.error, run.isUntouched { throw UsageError(error.description) }
        let (end, track) = run.finish()
        try save(track, target)
        return (end, signal)
    }

    /// Nothing from before the program started, or, in a log that continues a track, before its end.
    private func start(_ saved: Track, isLog: Bool) -> UTCInstant? {
        if !isLog { return WallClock.now }
        return saved.newest.flatMap { UTCInstant(milliseconds: $0.time.milliseconds + 1) }
    }

    /// Runs the source until it ends, there are enough fixes, or a signal comes; the signal, or 0.
    private func follow(_ source: PositionSource, _ run: TrackRun, _ target: SaveTarget?) -> Int32 {
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
            var waits = [guard_wake_descriptor(), run.endDescriptor].map { Descriptor.Wait($0, .reading) }
            let pause = target == nil ? -1 : Self.savePauseMilliseconds
            if Descriptor.wait(for: &waits, milliseconds: pause) == 0 {
                do { try save(run.track, target) } catch { Output.writeError("termmap: \(error)\n") }
            }
            guard_drain_wake_pipe()
            signal = guard_take_signal()
        }
        task.cancel()
        return signal
    }

    private func save(_ track: Track, _ target: SaveTarget?) throws(UsageError) {
        guard let target else { return }
        do throws(FileError) {
            try TrackFile.write(track, to: target)
        } catch {
            throw UsageError("--save: \(error)")
        }
    }
}
