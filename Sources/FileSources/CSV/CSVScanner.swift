import CByteScan
import RowValues
import Streams

/// Finds the records of delimited text, and two fields of each on the way.
///
/// A record ends at LF, CR LF or a lone CR outside quotes; empty lines are not records. A quote opens only at the
/// start of a field, blanks aside, which are then none of the field; a doubled quote inside is one quote. A quote whose closing one stands before neither a delimiter nor a
/// line end, blanks aside, is text (see `RecordFields.closingQuote`). A record of nothing but delimiters is none.
/// Structural bytes are found 64 at a time and visited singly: stray quotes mean what they do to other readers.
struct CSVScanner {
    enum Outcome {
        case record
        /// The bytes end inside a record: call again with more of them, from `start`.
        case needsMore
        case end
    }

    /// The range of a field, its quotes included.
    struct Field {
        var start = 0
        var end = 0
        var isQuoted = false
    }

    /// The facts about a record; small, since it is copied for each.
    struct Record {
        let start: Int
        let end: Int
        /// The line on which it begins, counted from 1.
        let line: Int
        let fieldCount: Int
        let first: Field
        let second: Field
        let lastFieldIsEmpty: Bool
        let mayBeUnusual: Bool
        /// A field begins with a quote that is text.
        let hasStrayQuote: Bool
    }

    let delimiter: UInt8
    let quote: UInt8
    /// The fields to note, counted from 0, in ascending order; they may be the same.
    let firstWanted: Int
    let secondWanted: Int

    /// The last record: without its line end, and where the next one begins.
    private(set) var start = 0
    private(set) var end = 0
    private(set) var next = 0
    private(set) var fieldCount = 0
    private(set) var first = Field()
    private(set) var second = Field()
    /// The last field of the record ended with nothing in it.
    private(set) var lastFieldIsEmpty = false
    /// Some byte of the record may be NUL or beyond ASCII.
    private(set) var mayBeUnusual = false
    /// A field of the record begins with a quote that is text.
    private(set) var hasStrayQuote = false
    /// Line ends passed so far: those before `start` once a record was found, see `linesInside`.
    private(set) var linesBefore: Int
    private(set) var linesInside = 0
    /// After `.needsMore`: the offset of an open quote, and the line ends between it and the record's start.
    private(set) var openQuote: (offset: Int, lines: Int)?

    private var blockStart = 0
    private var marks = byte_marks()

    /// - Parameter linesBefore: lines before the first record.
    init(dialect: CSVDialect, firstWanted: Int = 0, secondWanted: Int = 0, linesBefore: Int = 0) {
        self.linesBefore = linesBefore
        delimiter = dialect.delimiter
        quote = dialect.quote
        self.firstWanted = firstWanted
        self.secondWanted = secondWanted
    }

    /// Line ends before `next`.
    var lineEnds: Int { linesBefore + linesInside }

    /// Discards the state of a record that continues past the buffer.
    mutating func forgetOpenRecord() { linesInside = 0 }

    @inline(__always) var record: Record {
        Record(
            start: start, end: end, line: linesBefore &+ 1, fieldCount: fieldCount, first: first,
            second: second,
            lastFieldIsEmpty: lastFieldIsEmpty, mayBeUnusual: mayBeUnusual, hasStrayQuote: hasStrayQuote)
    }

    /// Restarts at `offset` of possibly different bytes; the count of lines continues.
    mutating func begin(in bytes: ByteRun, at offset: Int) {
        next = offset
        linesInside = 0
        blockStart = offset
        marks = byte_marks()
        loadBlock(bytes)
    }

    /// The same, with the number of line ends before `offset`.
    mutating func begin(in bytes: ByteRun, at offset: Int, linesBefore: Int) {
        self.linesBefore = linesBefore
        begin(in: bytes, at: offset)
    }

