/// Where every 64th record begins.
struct RecordBlocks: Sendable, Equatable {
    static let length = 64

    private(set) var offsets: [Int] = []
    /// The line of each of them, counted from 1.
    private(set) var firstLines: [Int] = []
    /// Where the last record ends.
    var end = 0

    init() {}

    /// The places of `recordCount` records in a file of `size` bytes; nil when they cannot be.
    init?(offsets: [Int], firstLines: [Int], end: Int, recordCount: Int, size: Int) {
        guard recordCount > 0, offsets.count == (recordCount - 1) / Self.length + 1,
            firstLines.count == offsets.count, offsets[0] >= 0, end <= size,
            zip(offsets, offsets.dropFirst()).allSatisfy({ $0 <= $1 }), offsets[offsets.count - 1] <= end,
            firstLines.allSatisfy({ $0 >= 0 && $0 <= size + 1 })
        else { return nil }
        self.offsets = offsets
        self.firstLines = firstLines
        self.end = end
    }

    var count: Int { offsets.count }

    /// Notes where a record begins, if a block does there.
    @inline(__always)
    mutating func note(record: Int, offset: Int, line: Int) {
        guard record % Self.length == 0 else { return }
        offsets.append(offset)
        firstLines.append(line)
    }

    /// Which of the `count` records that follow the first `recordCount` begin a block.
    static func starts(among count: Int, from recordCount: Int) -> StrideTo<Int> {
        stride(from: (0 &- recordCount) & (length - 1), to: count, by: length)
    }

    /// Adds the records of a part, which follow the first `recordCount`.
    mutating func append(_ part: RecordStarts, recordCount: Int, linesBefore: Int) {
        for record in Self.starts(among: part.count, from: recordCount) {
            let start = part[record]
            note(record: recordCount + record, offset: start.offset, line: start.line + linesBefore)
        }
    }

    /// The bytes of neighbouring blocks.
    func range(of blocks: ClosedRange<Int>) -> Range<Int> {
        let next = blocks.upperBound + 1
        return offsets[blocks.lowerBound]..<(next < offsets.count ? offsets[next] : end)
    }

    /// The last of the blocks from `first` that fit into `size` bytes together; at least one.
    func last(from first: Int, size: Int) -> Int {
        var last = first
        while last + 1 < count, range(of: first...last + 1).count <= size { last += 1 }
        return last
    }

    /// The mean length of a record with its line end, at least 1; 0 records have none.
    func meanLength(of recordCount: Int) -> Int {
        guard let start = offsets.first, recordCount > 0 else { return 1 }
        return max((end - start) / recordCount, 1)
    }
}

/// Where each record of a part of a table begins, until it is known which of them is the 64th: 8 bytes each.
struct RecordStarts: Sendable {
    /// The place in the file from which offsets count.
    private let base: Int
    /// The offset and the line of each record.
    private var places: [SIMD2<UInt32>] = []

    /// - Parameter expected: about how many records there will be.
    init(from base: Int, expecting expected: Int) {
        self.base = base
        places.reserveCapacity(expected)
    }

    var count: Int { places.count }

    subscript(record: Int) -> (offset: Int, line: Int) {
        (base + Int(places[record].x), Int(places[record].y))
    }

    mutating func append(offset: Int, line: Int) {
        places.append(SIMD2(UInt32(offset - base), UInt32(line)))
    }

    /// Adds records of a stretch that begins at `offset` and has `linesBefore` lines before it.
    mutating func append(
        _ records: Slice<UnsafeMutableBufferPointer<PlainRecord>>, offset: Int, linesBefore: Int
    ) {
        let first = SIMD2(UInt32(offset - base), UInt32(linesBefore))
        places.append(contentsOf: records.lazy.map { first &+ SIMD2($0.offset, $0.line) })
    }
}
