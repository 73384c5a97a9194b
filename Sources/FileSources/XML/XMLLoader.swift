import Rows
import Streams

/// Loads a document of XML: each format gives its rows.
///
/// Everything happens on the caller's thread: call it from a task of its own. What the document links to is never
/// fetched.
package struct XMLLoader: SourceLoader {
    private let input: SourceInput
    private let options: FeatureOptions
    /// Which rows are made: "gpx", "kml".
    private let format: String
    private let makeRows: @Sendable (_ name: String, FeatureOptions) -> any XMLRows

    init(
        _ input: SourceInput, format: String, options: FeatureOptions,
        rows: @escaping @Sendable (_ name: String, FeatureOptions) -> any XMLRows
    ) {
        self.input = input
        self.options = options
        self.format = format
        makeRows = rows
    }

    /// The path, or "stdin".
    package var name: String { input.name }

    /// Reads the document to its end; what precedes an error is kept and the error reported as a notice.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        try document(input.open())
            .read(makeRows(name, options), isCancelled: isCancelled, progress: progress)
    }

    /// Reads the first rows and explains their columns.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try document(input.openToExplain()).explainColumns(makeRows(name, options), isCancelled: isCancelled)
    }

    private func document(_ file: FileBytes) -> XMLDocument {
        XMLDocument(ByteFeed(file, keepsBytes: false), options: options)
    }
}

extension XMLLoader: SavableLoader {
    /// Rows are saved with their values.
    package var savable: SavableInput? { .features(format, input, options) }
}
