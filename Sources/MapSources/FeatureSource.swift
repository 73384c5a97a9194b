import MapModel

/// What a load has done so far.
public struct LoadProgress: Sendable {
    public let bytesRead: Int
    /// Nil where it cannot be known, as for a pipe.
    public let totalBytes: Int?
    /// Records read: those with a place and those skipped.
    public let recordCount: Int
    /// What was read so far, at moments worth drawing it; nil in between.
    public let part: LoadedSource?

    /// The points so far, at those moments.
    public var points: PointBuffer? { part?.points }

    public init(bytesRead: Int, totalBytes: Int?, recordCount: Int, part: LoadedSource?) {
        self.bytesRead = bytesRead
        self.totalBytes = totalBytes
        self.recordCount = recordCount
        self.part = part
    }
}

/// Why a source could not be read. `description` is one line without control characters.
public enum SourceError: Error, Equatable, Sendable {
    case file(FileError)
    case columns(ColumnError, file: String)
    /// The file has no records at all: not even a header, or nothing after it.
    case empty(file: String, hasHeader: Bool)
    /// A record asked for is not there.
    case noSuchRow(UInt32, file: String)
    /// Anything else that a source, or what reads it, refuses: why, in words of one line that say what to do.
    case refused(name: String, words: String)
    case cancelled
}

extension SourceError {
    static func tooManyRows(in name: String) -> SourceError {
        .refused(
            name: name,
            words:
                "has more than \(grouped(LoadedSource.rowLimit)) rows together with the files before (show fewer files)"
        )
    }

    /// The description without the name of the source, where that is known anyway.
    public var words: String {
        if case .refused(_, let words) = self { return printable(words, limit: 1_000) }
        return description
    }
}

extension SourceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .file(let error): error.description
        case .columns(let error, let file): "\(printable(file)): \(error)"
        case .empty(let file, let hasHeader):
            "\(printable(file)): \(hasHeader ? "only a header, no points" : "empty, no points")"
        case .noSuchRow(let row, let file): "\(printable(file)): no row \(row)"
        case .refused(let name, let words): "\(printable(name)): \(printable(words, limit: 1_000))"
        case .cancelled: "loading was cancelled"
        }
    }
}
