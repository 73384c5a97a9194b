import MapModel
import Platform
import Rows
import Streams

/// Reads feeds into one table of things, a row each: of several sources that hear the same thing it is one.
package struct FeedLoader: SourceLoader {
    private let sources: [any FeedSource]
    private let options: FeedOptions
    /// What is said of the own position while the feeds are read.
    package var ownReports: OwnReports { options.ownReports }

    /// Feeds whose things are shown together.
    package init(_ sources: [any FeedSource], options: FeedOptions) {
        self.sources = sources
        self.options = options
    }

    package var name: String { sources.map(\.name).joined(separator: ", ") }
    package var isStream: Bool { sources.contains(where: \.isStream) }

    /// Reads to the end of all sources, or of the time that is asked for; each part has all things so far.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let run: FeedRun
        do throws(SystemError) {
            run = try FeedRun(name: name, sources, options, ownReports)
        } catch {
            throw .refused(name: name, words: error.words)
        }
        return try run.read(isCancelled: isCancelled, progress: progress)
    }

    /// What is read, without waiting for it.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        [
            "a feed of messages about things that move, a row for each thing",
            "columns: \(ThingColumn.names.joined(separator: ", ")), and what the format has",
        ]
    }
}
