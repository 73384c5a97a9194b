import Rows
import Streams

/// Loads JSON with coordinates, reporting the rows so far while it reads.
///
/// GeoJSON (RFC 7946) as a document, one record a line, or a text sequence (RFC 8142); plain objects, one a line or in
/// an array, by the names of their members. The parts of a plain file are read by several threads.
package struct GeoJSONLoader: SourceLoader {
    private let input: SourceInput
    /// The limits and columns for the records.
    package let options: FeatureOptions
    /// The records of a stream that are held; nil for all.
    private let keep: KeptLines?

    /// - Parameter path: a file, a pipe, or "-" for the standard input.
    package init(path: String, options: FeatureOptions = FeatureOptions()) {
        self.init(SourceInput(path: path), options: options)
    }

    /// Reads an input that was opened already.
    init(_ input: SourceInput, options: FeatureOptions, keep: KeptLines? = nil) {
        self.input = input
        self.options = options
        self.keep = keep
    }

    /// The path, or "stdin".
    package var name: String { input.name }

    /// Whether records go on coming.
    package var isStream: Bool { input.isStream }

    /// Reads the document, lines or text sequence to its end.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        var run = try JSONRun(input.open(), options: options, isCancelled: isCancelled)
        if let keep { run.hold(keep) }
        return try run.read(isCancelled: isCancelled, progress: progress)
    }

    /// Takes records as they come; only a stream is read so.
    package func readInPassing(
        withSameColumns: Bool, isCancelled: () -> Bool, _ body: (LoadedSource) throws(SourceError) -> Void
    ) throws(SourceError) -> Bool {
        guard isStream, !withSameColumns else { return false }
        var run = try JSONRun(input.open(), options: options, isCancelled: isCancelled)
        try run.pass(isCancelled: isCancelled, body)
        return true
    }

    /// Reads the first records and explains the layout and columns that were detected.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let run = try JSONRun(input.openToExplain(), options: options, isCancelled: isCancelled)
        return run.explanation()
    }
}

extension GeoJSONLoader: SavableLoader {
    /// Rows are saved with their values.
    package var savable: SavableInput? { .features("json", input, options) }
}
