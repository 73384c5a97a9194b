import Dispatch
import MapModel
import Platform
import RowValues
import Streams
import Synchronization

/// The words of a table's rows, prepared for searching.
///
/// The file is read once more from beginning to end; records of the index are rows of the table. The columns
/// `DetectedColumns.searched` are indexed, the label first.
package struct RowNames: Sendable {
    private let table: DelimitedTable
    /// Snapshots are reported at most this often.
    private let snapshotInterval: Duration

    /// The words of `table`; `snapshotInterval` limits how often partial indexes are reported.
    package init(of table: DelimitedTable, snapshotInterval: Duration = .milliseconds(100)) {
        self.table = table
        self.snapshotInterval = snapshotInterval
    }

    /// Reads all rows on all processors; the caller's thread waits: call it from a task of its own.
    ///
    /// - Parameters:
    ///   - isCancelled: checked about ten times a second.
    ///   - progress: called with the rows so far, first after the interval, then whenever there are 1.6 times
    ///     as many, or any more after a second. Searches of such a snapshot are right for the rows in it.
    /// - Throws: `.cancelled`, or `.file` with `.changedSinceLoaded` when the file has changed.
    package func index(
        isCancelled: () -> Bool = { Task.isCancelled }, progress: (NameIndex) -> Void = { _ in }
    ) throws(SourceError) -> NameIndex {
        var builder = NameIndex.Builder()
        var moments = SnapshotMoments(interval: snapshotInterval)
        try append(
            to: &builder, isCancelled: isCancelled,
            progress: { part in
                if moments.isDue(count: part.recordCount) { progress(part.snapshot()) }
            })
        return builder.finish()
    }

    /// Reads all rows into `builder`, calling `progress` after each share of the processors.
    func append(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        var block = 0
        while block < table.blocks.count {
            let shares = builder.isAtBoundary ? shares(from: block) : []
            guard shares.count > 1, let last = shares.last else {
                // Few rows, or an index that other rows have begun.
                return try append(
                    block..<table.blocks.count, to: &builder, isCancelled: isCancelled, progress)
            }
            if isCancelled() { throw .cancelled }
            for share in indexed(shares, hasLetterSets: builder.hasLetterSets) {
                builder.append(try share.get())
            }
            progress(builder)
            block = last.upperBound
        }
    }

    private func append(
        _ blocks: Range<Int>, to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        _ progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        var cutter = FieldCutter(dialect: table.dialect, columns: table.columns.searched)
        let hasLabel = table.columns.label != nil
        try table.forEachWindow(of: blocks, isCancelled: isCancelled) { content in
            let count = table.forEachRecord(in: content) { record in
                cutter.take(content, record, hasLabel: hasLabel, into: &builder)
            }
            progress(builder)
            return count
        }
    }
}

// MARK: - On all processors

extension RowNames {
    /// What a processor reads at a time: no more rows than a segment has, and not for longer than a tenth of a second.
    private static let shareBytes = 32 << 20
    private static let shareBlocks = NameIndex.Builder.segmentRecords / RecordBlocks.length

    /// The next blocks of rows, a share for each processor.
    private func shares(from block: Int) -> [Range<Int>] {
        var shares: [Range<Int>] = []
        var start = block
        while shares.count < HelperThreads.processorCount, start < table.blocks.count {
            let end = min(table.blocks.last(from: start, size: Self.shareBytes) + 1, start + Self.shareBlocks)
            shares.append(start..<end)
            start = end
        }
        return shares
    }

    /// The rows of each share, indexed at the same time.
    private func indexed(
        _ shares: [Range<Int>], hasLetterSets: Bool
    ) -> [Result<NameIndex, SourceError>] {
        let results = Mutex<[Result<NameIndex, SourceError>?]>(Array(repeating: nil, count: shares.count))
        DispatchQueue.concurrentPerform(iterations: shares.count) { place in
            let result: Result<NameIndex, SourceError>
            do throws(SourceError) {
                var part = NameIndex.Builder(hasLetterSets: hasLetterSets)
                try append(shares[place], to: &part, isCancelled: { false }, { _ in })
                result = .success(part.finish())
            } catch {
                result = .failure(error)
            }
            results.withLock { $0[place] = result }
        }
        return results.withLock { $0.compactMap { $0 } }
    }
}

