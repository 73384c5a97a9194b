import RowValues
import Streams

/// The values of one line by column: parts of the line, or texts that were made of it.
struct LogFields {
    /// Where each value lies: in the line, or, with a negative start, among the texts that were made.
    private var spans: [FieldSpan]
    private var made: [UInt8] = []
    /// For which columns texts are made: none while lines are only recognised.
    private var wantsText: [Bool]
    /// The columns that are asked for, of lines that are known to have the form of their reader.
    private var asksOnly: ClosedRange<Int>?
    /// The key that is expected next, of lines whose columns are keys.
    var expectedKey = 0
    /// The line says something of columns that its reader does not know.
    var hasNews = false
    /// The line says something of the log, and has no values.
    var isRemark = false

    init(columnCount: Int, wantsTexts: Bool = true) {
        spans = [FieldSpan](repeating: .missing, count: columnCount)
        wantsText = [Bool](repeating: wantsTexts, count: columnCount)
    }

    /// Fields of which only some columns are asked for.
    ///
    /// - Parameter areKnown: all lines were seen to have the form of the reader.
    init(columnCount: Int, columns: [Int], areKnown: Bool) {
        self.init(columnCount: columnCount, wantsTexts: false)
        for column in columns { wantsText[column] = true }
        let asked = columns.filter { $0 > 0 }
        if areKnown, let first = asked.min(), let last = asked.max() { asksOnly = first...last }
    }

    /// Fields of columns that become those of others: texts are made where these want them.
    init(of others: LogFields, _ columns: [Int]) {
        spans = [FieldSpan](repeating: .missing, count: columns.count + 1)
        wantsText = [false] + columns.map { others.wantsText[$0] }
    }

    /// Also makes the text of a column that nobody asks for.
    mutating func want(_ column: Int) { wantsText[column] = true }

    /// Whether no other columns are asked for, of lines that are known to have the form of the reader: it need not go on.
    @inline(__always)
    func askOnly(_ columns: ClosedRange<Int>) -> Bool {
        guard let asksOnly else { return false }
        return columns.lowerBound <= asksOnly.lowerBound && columns.upperBound >= asksOnly.upperBound
    }

    /// Forgets the line before.
    @inline(__always)
    mutating func begin() {
        for column in spans.indices { spans[column] = .missing }
        made.removeAll(keepingCapacity: true)
        expectedKey = 0
        hasNews = false
        isRemark = false
    }

    /// The value is a part of the line.
    @inline(__always)
    mutating func set(_ column: Int, _ range: Range<Int>) {
        spans[column] = FieldSpan(start: range.lowerBound, end: range.upperBound)
    }

    /// The value is what `body` appends.
    @inline(__always)
    mutating func make(_ column: Int, _ body: (inout [UInt8]) -> Void) {
        guard wantsText[column] else { return }
        let start = made.count
        body(&made)
        spans[column] = FieldSpan(start: ~start, end: made.count)
    }

    /// The same of a value from which another column is taken: it is made where one of both is asked for.
    @inline(__always)
    mutating func make(_ column: Int, neededBy other: Int, _ body: (inout [UInt8]) -> Void) {
        guard wantsText[other], !wantsText[column] else { return make(column, body) }
        wantsText[column] = true
        make(column, body)
        wantsText[column] = false
    }

    /// The part of the line that is the value of a column; nil where that was made.
    func range(_ column: Int) -> Range<Int>? {
        let span = spans[column]
        return span.start < 0 ? nil : span.start..<span.end
    }

    /// Whether the line has a value for a column.
    func isEmpty(_ column: Int) -> Bool {
        let span = spans[column]
        return span.end <= (span.start < 0 ? ~span.start : span.start)
    }

    /// Calls `body` with a value; empty where there is none.
    @inline(__always)
    func with<Result>(
        _ column: Int, in bytes: ByteRun, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let span = spans[column]
        guard span.start < 0 else { return body(bytes.buffer(span.start..<span.end)) }
        return made.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[~span.start..<span.end]))
        }
    }
}
