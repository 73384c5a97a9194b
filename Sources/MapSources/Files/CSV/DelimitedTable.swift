/// One record of a delimited file.
public struct DelimitedRecord: Sendable, Equatable {
    /// Counted from 0, the header and empty lines left out.
    public let row: UInt32
    /// The line of the file on which it begins, counted from 1.
    public let line: Int
    /// Exactly as in the file, without the line end.
    public let bytes: [UInt8]
    /// All fields, unquoted; bytes that are not UTF-8 as U+FFFD.
    public let fields: [String]
}

/// A delimited file as it was when it was loaded: where its records stand, and how to read them again.
///
/// Only places are kept, of every 64th record; the rest is read from the file when it is wanted. Streams and
/// files in UTF-16 or UTF-32 are kept in memory, the latter as UTF-8.
public struct DelimitedTable: Sendable {
    /// The path, or "stdin".
    public let name: String
    public let identity: FileIdentity
    public let dialect: CSVDialect
    /// The names of the columns; "column 1" and so on where the file has no header.
    public let columnNames: [String]
    public let columns: DetectedColumns
    /// The header's bytes without its line end; nil where the file has none.
    public let headerBytes: [UInt8]?
    /// Records read: those shown and those skipped.
    public let recordCount: Int

    let blocks: RecordBlocks
    let bytes: KeptBytes

    /// The record, read from the file.
    ///
    /// - Throws: `.file` with `.changedSinceLoaded` when the file is not as it was; `.noSuchRow`.
    public func record(_ row: UInt32) throws(SourceError) -> DelimitedRecord {
        var found: DelimitedRecord?
        try visit([row]) { found = $0 }
        guard let found else { throw .noSuchRow(row, file: name) }
        return found
    }

    /// The labels of `rows`, in their order; "" where a row has none. Each block of 64 records is read once.
    ///
    /// - Precondition: `rows` are in ascending order.
    public func labels(rows: [UInt32]) throws(SourceError) -> [String] {
        guard let label = columns.label else { return rows.map { _ in "" } }
        var labels: [String] = []
        labels.reserveCapacity(rows.count)
        try visit(rows) { labels.append(label < $0.fields.count ? $0.fields[label] : "") }
        return labels
    }

    /// Calls `body` for each of `rows`, ascending.
    func visit(_ rows: [UInt32], _ body: (DelimitedRecord) -> Void) throws(SourceError) {
        precondition(zip(rows, rows.dropFirst()).allSatisfy { $0 <= $1 }, "rows are in ascending order")
        guard let last = rows.last else { return }
        guard last < recordCount else { throw .noSuchRow(last, file: name) }
        guard bytes.isUnchanged else { throw .file(FileError(file: name, reason: .changedSinceLoaded)) }
        var position = 0
        while position < rows.count {
            let block = Int(rows[position]) / RecordBlocks.length
            let end = rows[position...].firstIndex { Int($0) / RecordBlocks.length != block } ?? rows.count
            let wanted = rows[position..<end]
            let content: [UInt8]
            do throws(FileError) {
                content = try bytes.read(blocks.range(of: block))
            } catch {
                throw .file(error)
            }
            ByteRun.with(content) { visitBlock(block, $0, wanted: wanted, body) }
            position = end
        }
    }

    private func visitBlock(
        _ block: Int, _ content: ByteRun, wanted: ArraySlice<UInt32>, _ body: (DelimitedRecord) -> Void
    ) {
        var scanner = CSVScanner(dialect: dialect)
        scanner.begin(in: content, at: 0)
        var row = UInt32(block * RecordBlocks.length)
        var wanted = wanted
        while let next = wanted.first {
            let isWhole = scanner.advance(in: content, isFinal: true) == .record
            // The last record of a file may have a quote that is not closed: all the rest is its own.
            let range = isWhole ? scanner.start..<scanner.end : scanner.start..<content.count
            while wanted.first == row {
                let bytes = content.bytes(range)
                body(
                    DelimitedRecord(
                        row: row, line: blocks.firstLines[block] + scanner.linesBefore, bytes: bytes,
                        fields: RecordFields.split(bytes, dialect: dialect)
                            .map { String(decoding: $0, as: UTF8.self) }))
                wanted = wanted.dropFirst()
            }
            guard isWhole, next >= row else { return }
            row += 1
        }
    }
}

/// Where every 64th record begins.
struct RecordBlocks: Sendable, Equatable {
    static let length = 64

    private(set) var offsets: [Int] = []
    /// The line of each of them, counted from 1.
    private(set) var firstLines: [Int] = []
    /// Where the last record ends.
    var end = 0

    @inline(__always)
    mutating func note(record: Int, offset: Int, line: Int) {
        guard record & (Self.length - 1) == 0 else { return }
        offsets.append(offset)
        firstLines.append(line)
    }

    func range(of block: Int) -> Range<Int> {
        offsets[block]..<(block + 1 < offsets.count ? offsets[block + 1] : end)
    }
}

/// The bytes that details are read from.
enum KeptBytes: Sendable {
    case file(FileBytes)
    case memory([UInt8])

    var isUnchanged: Bool {
        switch self {
        case .file(let file): file.isUnchanged
        case .memory: true
        }
    }

    func read(_ range: Range<Int>) throws(FileError) -> [UInt8] {
        switch self {
        case .memory(let bytes): return Array(bytes[range])
        case .file(let file):
            var content = [UInt8](repeating: 0, count: range.count)
            let result = content.withUnsafeMutableBytes { buffer in
                Result { () throws(FileError) -> Int in try file.read(at: range.lowerBound, into: buffer) }
            }
            guard try result.get() == range.count else {
                throw FileError(file: file.name, reason: .changedSinceLoaded)
            }
            return content
        }
    }
}
