import RowValues
import Streams

/// A line of a log without its end, and what is needed to understand it.
struct LogLine {
    let bytes: ByteRun
    let range: Range<Int>
    /// Counted from 1.
    var number = 1
    let clock: LogClock
    /// Which of the rows of the line is asked for, where it has several.
    var ordinal = 0

    var cursor: LineCursor { LineCursor(bytes, range) }
}

/// Reads lines of one form into columns.
protocol LogLineReader: Sendable {
    /// What the form is called, in `--columns`.
    var words: String { get }
    /// Its columns; that of the line's number stands before them, so that they are counted from 1.
    var columnNames: [String] { get }
    /// The column for the whole text of a line of another form; nil where there is none.
    var textColumn: Int? { get }
    /// The column of an address that is looked for in texts; nil where there is none.
    var addressColumn: Int? { get }
    /// The columns of coordinates that are looked for in texts.
    var placeColumns: (latitude: Int, longitude: Int)? { get }
    /// What a line means depends on lines before it.
    var isSequential: Bool { get }
    /// Lines may say something of the log itself.
    var hasRemarks: Bool { get }
    /// The log itself names its columns: a town in one of them is no word of a message.
    var namesColumns: Bool { get }

    /// Times are those of the computer that wrote them, and name no zone.
    var hasLocalTimes: Bool { get }

    /// Lines may have columns that the reader does not know yet.
    var learnsColumns: Bool { get }

    /// What a part of a line is that is the value of a column.
    func kind(of column: Int, at range: Range<Int>, in line: LogLine) -> FieldValue.Kind

    /// Whether a value without any bytes is a text; else there is none.
    func isText(_ column: Int, at range: Range<Int>, in line: LogLine) -> Bool

    /// Reads a line; false where it is of another form.
    func read(_ line: LogLine, into fields: inout LogFields) -> Bool

    /// The coordinates in a line, of each of which a row is made.
    func places(in line: LogLine) -> [ProsePlace]

    /// The reader that knows what a line says of columns, where `read` has said that it does.
    func learning(from line: LogLine) -> (any LogLineReader)?

    /// The reader with further columns, which were learnt from other lines; nil where there are none.
    func adding(_ names: [String]) -> (any LogLineReader)?
}

extension LogLineReader {
    var textColumn: Int? { nil }
    var addressColumn: Int? { nil }
    var placeColumns: (latitude: Int, longitude: Int)? { nil }
    var isSequential: Bool { false }
    var hasRemarks: Bool { false }
    var namesColumns: Bool { false }
    var hasLocalTimes: Bool { false }
    var learnsColumns: Bool { namesColumns }
    func kind(of column: Int, at range: Range<Int>, in line: LogLine) -> FieldValue.Kind { .text }
    func isText(_ column: Int, at range: Range<Int>, in line: LogLine) -> Bool { false }
    func places(in line: LogLine) -> [ProsePlace] { [] }
    func learning(from line: LogLine) -> (any LogLineReader)? { nil }
    func adding(_ names: [String]) -> (any LogLineReader)? { nil }
}
