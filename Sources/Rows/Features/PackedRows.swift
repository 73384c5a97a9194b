/// Packed rows in memory, in chunks that copies share: a copy that grows copies at most its last chunk.
///
/// Rows have numbers from 0 in the order in which they were appended. A row that is replaced keeps its
/// number; replaced bytes are dropped when they are most of all bytes.
struct PackedRows: Sendable {
    private var full: [RowChunk] = []
    private var open = RowChunk(first: 0)
    /// For each row its number in the order of writing; empty while no row was replaced, when they are equal.
    private var written: [UInt32] = []
    private var liveBytes = 0
    private var deadBytes = 0

    /// Bytes of a row besides its values.
    private static let overhead = 8

    /// No rows.
    init() {}

    /// Rows that were saved together.
    init(_ chunk: RowChunk) {
        full = chunk.count > 0 ? [chunk] : []
        open = RowChunk(first: chunk.end)
        liveBytes = chunk.byteCount + chunk.count * Self.overhead
    }

    /// No rows, but memory for so many.
    init(room: RowRoom) { open = RowChunk(room: room) }

    /// The rows in the order of their numbers; nil when some were replaced.
    var chunks: [RowChunk]? { written.isEmpty ? full + [open] : nil }

    var count: Int { written.isEmpty ? open.end : written.count }
    /// Bytes that the rows occupy, including those of replaced rows.
    var byteCount: Int { liveBytes + deadBytes }

    mutating func append(_ row: PackedRow, line: Int?) {
        if !written.isEmpty { written.append(UInt32(truncatingIfNeeded: open.end)) }
        write(row, line: line)
    }

    /// Adds rows that follow these, of which none was replaced.
    ///
    /// - Parameters:
    ///   - linesBefore: the lines before theirs.
    ///   - numbers: for each of their columns its number here; nil when they are the same.
    mutating func append(contentsOf others: PackedRows, linesBefore: Int, columns numbers: [Int]?) {
        precondition(written.isEmpty && others.written.isEmpty)
        for chunk in others.full + [others.open] where chunk.count > 0 {
            if open.count > 0 { full.append(open) }
            open = chunk.moved(to: open.end, linesBefore: linesBefore, columns: numbers)
        }
        liveBytes += others.liveBytes
    }

    mutating func replace(_ number: UInt32, with row: PackedRow, line: Int?) {
        precondition(Int(number) < count)
        if written.isEmpty { written = (0..<UInt32(count)).map(\.self) }
        let dead = with(number) { row, _ in row.count } + Self.overhead
        deadBytes += dead
        liveBytes -= dead
        written[Int(number)] = UInt32(truncatingIfNeeded: open.end)
        write(row, line: line)
        if deadBytes > liveBytes + RowChunk.capacity { compact() }
    }

    /// The bytes of a row, and its line.
    func with<Result>(_ number: UInt32, _ body: (UnsafeBufferPointer<UInt8>, Int?) -> Result) -> Result {
        let place = written.isEmpty ? Int(number) : Int(written[Int(number)])
        let chunk = chunk(of: place)
        return chunk.withRow(place) { body($0, chunk.line(of: place)) }
    }

    private mutating func write(_ row: PackedRow, line: Int?) {
        row.bytes.withUnsafeBufferPointer { open.append($0, line: line) }
        liveBytes += row.bytes.count + Self.overhead
        if open.isFull {
            full.append(open)
            open = RowChunk(first: open.end)
        }
    }

    private func chunk(of place: Int) -> RowChunk {
        if place >= open.first { return open }
        var low = 0
        var high = full.count - 1
        while low < high {
            let middle = (low + high) / 2
            if full[middle].end <= place { low = middle + 1 } else { high = middle }
        }
        return full[low]
    }

    /// Gives up the first rows, at most all; those that are left are numbered from 0.
    mutating func removeFirst(_ number: Int) { compact(from: UInt32(min(max(number, 0), count))) }

    /// Rewrites the current rows in their order, from one on, and drops the others.
    private mutating func compact(from first: UInt32 = 0) {
        var rows = PackedRows()
        for number in first..<UInt32(count) {
            with(number) { row, line in
                rows.open.append(row, line: line)
                rows.liveBytes += row.count + Self.overhead
            }
            if rows.open.isFull {
                rows.full.append(rows.open)
                rows.open = RowChunk(first: rows.open.end)
            }
        }
        self = rows
    }
}
