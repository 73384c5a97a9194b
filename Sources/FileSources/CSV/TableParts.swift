import Platform
import RowValues
import Rows
import Streams
import Synchronization

/// The parts of a delimited file that threads read side by side, each from where a record seems to begin.
///
/// A part guesses that a record begins after the first line feed from its cut on. The end of the part before it
/// verifies that: where the line feed stands inside quotes, the part is read again from the right place.
final class TableParts: Sendable {
    /// What was read of one part.
    struct Part: Sendable {
        /// Where the first record that begins in the part begins; nil where none seems to.
        var start: Int?
        /// Where the record after the last begins.
        var next: Int
        /// Line ends between them.
        var lineCount = 0
        /// Its rows, lines and records are counted from the start of the part.
        var reader: PointReader
        /// The columns that are read early; nil where they are not.
        var columns: [ColumnBuilder]?
        /// The last record is longer than may be, or a quote is not closed.
        var isCut = false
        /// Nothing follows.
        var isLast = false
        var fault: FileError?
    }

    /// Where the file is cut.
    let cuts: FileParts
    private let layout: TableLayout
    private let recordLimit: Int
    private let early: EarlyColumns?
    /// Memory of parts that were read.
    private let pool = Mutex<[Memory]>([])

    /// Memory in which parts are read, one after another.
    private struct Memory: Sendable {
        var bytes: [UInt8] = []
        var batch = PointBatch()
        /// In the part that was read last.
        var recordCount = 0
    }

    /// - Parameter range: the bytes of the records.
    init(
        _ file: FileBytes, _ layout: TableLayout, range: Range<Int>, options: CSVOptions,
        early: EarlyColumns? = nil
    ) {
        cuts = FileParts(file, range: range, size: options.partSize)
        self.layout = layout
        recordLimit = options.recordLimit
        self.early = early
    }

    /// Reads a part.
    ///
    /// - Parameter start: where its first record begins; nil to guess it.
    func part(_ number: Int, from start: Int? = nil) -> Part {
        var memory = pool.withLock { $0.popLast() } ?? Memory()
        var bytes: [UInt8] = []
        swap(&bytes, &memory.bytes)
        defer {
            swap(&bytes, &memory.bytes)
            pool.withLock { $0.append(memory) }
        }
        let isGuess = start == nil && number > 0
        let from = start ?? (isGuess ? cuts.start(of: number) - 1 : cuts.start(of: number))
        do throws(FileError) {
            return try cuts.read(number, from: from, into: &bytes) { bytes, isFinal in
                part(number, bytes, from, isGuess, isFinal: isFinal, &memory)
            }
        } catch {
            return Part(next: from, reader: PointReader(layout: layout), fault: error)
        }
    }

    /// What `bytes` hold of a part; nil when its last record continues past them.
    private func part(
        _ number: Int, _ bytes: ByteRun, _ offset: Int, _ isGuess: Bool, isFinal: Bool,
        _ memory: inout Memory
    ) -> Part? {
        // Neighbouring parts have about as many records.
        let expected = memory.recordCount + memory.recordCount / 16
        let starts = RecordStarts(from: offset, expecting: expected)
        var part = Part(next: offset, reader: PointReader(layout: layout, starts: starts))
        swap(&part.reader.batch, &memory.batch)
        let isWhole = read(
            bytes, offset, isGuess, limit: cuts.end(of: number) - offset, isFinal: isFinal, into: &part)
        swap(&part.reader.batch, &memory.batch)
        memory.recordCount = part.reader.recordCount
        return isWhole ? part : nil
    }

    /// Reads the records of a part; false when the last one continues past the buffer.
    private func read(
        _ bytes: ByteRun, _ offset: Int, _ isGuess: Bool, limit: Int, isFinal: Bool, into part: inout Part
    ) -> Bool {
        var first = 0
        if isGuess {
            guard let feed = Bytes.offset(of: 10, in: bytes.base, count: bytes.count) else { return true }
            first = feed + 1
            guard first < limit else { return true }
        }
        part.start = offset + first
        var scanner = part.reader.makeScanner()
        scanner.begin(in: bytes, at: first, linesBefore: 0)
        part.reader.read(bytes, at: offset, limit: limit, isFinal: isFinal, with: &scanner, RecordMarks())
        part.isCut = scanner.next < min(limit, bytes.count)
        part.isLast = isFinal
        if part.isCut, !isFinal, bytes.count - scanner.next <= recordLimit { return false }
        part.next = offset + scanner.next
        part.columns = early?.part(
            ByteRun(base: bytes.base + first, count: scanner.next - first), rowCount: part.reader.recordCount)
        part.lineCount = scanner.lineEnds
        return true
    }
}
