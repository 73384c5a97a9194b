import Streams

/// A walk along the marks of a stretch, from record to record and from field to field.
///
/// Marks are looked at through windows of 64 bytes that begin with the record, not with a block: what of a record of
/// ordinary length lies in which block is different each time, and branches on that cannot be predicted.
struct RecordWalk {
    private let ends: UnsafePointer<UInt64>
    private let delimiters: UnsafePointer<UInt64>
    private let base: Int
    private let limit: Int
    /// Where the record begins that is found next.
    private(set) var start: Int
    /// Where the last record found ends.
    private(set) var end: Int
    /// Where the last record passed ends, an empty line is none; nil before the first.
    private(set) var lastEnd: Int?

    /// The delimiters that were not passed yet, from `windowStart` on.
    private var window: UInt64 = 0
    private var windowStart = 0

    /// A walk from the first of the marks.
    init(_ marks: RecordMarks, from start: Int) {
        ends = marks.ends
        delimiters = marks.delimiters
        base = marks.base
        limit = marks.end
        self.start = start
        end = start
    }

    /// The marks of the 64 bytes from `offset` on, which has a mark.
    @inline(__always)
    private func window(of marks: UnsafePointer<UInt64>, from offset: Int) -> UInt64 {
        let bit = offset &- base
        let block = bit >> 6
        let passed = UInt64(truncatingIfNeeded: bit & 63)
        // A word without marks follows the last block.
        return (marks[block] &>> passed) | ((marks[block &+ 1] &<< 1) &<< (63 &- passed))
    }

    /// Finds the end of the record that begins at `start`; false when it has none in the stretch.
    @inline(__always)
    mutating func findEnd() -> Bool {
        var offset = start
        while offset < limit {
            let found = window(of: ends, from: offset)
            guard found == 0 else {
                end = offset &+ found.trailingZeroBitCount
                windowStart = start
                window = window(of: delimiters, from: start)
                return true
            }
            offset &+= 64
        }
        return false
    }

    /// The offset of the next delimiter of the record, or its end.
    @inline(__always)
    private mutating func nextDelimiter() -> Int {
        while window == 0 {
            windowStart &+= 64
            guard windowStart < end else { return end }
            window = window(of: delimiters, from: windowStart)
        }
        let delimiter = windowStart &+ window.trailingZeroBitCount
        guard delimiter < end else { return end }
        window &= window &- 1
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
    }
}
