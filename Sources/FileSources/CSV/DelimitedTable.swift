import RowValues
import Streams

/// A delimited file as it was when it was loaded: the places of its records, and how to read them again.
///
/// Only the place of every 64th record is kept; the rest is read from the file on demand. Streams and files
/// in UTF-16 or UTF-32 are kept in memory, the latter as UTF-8.
package struct DelimitedTable: Sendable {
    /// The path, or "stdin".
    package let name: String
    /// What the file was when it was loaded; a file that is not the same any more is not read.
    package let identity: FileIdentity
    /// The delimiter, quote, header and decimal mark.
    package let dialect: CSVDialect
    /// The names of the columns; "column 1" and so on where the file has no header.
    package let columnNames: [String]
    /// The columns for coordinates, label, identifier and search, and why they were chosen.
    package let columns: DetectedColumns
    /// The header's bytes without its line end; nil where the file has none.
    package let headerBytes: [UInt8]?
    /// The record with the units of the columns; nil where there is none.
    let unitsBytes: [UInt8]?
    /// Records read: those shown and those skipped.
    package let recordCount: Int

    /// What ends the first record: LF, CR LF or CR.
    let lineEnd: [UInt8]
    /// Places are in two columns of degrees on WGS 84.
    let isInDegrees: Bool
    /// The file is in UTF-8 and begins with EF BB BF.
    let hasByteOrderMark: Bool
    let blocks: RecordBlocks
    let bytes: KeptBytes
    /// Columns that were read with the places, by number.
    package var knownColumns: [Int: ColumnValues] = [:]

    /// The place of a record among bytes that were read.
    struct RecordPlace {
        let row: UInt32
        let line: Int
        /// Without the line end.
        let range: Range<Int>
        let fieldCount: Int
    }

    /// Calls `body` for each of `rows`, ascending, with the bytes that hold the record, valid for the call.
    ///
    /// Neighbouring blocks are read at once, up to about 1 MiB.
    func visitBytes(_ rows: [UInt32], _ body: (RecordPlace, ByteRun) -> Void) throws(SourceError) {
        precondition(zip(rows, rows.dropFirst()).allSatisfy { $0 <= $1 }, "rows are in ascending order")
        guard let last = rows.last else { return }
        guard last < recordCount else { throw .noSuchRow(last, file: name) }
        guard bytes.isUnchanged else { throw .file(FileError(file: name, reason: .changedSinceLoaded)) }
        var memory: [UInt8] = []
        var next = 0
        while next < rows.count {
            let first = Int(rows[next]) / RecordBlocks.length
            var last = first
            var end = next
            while end < rows.count {
                let block = Int(rows[end]) / RecordBlocks.length
                guard block == last || (block == last + 1 && isShort(first...last)) else { break }
                last = block
                end += 1
            }
            let range = blocks.range(of: first...last)
            try SourceError.wrapping { () throws(FileError) in try bytes.read(range, into: &memory) }
            memory.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                visitBlocks(
                    from: first, ByteRun(base: base, count: range.count), wanted: rows[next..<end], body)
            }
            next = end
        }
    }

    private static let longestRead = 1 << 20

    private func isShort(_ range: ClosedRange<Int>) -> Bool {
        blocks.range(of: range).count < Self.longestRead
    }

    private func visitBlocks(
        from block: Int, _ content: ByteRun, wanted: ArraySlice<UInt32>,
        _ body: (RecordPlace, ByteRun) -> Void
    ) {
        var scanner = CSVScanner(dialect: dialect)
        scanner.begin(in: content, at: 0)
        var row = UInt32(block * RecordBlocks.length)
        var index = wanted.startIndex
        while index < wanted.endIndex {
            let isWhole = scanner.advance(in: content, isFinal: true) == .record
            // The last record of a file may have an unclosed quote: the rest belongs to it.
            let range = isWhole ? scanner.start..<scanner.end : scanner.start..<content.count
            while index < wanted.endIndex, wanted[index] == row {
                let line = blocks.firstLines[block] + scanner.linesBefore
                let fieldCount = isWhole ? scanner.fieldCount : columnNames.count
                body(RecordPlace(row: row, line: line, range: range, fieldCount: fieldCount), content)
                index += 1
            }
            guard isWhole, row < .max else { return }
            row += 1
        }
    }
}
