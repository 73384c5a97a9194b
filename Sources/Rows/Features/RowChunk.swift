/// Packed rows one after another, about a MiB of them, which tables share while they grow.
struct RowChunk: Sendable {
    /// Rows are appended until there are this many bytes; the last one may exceed it.
    static let capacity = 1 << 20

    /// The number of the first row in the order of writing.
    private(set) var first: Int
    private(set) var bytes: [UInt8] = []
    private(set) var starts: [UInt32] = []
    /// 0 for a row without a line.
    private(set) var lines: [UInt32] = []

    init(first: Int) { self.first = first }

    /// Without rows, but with memory for so many.
    init(room: RowRoom) {
        first = 0
        bytes.reserveCapacity(min(room.bytes, Self.capacity))
        starts.reserveCapacity(min(room.rows, Self.capacity))
        lines.reserveCapacity(min(room.rows, Self.capacity))
    }

    /// The first rows, all of them in one chunk; nil when they cannot be rows.
    init?(bytes: [UInt8], starts: [UInt32], lines: [UInt32]) {
        guard starts.count == lines.count, starts.first ?? 0 == 0, starts.last ?? 0 <= bytes.count,
            zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 })
        else { return nil }
        first = 0
        self.bytes = bytes
        self.starts = starts
        self.lines = lines
    }

    var count: Int { starts.count }
    var end: Int { first + starts.count }
    var byteCount: Int { bytes.count }
    var isFull: Bool { bytes.count >= Self.capacity || starts.count >= Self.capacity }

    mutating func append(_ row: UnsafeBufferPointer<UInt8>, line: Int?) {
        starts.append(UInt32(truncatingIfNeeded: bytes.count))
        lines.append(UInt32(clamping: line ?? 0))
        bytes.append(contentsOf: row)
    }

    /// The same rows after others: `first` is the number of the first, `linesBefore` are the lines before theirs.
    ///
    /// - Parameter numbers: for each column its number there; nil when they are the same.
    func moved(to first: Int, linesBefore: Int, columns numbers: [Int]?) -> RowChunk {
        var moved = self
        moved.first = first
        for index in moved.lines.indices where moved.lines[index] > 0 {
            moved.lines[index] = UInt32(clamping: Int(moved.lines[index]) + linesBefore)
        }
        if let numbers {
            for row in self.first..<end { PackedRow.renumber(&moved.bytes, range(of: row), columns: numbers) }
        }
        return moved
    }

    func line(of row: Int) -> Int? {
        let line = Int(lines[row - first])
        return line == 0 ? nil : line
    }

    func withRow<Result>(_ row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let range = range(of: row)
        return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    private func range(of row: Int) -> Range<Int> {
        let index = row - first
        return Int(starts[index])..<(index + 1 < starts.count ? Int(starts[index + 1]) : bytes.count)
    }
}

/// How many packed rows are expected, and how many bytes they take.
package struct RowRoom: Sendable {
    /// Rows.
    package var rows: Int
    /// Bytes of all of them.
    package var bytes: Int

    /// This much more, or less.
    package static func * (room: RowRoom, factor: Double) -> RowRoom {
        RowRoom(rows: Int(Double(room.rows) * factor), bytes: Int(Double(room.bytes) * factor))
    }
}
