import Rows
import Streams
import Synchronization

/// Reads a stream whose format is detected from its first bytes. A stream delivers its rows once: reading it
/// again returns the same source.
final class StreamLoader: SourceLoader {
    private let input: SourceInput
    private let opener: SourceOpener
    private let loaded = Mutex<LoadedSource?>(nil)

    init(_ input: SourceInput, opener: SourceOpener) {
        self.input = input
        self.opener = opener
    }

    let isStream = true
    var name: String { input.name }

    func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        if let loaded = loaded.withLock({ $0 }) { return loaded }
        let source = try opener.loader(for: input, isCancelled: isCancelled)
            .read(isCancelled: isCancelled, progress: progress)
        loaded.withLock { $0 = source }
        return source
    }

    func readInPassing(
        withSameColumns: Bool, isCancelled: () -> Bool, _ body: (LoadedSource) throws(SourceError) -> Void
    ) throws(SourceError) -> Bool {
        try opener.loader(for: input, isCancelled: isCancelled)
            .readInPassing(withSameColumns: withSameColumns, isCancelled: isCancelled, body)
    }

    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try opener.loader(for: input, isCancelled: isCancelled).explainColumns(isCancelled: isCancelled)
    }
}
