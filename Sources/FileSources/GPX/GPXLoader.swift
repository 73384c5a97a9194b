import Rows
import Streams

/// Loads a GPX 1.0 or 1.1 document: its waypoints as points, each of its routes and tracks as a line.
///
/// Everything happens on the caller's thread: call it from a task of its own.
package struct GPXLoader: SourceLoader {
    private let input: SourceInput
    package let options: FeatureOptions

    /// - Parameter path: a file, a pipe, or "-" for the standard input.
    package init(path: String, options: FeatureOptions = FeatureOptions()) {
        self.init(SourceInput(path: path), options: options)
    }

    /// Reads what was opened already.
    init(_ input: SourceInput, options: FeatureOptions) {
        self.input = input
        self.options = options
    }

    package var name: String { input.name }

    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let document = XMLDocument(ByteFeed(try input.open(), keepsBytes: false), options: options)
        return try document.read(
            GPXRows(name: name, options: options), isCancelled: isCancelled, progress: progress)
    }

    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let document = XMLDocument(ByteFeed(try input.openToExplain(), keepsBytes: false), options: options)
        return try document.explainColumns(GPXRows(name: name, options: options), isCancelled: isCancelled)
    }
}
