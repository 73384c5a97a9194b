import MapModel
import Streams

/// An event of a position source.
package enum PositionEvent: Sendable, Equatable {
    /// What a log is written in; once, before its first fix.
    case log(FixLogFormat)
    /// What a receiver said, good or not: `FixFilter` decides.
    case fix(LocationFix)
    /// Satellites used and seen, where they are reported apart from fixes.
    case satellites(used: Int?, seen: Int?)
    case status(PositionStatus)
    /// Lines and sentences dropped so far, for being too long, malformed or without a right checksum; and the
    /// same by reason, in words.
    case dropped(Int, reasons: String)
}

/// How a source of positions is doing. `description` is one line without control characters.
package enum PositionStatus: Sendable, Hashable {
    case connecting
    /// Connected; nothing has come yet. What the other side says it is.
    case connected(String)
    /// Fixes come in.
    case receiving
    /// Connected, but nothing came for so many seconds: the position is stale.
    case silent(seconds: Int)
    /// No connection; the reason, and when the next attempt is made.
    case lost(reason: String, retrySeconds: Int)
    /// A log was read to its end.
    case ended
}

extension PositionStatus {
    /// Whether what was said last can still be taken for where we are.
    package var isLive: Bool { self == .receiving }
}

extension PositionStatus: CustomStringConvertible {
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
