import MapModel
import Platform
import Receivers
import Streams

/// What `termmap track` does with each fix: judges, logs, keeps and prints it.
package struct TrackPipeline: ~Copyable {
    private static let pieceLength = 1 << 16

    package private(set) var filter: FixFilter
    /// What was printed.
    private var printed: Track
    /// What is to be saved: what was printed, and what waits for late fixes.
    package var track: Track {
        var track = printed
        guard !isFull else { return track }
        var queue = queue
        queue.finish { if let point = TrackPoint($0) { track.add(point) } }
        return track
    }
    private var queue: FixQueue
    private var writer: FixWriter
    private var verdicts: VerdictLog?
    private let verdictFile: VerdictFile?
    /// Why writing to standard output failed: nothing more is printed.
    package private(set) var outputError: SystemError?
    private(set) var logError: FileError?
    /// Fixes printed.
    private(set) var printedCount = 0
    package private(set) var dropped: (count: Int, reasons: String) = (0, "")
    /// Print each fix as soon as it is there.
    private let isLive: Bool
    private let isSaved: Bool
    private let limit: Int?

    /// - Parameters:
    ///   - track: to go on with.
    ///   - start: when the program started; nil for a log.
    ///   - isSaved: the track is kept in a file.
    package init(
        rules: FixRules, format: FixWriter.Format, track: Track, start: UTCInstant?,
        verdictFile: VerdictFile?, isLive: Bool, isSaved: Bool, limit: Int?
    ) {
        filter = FixFilter(rules: rules, start: start)
        printed = track
        queue = FixQueue(lateToleranceMilliseconds: rules.lateToleranceMilliseconds)
        writer = FixWriter(format)
        verdicts = verdictFile.map { _ in VerdictLog() }
        self.verdictFile = verdictFile
        self.isLive = isLive
        self.isSaved = isSaved
        self.limit = limit
    }

    /// Nothing more is wanted: there are enough fixes, or nobody reads them. What is kept in a file is recorded to
    /// its end all the same.
    package var isDone: Bool { isFull || outputError != nil && !isSaved && (isLive || verdicts == nil) }

    private var isFull: Bool { limit.map { printedCount >= $0 } ?? false }

    package mutating func take(_ fix: LocationFix, now: UTCInstant?) {
        guard !isFull else { return }
        let verdict = filter.judge(fix, now: now)
        verdicts?.add(fix, verdict)
        var good: [LocationFix] = []
        queue.add(fix, verdict: verdict) { good.append($0) }
        print(good)
        if isLive || writer.waitingBytes > Self.pieceLength { flush() }
    }

    mutating func noteFormat(_ format: FixLogFormat) { filter.mergesMoments = format != .gpx }

    mutating func noteDropped(_ count: Int, reasons: String) { dropped = (count, reasons) }

    package mutating func finish() {
        var good: [LocationFix] = []
        queue.finish { good.append($0) }
        print(good)
        writer.finish()
        flush()
    }

    private mutating func print(_ fixes: [LocationFix]) {
        for fix in fixes where !isFull {
            writer.add(fix)
            if let point = TrackPoint(fix) { printed.add(point) }
            printedCount += 1
        }
    }

    private mutating func flush() {
        let text = writer.take()
        if outputError == nil, !Descriptor.writeAll(text, to: Descriptor.output) { outputError = .last }
        guard let lines = verdicts?.take() else { return }
        do throws(FileError) {
            try verdictFile?.append(lines)
        } catch {
            verdicts = nil
            logError = error
        }
    }

    /// What was kept and dropped, how far and how long, for standard error.
    package func summary() -> String {
        var lines = ["kept \(Self.counted(printedCount, "fix", "fixes"))"]
        if filter.droppedCount > 0 {
            lines[0] += ", dropped \(filter.droppedCount.grouped): \(filter.summary)"
        }
        if dropped.count > 0 {
            lines.append("\(Self.counted(dropped.count, "line", "lines")) dropped: \(dropped.reasons)")
        }
        let track = printed
        guard let bounds = track.bounds, let start = track.startTime, let end = track.newest?.time else {
            return lines.joined(separator: "\n") + "\n"
        }
        let speed = track.meanSpeedMetersPerSecond.map { ", \($0.fixed(2)) m/s on average" } ?? ""
        lines.append("distance \(Self.distance(track.distanceMeters))\(speed)")
        lines.append("duration \(Self.duration(track.durationSeconds)), \(start) to \(end)")
        lines.append(
            "bounds (W,S,E,N) \(bounds.west.trimmed(7)),\(bounds.south.trimmed(7)),"
                + "\(bounds.east.trimmed(7)),\(bounds.north.trimmed(7))")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func counted(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count.grouped) \(count == 1 ? one : many)"
    }

    private static func distance(_ meters: Double) -> String {
        meters < 1000 ? "\(meters.fixed(1)) m" : "\((meters / 1000).fixed(3)) km"
    }

    /// `26:03:05.5` in hours, minutes and seconds.
    private static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "unknown" }
        let whole = Int(seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let fraction = (seconds - Double(whole)).trimmed(3).dropFirst()
        return "\(two(whole / 3600)):\(two(whole / 60 % 60)):\(two(whole % 60))\(fraction)"
    }
}