    /// Advances to the next record.
    ///
    /// - Parameters:
    ///   - isFinal: nothing follows `bytes`, whose end then ends the last record.
    ///   - isLargest: the buffer cannot grow further: a quote that is still open is text.
    @inline(__always)
    mutating func advance(in bytes: ByteRun, isFinal: Bool, isLargest: Bool = false) -> Outcome {
        while true {
            let outcome = advanceOnce(in: bytes, isFinal: isFinal, isLargest: isLargest)
            guard outcome == .record, Self.isBlank(bytes, start..<end, delimiter: delimiter) else {
                return outcome
            }
        }
    }

    /// Whether a record has nothing but delimiters and blanks, as spreadsheets save below a table: an empty line, in effect.
    @inline(__always)
    static func isBlank(_ bytes: ByteRun, _ record: Range<Int>, delimiter: UInt8) -> Bool {
        guard bytes[record.lowerBound] == delimiter, bytes[record.upperBound &- 1] == delimiter else {
            return false
        }
        return record.allSatisfy { bytes[$0] == delimiter || bytes[$0] == 0x20 }
    }

    @inline(__always)
    private mutating func advanceOnce(in bytes: ByteRun, isFinal: Bool, isLargest: Bool) -> Outcome {
        linesBefore += linesInside
        linesInside = 0
        openQuote = nil
        guard skipEmptyLines(bytes, isFinal: isFinal) else { return next < bytes.count ? .needsMore : .end }
        start = next
        fieldCount = 0
        first = Field()
        second = Field()
        mayBeUnusual = marks.unusual != 0
        hasStrayQuote = false
        var fieldStart = start
        var isQuoted = false
        while true {
            let structural = marks.delimiters | marks.newlines | marks.quotes
            if structural == 0 {
                blockStart += 64
                guard blockStart < bytes.count else { break }
                loadBlock(bytes)
                mayBeUnusual = mayBeUnusual || marks.unusual != 0
                continue
            }
            let bit = structural & (~structural &+ 1)
            let offset = blockStart &+ structural.trailingZeroBitCount
            if marks.delimiters & bit != 0 {
                marks.delimiters &= ~bit
                note(Field(start: fieldStart, end: offset, isQuoted: isQuoted))
                fieldStart = offset &+ 1
                isQuoted = false
            } else if marks.newlines & bit != 0 {
                marks.newlines &= ~bit
                guard let after = lineEnd(at: offset, bytes, isFinal: isFinal) else { return .needsMore }
                finish(Field(start: fieldStart, end: offset, isQuoted: isQuoted), next: after)
                linesInside &+= 1
                return .record
            } else {
                marks.quotes &= ~bit
                guard offset == fieldStart || isPadding(bytes, fieldStart..<offset) else { continue }
                let opened = (blockStart: blockStart, marks: marks, lines: linesInside)
                switch passQuoted(bytes, isFinal: isFinal, isLargest: isLargest) {
                case .closed: (fieldStart, isQuoted) = (offset, true)
                case .text:
                    (blockStart, marks, linesInside) = opened
                    hasStrayQuote = hasStrayQuote || offset == fieldStart
                case .open:
                    openQuote = (offset, opened.lines)
                    return .needsMore
                }
            }
        }
        guard isFinal else { return .needsMore }
        finish(Field(start: fieldStart, end: bytes.count, isQuoted: isQuoted), next: bytes.count)
        return .record
    }

    @inline(__always)
    private mutating func finish(_ field: Field, next: Int) {
        note(field)
        lastFieldIsEmpty = field.start == field.end
        end = field.end
        self.next = next
    }

    @inline(__always)
    private mutating func note(_ field: Field) {
        if fieldCount == firstWanted { first = field }
        if fieldCount == secondWanted { second = field }
        fieldCount &+= 1
    }

    /// Where the line after the one that ends at `offset` begins; nil when a line feed may still follow.
    @inline(__always)
    private mutating func lineEnd(at offset: Int, _ bytes: ByteRun, isFinal: Bool) -> Int? {
        guard bytes[offset] == UInt8(ascii: "\r") else { return offset &+ 1 }
        guard offset &+ 1 < bytes.count else { return isFinal ? offset &+ 1 : nil }
        guard bytes[offset &+ 1] == UInt8(ascii: "\n") else { return offset &+ 1 }
        if offset &+ 1 == blockStart &+ 64 {
            blockStart &+= 64
            loadBlock(bytes)
        }
        marks.newlines &= marks.newlines &- 1
        return offset &+ 2
    }

