/// What became of the sentences of a receiver.
public struct NMEACounts: Sendable, Equatable {
    /// Read and used.
    public var used = 0
    /// Right, but of no use here: of another kind, or AIS.
    public var other = 0
    public var withoutChecksum = 0
    public var wrongChecksum = 0
    /// Right by its checksum, but with a field that is none.
    public var malformed = 0
    public var tooLong = 0
    /// Lines that are no sentences: comments, binary messages, noise.
    public var noSentence = 0

    public init() {}

    /// What was lost on its way, or never made sense.
    public var dropped: Int { droppedParts.reduce(0) { $0 + $1.count } }

    /// The same by reason, in words: `3 with a wrong checksum, 1 malformed`.
    public var droppedSummary: String { Self.summary(droppedParts) }

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
