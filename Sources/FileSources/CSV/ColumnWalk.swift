import RowValues
import Streams

/// Finds some fields of all records in a run of bytes by the marks of their delimiters and line ends, and hands each column
/// its fields of many records at once. Records without marks are left to the scanner.
struct ColumnWalk: Sendable {
    private let dialect: CSVDialect
    private let columns: [Int]
    /// The header and the units of the columns: records that are the same have no values.
    private let titles: [[UInt8]]
    private let titleMarks: TitleMarks
    /// The columns in the order of the record, with the fields between one and the next.
    private let steps: [(slot: Int, skipped: Int)]

    init(_ table: DelimitedTable, _ columns: [Int]) {
        self.init(columns, table.dialect, titles: [table.headerBytes, table.unitsBytes])
    }

    init(_ layout: TableLayout, _ columns: [Int]) {
        self.init(columns, layout.dialect, titles: [layout.headerBytes, layout.unitsBytes])
    }

    private init(_ columns: [Int], _ dialect: CSVDialect, titles: [[UInt8]?]) {
        self.dialect = dialect
        self.columns = columns
        let titles = titles.compactMap { $0 }
        self.titles = titles
        titleMarks = TitleMarks(titles)
        var next = 0
        steps = columns.enumerated().sorted { $0.element < $1.element }.map { slot, column in
            defer { next = column + 1 }
            return (slot, column - next)
        }
    }

    /// Appends the fields of all records to the builder of each column; how many records there are.
    func append(_ content: ByteRun, to builders: inout [ColumnBuilder]) -> Int {
        withUnsafeTemporaryAllocation(of: FieldSpan.self, capacity: FieldBatch.capacity * steps.count) {
            var batch = FieldBatch(memory: $0)
            let marks = RecordMarks()
            var cutter = FieldCutter(dialect: dialect, columns: columns)
            var start = 0
            while start < content.count {
                let first = start
                marks.mark(content, from: first, dialect)
                start = appendMarked(marks, from: first, content, &batch, to: &builders)
                if start > first { continue }
                // A record longer than a stretch, with a stray quote, or the last one without a line end.
                deliver(&batch, content, to: &builders)
                start = appendScanned(from: first, content, &cutter, &batch, to: &builders)
            }
            deliver(&batch, content, to: &builders)
            return batch.total
        }
    }

    /// Takes the records that have marks; where the first one without begins.
    private func appendMarked(
        _ marks: RecordMarks, from start: Int, _ content: ByteRun, _ batch: inout FieldBatch,
        to builders: inout [ColumnBuilder]
    ) -> Int {
        var walk = RecordWalk(marks, from: start)
        steps.withUnsafeBufferPointer { steps in
            while walk.findEnd() {
                let end = walk.end
                if end > walk.start,
                    !CSVScanner.isBlank(content, walk.start..<end, delimiter: dialect.delimiter)
                {
                    if isTitle(walk.start..<end, content) {
                        for index in steps.indices { batch.set(.missing, ofColumn: index) }
                    } else {
                        var next = walk.start
                        for index in steps.indices {
                            let field = walk.field(skipping: steps[index].skipped, from: next)
                            let range = field ?? end..<end
                            batch.set(
                                FieldSpan(start: range.lowerBound, end: range.upperBound), ofColumn: index)
                            next = range.upperBound &+ 1
                        }
                    }
                    batch.count &+= 1
                    if batch.count == FieldBatch.capacity { deliver(&batch, content, to: &builders) }
                }
                let isPair =
                    content[end] == 13 && end &+ 1 < content.count && content[end &+ 1] == 10
                walk.pass(to: end &+ (isPair ? 2 : 1))
            }
        }
        return walk.start
    }

    /// Takes the next record as the scanner finds it; where the one after it begins.
    private func appendScanned(
        from start: Int, _ content: ByteRun, _ cutter: inout FieldCutter, _ batch: inout FieldBatch,
        to builders: inout [ColumnBuilder]
    ) -> Int {
        var scanner = CSVScanner(dialect: dialect)
        scanner.begin(in: content, at: start)
        let isWhole = scanner.advance(in: content, isFinal: true) == .record
        // Where a quote is not closed, the rest is one record.
        let record = scanner.start..<(isWhole ? scanner.end : content.count)
        guard !record.isEmpty else { return content.count }
        batch.total += 1
        if isTitle(record, content) {
            for slot in builders.indices { builders[slot].append(UnsafeBufferPointer(start: nil, count: 0)) }
        } else {
            cutter.forEachField(content, record) { slot, text in builders[slot].append(text) }
        }
        return isWhole ? scanner.next : content.count
    }

    /// Whether a record is the header once more, or has the units of the columns.
    @inline(__always)
    private func isTitle(_ record: Range<Int>, _ content: ByteRun) -> Bool {
        guard titleMarks.fit(count: record.count, byte: content[record.lowerBound]) else { return false }
        return titles.contains { content.buffer(record).elementsEqual($0) }
    }

    /// Hands each column the fields that were found since the last time.
    private func deliver(
        _ batch: inout FieldBatch, _ content: ByteRun, to builders: inout [ColumnBuilder]
    ) {
        for (index, step) in steps.enumerated() {
            builders[step.slot].append(batch.fields(ofColumn: index), in: content, quote: dialect.quote)
        }
        batch.total += batch.count
        batch.count = 0
    }
}

/// The fields of some records, column by column, in memory that another owns.
private struct FieldBatch {
    /// Records: few, so that their fields and their bytes fit the cache.
    static let capacity = 1_024

    let memory: UnsafeMutableBufferPointer<FieldSpan>
    /// Records whose fields are noted.
    var count = 0
    /// Records that were handed on.
    var total = 0

    init(memory: UnsafeMutableBufferPointer<FieldSpan>) { self.memory = memory }

    /// Notes a field of the record after the last one.
    @inline(__always)
    func set(_ field: FieldSpan, ofColumn index: Int) {
        memory.initializeElement(at: index &* Self.capacity &+ count, to: field)
    }

    func fields(ofColumn index: Int) -> UnsafeBufferPointer<FieldSpan> {
        let start = index * Self.capacity
        return UnsafeBufferPointer(rebasing: memory[start..<(start + count)])
    }
}
