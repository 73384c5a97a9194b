/// Why some bytes are not a gazetteer.
public enum GazetteerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// They do not begin as a gazetteer of this version does.
    case notAGazetteer
    /// Their length is not what their header says.
    case wrongSize(expected: Int, found: Int)
    /// Bytes were changed since they were written.
    case wrongChecksum
    /// Well written, but it does not hold together: what is wrong, and in which entry.
    case damaged(what: String, entry: Int)

    public var description: String {
        switch self {
        case .notAGazetteer: "not a gazetteer (expected a file that begins with TMG1)"
        case .wrongSize(let expected, let found): "damaged gazetteer: \(found) bytes (expected \(expected))"
        case .wrongChecksum: "damaged gazetteer: wrong checksum (rebuild it with data/build)"
        case .damaged(let what, let entry): "damaged gazetteer: \(what) of entry \(entry)"
        }
    }
}
