import MapModel
import Streams

/// Reads the reports of gpsd from a log, as `gpspipe -w` writes it: a JSON object a line.
///
/// Lines of NMEA, as `gpspipe -r` and `-R` write them, are read until the first position in JSON: from then on they
/// repeat it. Other lines are skipped.
struct GPSDLogReader: Sendable {
    private var framer = LineFramer(limit: GPSDClient.lineLimit)
    private(set) var malformedCount = 0
    private var satellites: [String: (used: Int?, seen: Int?)] = [:]
    /// Nil once there are positions in JSON.
    private var sentences: NMEAReader?
    private var sentenceCounts = NMEACounts()

    init(fallback: DateFallback? = nil) { sentences = NMEAReader(fallback: fallback) }

    /// Lines and sentences dropped so far, by reason.
    var droppedParts: [(count: Int, words: String)] {
        var counts = sentences?.counts ?? sentenceCounts
        counts.malformed += malformedCount
        counts.tooLong += framer.tooLongCount
        return counts.droppedParts
    }

    /// The date that was guessed for sentences; nil when they have one.
    var guessedDate: UTCInstant? { sentences?.guessedDate }

    mutating func feed(_ bytes: Span<UInt8>, _ body: (LocationFix) -> Void) {
        var framer = framer
        self.framer = LineFramer(limit: 0)
        framer.feed(bytes) { line in read(line, body) }
        self.framer = framer
    }

    mutating func finish(_ body: (LocationFix) -> Void) {
        var framer = framer
        framer.finish { line in read(line, body) }
        self.framer = framer
        sentences?.finish(body)
    }

    private mutating func read(_ line: Span<UInt8>, _ body: (LocationFix) -> Void) {
        guard line[0] == UInt8(ascii: "{") else {
            sentences?.read(line, body)
            return
        }
        switch GPSDReport(line) {
        case .fix(var fix):
            if fix.coordinate != nil { endSentences(before: fix.time, body) }
            (fix.satellitesUsed, fix.satellitesSeen) = satellites[fix.device] ?? (nil, nil)
            body(fix)
        case .satellites(let used, let seen, let device):
            let before = satellites[device]
            if before != nil || satellites.count < 64 {
                satellites[device] = (used ?? before?.used, seen ?? before?.seen)
            }
        case nil: malformedCount += 1
        default: break
        }
    }

    /// Ends the sentences; their last epoch may be the one that gpsd reports now.
    private mutating func endSentences(before time: UTCInstant?, _ body: (LocationFix) -> Void) {
        guard var ending = sentences else { return }
        ending.finish { fix in
            if let time, let earlier = fix.time, earlier < time { body(fix) }
        }
        sentenceCounts = ending.counts
        sentences = nil
    }
}
