/// What became of the sentences of a receiver.
package struct NMEACounts: Sendable, Equatable {
    /// Read and used.
    package var used = 0
    /// Right, but of no use here: of another kind, or AIS.
    package var other = 0
    package var withoutChecksum = 0
    package var wrongChecksum = 0
    /// Right by its checksum, but with a field that is none.
    package var malformed = 0
    package var tooLong = 0
    /// Lines that are no sentences: comments, binary messages, noise.
    package var noSentence = 0

    package init() {}

    /// What was lost on its way, or never made sense.
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
