import Streams

/// Something that bytes of a feed come from. Each runs on a thread of its own.
package protocol FeedSource: Sendable {
    /// As the user named it.
    var name: String { get }
    /// It goes on without an end, or delivers its bytes once.
    var isStream: Bool { get }
    /// Hands everything to the inbox, until that is closed.
    func run(_ number: Int, into inbox: FeedInbox)
}

/// What a source hands over.
package enum FeedParcel: Sendable {
    /// How its messages come, before the first of them.
    case pace(isLive: Bool, isKnown: Bool)
    /// A recording of a source begins, at a moment in milliseconds since 1970.
    case recording(start: Int64, source: String)
    /// The next bytes of a stream.
    case bytes([UInt8])
    /// A document, which stands for itself.
    case document([UInt8])
    /// A document could not be had or is too large: the one before stays.
    case refused(String)
    /// A connection has ended; another may follow.
    case disconnected
    /// What there is to say of the connection; nil where all is well.
    case status(String?)
    /// There is no more.
    case ended
    /// It cannot be read.
    case failed(SourceError)
}
