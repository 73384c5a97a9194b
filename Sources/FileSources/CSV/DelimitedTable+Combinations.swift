import RowValues
import Rows
import Streams

extension DelimitedTable: CombiningTable {
    /// Of columns side by side their bytes are one word: one look-up a row.
    package func combinations(
        of columns: [Int], isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> RowCombinations? {
        guard let first = columns.first, let last = columns.last, columns.count > 1,
            columns == Array(first...last)
        else { return nil }
        var builders = [ColumnBuilder(name: "", kind: .text)]
        let parts = ColumnParts(of: self, columns, builders, readsTogether: true)
        try append(
            parts, to: &builders, partSize: Self.combinationPartSize, isCancelled: isCancelled,
            progress: progress)
        guard case .words(let codes) = builders.removeLast().finish().storage else { return nil }
        let none = [String](repeating: "", count: columns.count)
        let values = (0..<codes.dictionary.count).map { word in
            codes.dictionary.withBytes(of: word) { bytes in
                let fields = RecordFields.split(bytes, dialect: dialect)
                return none.indices.map { slot in
                    slot < fields.count ? String(decoding: fields[slot], as: UTF8.self) : ""
                }
            }
        }
        return RowCombinations(codes: codes, values: [none] + values)
    }

    /// Each part has a dictionary of its own, which takes time to join.
    private static let combinationPartSize = 1 << 21
}

/// Finds the bytes of columns side by side in all records of a run of bytes, quotes and delimiters between them included.
struct TogetherWalk {
    private let dialect: CSVDialect
    private let first: Int
    private let last: Int

    /// - Parameter columns: side by side, at least two.
    init(_ table: DelimitedTable, _ columns: [Int]) {
        dialect = table.dialect
        (first, last) = (columns.first ?? 0, columns.last ?? 0)
    }

    /// Fields that are handed on at once.
    private static let batch = 1_024

    /// Appends a word for each record, none where it ends before the first column; how many records there are.
    func append(_ content: ByteRun, to builder: inout ColumnBuilder) -> Int {
        withUnsafeTemporaryAllocation(of: FieldSpan.self, capacity: Self.batch) { memory in
            var (count, total) = (0, 0)
            func deliver() {
                builder.append(words: UnsafeBufferPointer(rebasing: memory[..<count]), in: content)
                (count, total) = (0, total + count)
            }
            func add(_ span: FieldSpan) {
                memory.initializeElement(at: count, to: span)
                count += 1
                if count == Self.batch { deliver() }
            }
            let (first, last) = (first, last)
            RecordPass(dialect).forEachRecord(in: content, columns: (first, last)) { walk, _ in
                let end = walk.end
                guard let start = walk.field(skipping: first, from: walk.start) else {
                    return add(.missing)
                }
                let rest = walk.field(skipping: last &- first &- 1, from: start.upperBound &+ 1)
                add(FieldSpan(start: start.lowerBound, end: rest?.upperBound ?? end))
            } scanned: { _, record, _ in
                deliver()
                total += 1
                quoted(content.buffer(record)).withUnsafeBufferPointer { builder.append($0) }
            }
            deliver()
            return total
        }
    }

    /// The fields of a record that has no marks, each in quotes.
    private func quoted(_ record: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let fields = RecordFields.split(record, dialect: dialect)
        guard fields.count > first else { return [] }
        let texts = fields[first...min(last, fields.count - 1)].map { field in
            [dialect.quote] + field.flatMap { $0 == dialect.quote ? [$0, $0] : [$0] } + [dialect.quote]
        }
        return Array(texts.joined(separator: [dialect.delimiter]))
    }
}
