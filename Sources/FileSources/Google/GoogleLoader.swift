import Rows
import Streams

/// Loads a location file of Google, reporting the rows so far while it reads.
package struct GoogleLoader: SourceLoader {
    private let input: SourceInput
    private let options: FeatureOptions

    /// Reads an input that was opened already, or is opened by its path.
    package init(_ input: SourceInput, options: FeatureOptions = FeatureOptions()) {
        self.input = input
        self.options = options
    }

    /// The path, or "stdin".
    package var name: String { input.name }

    /// Reads the document to its end; what precedes an error is kept and the error reported as a notice.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        var run = try GoogleRun(input.open(), options: options, isCancelled: isCancelled)
        return try run.read(isCancelled: isCancelled, progress: progress)
    }

    /// Reads the first entries and explains what the file is and its columns.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        var run = try GoogleRun(input.openToExplain(), options: options, isCancelled: isCancelled)
        return try run.explanation(isCancelled: isCancelled)
    }
}

extension GoogleLoader: SavableLoader {
    /// Rows are saved with their values.
    package var savable: SavableInput? { .features("google", input, options) }
}
