import MapModel
import Rows
import Streams

/// Loads a delimited file, reporting the points so far while it reads.
///
/// The parts of a file are read on several threads, all else on the caller's: call it from a task of its own.
package struct CSVLoader: SourceLoader {
    let input: SourceInput
    /// The dialect, columns and limits that the user set.
    package let options: CSVOptions

    /// - Parameter path: a file, a pipe, or "-" for the standard input.
    package init(path: String, options: CSVOptions = CSVOptions()) {
        self.init(SourceInput(path: path), options: options)
    }

    /// Reads an input that was opened already.
    package init(_ input: SourceInput, options: CSVOptions) {
        self.input = input
        self.options = options
    }

    /// The path, or "stdin".
    package var name: String { input.name }

    /// Reads the whole file.
    ///
    /// - Parameters:
    ///   - isCancelled: checked after each part or window of about 1 MiB, and ten times a second while a pipe is
    ///     silent.
    ///   - progress: called after each of them; some calls carry points, first after `snapshotInterval`, then
    ///     whenever there are 1.6 times as many, or any more after a second.
    package func read(
        isCancelled: () -> Bool = { Task.isCancelled }, progress: (LoadProgress) -> Void = { _ in }
    ) throws(SourceError) -> LoadedSource {
        var opening = try CSVOpening(input.open(), options: options, isCancelled: isCancelled)
        var run = CSVRun(opening, options: options)
        try run.readParts(&opening, isCancelled: isCancelled, progress: progress)
        try run.readAllWindows(&opening, isCancelled: isCancelled, progress: progress)
        return try run.finished(opening, name: name, isCancelled: isCancelled)
    }

    /// Whether records go on coming.
    package var isStream: Bool { input.isStream }

    /// Takes records as they come; only a stream is read so.
    package func readInPassing(
        withSameColumns: Bool, isCancelled: () -> Bool, _ body: (LoadedSource) throws(SourceError) -> Void
    ) throws(SourceError) -> Bool {
        guard isStream else { return false }
        var opening = try CSVOpening(input.open(), options: options, isCancelled: isCancelled)
        var run = CSVRun(opening, options: options)
        guard opening.mayPass else {
            try run.readAllWindows(&opening, isCancelled: isCancelled, progress: { _ in })
            try body(run.finished(opening, name: name, isCancelled: isCancelled))
            return true
        }
        try run.pass(&opening, isCancelled: isCancelled, body)
        return true
    }

    /// The names of the columns of a table with coordinates.
    package func columnNames(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try CSVOpening(input.openToExplain(), options: options, isCancelled: isCancelled).layout.columnNames
    }

    /// What `--columns` prints: the format of the file, which columns are read, and why, a line each.
    package func explainColumns(isCancelled: () -> Bool = { Task.isCancelled }) throws(SourceError)
        -> [String]
    {
        let opening = try CSVOpening(input.openToExplain(), options: options, isCancelled: isCancelled)
        let layout = opening.layout
        let mark = layout.dialect.decimalMark == .comma ? "decimal comma" : "decimal point"
        let header = layout.dialect.hasHeader ? "header in the first record" : "no header"
        let lines = layout.skippedLines
        return [
            "\(layout.columnNames.count) columns, delimiter \(layout.dialect.delimiterName), \(header), \(mark)"
        ]
            + (lines > 0 ? ["the table begins on line \(lines + 1)"] : [])
            + opening.textNotices + layout.columns.reasons
            + layout.columns.notices.map(\.description)
    }
}
