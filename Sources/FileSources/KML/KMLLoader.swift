import Rows
import Streams

/// Loads a KML document, bare or zipped as KMZ: its placemarks, each a row.
///
/// Everything happens on the caller's thread: call it from a task of its own. What the document links to is never
/// fetched.
package struct KMLLoader: SourceLoader {
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
        let document = XMLDocument(
            ByteFeed(try input.open(), keepsBytes: false, opensZip: true), options: options)
        return try document.read(
            KMLRows(name: name, options: options), isCancelled: isCancelled, progress: progress)
    }

    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let document = XMLDocument(
            ByteFeed(try input.openToExplain(), keepsBytes: false, opensZip: true), options: options)
        return try document.explainColumns(KMLRows(name: name, options: options), isCancelled: isCancelled)
    }
}
