import MapModel
import RowValues
import Rows
import Streams

/// The lines of a stream or a compressed file, in memory: all of them, or the last ones.
struct HeldLines: Sendable {
    /// Lines one after another with what was found in them.
    private struct Chunk: Sendable {
        var bytes: [UInt8] = []
        var scan: LogScan
        let firstRow: Int
        let firstLine: Int
        /// When its last line came, and its first, in seconds of the clock of this process.
        var seconds = 0
        var beganAt = 0

        var segment: LogSegment {
            LogSegment(
                bytes: .memory(bytes), blocks: scan.blocks, end: bytes.count, rowCount: scan.rowCount,
                firstRow: firstRow, firstLine: firstLine)
        }
    }

    /// Bytes of a chunk; the last one is copied for each part that is shown.
    private static let chunkSize = 1 << 20

    private let keep: KeptLines?
    private var chunks: [Chunk] = []
    private let prototype: LogScan
    /// The columns that are known by now.
    private(set) var reader: any LogLineReader
    /// The number of the first row that is held.
    private(set) var firstRow = 0
    /// Rows so far, with those that are not held any more.
    private(set) var totalRows = 0
    private var totalLines = 0
    private let begin = ContinuousClock.now

    init(keep: KeptLines?, _ scan: LogScan) { (self.keep, prototype, reader) = (keep, scan, scan.reader) }

    var rowCount: Int { totalRows - firstRow }
    var byteCount: Int { chunks.reduce(0) { $0 + $1.bytes.count } }
    var segments: [LogSegment] { chunks.map(\.segment) }
    var otherCount: Int { chunks.reduce(0) { $0 + $1.scan.otherCount } }

    /// The places of the rows that are held, by their numbers among these.
    var points: PointBuffer {
        var points = PointBuffer()
        for chunk in chunks {
            points.append(contentsOf: chunk.scan.points, rowOffset: UInt32(chunk.firstRow - firstRow))
        }
        return points
    }

    /// The rows without places that are held.
    var skipped: SkippedRows {
        var skipped = SkippedRows()
        for chunk in chunks {
            skipped.append(contentsOf: chunk.scan.skipped, linesBefore: 0)
        }
        return skipped
    }

    /// Takes whole lines.
    mutating func append(_ bytes: ByteRun, _ range: Range<Int>) {
        var next = range.lowerBound
        while next < range.upperBound {
            openChunk()
            // Whole lines of about the size of a chunk.
            let wanted = min(next + Self.chunkSize, range.upperBound)
            let end = wanted == range.upperBound ? wanted : Self.lineEnd(bytes, wanted, range.upperBound)
            add(bytes, next..<end)
            next = end
        }
    }

    private static func lineEnd(_ bytes: ByteRun, _ offset: Int, _ end: Int) -> Int {
        var cursor = LineCursor(bytes, offset..<end)
        return cursor.text(before: 10).map { $0.upperBound + 1 } ?? end
    }

    private mutating func openChunk() {
        if let last = chunks.last, last.bytes.count < Self.chunkSize, !isOld(last) { return }
        chunks.append(
            Chunk(scan: prototype.with(reader), firstRow: totalRows, firstLine: totalLines, beganAt: now))
    }

    private var now: Int { Int((ContinuousClock.now - begin).components.seconds) }

    /// Lines that are forgotten by their age are in chunks of a sixteenth of it.
    private func isOld(_ chunk: Chunk) -> Bool {
        if case .age(let seconds) = keep { now - chunk.beganAt > max(seconds / 16, 1) } else { false }
    }

    private mutating func add(_ bytes: ByteRun, _ range: Range<Int>) {
        let index = chunks.count - 1
        let (rows, lines) = (chunks[index].scan.rowCount, chunks[index].scan.lineCount)
        let offset = chunks[index].bytes.count - range.lowerBound
        chunks[index].bytes.append(contentsOf: bytes.buffer(range))
        chunks[index].scan.read(bytes, range, at: offset, linesBefore: chunks[index].firstLine)
        chunks[index].seconds = now
        reader = chunks[index].scan.reader
        totalRows += chunks[index].scan.rowCount - rows
        totalLines += chunks[index].scan.lineCount - lines
        dropChunks()
    }

    /// Notes a line that was too long to be held: it is an empty one.
    mutating func skipLong(byteCount: Int) {
        openChunk()
        let index = chunks.count - 1
        chunks[index].scan.skipLong(
            at: chunks[index].bytes.count, byteCount: byteCount, linesBefore: chunks[index].firstLine,
            isHole: false)
        chunks[index].bytes.append(10)
        totalRows += 1
        totalLines += 1
    }

    // MARK: what is not held any more

    /// Forgets all lines.
    mutating func forget() {
        chunks = []
        firstRow = totalRows
    }

    /// Forgets lines, so that as many are held as may be.
    mutating func trim() {
        dropChunks()
        guard case .count(let count) = keep, let first = chunks.first else { return }
        let surplus = totalRows - count - first.firstRow
        if surplus > 0 { cut(rows: surplus) }
    }

    /// Gives up the first rows of the first chunk, whole lines of them.
    private mutating func cut(rows: Int) {
        let chunk = chunks[0]
        guard chunk.scan.blocks.count > 0 else { return }
        ByteRun.with(chunk.bytes) { bytes in
            var found: (offset: Int, row: Int, line: Int)?
            chunk.segment.forEachRow(0...chunk.scan.blocks.count - 1, bytes, reader, prototype.clock) {
                place in
                guard place.row >= rows, place.line.ordinal == 0 else { return true }
                found = (place.whole.lowerBound, place.row, place.line.number - 1)
                return false
            }
            guard let found else { return }
            let rest = found.offset..<bytes.count
            var next = Chunk(
                scan: prototype.with(reader), firstRow: chunk.firstRow + found.row, firstLine: found.line,
                seconds: chunk.seconds, beganAt: chunk.beganAt)
            next.bytes = bytes.bytes(rest)
            next.scan.read(bytes, rest, at: -found.offset, linesBefore: found.line)
            chunks[0] = next
        }
        firstRow = chunks[0].firstRow
    }

    /// Gives up chunks none of whose lines are held.
    private mutating func dropChunks() {
        guard let keep else { return }
        var dropped = 0
        while dropped < chunks.count - 1 {
            let chunk = chunks[dropped]
            let isOver =
                switch keep {
                case .count(let count): chunk.firstRow + chunk.scan.rowCount <= totalRows - count
                case .age(let seconds): now - chunk.seconds > seconds
                }
            guard isOver else { break }
            dropped += 1
        }
        guard dropped > 0 else { return }
        chunks.removeFirst(dropped)
        firstRow = chunks[0].firstRow
    }
}
