/// Where every 64th line of a stretch of a log begins, and the row and the line that begin there.
struct LogBlocks: Sendable {
    static let length = 64

    private(set) var offsets: [Int] = []
    private var rows: [UInt32] = []
    private var lines: [UInt32] = []
    /// Blocks of a line that is too long to be read.
    private var holes: Set<Int> = []

    var count: Int { offsets.count }

    /// Notes where a block begins.
    mutating func append(offset: Int, row: Int, line: Int) {
        offsets.append(offset)
        rows.append(UInt32(truncatingIfNeeded: row))
        lines.append(UInt32(truncatingIfNeeded: line))
    }

    /// The last block is one of a line that is not read.
    mutating func markHole() { holes.insert(count - 1) }

    func isHole(_ block: Int) -> Bool { holes.contains(block) }

    /// Adds blocks that follow so many rows and lines.
    mutating func append(contentsOf other: LogBlocks, rowsBefore: Int, linesBefore: Int) {
        for hole in other.holes { holes.insert(count + hole) }
        offsets += other.offsets
        rows += other.rows.lazy.map { $0 + UInt32(truncatingIfNeeded: rowsBefore) }
        lines += other.lines.lazy.map { $0 + UInt32(truncatingIfNeeded: linesBefore) }
    }

    func firstRow(of block: Int) -> Int { Int(rows[block]) }
    func firstLine(of block: Int) -> Int { Int(lines[block]) }

    /// The block that has a row.
    func block(ofRow row: Int) -> Int {
        var (low, high) = (0, count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(rows[middle]) <= row { low = middle } else { high = middle }
        }
        return low
    }

    /// The bytes of neighbouring blocks.
    ///
    /// - Parameter end: where the last block ends.
    func range(of blocks: ClosedRange<Int>, end: Int) -> Range<Int> {
        let next = blocks.upperBound + 1
        return offsets[blocks.lowerBound]..<(next < count ? offsets[next] : end)
    }

    /// The last of the blocks from `first` that fit into `size` bytes together and have no holes; at least one.
    func last(from first: Int, size: Int, end: Int) -> Int {
        var last = first
        guard !isHole(first) else { return first }
        while last + 1 < count, !isHole(last + 1), range(of: first...last + 1, end: end).count <= size {
            last += 1
        }
        return last
    }
}