/// Extracts some of the fields of records; fields that can be read in place are not copied.
struct FieldCutter {
    private let delimiter: UInt8
    private let quote: UInt8
    /// For each column up to the last one wanted, its place among `columns`, or -1.
    private var slots: [Int]
    private var fields: [CSVScanner.Field]

    init(dialect: CSVDialect, columns: [Int]) {
        delimiter = dialect.delimiter
        quote = dialect.quote
        slots = [Int](repeating: -1, count: (columns.max() ?? -1) + 1)
        for (slot, column) in columns.enumerated() { slots[column] = slot }
        fields = [CSVScanner.Field](repeating: CSVScanner.Field(), count: columns.count)
    }

    /// Appends the wanted fields of a record, which has no line end in `record`, in the order of the columns;
    /// an empty label before them if there is none.
    mutating func take(
        _ bytes: ByteRun, _ record: Range<Int>, hasLabel: Bool, into builder: inout NameIndex.Builder
    ) {
        cut(bytes, record)
        if !hasLabel { builder.appendField("") }
        for field in fields { append(field, bytes, to: &builder) }
        builder.endRecord()
    }

    /// The range of the first of the wanted fields of a record, its quotes included.
    mutating func firstField(_ bytes: ByteRun, _ record: Range<Int>) -> Range<Int> {
        cut(bytes, record)
        return fields[0].start..<max(fields[0].start, fields[0].end)
    }

    /// Calls `body` with the place of each wanted field among the columns and its text, empty where the record does
    /// not have it.
    mutating func forEachField(
        _ bytes: ByteRun, _ record: Range<Int>, _ body: (Int, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        cut(bytes, record)
        for (slot, field) in fields.enumerated() {
            let text = UnsafeBufferPointer(start: bytes.base + field.start, count: field.end - field.start)
            guard field.isQuoted else {
                body(slot, text)
                continue
            }
            let inner = UnsafeBufferPointer(rebasing: text.dropFirst().dropLast())
            if text.last == quote, text.count > 1, !inner.contains(quote) {
                body(slot, inner)
            } else {
                RecordFields.unquoted(text, quote: quote).withUnsafeBufferPointer { body(slot, $0) }
            }
        }
    }

    /// Notes the ranges of the wanted fields; fields that the record does not have are empty.
    private mutating func cut(_ bytes: ByteRun, _ record: Range<Int>) {
        var start = record.lowerBound
        var column = 0
        while column < slots.count {
            let quotes = RecordFields.quotes(
                in: bytes.buffer(0..<record.upperBound), from: start, delimiter: delimiter, quote: quote)
            start = quotes?.opening ?? start
            var end = quotes?.closing ?? start
            while end < record.upperBound, bytes[end] != delimiter { end &+= 1 }
            if slots[column] >= 0 {
                fields[slots[column]] = CSVScanner.Field(start: start, end: end, isQuoted: quotes != nil)
            }
            column += 1
            guard end < record.upperBound else { break }
            start = end + 1
        }
        for missing in column..<max(slots.count, column) where slots[missing] >= 0 {
            fields[slots[missing]] = CSVScanner.Field()
        }
    }

    private func append(
        _ field: CSVScanner.Field, _ bytes: ByteRun, to builder: inout NameIndex.Builder
    ) {
        guard field.isQuoted else {
            return builder.appendField(
                UnsafeBufferPointer(start: bytes.base + field.start, count: field.end - field.start))
        }
        // Quotes at the ends count as blanks in a search; only those inside must not split words.
        let inner = field.start + 1..<max(field.start + 1, field.end - 1)
        guard inner.contains(where: { bytes[$0] == quote }) else {
            return builder.appendField(
                UnsafeBufferPointer(start: bytes.base + field.start, count: field.end - field.start))
        }
        let text = bytes.bytes(field.start..<min(field.end, field.start + 2 * NameIndex.Builder.fieldLimit))
        RecordFields.unquoted(text, quote: quote).withUnsafeBufferPointer { builder.appendField($0) }
    }
}
