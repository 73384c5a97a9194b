import Rows
import Streams

/// A walk along the marks of a stretch, from record to record and from field to field.
struct RecordWalk {
    private let ends: UnsafePointer<UInt64>
    private let delimiters: UnsafePointer<UInt64>
    private let base: Int
    private let blockCount: Int
    /// Where the record begins that is found next.
    private(set) var start: Int
    /// Where the last record found ends.
    private(set) var end: Int
    /// Where the last record passed ends, an empty line is none; nil before the first.
    private(set) var lastEnd: Int?

    // The marks that were not passed yet, of the block that they are in.
    private var endBlock = 0
    private var endWord: UInt64
    private var fieldBlock = 0
    private var fieldWord: UInt64

    /// A walk from the first of the marks, of which there must be one at least.
    init(_ marks: RecordMarks, from start: Int) {
        ends = marks.ends
        delimiters = marks.delimiters
        base = marks.base
        blockCount = marks.blockCount
        endWord = marks.ends[0]
        fieldWord = marks.delimiters[0]
        self.start = start
        end = start
    }

    /// Finds the end of the record that begins at `start`; false when it has none in the stretch.
    @inline(__always)
    mutating func findEnd() -> Bool {
        while endWord == 0 {
            endBlock &+= 1
            guard endBlock < blockCount else { return false }
            endWord = ends[endBlock]
        }
        end = base &+ endBlock &* 64 &+ endWord.trailingZeroBitCount
        endWord &= endWord &- 1
        return true
    }

    /// The offset of the next delimiter of the record, or its end.
    @inline(__always)
    mutating func nextDelimiter() -> Int {
        while fieldWord == 0 {
            guard fieldBlock < endBlock else { return end }
            fieldBlock &+= 1
            fieldWord = delimiters[fieldBlock]
        }
        let delimiter = base &+ fieldBlock &* 64 &+ fieldWord.trailingZeroBitCount
        guard delimiter < end else { return end }
        fieldWord &= fieldWord &- 1
        return delimiter
    }

    /// The field after `skipped` others, the first of which begins at `start`; nil when the record ends before.
    @inline(__always)
    mutating func field(skipping skipped: Int, from start: Int) -> Range<Int>? {
        guard start <= end else { return nil }
        var start = start
        var skipped = skipped
        while skipped > 0 {
            let delimiter = nextDelimiter()
            guard delimiter < end else { return nil }
            start = delimiter &+ 1
            skipped &-= 1
        }
        return Range(uncheckedBounds: (start, nextDelimiter()))
    }

    /// Goes on to the record that begins at `next`.
    @inline(__always)
    mutating func pass(to next: Int) {
        if end > start { lastEnd = end }
        start = next
        fieldBlock = (next &- base) >> 6
        guard fieldBlock < blockCount else { return }
        fieldWord = delimiters[fieldBlock] & (~0 << UInt64(truncatingIfNeeded: (next &- base) & 63))
    }
}
