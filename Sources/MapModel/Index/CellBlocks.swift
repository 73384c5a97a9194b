import CByteScan

/// Counts and sums of cells of the upper depths, row by row as a view reads them: blocks of 16 × 16 cells of one depth.
///
/// Only crowded and spread places have blocks; elsewhere the points of a view are few enough to be looked at. At most
/// a byte and a half a point, all depths together, and at least one block.
public struct CellBlocks: Sendable {
    /// What lies in a cell.
    public struct Cell: BitwiseCopyable, Sendable {
        var count: UInt32 = 0
        /// The first index; the greatest number where the cell is empty.
        var first: UInt32 = .max
        /// The sums of x and y over its points.
        var x: UInt64 = 0
        var y: UInt64 = 0
    }

    /// A square whose cells are counted.
    struct Block {
        let number: Int
        let depth: Int
        /// The quantum in the north-west corner.
        let west: UInt64
        let north: UInt64

        var cellBits: UInt64 { UInt64(32 - depth - CellBlocks.sideBits) }

        /// 0 north-west, 1 north-east, 2 south-west, 3 south-east.
        @inline(__always)
        func quarter(_ quarter: Int) -> QuantumRect {
            let half = WorldWindow.worldSize >> UInt64(depth + 1)
            let (west, north) = (west + UInt64(quarter & 1) * half, north + UInt64(quarter >> 1) * half)
            return QuantumRect(columns: west..<west + half, rows: north..<north + half)
        }
    }

    /// Cells to the side of a block are 2 to this power.
    static let sideBits = 4
    static let side = 1 << sideBits
    static let cellCount = side * side

    /// All depths together.
    static let mostBytesPerPoint = 1.5
    /// Of a tree that is soon gone: whoever looks at one has seen few places before the next one comes.
    static let bytesPerBriefPoint = 0.25

    /// A block has at least so many points: with fewer they are read faster than the cells.
    private static let leastPoints = 4096
    /// Of 64 points, at least so many are in a cell of their own: else a descent is as fast.
    private static let leastCells = 8
    /// Cells of blocks are not deeper than this, so that codes of blocks fit 32 bits.
    private static let deepestCell = 20
    /// Blocks that a worker fills at a time.
    private static let blocksOfShare = 16

    /// By block, the code of the square that it covers: those of one depth together, ascending.
    private var codes: [UInt32] = []
    /// By depth of those squares, the number of the first block; one more than depths, the count.
    private var firstBlocks = [0]
    /// By block, the number of the first block of the next depth that does not lie before it; the count at the last.
    private var firstQuarters: [UInt32] = []
    private(set) var cells: [Cell] = []

    var byteCount: Int { cells.count * MemoryLayout<Cell>.stride + codes.count * 8 }

    /// The block of `node`; nil when it has none.
    func block(of node: QuadNode) -> Block? {
        guard node.indices.count >= Self.leastPoints, node.depth + 1 < firstBlocks.count else { return nil }
        let code = Self.code(of: node.key, depth: node.depth)
        let level = firstBlocks[node.depth]..<firstBlocks[node.depth + 1]
        let number = Bisection.first(in: level) { codes[$0] >= code }
        guard number < level.upperBound, codes[number] == code else { return nil }
        return Block(number: number, depth: node.depth, west: node.west, north: node.north)
    }

    /// The block of a quarter of the square of another, found without a search; nil when it has none.
    @inline(__always)
    func block(ofQuarter quarter: Int, of block: Block) -> Block? {
        let depth = block.depth + 1
        guard depth + 1 < firstBlocks.count else { return nil }
        let code = codes[block.number] << 2 | UInt32(quarter)
        let first = Int(firstQuarters[block.number])
        for number in first..<Swift.min(first + 4, firstBlocks[depth + 1]) where codes[number] == code {
            let rect = block.quarter(quarter)
            return Block(
                number: number, depth: depth, west: rect.columns.lowerBound, north: rect.rows.lowerBound)
        }
        return nil
    }

    /// Lends a block to scans of its cells.
    @inline(__always)
    func withMortonBlock(_ block: Block, _ body: (morton_block) -> Void) {
        cells.withUnsafeBytes { cells in
            guard let base = cells.baseAddress else { return }
            let first = base.assumingMemoryBound(to: morton_cell.self) + block.number * Self.cellCount
            body(morton_block(cells: first, west: block.west, north: block.north, bits: block.cellBits))
        }
    }

    /// A cell of a block, row by row, as a node.
    func node(ofCell place: Int, of block: Block) -> QuadNode {
        let cell = cells[block.number * Self.cellCount + place]
        let west = block.west + UInt64(place % Self.side) << block.cellBits
        let north = block.north + UInt64(place / Self.side) << block.cellBits
        return QuadNode(
            depth: block.depth + Self.sideBits, west: west, north: north,
            key: MortonCode.code(of: QuantumPoint(x: UInt32(west), y: UInt32(north))),
            indices: Int(cell.first)..<Int(cell.first) + Int(cell.count))
    }

