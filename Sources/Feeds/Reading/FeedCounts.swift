/// What became of the messages of a feed.
package struct FeedCounts: Sendable, Equatable {
    /// Messages about a thing.
    package var read = 0
    /// Sentences about the own ship or receiver.
    package var own = 0
    /// Sentences of AIS that are whole, parts of messages as well.
    package var sentences = 0
    /// Lines of servers that are no messages.
    package var comments = 0
    /// Messages that tell of no thing, and what cannot be read.
    package var unreadable = 0
    /// Messages of a known format that do not say which thing they are about.
    package var nameless = 0
    /// Damaged sentences: the checksum is wrong.
    package var damaged = 0
    /// Parts of messages of which others did not come.
    package var incomplete = 0
    /// Documents that are cut off.
    package var cut = 0
    /// Lines and documents that are too long.
    package var tooLong = 0

    /// No messages.
    package init() {}

    /// Those that say nothing that can be used.
    package var unused: Int { unreadable + nameless + damaged + incomplete + cut + tooLong }

    /// `3 unreadable, 1 damaged`; empty where all were read.
    package var summary: String {
        [
            (unreadable, "unreadable"), (nameless, "without an identity"), (damaged, "damaged"),
            (incomplete, "with missing parts"), (cut, "cut off"), (tooLong, "too long"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
