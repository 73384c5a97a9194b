import MapModel
import Streams

/// Reads the reports of gpsd from a log, as `gpspipe -w` writes it: a JSON object a line; other lines are
/// skipped.
struct GPSDLogReader: Sendable {
    private var framer = LineFramer(limit: GPSDClient.lineLimit)
    private(set) var malformedCount = 0
    private var satellites: [String: (used: Int?, seen: Int?)] = [:]

    /// Lines dropped so far.
    var droppedCount: Int { malformedCount + framer.tooLongCount }

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
    }

    private mutating func read(_ line: Span<UInt8>, _ body: (LocationFix) -> Void) {
        guard line[0] == UInt8(ascii: "{") else { return }
        switch GPSDReport(line) {
        case .fix(var fix):
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
}
