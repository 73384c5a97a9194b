import MapModel
import Synchronization

/// What a feed says of the own ship or receiver.
package enum OwnReport: Sendable, Equatable {
    /// Where the own transponder says that it is.
    case fix(LocationFix)
    /// A sentence of NMEA 0183, as it came.
    case sentence([UInt8])
}

/// Hands what a feed says of the own position to whoever asks for it; until then nothing is kept.
package final class OwnReports: Sendable {
    private let receiver = Mutex<(@Sendable (OwnReport) -> Void)?>(nil)

    /// Without anybody who asks.
    package init() {}

    /// - Parameter receiver: called on the thread that reads the feed.
    package func follow(_ receiver: @escaping @Sendable (OwnReport) -> Void) {
        self.receiver.withLock { $0 = receiver }
    }

    func put(_ report: OwnReport) { receiver.withLock { $0 }?(report) }
}
