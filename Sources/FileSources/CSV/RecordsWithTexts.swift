import MapModel
import RowValues
import Rows
import Streams

/// Records with commas between their fields, and a text behind each. Those that have commas and no quotes are copied.
struct RecordsWithTexts: RunForm {
    private let dialect: CSVDialect
    private let columnCount: Int
    private let texts: AddedTexts

    private static let comma = UInt8(ascii: ",")

    init(_ table: DelimitedTable, _ texts: AddedTexts) {
        (dialect, columnCount, self.texts) = (table.dialect, table.columnNames.count, texts)
    }

    let unchangedLineEnd: [UInt8]? = nil

    func write(_ content: ByteRun, _ rows: RunRows, to text: inout [UInt8]) -> Bool {
        text.removeAll(keepingCapacity: true)
        text.reserveCapacity(2 * content.count)
        var index = 0
        func take(_ record: Range<Int>) {
            defer { index += 1 }
            guard rows.contains(index) else { return }
            append(content, record, to: &text)
            texts.append(rows.first + index, to: &text)
        }
        RecordPass(dialect).forEachRecord(in: content) { walk, _ in
            take(walk.start..<walk.end)
        } scanned: { _, record, _ in
            take(record)
        }
        return index == rows.count
    }

    /// The fields of a record with a comma after each.
    private func append(_ content: ByteRun, _ record: Range<Int>, to text: inout [UInt8]) {
        let bytes = content.buffer(record)
        if isPlain(bytes), TextEncoding.isUTF8(content, record) {
            text.append(contentsOf: bytes)
            return text.append(Self.comma)
        }
        let fields = RecordFields.split(bytes, dialect: dialect)
        CSVFields.append(
            (0..<columnCount).map { $0 < fields.count ? String(decoding: fields[$0], as: UTF8.self) : "" },
            to: &text)
    }

    /// Whether a record has a comma between its fields, all of them and no quotes, NUL or CR.
    private func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard dialect.delimiter == Self.comma else { return false }
        var delimiters = 1
        for byte in bytes {
            if byte == dialect.quote || byte == UInt8(ascii: "\"") || byte == 0 || byte == 13 { return false }
            delimiters &+= byte == Self.comma ? 1 : 0
        }
        return delimiters == columnCount
    }
}

extension DelimitedTable: ColumnAddingTable {
    package func writeRuns(
        of rows: RowSet, head: [UInt8], adding texts: AddedTexts, progress: (Double) -> Void,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        let parts = RunParts(self, rows, RecordsWithTexts(self, texts), length: RunParts.length)
        try write(parts, head: head, progress: progress, to: sink)
    }
}
