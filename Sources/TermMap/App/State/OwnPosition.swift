import CellGraphics
import MapModel
import Receivers
import Streams

/// Where one is: the newest good fix, how its source is doing, and the track behind it.
package struct OwnPosition: Sendable {
    /// Whether the map moves along.
    package enum Follow: Equatable, Sendable {
        case off
        case on
        /// The user moved the map; `G` resumes.
        case paused
    }

    /// A position older than this is not taken for where one is.
    static let staleAge = Duration.seconds(10)
    /// What a receiver says of a moment reaches us within this time; more is a wrong clock.
    private static let longestLag: Int64 = 5_000

    /// "gpsd at localhost:2947", "drive.nmea".
    package let sourceName: DisplayText
    /// A receiver, not a log.
    package let isLive: Bool
    /// The track goes into a file.
    package var isSaved = false
    package var follow = Follow.on
    /// The map was brought to the first good fix.
    var wasShown = false

    package private(set) var filter: FixFilter
    package private(set) var track: Track
    /// When the newest good fix was made, by the program's clock.
    private(set) var fixedAt = Duration.zero
    /// Why the last fix was dropped; nil when it was good.
    private(set) var lastDrop: FixDropReason?
    package private(set) var status = PositionStatus.connecting
    private var statusAt = Duration.zero
    private var satellites: (used: Int?, seen: Int?)
    /// The last report of each receiver, by path, and when it came; no more than `receiverLimit`.
    package private(set) var receivers: [String: (fix: LocationFix, at: Duration)] = [:]
    private static let receiverLimit = 8
    /// How far the receiver's clock is behind that of this computer, as of its last report.
    private(set) var clockLagMilliseconds: Int64 = 0
    /// How the source is read, where that is not obvious.
    package private(set) var note: String?
    /// Lines of the source that were no fixes.
    private(set) var droppedLines: (count: Int, reasons: String) = (0, "")
    /// The verdicts since they were taken last; nil when they are not logged.
    private var judged: [JudgedFix]?
    /// When the track was saved, and what it was then.
    private var savedAt = Duration.zero
    private var savedCount: Int

    /// - Parameters:
    ///   - track: to go on with.
    ///   - start: as of `FixFilter`.
    ///   - logsVerdicts: the verdict on each fix is logged.
    package init(
        sourceName: DisplayText, isLive: Bool, rules: FixRules, track: Track, start: UTCInstant?,
        logsVerdicts: Bool
    ) {
        self.sourceName = sourceName
        self.isLive = isLive
        self.track = track
        savedCount = track.count
        filter = FixFilter(rules: rules, start: start)
        judged = logsVerdicts ? [] : nil
    }

    /// The newest good fix.
    package var fix: LocationFix? { filter.newest }
    package var coordinate: Coordinate? { fix?.coordinate }
    package var point: WorldPoint? { coordinate.map { WebMercator.project($0) } }
    var satellitesUsed: Int? { fix?.satellitesUsed ?? satellites.used }
    var satellitesSeen: Int? { fix?.satellitesSeen ?? satellites.seen }
    /// "gpsd", "ttyUSB0".
    var shortSourceName: DisplayText {
        let word = sourceName.text.prefix { $0 != " " }
        return DisplayText(sanitising: word.split(separator: "/").last.map(String.init) ?? String(word))
    }
    package var hasEnded: Bool { status == .ended }

    /// Takes events of the source at a time of our clocks: the world's and the program's.
    package mutating func take(_ event: PositionEvent, at time: UTCInstant, _ now: Duration) {
        switch event {
        case .log(let format): filter.mergesMoments = format != .gpx
        case .fix(let fix): judge(fix, at: time, now)
        case .satellites(let used, let seen): satellites = (used, seen)
        case .status(let status):
            self.status = status
            statusAt = now
        case .note(let words): note = words
        case .dropped(let count, let reasons): droppedLines = (count, reasons)
        }
    }

    private mutating func judge(_ fix: LocationFix, at time: UTCInstant, _ now: Duration) {
        let verdict = filter.judge(fix, now: isLive ? time : nil)
        if receivers[fix.device] != nil || receivers.count < Self.receiverLimit {
            receivers[fix.device] = (fix, now)
        }
        if isLive, let own = fix.time { clockLagMilliseconds = time.milliseconds(since: own) }
        judged?.append(JudgedFix(fix: fix, verdict: verdict))
        track.add(fix, verdict: verdict)
        switch verdict {
        case .newest, .sameMoment, .newestAfterFuture:
            lastDrop = nil
            fixedAt = now - .milliseconds(isLive ? Self.lag(of: fix, at: time) : 0)
        case .late: break
        case .dropped(.otherReceiver): break
        case .dropped(let reason): lastDrop = reason
        }
    }

    /// How long ago a fix was made when it came, as far as the clocks agree.
    private static func lag(of fix: LocationFix, at time: UTCInstant) -> Int64 {
        let lag = fix.time.map { time.milliseconds(since: $0) } ?? 0
        return (0...longestLag).contains(lag) ? lag : 0
    }

    /// What became of fixes since the last call.
    mutating func takeJudged() -> [JudgedFix] {
        defer { if judged != nil { judged = [] } }
        return judged ?? []
    }

    private static let savePause = Duration.seconds(60)

    /// Whether it is time to save the track; then it counts as saved.
    mutating func isSaveDue(at now: Duration) -> Bool {
        guard isSaved, now - savedAt >= Self.savePause, track.count != savedCount else { return false }
        savedAt = now
        savedCount = track.count
        return true
    }
}

