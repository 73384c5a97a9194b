import Glibc
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
        /// The last record is longer than may be, or a quote is not closed.
        var isCut = false
        /// Nothing follows.
        var isLast = false
        var fault: FileError?
    }

    let count: Int
    private let file: FileBytes
    private let layout: TableLayout
    private let range: Range<Int>
    private let options: CSVOptions
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
    init(_ file: FileBytes, _ layout: TableLayout, range: Range<Int>, options: CSVOptions) {
        self.file = file
        self.layout = layout
        self.range = range
        self.options = options
        count = (range.count + options.partSize - 1) / options.partSize
    }

    /// Where the part after `number` is cut off.
    func end(of number: Int) -> Int {
        min(range.lowerBound + (number + 1) * options.partSize, range.upperBound)
    }

    /// Reads a part.
    ///
    /// - Parameter start: where its first record begins; nil to guess it.
    func part(_ number: Int, from start: Int? = nil) -> Part {
        var memory = pool.withLock { $0.popLast() } ?? Memory()
        defer { pool.withLock { $0.append(memory) } }
        let cut = range.lowerBound + number * options.partSize
        let from = start ?? (number == 0 ? cut : cut - 1)
        // As much of the next part as the last record needs.
        var overlap = max(options.partSize / 16, 64)
        while true {
            let wanted = min(end(of: number) + overlap, range.upperBound) - from
            do throws(FileError) {
                let bytes = try read(wanted, at: from, into: &memory.bytes)
                let isGuess = start == nil && number > 0
                if let part = read(&memory, bytes, from, isGuess, number, isFinal: bytes < wanted) {
                    return part
                }
            } catch {
                return Part(next: from, reader: PointReader(layout: layout), fault: error)
            }
            overlap *= 8
        }
    }

    private func read(_ count: Int, at offset: Int, into memory: inout [UInt8]) throws(FileError) -> Int {
        let missing = count + ByteRun.padding - memory.count
        if missing > 0 { memory.append(contentsOf: repeatElement(0, count: missing)) }
        return try memory.withUnsafeMutableBytes { memory in
            Result { () throws(FileError) in
                try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
            }
        }.get()
    }

    /// What the first `count` bytes of `memory` hold of a part; nil when its last record goes on after them.
    private func read(
        _ memory: inout Memory, _ count: Int, _ offset: Int, _ isGuess: Bool, _ number: Int, isFinal: Bool
    ) -> Part? {
        // Neighbouring parts have about as many records.
        let expected = memory.recordCount + memory.recordCount / 16
        var part = Part(next: offset, reader: PointReader(layout: layout, partOf: expected))
        swap(&part.reader.batch, &memory.batch)
        let isWhole = memory.bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return false }
            return read(
                ByteRun(base: base, count: count), offset, isGuess, limit: end(of: number) - offset,
                isFinal: isFinal || offset + count >= range.upperBound, into: &part)
        }
        swap(&part.reader.batch, &memory.batch)
        memory.recordCount = part.reader.recordCount
        return isWhole ? part : nil
    }

    /// Reads the records of a part; false when the last one goes on after the bytes.
    private func read(
        _ bytes: ByteRun, _ offset: Int, _ isGuess: Bool, limit: Int, isFinal: Bool, into part: inout Part
    ) -> Bool {
        var first = 0
        if isGuess {
            guard let feed = memchr(bytes.base, 10, bytes.count) else { return true }
            first = UnsafeRawPointer(feed) - UnsafeRawPointer(bytes.base) + 1
            guard first < limit else { return true }
        }
        part.start = offset + first
        var scanner = part.reader.makeScanner()
        scanner.begin(in: bytes, at: first, linesBefore: 0)
        part.reader.read(bytes, at: offset, limit: limit, isFinal: isFinal, with: &scanner, RecordMarks())
        part.isCut = scanner.next < min(limit, bytes.count)
        part.isLast = isFinal
        if part.isCut, !isFinal, bytes.count - scanner.next <= options.recordLimit { return false }
        part.next = offset + scanner.next
        part.lineCount = scanner.lineEnds
        return true
    }
}
