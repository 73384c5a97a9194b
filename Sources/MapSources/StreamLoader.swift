import Rows
import Streams
import Synchronization

/// Reads a stream whose format is detected from its first bytes. A stream delivers its rows once: reading it
/// again returns the same source.
package final class StreamLoader: SourceLoader {
    private let input: SourceInput
    private let opener: SourceOpener
    private let loaded = Mutex<LoadedSource?>(nil)

    init(_ input: SourceInput, opener: SourceOpener) {
        self.input = input
        self.opener = opener
    }

    /// True.
    package let isStream = true
    /// "stdin", or the path of a pipe.
    package var name: String { input.name }

    /// The loader of its format. Waits for the first bytes, which stay to be read; throws `.empty` if it ends without any.
    package func detected(isCancelled: () -> Bool) throws(SourceError) -> any SourceLoader {
        let head = try input.peek(isCancelled: isCancelled, isEnough: { !$0.isEmpty }).head
        if head.isEmpty { throw .empty(file: name, hasHeader: false) }
        return try loader(isCancelled)
    }

    private func loader(_ isCancelled: () -> Bool) throws(SourceError) -> any SourceLoader {
        try opener.loader(for: input, isCancelled: isCancelled)
    }

    /// Reads to the end of the stream, once; what was read is given back after that.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        if let loaded = loaded.withLock({ $0 }) { return loaded }
        let source = try loader(isCancelled).read(isCancelled: isCancelled, progress: progress)
        loaded.withLock { $0 = source }
        return source
    }

    package func readInPassing(
        withSameColumns: Bool, isCancelled: () -> Bool, _ body: (LoadedSource) throws(SourceError) -> Void
    ) throws(SourceError) -> Bool {
        try loader(isCancelled)
            .readInPassing(withSameColumns: withSameColumns, isCancelled: isCancelled, body)
    }

    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try loader(isCancelled).explainColumns(isCancelled: isCancelled)
    }
}
