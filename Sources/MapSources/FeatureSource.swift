import MapModel

/// What a load has done so far.
public struct LoadProgress: Sendable {
    public let bytesRead: Int
    /// Nil where it cannot be known, as for a pipe.
    public let totalBytes: Int?
    /// Records read: those with a place and those skipped.
    public let recordCount: Int
    /// The points so far, at moments worth drawing them; nil in between.
    public let points: PointBuffer?
}

/// Why a source could not be read. `description` is one line without control characters.
public enum SourceError: Error, Equatable, Sendable {
    case file(FileError)
    case columns(ColumnError, file: String)
    /// The file has no records at all: not even a header, or nothing after it.
    case empty(file: String, hasHeader: Bool)
    /// A record asked for is not there.
    case noSuchRow(UInt32, file: String)
    case cancelled
}

extension SourceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .file(let error): error.description
        case .columns(let error, let file): "\(printable(file)): \(error)"
        case .empty(let file, let hasHeader):
            "\(printable(file)): \(hasHeader ? "only a header, no points" : "empty, no points")"
        case .noSuchRow(let row, let file): "\(printable(file)): no row \(row)"
        case .cancelled: "loading was cancelled"
        }
    }
}
