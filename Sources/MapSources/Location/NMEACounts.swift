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
    public var dropped: Int { withoutChecksum + wrongChecksum + malformed + tooLong }
}
