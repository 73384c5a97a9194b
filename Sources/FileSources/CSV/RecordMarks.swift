import CByteScan
import RowValues
import Streams

/// Where the records of a stretch of text end and its fields part, a bit for each byte; quoted text is left out.
///
/// Memory for one stretch, used again for the next.
final class RecordMarks {
    /// Bytes in a stretch: its marks fit the first cache.
    static let stretch = 1 << 16
    /// Words of each kind of mark: a stretch may begin inside a block, and a word without marks follows it.
    private static let wordCount = stretch / 64 + 2

    /// A bit for each byte, 64 bytes a word.
    private let memory: UnsafeMutablePointer<UInt64>
    /// The offset of the byte with the first bit.
    private(set) var base = 0
    private(set) var blockCount = 0
    private(set) var hasQuotedLines = false
    private var hasUnusual = false

    /// The bytes that part fields.
    var delimiters: UnsafePointer<UInt64> { UnsafePointer(memory) }
    /// The ends of records; of CR LF the first byte.
    var ends: UnsafePointer<UInt64> { UnsafePointer(memory + Self.wordCount) }
    /// All line ends, also those inside quotes.
    var lines: UnsafePointer<UInt64> { UnsafePointer(memory + 2 * Self.wordCount) }
    /// Bytes that are NUL or beyond ASCII.
    private var unusual: UnsafePointer<UInt64> { UnsafePointer(memory + 3 * Self.wordCount) }

    init() {
        memory = .allocate(capacity: 4 * Self.wordCount)
    }

    deinit {
        memory.deallocate()
    }

    /// The offset after the last byte with a bit.
    var end: Int { base + blockCount * 64 }

    /// Marks a stretch from `first` on, where a record begins; less where a quote opens inside a field.
    func mark(_ bytes: ByteRun, from first: Int, _ dialect: CSVDialect) {
        let scanned = csv_mark(
            bytes.base, first, min(bytes.count, first + Self.stretch), dialect.delimiter, dialect.quote,
            memory,
            memory + Self.wordCount, memory + 2 * Self.wordCount, memory + 3 * Self.wordCount)
        base = first & ~63
        blockCount = scanned.blocks
        for marks in [memory, memory + Self.wordCount] { marks[blockCount] = 0 }
        hasUnusual = scanned.met & UInt32(CSV_UNUSUAL) != 0
        hasQuotedLines = scanned.met & UInt32(CSV_QUOTED_LINES) != 0
    }

    /// The offset of the last end of a record; nil when there is none.
    var lastEnd: Int? {
        for block in stride(from: blockCount - 1, through: 0, by: -1) where ends[block] != 0 {
            return base + block * 64 + 63 - ends[block].leadingZeroBitCount
        }
        return nil
    }

    /// Whether whole records in `range` are text: UTF-8 without NUL bytes.
    ///
    /// A block without unusual bytes begins and ends between characters, so only the others are looked at.
    func isText(_ bytes: ByteRun, _ range: Range<Int>) -> Bool {
        guard hasUnusual else { return true }
        var block = 0
        while block < blockCount {
            guard unusual[block] != 0 else {
                block += 1
                continue
            }
            let first = block
            while block < blockCount, unusual[block] != 0 { block += 1 }
            let run = (base + first * 64..<base + block * 64).clamped(to: range)
            guard TextEncoding.isUTF8(bytes, run), !bytes.hasNUL(in: run) else { return false }
        }
        return true
    }

    /// How many of `marks` lie in a range of offsets.
    func count(_ marks: UnsafePointer<UInt64>, in range: Range<Int>) -> Int {
        var count = 0
        var bit = range.lowerBound - base
        let end = range.upperBound - base
        while bit < end {
            let next = min((bit | 63) + 1, end)
            let word = marks[bit >> 6] >> UInt64(bit & 63)
            count += (word << UInt64(64 - (next - bit))).nonzeroBitCount
            bit = next
        }
        return count
    }
}
