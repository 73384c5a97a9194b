import Synchronization

/// Reads a stream whose format is found out when it has given something. Read again, it is what it was: a stream gives its
/// rows once.
final class StreamLoader: SourceLoader {
    let path: String
    private let opener: SourceOpener
    private let loaded = Mutex<LoadedSource?>(nil)

    init(path: String, opener: SourceOpener) {
        self.path = path
        self.opener = opener
    }

    var name: String { path == "-" ? "stdin" : path }

    func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        if let loaded = loaded.withLock({ $0 }) { return loaded }
        let source = try opener.loader(for: path, isCancelled: isCancelled)
            .read(isCancelled: isCancelled, progress: progress)
        loaded.withLock { $0 = source }
        return source
    }

    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try opener.loader(for: path, isCancelled: isCancelled).explainColumns(isCancelled: isCancelled)
    }
}