/// A fix and the filter's decision on it.
package struct JudgedFix: Equatable, Sendable {
    package var fix: LocationFix
    package var verdict: FixFilter.Verdict
}

// MARK: - Age

extension OwnPosition {
    /// How old the newest good fix is.
    package func age(at now: Duration) -> Duration { max(now - fixedAt, .zero) }

    /// Whether there is a position that is not to be taken for where one is now.
    package func isStale(at now: Duration) -> Bool {
        fix != nil && !hasEnded && (!status.isLive || age(at: now) > Self.staleAge)
    }

    /// Seconds to the next attempt to connect; nil while connected.
    package func retrySeconds(at now: Duration) -> Int? {
        guard case .lost(_, let seconds) = status else { return nil }
        return max(seconds - (now - statusAt).milliseconds / 1000, 0)
    }

    /// How long until an age on the screen reads differently; nil when none is shown.
    package func timeToNextChange(at now: Duration) -> Duration? {
        if hasEnded { return nil }
        if let left = retrySeconds(at: now) { return left > 0 ? Self.restOfSecond(now - statusAt) : nil }
        guard fix != nil else { return nil }
        let age = age(at: now)
        return age < AgeText.secondsLimit ? Self.restOfSecond(age) : .seconds(60)
    }

    private static func restOfSecond(_ duration: Duration) -> Duration {
        .milliseconds(1000 - duration.milliseconds % 1000)
    }
}

/// An age in few characters: "0.8 s", "14 s", "3 min", "2 h".
enum AgeText {
    /// From here on in minutes.
    static let secondsLimit = Duration.seconds(120)

    static func text(_ age: Duration) -> String {
        let milliseconds = age.milliseconds
        if milliseconds < 10_000 { return "\((Double(milliseconds / 100) / 10).fixed(1)) s" }
        if age < secondsLimit { return "\(milliseconds / 1000) s" }
        let minutes = milliseconds / 60_000
        return minutes < 120 ? "\(minutes) min" : "\(minutes / 60) h"
    }
}

extension OwnPosition.Follow {
    package var word: String {
        switch self {
        case .off: "off"
        case .on: "on"
        case .paused: "paused"
        }
    }
}
