import Rows
import Streams

extension DelimitedTable {
    /// Bytes that are read at a time, in whole blocks of records.
    static let windowSize = 1 << 20

    /// Reads the file once more from its first row to its last, about a MiB of whole records at a time.
    ///
    /// - Parameters:
    ///   - wanted: numbers of blocks of 64 rows; all of them unless they are given.
    ///   - isCancelled: checked before each part; true makes it throw `.cancelled`.
    ///   - body: takes the bytes of a part, valid for the call, and returns how many rows it found.
    /// - Throws: `.file` with `.changedSinceLoaded` when the file has changed.
    func forEachWindow(
        of wanted: Range<Int>? = nil, isCancelled: () -> Bool, _ body: (ByteRun) -> Int
    ) throws(SourceError) {
        let wanted = wanted ?? 0..<blocks.count
        var memory: [UInt8] = []
        var block = wanted.lowerBound
        while block < wanted.upperBound {
            if isCancelled() { throw .cancelled }
            let last = min(blocks.last(from: block, size: Self.windowSize), wanted.upperBound - 1)
            let range = blocks.range(of: block...last)
            try SourceError.wrapping { () throws(FileError) in try bytes.read(range, into: &memory) }
            let count = memory.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { body(ByteRun(base: $0, count: range.count)) } ?? 0
            }
            guard count == rowCount(of: block...last) else { throw changed }
            block = last + 1
        }
        guard bytes.isUnchanged else { throw changed }
    }

    /// Calls `body` with the range of each record in `content`, without its line end; returns how many there
    /// are.
    func forEachRecord(in content: ByteRun, _ body: (Range<Int>) -> Void) -> Int {
        var count = 0
        var scanner = CSVScanner(dialect: dialect)
        scanner.begin(in: content, at: 0)
        while case .record = scanner.advance(in: content, isFinal: true) {
            count += 1
            body(scanner.start..<scanner.end)
        }
        if scanner.start < content.count {
            // A quote is not closed: the rest is one row.
            count += 1
            body(scanner.start..<content.count)
        }
        return count
    }

    /// The file is not the one that was loaded.
    var changed: SourceError { .file(FileError(file: name, reason: .changedSinceLoaded)) }

    /// How many rows neighbouring blocks have.
    func rowCount(of blocks: ClosedRange<Int>) -> Int {
        min(recordCount, (blocks.upperBound + 1) * RecordBlocks.length) - blocks.lowerBound
            * RecordBlocks.length
    }

    /// The hash of each row's identifier, or of its bytes where it has none.
    package func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        var hashes: [UInt64] = []
        hashes.reserveCapacity(recordCount)
        var cutter = columns.id.map { FieldCutter(dialect: dialect, columns: [$0]) }
        let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t"), dialect.quote]
        try forEachWindow(isCancelled: isCancelled) { content in
            forEachRecord(in: content) { record in
                let field = cutter?.firstField(content, record) ?? 0..<0
                let isIdentifier = field.contains { !blanks.contains(content.base[$0]) }
                let range = isIdentifier ? field : record
                hashes.append(
                    RowIdentities.hash(ofIdentifier: isIdentifier) { hasher in
                        hasher.combine(bytes: UnsafeRawBufferPointer(content.buffer(range)))
                    })
            }
        }
        return hashes
    }
}
