import RowValues
import Rows
import Streams

/// Loads a log, line by line: all of a file, of a stream the last lines.
package struct LogLoader: SourceLoader {
    private let input: SourceInput
    private let options: LogOptions

    /// Reads an input that was opened already, or is opened by its path.
    package init(_ input: SourceInput, options: SourceOptions) {
        self.init(input, options: LogOptions(options, isStream: input.isStream))
    }

    init(_ input: SourceInput, options: LogOptions) { (self.input, self.options) = (input, options) }

    /// The path, or "stdin".
    package var name: String { input.name }
    /// Whether lines go on coming.
    package var isStream: Bool { input.isStream }

    /// Reads everything.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        var run = try LogRun(input.open(), options: options, isCancelled: isCancelled)
        try run.readParts(isCancelled: isCancelled, progress: progress)
        try run.readWindows(isCancelled: isCancelled, progress: progress)
        return try run.finished()
    }

    /// Takes lines as they come; only a stream is read so.
    package func readInPassing(
        withSameColumns: Bool, isCancelled: () -> Bool, _ body: (LoadedSource) throws(SourceError) -> Void
    ) throws(SourceError) -> Bool {
        guard isStream else { return false }
        var options = options
        // Lines that are handed over are held by nobody: none of them is left out.
        options.keep = nil
        var run = try LogRun(input.open(), options: options, isCancelled: isCancelled)
        try run.pass(isCancelled: isCancelled, body)
        return true
    }

    /// What the lines are, and the columns that were detected, by the first lines.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try LogRun(input.openToExplain(), options: options, isCancelled: isCancelled).explanation
    }
}

/// How a log is read.
struct LogOptions: Sendable {
    var columns: ColumnOptions
    /// The user says that it is a log, whatever is in it.
    var isForced: Bool
    /// What comes is shown at once.
    var isStream: Bool
    /// Which lines of a stream are held.
    var keep: KeptLines?
    var windowSize: Int
    var partSize: Int
    var threadCount: Int
    var memoryLimit: Int?
    /// A longer line is skipped.
    var lineLimit: Int
    var snapshotInterval: Duration
    /// For tests; nil for the computer's.
    var clock: LogClock?

    init(_ options: SourceOptions, isStream: Bool) {
        columns = options.csv.columns
        isForced = options.format?.name == FileKind.log.name
        self.isStream = isStream
        keep = isStream ? options.keptLines : nil
        (windowSize, partSize) = (options.csv.windowSize, options.csv.partSize)
        threadCount = options.csv.threadCount
        memoryLimit = options.csv.memoryLimit
        lineLimit = options.csv.recordLimit
        snapshotInterval = options.csv.snapshotInterval
    }
}
