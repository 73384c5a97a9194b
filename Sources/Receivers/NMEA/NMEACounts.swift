/// The sentences of a receiver by outcome.
package struct NMEACounts: Sendable, Equatable {
    /// Read and used.
    package var used = 0
    /// Valid but not used here: of another kind, or AIS.
    package var other = 0
    /// Not used: without a checksum.
    package var withoutChecksum = 0
    /// Not used: the checksum does not match.
    package var wrongChecksum = 0
    /// The checksum is right, but a field is invalid.
    package var malformed = 0
    /// Lines longer than 1,024 bytes.
    package var tooLong = 0
    /// Lines that are not sentences: comments, binary messages, noise.
    package var noSentence = 0

    /// No sentences yet.
    package init() {}

    /// Sentences that were lost or damaged.
    package var dropped: Int { droppedParts.reduce(0) { $0 + $1.count } }

    /// The same by reason, in words: `3 with a wrong checksum, 1 malformed`.
    package var droppedSummary: String { Self.summary(droppedParts) }

    var droppedParts: [(count: Int, words: String)] {
        [
            (wrongChecksum, "with a wrong checksum"), (withoutChecksum, "without a checksum"),
            (malformed, "malformed"), (tooLong, "too long"),
        ]
    }

    static func summary(_ parts: [(count: Int, words: String)]) -> String {
        parts.filter { $0.count > 0 }.map { "\($0.count) \($0.words)" }.joined(separator: ", ")
    }
}
