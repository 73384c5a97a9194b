import MapModel
import Streams

/// An event of a position source.
package enum PositionEvent: Sendable, Equatable {
    /// The format of a log; once, before its first fix.
    case log(FixLogFormat)
    /// A receiver's report, good or not: `FixFilter` decides.
    case fix(LocationFix)
    /// Satellites used and seen, where they are reported apart from fixes.
    case satellites(used: Int?, seen: Int?)
    /// The connection or the log has changed its state.
    case status(PositionStatus)
    /// How the source is read, in words, where that is not obvious; each once.
    case note(String)
    /// Lines and sentences dropped so far, for being too long, malformed or without a right checksum; and the
    /// same by reason, in words.
    case dropped(Int, reasons: String)
}

/// The state of a source of positions. `description` is one line without control characters.
package enum PositionStatus: Sendable, Hashable {
    /// An attempt is being made.
    case connecting
    /// Connected, but without data so far. The name that the other side reports.
    case connected(String)
    /// Fixes arrive.
    case receiving
    /// Connected, but without data for this many seconds: the position is stale.
    case silent(seconds: Int)
    /// No connection; the reason, and when the next attempt is made.
    case lost(reason: String, retrySeconds: Int)
    /// A log was read to its end.
    case ended
}

extension PositionStatus {
    /// Whether the last position can still be taken for the current one.
    package var isLive: Bool { self == .receiving }
}

extension PositionStatus: CustomStringConvertible {
    /// The status as the status bar shows it.
    package var description: String {
        switch self {
        case .connecting: "connecting"
        case .connected(let name): name.isEmpty ? "connected" : "connected to \(printable(name, limit: 60))"
        case .receiving: "receiving"
        case .silent(let seconds): "no data for \(seconds) s"
        case .lost(let reason, let retry):
            "\(printable(reason, limit: 120)), retry in \(retry) s"
        case .ended: "end of log"
        }
    }
}
