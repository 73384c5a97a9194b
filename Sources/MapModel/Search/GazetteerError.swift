/// Why some bytes are not a gazetteer.
public enum GazetteerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// They do not begin like a gazetteer of this version.
    case notAGazetteer
    /// Their length does not match their header.
    case wrongSize(expected: Int, found: Int)
    /// Bytes were changed since they were written.
    case wrongChecksum
    /// The checksum is right, but the contents are inconsistent: what is wrong, and in which entry.
    case damaged(what: String, entry: Int)

    /// One line for the user, without the name of the file.
    public var description: String {
        switch self {
        case .notAGazetteer: "not a gazetteer (expected a file that begins with TMG2)"
        case .wrongSize(let expected, let found): "damaged gazetteer: \(found) bytes (expected \(expected))"
        case .wrongChecksum: "damaged gazetteer: wrong checksum (rebuild it with data/build)"
        case .damaged(let what, let entry): "damaged gazetteer: \(what) of entry \(entry)"
        }
    }
}
