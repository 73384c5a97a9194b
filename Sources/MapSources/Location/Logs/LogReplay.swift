import Glibc
import MapModel

/// Replays a recorded log as if it happened now, at its own pace or so many times as fast.
///
/// Pauses of more than a minute between two fixes are left out: the receiver was off.
struct LogReplay {
    private static let readLength = 1 << 16

    /// Nil for as fast as it can be read.
    let speed: Double?
    let wakePipe: WakePipe

    /// Tells all fixes of the file, then that it has ended; ends early when the pipe is woken.
    func run(path: String, onEvent: (PositionEvent) -> Void) throws(SourceError) {
        let reader = try FixLogReader(name: path)
        let file: FileBytes
        do throws(FileError) { file = try FileBytes(path: path) } catch { throw .file(error) }
        onEvent(.status(.receiving))
        var pace = Pace(speed: speed)
        var buffer = [UInt8](repeating: 0, count: Self.readLength)
        var offset = 0
        var isWoken = false
        var fixes: [LocationFix] = []
        func tell() {
            for fix in fixes where !isWoken {
                let pause = pace.pause(before: fix, at: MonotonicClock.now)
                if pause > .zero { isWoken = wakePipe.wait(for: -1, 0, pause) == nil }
                if !isWoken { onEvent(.fix(fix)) }
            }
            fixes.removeAll(keepingCapacity: true)
        }
        while !isWoken {
            let count = try read(file, at: offset, into: &buffer)
            guard let count else {
                isWoken = wakePipe.wait(for: -1, 0, .zero) == nil
                continue
            }
            if count == 0 { break }
            offset += count
            try reader.feed(buffer.span.extracting(0..<count)) { fixes.append($0) }
            tell()
        }
        try reader.finish { fixes.append($0) }
        tell()
        if !isWoken { onEvent(.status(.ended)) }
    }

    /// 0 at the end; nil when a pipe gave nothing for a while.
    private func read(_ file: FileBytes, at offset: Int, into buffer: inout [UInt8]) throws(SourceError) -> Int? {
        let result = buffer.withUnsafeMutableBytes { bytes in
            Result { () throws(FileError) in
                file.isSeekable
                    ? try file.read(at: offset, into: bytes) : try file.readNext(into: bytes, waiting: 100)
            }
        }
        switch result {
        case .success(let count): return count
        case .failure(let error): throw .file(error)
        }
    }
}

/// When each fix of a replay is due.
struct Pace: Sendable {
    private let speed: Double?
    private var origin: (log: UTCInstant, own: Duration)?
    private var last: UTCInstant?

    /// A longer pause in the log is taken out.
    private static let longestGap: Int64 = 60_000

    /// - Parameter speed: how many times as fast as recorded; nil for no pauses.
    init(speed: Double?) { self.speed = speed.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } }

    /// How long to wait before telling a fix, `now` being a time of a clock that only goes forward.
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
