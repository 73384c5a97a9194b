import MapModel
import Platform
import Streams

/// Replays a recorded log at its own pace or a multiple of it.
///
/// Pauses of more than a minute between two fixes are left out: the receiver was off.
struct LogReplay {
    /// Nil for as fast as it can be read.
    let speed: Double?
    let wakePipe: WakePipe

    /// Reports all fixes of the file, then its end; ends early when the pipe is woken.
    func run(
        path: String, format: FixLogFormat?, onEvent: (PositionEvent) -> Void
    ) throws(SourceError) {
        let file: FileBytes
        do throws(FileError) { file = try FileBytes(path: path) } catch { throw .file(error) }
        let reader = try FixLogReader(
            name: file.name, format: format, fallback: DateFallback(changeOf: file.identity))
        onEvent(.status(.receiving))
        var pace = Pace(speed: speed)
        var isWoken = false
        var fixes: [LocationFix] = []
        var dropped = 0
        var hasToldFormat = false
        var hasToldDate = false
        func tell() {
            if !hasToldFormat, let format = reader.format {
                hasToldFormat = true
                onEvent(.log(format))
            }
            if !hasToldDate, let note = reader.dateNote {
                hasToldDate = true
                onEvent(.note(note))
            }
            for fix in fixes where !isWoken {
                let pause = pace.pause(before: fix, at: MonotonicClock.now)
                if pause > .zero { isWoken = wakePipe.wait(for: -1, [], pause) == nil }
                if !isWoken { onEvent(.fix(fix)) }
            }
            fixes.removeAll(keepingCapacity: true)
            guard reader.droppedCount != dropped else { return }
            dropped = reader.droppedCount
            onEvent(.dropped(dropped, reasons: reader.droppedSummary))
        }
        do throws(SourceError) {
            try file.forEachPiece(isCancelled: { isWoken || wakePipe.wait(for: -1, [], .zero) == nil }) {
                bytes throws(SourceError) in
                try reader.feed(bytes) { fixes.append($0) }
                tell()
            }
            try reader.finish { fixes.append($0) }
        } catch {
            // Fixes before the damage count.
            tell()
            throw error
        }
        tell()
        if !isWoken { onEvent(.status(.ended)) }
    }
}

/// When each fix of a replay is due.
struct Pace: Sendable {
    private let speed: Double?
    private var origin: (log: UTCInstant, own: Duration)?
    private var last: UTCInstant?

    /// A longer pause in the log is skipped.
    private static let longestGap: Int64 = 60_000

    /// - Parameter speed: how many times as fast as recorded; nil for no pauses.
    init(speed: Double?) { self.speed = speed.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } }

    /// How long to wait before reporting a fix; `now` is a time of a clock that only goes forward.
    mutating func pause(before fix: LocationFix, at now: Duration) -> Duration {
        guard let speed, let time = fix.time else { return .zero }
        defer { last = time }
        guard let origin, let last, (0...Self.longestGap).contains(time.milliseconds(since: last)) else {
            origin = (time, now)
            return .zero
        }
        let due = origin.own + .seconds(time.seconds(since: origin.log) / speed)
        return max(due - now, .zero)
    }
}
