/// Reads a stream whose format is found out when it has given something.
struct StreamLoader: SourceLoader {
    let path: String
    let opener: SourceOpener

    var name: String { path == "-" ? "stdin" : path }

    func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        try opener.loader(for: path, isCancelled: isCancelled)
            .read(isCancelled: isCancelled, progress: progress)
    }

    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try opener.loader(for: path, isCancelled: isCancelled).explainColumns(isCancelled: isCancelled)
    }
}
