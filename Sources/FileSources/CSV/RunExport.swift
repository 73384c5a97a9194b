import MapModel
import Platform
import Rows
import Streams
import Synchronization

extension DelimitedTable: RunWritingTable {
    /// True of delimited text, of objects that need no columns for their places, and of features if these are in two columns of
    /// degrees: nothing else is known of them.
    package func writesRuns(as format: RowFormat) -> Bool {
        switch format {
        case .csv: return true
        case .ndjson: return writesAsRead(.ndjson, adding: [])
        case .geojson:
            guard case .pair = columns.coordinates else { return false }
            return isInDegrees
        }
    }

    /// Records that follow each other are copied at once; JSON is made of their bytes.
    package func writeRuns(
        of rows: RowSet, as format: RowFormat, progress: (Double) -> Void,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        try writeRuns(of: rows, as: format, partLength: RunParts.length, progress: progress, to: sink)
    }

    /// The same in parts of about so many bytes.
    func writeRuns(
        of rows: RowSet, as format: RowFormat, partLength: Int, progress: (Double) -> Void,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        switch format {
        case .csv:
            let encoder = CSVRowEncoder(self, false)
            let parts = RunParts(self, rows, RecordCopies(self), length: partLength)
            try write(parts, encoder, progress, sink)
        case .ndjson, .geojson:
            let encoder = JSONRowEncoder(self, [], asFeatures: format == .geojson)
            let parts = RunParts(self, rows, JSONRuns(self, encoder), length: partLength)
            try write(parts, encoder, progress, sink)
        }
    }

    private func write(
        _ parts: RunParts, _ encoder: some RowEncoder, _ progress: (Double) -> Void,
        _ sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        try write(
            parts, head: encoder.head, separatorCount: encoder.separator.count, progress: progress, to: sink)
        let hasTail = parts.count > 0 || !encoder.head.isEmpty
        if hasTail, !encoder.tail.isEmpty { try sink(encoder.tail) }
    }

    /// The parts behind a head.
    ///
    /// - Parameter separatorCount: bytes before each row, which the first one does not need.
    func write(
        _ parts: RunParts, head: [UInt8], separatorCount: Int = 0, progress: (Double) -> Void,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        if !head.isEmpty { try sink(head) }
        var made = OrderedParts(count: parts.count, threads: HelperThreads.processorCount) { parts.part($0) }
        for number in 0..<parts.count {
            guard let part = made.next(isCancelled: { Task.isCancelled }) else { throw .cancelled }
            var text = try part.get()
            // Each row has a separator before it.
            if number == 0 { text.removeFirst(separatorCount) }
            try sink(text)
            parts.reuse(text)
            progress(Double(number + 1) / Double(parts.count))
        }
        guard bytes.isUnchanged else { throw .file(FileError(file: name, reason: .changedSinceLoaded)) }
    }
}

/// How the wanted rows of a part of a table are written.
protocol RunForm: Sendable {
    /// Writes the wanted rows of whole blocks, each with a separator before it; false where these are not the records that
    /// were read.
    ///
    /// - Parameter text: is replaced; its memory is used again.
    func write(_ content: ByteRun, _ rows: RunRows, to text: inout [UInt8]) -> Bool

    /// Whether records are written as they are, with this line end.
    var unchangedLineEnd: [UInt8]? { get }
}

/// Which of the rows of a part of a table are wanted.
struct RunRows {
    /// The number of the first row, a multiple of 64.
    let first: Int
    /// Rows of the part.
    let count: Int
    /// The bits of the wanted ones.
    private let words: [UInt64]
    /// How many are wanted.
    let wantedCount: Int