    @inline(__always)
    private static func code(of key: UInt64, depth: Int) -> UInt32 {
        depth == 0 ? 0 : UInt32(truncatingIfNeeded: key >> UInt64(64 - 2 * depth))
    }

    /// Finds `firstQuarters` from the codes, in one pass: those of each depth ascend.
    private mutating func findQuarters() {
        firstQuarters = [UInt32](repeating: UInt32(codes.count), count: codes.count)
        for depth in firstBlocks.indices.dropLast(2) {
            var next = firstBlocks[depth + 1]
            for block in firstBlocks[depth]..<firstBlocks[depth + 1] {
                while next < firstBlocks[depth + 2], codes[next] >> 2 < codes[block] { next += 1 }
                firstQuarters[block] = UInt32(next)
            }
        }
    }
}

// MARK: - Building

extension CellBlocks {
    /// A square that may have a block.
    private struct Square {
        let depth: Int
        let key: UInt64
        let indices: Range<Int>
    }

    /// The blocks of sorted keys, the large squares first, until the memory that they may take is used up.
    ///
    /// - Complexity: O(cells), shared by the workers.
    init(
        of keys: SortedKeys, bytesPerPoint: Double = mostBytesPerPoint, by workers: Workers = .alone
    ) {
        let squares = plan(keys, bytesPerPoint: bytesPerPoint)
        let count = squares.count * Self.cellCount
        let shares = (squares.count + Self.blocksOfShare - 1) / Self.blocksOfShare
        cells = [Cell](unsafeUninitializedCapacity: count) { cells, cellCount in
            HugePages.use(for: UnsafeMutableRawBufferPointer(cells))
            // Each share fills blocks of its own.
            nonisolated(unsafe) let cells = cells
            workers.run(shares) { share in
                let first = share * Self.blocksOfShare
                for number in first..<Swift.min(first + Self.blocksOfShare, squares.count) {
                    let block = number * Self.cellCount..<(number + 1) * Self.cellCount
                    Self.fill(
                        UnsafeMutableBufferPointer(rebasing: cells[block]), of: squares[number], keys)
                }
            }
            cellCount = count
        }
    }

    /// The squares that get a block, by depth and code.
    private mutating func plan(_ keys: SortedKeys, bytesPerPoint: Double) -> [Square] {
        let bytes = Swift.max(Int(Double(keys.count) * bytesPerPoint), 8 << 10)
        var room = bytes / (Self.cellCount * MemoryLayout<Cell>.stride)
        var planned: [Square] = []
        var squares = [Square(depth: 0, key: 0, indices: 0..<keys.count)]
        for depth in 0...Self.deepestCell - Self.sideBits {
            squares.removeAll { $0.indices.count < Self.leastPoints }
            if squares.isEmpty || room == 0 { break }
            let spread = squares.filter { Self.isSpread($0, keys) }.prefix(room)
            planned += spread
            codes += spread.map { Self.code(of: $0.key, depth: depth) }
            firstBlocks.append(planned.count)
            room -= spread.count
            squares = squares.flatMap { Self.quarters(of: $0, keys) }
        }
        findQuarters()
        return planned
    }

    /// Whether a few of the points, taken evenly, lie in several cells.
    private static func isSpread(_ square: Square, _ keys: SortedKeys) -> Bool {
        let shift = UInt64(64 - 2 * (square.depth + sideBits))
        var cells = 0
        var previous = UInt64.max
        for sample in 0..<64 {
            let cell = keys[square.indices.lowerBound + square.indices.count * sample / 64] >> shift
            if cell != previous { cells += 1 }
            previous = cell
        }
        return cells >= leastCells
    }

    private static func quarters(of square: Square, _ keys: SortedKeys) -> [Square] {
        let step = UInt64(1) << UInt64(62 - 2 * square.depth)
        var start = square.indices.lowerBound
        return (0..<4).map { quarter in
            let key = square.key + UInt64(quarter) * step
            let rest = start..<square.indices.upperBound
            let end = quarter == 3 ? rest.upperBound : keys.firstIndex(notBelow: key + step, in: rest)
            defer { start = end }
            return Square(depth: square.depth + 1, key: key, indices: start..<end)
        }
    }

    private static func fill(
        _ cells: UnsafeMutableBufferPointer<Cell>, of square: Square, _ keys: SortedKeys
    ) {
        let cellBits = 2 * (square.depth + sideBits)
        // Larger cells are entries of the directory.
        guard cellBits > keys.directoryBits else { return keys.fill(cells, of: square.key, cellBits) }
        cells.initialize(repeating: Cell())
        let shift = UInt64(64 - cellBits)
        var start = square.indices.lowerBound
        var sumAtStart = keys.sum(below: start)
        while start < square.indices.upperBound {
            let code = keys[start] >> shift
            let end = keys.firstIndex(in: start..<square.indices.upperBound, beyond: code, shift: shift)
            let sumAtEnd = keys.sum(below: end)
            let point = MortonCode.point(of: code & UInt64(cellCount - 1))
            let place = Int(point.y) * side + Int(point.x)
            let sum = sumAtEnd &- sumAtStart
            cells[place] = Cell(count: UInt32(end - start), first: UInt32(start), x: sum.x, y: sum.y)
            (start, sumAtStart) = (end, sumAtEnd)
        }
    }
}

