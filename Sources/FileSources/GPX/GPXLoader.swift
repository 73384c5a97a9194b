import Rows
import Streams

/// Loads a GPX 1.0 or 1.1 document: its waypoints as points, each of its routes and tracks as a line.
///
/// Everything happens on the caller's thread: call it from a task of its own.
package struct GPXLoader: SourceLoader {
    private let input: SourceInput
    /// The limits and columns for the rows.
    package let options: FeatureOptions

    /// - Parameter path: a file, a pipe, or "-" for the standard input.
    package init(path: String, options: FeatureOptions = FeatureOptions()) {
        self.init(SourceInput(path: path), options: options)
    }

    /// Reads an input that was opened already.
    init(_ input: SourceInput, options: FeatureOptions) {
        self.input = input
        self.options = options
    }

    /// The path, or "stdin".
    package var name: String { input.name }

    /// Reads the document to its end; what precedes an error is kept and the error reported as a notice.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let document = XMLDocument(ByteFeed(try input.open(), keepsBytes: false), options: options)
        return try document.read(
            GPXRows(name: name, options: options), isCancelled: isCancelled, progress: progress)
    }

    /// Reads the first rows and explains their columns.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let document = XMLDocument(ByteFeed(try input.openToExplain(), keepsBytes: false), options: options)
        return try document.explainColumns(GPXRows(name: name, options: options), isCancelled: isCancelled)
    }
}