    init(of blocks: ClosedRange<Int>, in table: DelimitedTable, _ rows: RowSet) {
        first = blocks.lowerBound * RecordBlocks.length
        count = min(table.recordCount, (blocks.upperBound + 1) * RecordBlocks.length) - first
        words = blocks.map(rows.word)
        wantedCount = words.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    /// Whether the row after `index` others of the part is wanted; false behind the last.
    @inline(__always)
    func contains(_ index: Int) -> Bool {
        index >> 6 < words.count && words[index >> 6] &>> UInt64(truncatingIfNeeded: index & 63) & 1 != 0
    }
}

/// The parts of a table in which wanted rows are, each of whole blocks.
final class RunParts: Sendable {
    /// Bytes of a part, about.
    static let length = 1 << 20
    /// Memory of parts whose records or texts are longer than usual is given back.
    private static let (longestBytes, longestText) = (4 << 20, 16 << 20)

    private let table: DelimitedTable
    private let rows: RowSet
    private let form: any RunForm
    private let blocks: [ClosedRange<Int>]
    /// Memory of parts that were made, and of texts that were written: new memory is cleared page by page first.
    private let pool = Mutex<(bytes: [[UInt8]], texts: [[UInt8]])>(([], []))

    init(_ table: DelimitedTable, _ rows: RowSet, _ form: any RunForm, length: Int) {
        (self.table, self.rows, self.form) = (table, rows, form)
        var parts: [ClosedRange<Int>] = []
        var next = 0
        while next < table.blocks.count {
            let last = table.blocks.last(from: next, size: length)
            let wanted = (next...last).filter { rows.word($0) != 0 }
            if let first = wanted.first, let end = wanted.last { parts.append(first...end) }
            next = last + 1
        }
        blocks = parts
    }

    var count: Int { blocks.count }

    /// The text of a part; not empty.
    func part(_ number: Int) -> Result<[UInt8], SourceError> {
        Result { () throws(SourceError) in
            guard table.bytes.isUnchanged else { throw changed }
            let rows = RunRows(of: blocks[number], in: table, rows)
            var text = pool.withLock { $0.texts.popLast() } ?? []
            if try copyUnchanged(blocks[number], rows, to: &text) { return text }
            var memory = pool.withLock { $0.bytes.popLast() } ?? []
            defer { if memory.count <= Self.longestBytes { pool.withLock { $0.bytes.append(memory) } } }
            let count = try read(blocks[number], into: &memory)
            let isWhole = memory.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { form.write(ByteRun(base: $0, count: count), rows, to: &text) }
            }
            guard isWhole == true, !text.isEmpty else { throw changed }
            return text
        }
    }

    /// Takes the memory of a text that was written.
    func reuse(_ text: [UInt8]) {
        if text.count <= Self.longestText { pool.withLock { $0.texts.append(text) } }
    }

    private var changed: SourceError { .file(FileError(file: table.name, reason: .changedSinceLoaded)) }

    /// Reads the bytes of blocks; how many there are.
    private func read(_ part: ClosedRange<Int>, into memory: inout [UInt8]) throws(SourceError) -> Int {
        let range = table.blocks.range(of: part)
        try SourceError.wrapping { () throws(FileError) in try table.bytes.read(range, into: &memory) }
        return range.count
    }

    /// The bytes of a part that is written as it is: all of its rows are wanted, each is a line, and each line ends alike; false
    /// for any other.
    private func copyUnchanged(
        _ part: ClosedRange<Int>, _ rows: RunRows, to text: inout [UInt8]
    ) throws(SourceError) -> Bool {
        let following = part.upperBound + 1
        // The last record of the file may have no line end.
        guard form.unchangedLineEnd == [UInt8(ascii: "\n")], rows.wantedCount == rows.count,
            following < table.blocks.count,
            table.blocks.firstLines[following] - table.blocks.firstLines[part.lowerBound] == rows.count
        else { return false }
        let count = try read(part, into: &text)
        text.removeLast(text.count - count)
        let hasReturn = text.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Bytes.offset(of: 13, in: $0, count: bytes.count) != nil } ?? true
        }
        return !hasReturn && text.last == UInt8(ascii: "\n")
    }
}