// MARK: - Saving

extension CellBlocks {
    /// Blocks as plain numbers.
    public struct Columns: Sendable {
        /// How many blocks each depth has.
        public var counts: [UInt32]
        /// The codes of their squares, depth by depth, ascending.
        public var codes: [UInt32]
        /// The cells of all blocks.
        public var cells: [Cell]

        /// Columns that were read back.
        public init(counts: [UInt32], codes: [UInt32], cells: [Cell]) {
            (self.counts, self.codes, self.cells) = (counts, codes, cells)
        }
    }

    /// The columns of these blocks, which share their memory.
    var columns: Columns {
        Columns(
            counts: zip(firstBlocks, firstBlocks.dropFirst()).map { UInt32($1 - $0) }, codes: codes,
            cells: cells)
    }

    /// The blocks of columns that `columns` returned; nil when they do not fit together.
    ///
    /// That cells hold points that exist is checked by `areCells`, while they are read.
    init?(_ columns: consuming Columns) {
        let total = columns.counts.reduce(0) { $0 + Int($1) }
        guard columns.counts.count <= Self.deepestCell - Self.sideBits + 1, columns.codes.count == total,
            columns.cells.count == total * Self.cellCount
        else { return nil }
        for count in columns.counts { firstBlocks.append(firstBlocks[firstBlocks.count - 1] + Int(count)) }
        codes = columns.codes
        for (first, end) in zip(firstBlocks, firstBlocks.dropFirst()) {
            let level = codes[first..<end]
            guard zip(level, level.dropFirst()).allSatisfy(<) else { return nil }
        }
        findQuarters()
        cells = columns.cells
    }

    /// Whether cells, of a stretch of them, are empty or hold points below `count`.
    public static func areCells(_ cells: UnsafeBufferPointer<Cell>, below count: Int) -> Bool {
        var areInside = true
        for cell in cells {
            let isEmpty = cell.count == 0 && cell.first == .max
            let end = UInt64(cell.first) + UInt64(cell.count)
            areInside = areInside && (isEmpty || cell.count > 0 && end <= UInt64(count))
        }
        return areInside
    }
}

/// Keys in ascending order with what finds and sums them, as a tree is built.
struct SortedKeys {
    let keys: [UInt64]
    let sums: [SIMD2<UInt64>]
    let directory: [UInt32]
    let directoryBits: Int

    var count: Int { keys.count }

    @inline(__always)
    subscript(index: Int) -> UInt64 { keys[index] }

    /// The first index in `range` whose key is not below `key`; the end of the range when there is none.
    @inline(__always)
    func firstIndex(notBelow key: UInt64, in range: Range<Int>) -> Int {
        let slot = Int(key >> UInt64(64 - directoryBits))
        let known = Int(directory[slot])..<Int(directory[slot + 1])
        return Bisection.first(in: range.clamped(to: known)) { keys[$0] >= key }
    }

    /// The first index in `range` whose key has more than `code` above `shift` bits, looked for in growing steps.
    @inline(__always)
    func firstIndex(in range: Range<Int>, beyond code: UInt64, shift: UInt64) -> Int {
        var (lower, step) = (range.lowerBound + 1, 8)
        while lower + step < range.upperBound, keys[lower + step] &>> shift == code {
            lower += step
            step *= 2
        }
        let upper = Swift.min(lower + step, range.upperBound)
        return Bisection.first(in: lower..<Swift.max(lower, upper)) { keys[$0] &>> shift > code }
    }

    @inline(__always)
    func sum(below index: Int) -> SIMD2<UInt64> { QuadTree.sum(below: index, keys, sums) }

    /// Fills the cells of the block whose first key is `key`; `cellBits` bits of a key, at most as many as the directory has,
    /// say the cell.
    func fill(_ cells: UnsafeMutableBufferPointer<CellBlocks.Cell>, of key: UInt64, _ cellBits: Int) {
        let slot = Int(key >> UInt64(64 - directoryBits))
        let stride = 1 << (directoryBits - cellBits)
        precondition(slot + CellBlocks.cellCount * stride < directory.count, "a block beyond the directory")
        keys.withUnsafeBufferPointer { keys in
            sums.withUnsafeBufferPointer { sums in
                directory.withUnsafeBufferPointer { directory in
                    guard let codes = keys.baseAddress, let starts = directory.baseAddress, !sums.isEmpty
                    else { return }
                    // Two numbers are laid out as the two members are; so are those of a cell.
                    let totals = UnsafeRawPointer(sums.baseAddress)?.assumingMemoryBound(
                        to: morton_total.self)
                    let target = UnsafeMutableRawPointer(cells.baseAddress)?
                        .assumingMemoryBound(to: morton_cell.self)
                    let sorted = morton_codes(codes: codes, totals: totals, total_count: sums.count)
                    morton_fill_cells(sorted, starts + slot, stride, target)
                }
            }
        }
    }
}