    /// Whether what stands before a quote are blanks, as in `7, "a, b"`.
    private func isPadding(_ bytes: ByteRun, _ range: Range<Int>) -> Bool {
        delimiter != 0x20 && range.allSatisfy { bytes[$0] == 0x20 }
    }

    private enum Quoted {
        case closed, text, open
    }

    /// Skips the rest of a field after its first quote; what that quote is.
    private mutating func passQuoted(_ bytes: ByteRun, isFinal: Bool, isLargest: Bool) -> Quoted {
        while let closing = closingQuote(bytes) {
            var next = closing + 1
            if next < bytes.count, bytes[next] == quote {
                if next == blockStart + 64 {
                    blockStart += 64
                    loadBlock(bytes)
                    mayBeUnusual = mayBeUnusual || marks.unusual != 0
                }
                marks.quotes &= marks.quotes &- 1
                continue
            }
            while next < bytes.count, bytes[next] == 0x20, delimiter != 0x20 { next += 1 }
            guard next < bytes.count else { return isFinal ? .closed : .open }
            let isEnd = bytes[next] == delimiter || bytes[next] == 0x0A || bytes[next] == 0x0D
            return isEnd ? .closed : .text
        }
        return isFinal || isLargest ? .text : .open
    }

    /// Skips quoted text; the offset of the next quote, nil when there is none.
    private mutating func closingQuote(_ bytes: ByteRun) -> Int? {
        while true {
            let ends = marks.newlines
            if marks.quotes != 0 {
                let bit = marks.quotes & (~marks.quotes &+ 1)
                let before = bit &- 1
                countLines(ends & before, bytes)
                marks.delimiters &= ~before
                marks.newlines &= ~before
                marks.quotes &= ~bit
                return blockStart &+ bit.trailingZeroBitCount
            }
            countLines(ends, bytes)
            blockStart += 64
            guard blockStart < bytes.count else { return nil }
            loadBlock(bytes)
            mayBeUnusual = mayBeUnusual || marks.unusual != 0
        }
    }

    /// Counts the line ends among `ends`, CR LF as one: a line feed after a carriage return does not count.
    private mutating func countLines(_ ends: UInt64, _ bytes: ByteRun) {
        var ends = ends
        while ends != 0 {
            let offset = blockStart + ends.trailingZeroBitCount
            ends &= ends - 1
            let isSecondHalf =
                bytes[offset] == UInt8(ascii: "\n") && offset > 0
                && bytes[offset - 1] == UInt8(ascii: "\r")
            if !isSecondHalf { linesInside += 1 }
        }
    }

    /// Moves `next` to the first byte that is not a line end; false when there is none so far.
    @inline(__always)
    private mutating func skipEmptyLines(_ bytes: ByteRun, isFinal: Bool) -> Bool {
        while next < bytes.count {
            let byte = bytes[next]
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                if next >= blockStart &+ 64 {
                    blockStart &+= 64
                    loadBlock(bytes)
                }
                return true
            }
            start = next
            if next >= blockStart &+ 64 {
                blockStart &+= 64
                loadBlock(bytes)
            }
            marks.newlines &= marks.newlines &- 1
            guard let after = lineEnd(at: next, bytes, isFinal: isFinal) else { return false }
            next = after
            linesBefore += 1
        }
        start = next
        return false
    }

    @inline(__always)
    private mutating func loadBlock(_ bytes: ByteRun) {
        guard blockStart < bytes.count else {
            marks = byte_marks()
            return
        }
        marks = byte_marks_of_64(bytes.base + blockStart, delimiter, quote)
        let known = bytes.count &- blockStart
        guard known < 64 else { return }
        let mask = (UInt64(1) << UInt64(known)) &- 1
        marks.delimiters &= mask
        marks.newlines &= mask
        marks.quotes &= mask
        marks.unusual &= mask
    }
}
