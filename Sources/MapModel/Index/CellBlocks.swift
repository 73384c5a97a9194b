/// Counts and sums of cells of the upper depths, row by row as a view reads them: blocks of 16 × 16 cells of one depth.
///
/// Only crowded and spread places have blocks; elsewhere the points of a view are few enough to be looked at. At most
/// a byte and a half a point, all depths together, and at least one block.
public struct CellBlocks: Sendable {
    /// What lies in a cell, besides its sums.
    public struct Cell: BitwiseCopyable, Sendable {
        var count: UInt32 = 0
        /// The first index; the greatest number where the cell is empty.
        var first: UInt32 = .max
    }

    /// Cells to the side of a block are 2 to this power.
    static let sideBits = 4
    static let side = 1 << sideBits
    private static let cellCount = side * side

    /// A block has at least so many points: with fewer they are read faster than the cells.
    private static let leastPoints = 4096
    /// Of 64 points, at least so many are in a cell of their own: else a descent is as fast.
    private static let leastCells = 8
    /// Cells of blocks are not deeper than this, so that codes of blocks fit 32 bits.
    private static let deepestCell = 18
    /// Blocks that a worker fills at a time.
    private static let blocksOfShare = 16

    /// By the depth of the square that a block covers: the codes of those squares, ascending.
    private var codes: [[UInt32]] = []
    /// By the same depth, the number of the first block.
    private var firstBlocks: [Int] = []
    private(set) var cells: [Cell] = []
    /// The sums of x and y over the points of each cell.
    private(set) var sums: [SIMD2<UInt64>] = []

    var byteCount: Int { cells.count * 24 + codes.reduce(0) { $0 + $1.count * 4 } }

    /// Where the cells of the block of `node` begin; nil when it has none.
    func offset(of node: QuadNode) -> Int? {
        guard node.indices.count >= Self.leastPoints, node.depth < codes.count else { return nil }
        let code = UInt32(truncatingIfNeeded: Self.code(of: node.key, depth: node.depth))
        let level = codes[node.depth]
        let place = Bisection.first(in: level.indices) { level[$0] >= code }
        guard place < level.count, level[place] == code else { return nil }
        return (firstBlocks[node.depth] + place) * Self.cellCount
    }

    @inline(__always)
    func withCells(
        _ body: (UnsafeBufferPointer<Cell>, UnsafeBufferPointer<SIMD2<UInt64>>) -> Void
    ) {
        cells.withUnsafeBufferPointer { cells in sums.withUnsafeBufferPointer { body(cells, $0) } }
    }

    @inline(__always)
    private static func code(of key: UInt64, depth: Int) -> UInt64 {
        depth == 0 ? 0 : key >> UInt64(64 - 2 * depth)
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
    init(of keys: SortedKeys, by workers: Workers = .alone) {
        let squares = plan(keys)
        let count = squares.count * Self.cellCount
        let shares = (squares.count + Self.blocksOfShare - 1) / Self.blocksOfShare
        var sums: [SIMD2<UInt64>] = []
        cells = [Cell](unsafeUninitializedCapacity: count) { cells, cellCount in
            sums = [SIMD2<UInt64>](unsafeUninitializedCapacity: count) { sums, sumCount in
                cells.initialize(repeating: Cell())
                sums.initialize(repeating: .zero)
                // Each share fills blocks of its own.
                nonisolated(unsafe) let (cells, sums) = (cells, sums)
                workers.run(shares) { share in
                    let first = share * Self.blocksOfShare
                    for number in first..<Swift.min(first + Self.blocksOfShare, squares.count) {
                        let block = number * Self.cellCount..<(number + 1) * Self.cellCount
                        Self.fill(
                            UnsafeMutableBufferPointer(rebasing: cells[block]),
                            UnsafeMutableBufferPointer(rebasing: sums[block]), of: squares[number], keys)
                    }
                }
                sumCount = count
            }
            cellCount = count
        }
        self.sums = sums
    }

    /// The squares that get a block, by depth and code.
    private mutating func plan(_ keys: SortedKeys) -> [Square] {
        var room = Swift.max(keys.count * 3 / 2, 8 << 10) / (Self.cellCount * 24)
        var planned: [Square] = []
        var squares = [Square(depth: 0, key: 0, indices: 0..<keys.count)]
        for depth in 0...Self.deepestCell - Self.sideBits {
            squares.removeAll { $0.indices.count < Self.leastPoints }
            if squares.isEmpty || room == 0 { break }
            let spread = squares.filter { Self.isSpread($0, keys) }.prefix(room)
            firstBlocks.append(planned.count)
            codes.append(spread.map { UInt32(Self.code(of: $0.key, depth: depth)) })
            planned += spread
            room -= spread.count
            squares = squares.flatMap { Self.quarters(of: $0, keys) }
        }
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
        _ cells: UnsafeMutableBufferPointer<Cell>, _ sums: UnsafeMutableBufferPointer<SIMD2<UInt64>>,
        of square: Square, _ keys: SortedKeys
    ) {
        let shift = UInt64(64 - 2 * (square.depth + sideBits))
        var start = square.indices.lowerBound
        var sumAtStart = keys.sum(below: start)
        while start < square.indices.upperBound {
            let code = keys[start] >> shift
            let end = keys.firstIndex(in: start..<square.indices.upperBound, beyond: code, shift: shift)
            let sumAtEnd = keys.sum(below: end)
            let point = MortonCode.point(of: code & UInt64(cellCount - 1))
            let place = Int(point.y) * side + Int(point.x)
            cells[place] = Cell(count: UInt32(end - start), first: UInt32(start))
            sums[place] = sumAtEnd &- sumAtStart
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
        /// The sums of x and y over the points of each cell.
        public var sums: [SIMD2<UInt64>]

        /// Columns that were read back.
        public init(counts: [UInt32], codes: [UInt32], cells: [Cell], sums: [SIMD2<UInt64>]) {
            (self.counts, self.codes, self.cells, self.sums) = (counts, codes, cells, sums)
        }
    }

    /// The columns of these blocks, which share their memory.
    var columns: Columns {
        Columns(
            counts: codes.map { UInt32($0.count) }, codes: codes.flatMap(\.self), cells: cells, sums: sums)
    }

    /// The blocks of columns that `columns` returned; nil when they do not fit together.
    ///
    /// That cells hold points that exist is checked by `areCells`, while they are read.
    init?(_ columns: consuming Columns) {
        let total = columns.counts.reduce(0) { $0 + Int($1) }
        guard columns.counts.count <= Self.deepestCell - Self.sideBits + 1, columns.codes.count == total,
            columns.cells.count == total * Self.cellCount, columns.sums.count == columns.cells.count
        else { return nil }
        var first = 0
        for count in columns.counts {
            let level = Array(columns.codes[first..<first + Int(count)])
            guard zip(level, level.dropFirst()).allSatisfy(<) else { return nil }
            codes.append(level)
            firstBlocks.append(first)
            first += Int(count)
        }
        (cells, sums) = (columns.cells, columns.sums)
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
}
