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

    /// The error for a file whose rows need more memory than there is, as far as its first rows show.
    package static func tooMuchMemory(rows: Int, byteCount: Int, available: Int, in name: String)
        -> SourceError
    {
        .refused(
            name: name,
            words:
                "about \(grouped(rows)) rows need \(size(byteCount + 999_999)) of memory, \(size(available)) are "
                + "free (load them into a database, or show a part of the file)")
    }

    private static func size(_ byteCount: Int) -> String {
        if byteCount < 1_000_000_000 { return "\(byteCount / 1_000_000) MB" }
        let tenths = (byteCount + 50_000_000) / 100_000_000
        return "\(tenths / 10).\(tenths % 10) GB"
    }
}
