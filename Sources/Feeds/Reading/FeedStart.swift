import Rows

/// The first bytes of a source that is heard live. They are held until it is known how far its clock is off: of a message whose time is
/// hours old nobody can say before whether it is old, or was sent just now by such a clock.
struct FeedStart {
    /// Longer they are not held, which is more than there is between two messages of most sources.
    private static let longest: Int64 = 1_500
    private static let byteLimit = 1 << 16

    private(set) var held: [(bytes: [UInt8], received: Int64)] = []
    /// The first times, and when their messages came.
    private(set) var times: [(time: Int64, received: Int64)] = []
    private var byteCount = 0
    private let probe = FeedReader([("", .recorded)], ThingTimeChoice())

    /// Holds bytes that came at a moment.
    mutating func hold(_ bytes: [UInt8], received: Int64) {
        held.append((bytes, received))
        byteCount += bytes.count
        probe.feed(bytes, from: 0, received: received)
        times = probe.firstTimes
    }

    /// Nothing is gained by waiting on: messages are in time, have no times, or are enough.
    var isOver: Bool {
        if times.count >= FeedClock.leastAgreeing || byteCount > Self.byteLimit { return true }
        guard let first = times.first else { return probe.counts.read > 0 || probe.counts.unreadable > 1 }
        return abs(first.received - first.time) <= FeedClock.tolerance
    }

    /// It is too late to wait on.
    func isOver(at moment: Int64) -> Bool {
        held.first.map { moment - $0.received > Self.longest } ?? false
    }
}
