import Rows
import Streams

/// Loads a KML document, bare or zipped as KMZ: its placemarks, each a row.
///
/// Everything happens on the caller's thread: call it from a task of its own. Links in the document are never
/// followed.
package struct KMLLoader: SourceLoader {
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

    /// Reads the document, or the first KML document in the archive, to its end.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let document = XMLDocument(
            ByteFeed(try input.open(), keepsBytes: false, opensZip: true), options: options)
        return try document.read(
            KMLRows(name: name, options: options), isCancelled: isCancelled, progress: progress)
    }

    /// Reads the first placemarks and explains their columns.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let document = XMLDocument(
            ByteFeed(try input.openToExplain(), keepsBytes: false, opensZip: true), options: options)
        return try document.explainColumns(KMLRows(name: name, options: options), isCancelled: isCancelled)
    }
}
