import Streams

extension SourceError {
    /// The coordinates of `file` were not found among its columns.
    package static func columns(_ error: ColumnError, file: String) -> SourceError {
        .refused(name: file, words: error.description)
    }
}
