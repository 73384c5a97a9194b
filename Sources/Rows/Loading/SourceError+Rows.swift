import Streams

extension SourceError {
    /// The error for sources that together have more than `LoadedSource.rowLimit` rows.
    package static func tooManyRows(in name: String) -> SourceError {
        .refused(
            name: name,
            words:
                "has more than \(grouped(LoadedSource.rowLimit)) rows together with the files before (show fewer files)"
        )
    }

    /// The coordinates of `file` were not found among its columns.
    package static func columns(_ error: ColumnError, file: String) -> SourceError {
        .refused(name: file, words: error.description)
    }
}
