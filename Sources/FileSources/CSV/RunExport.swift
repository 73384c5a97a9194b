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
        if !encoder.head.isEmpty { try sink(encoder.head) }
        var made = OrderedParts(count: parts.count, threads: HelperThreads.processorCount) { parts.part($0) }
        for number in 0..<parts.count {
            guard let part = made.next(isCancelled: { Task.isCancelled }) else { throw .cancelled }
            var text = try part.get()
            // Each row has a separator before it.
            if number == 0 { text.removeFirst(encoder.separator.count) }
            try sink(text)
            progress(Double(number + 1) / Double(parts.count))
        }
        guard bytes.isUnchanged else { throw .file(FileError(file: name, reason: .changedSinceLoaded)) }
        let hasTail = parts.count > 0 || !encoder.head.isEmpty
        if hasTail, !encoder.tail.isEmpty { try sink(encoder.tail) }
    }
}

/// How the wanted rows of a part of a table are written.
protocol RunForm: Sendable {
    /// The rows of whole blocks, each with a separator before it; nil where these are not the records that were read.
    func text(of content: ByteRun, _ rows: RunRows) -> [UInt8]?

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
    /// Memory of longer parts, whose records are very long, is given back.
    private static let longestKept = 4 << 20

    private let table: DelimitedTable
    private let rows: RowSet
    private let form: any RunForm
    private let blocks: [ClosedRange<Int>]
    private let pool = Mutex<[[UInt8]]>([])

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
            if let text = try unchanged(blocks[number], rows) { return text }
            var memory = pool.withLock { $0.popLast() } ?? []
            defer { if memory.count <= Self.longestKept { pool.withLock { $0.append(memory) } } }
            let range = table.blocks.range(of: blocks[number])
            try SourceError.wrapping { () throws(FileError) in try table.bytes.read(range, into: &memory) }
            let text = memory.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.flatMap { form.text(of: ByteRun(base: $0, count: range.count), rows) }
            }
            guard let text, !text.isEmpty else { throw changed }
            return text
        }
    }

    private var changed: SourceError { .file(FileError(file: table.name, reason: .changedSinceLoaded)) }

    /// The bytes of a part that is written as it is: all of its rows are wanted, each is a line, and each line ends alike.
    private func unchanged(_ part: ClosedRange<Int>, _ rows: RunRows) throws(SourceError) -> [UInt8]? {
        let following = part.upperBound + 1
        // The last record of the file may have no line end.
        guard form.unchangedLineEnd == [UInt8(ascii: "\n")], rows.wantedCount == rows.count,
            following < table.blocks.count,
            table.blocks.firstLines[following] - table.blocks.firstLines[part.lowerBound] == rows.count
        else { return nil }
        let range = table.blocks.range(of: part)
        let text = try SourceError.wrapping { () throws(FileError) in try table.bytes.copy(range) }
        let isPlain = text.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Bytes.offset(of: 13, in: $0, count: bytes.count) == nil } ?? false
        }
        return isPlain && text.last == UInt8(ascii: "\n") ? text : nil
    }
}
