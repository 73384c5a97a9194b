/// The sub-squares of all grid cells of a window, filled by a descent of the tree.
struct ClusterPlane {
    /// What lies in a sub-square: exact sums in quanta.
    struct SubSquare {
        // In this order it takes 32 bytes and is a `morton_sum`.
        var sum = SIMD2<UInt64>.zero
        var count = 0
        var firstIndex = Int.max

        mutating func add(_ other: SubSquare) {
            count &+= other.count
            sum &+= other.sum
            firstIndex = Swift.min(firstIndex, other.firstIndex)
        }

        var mean: WorldPoint { WorldPoint(x: mean(of: sum.x), y: mean(of: sum.y)) }

        /// Whole quanta are divided separately, so that the mean of equal points is exactly their place.
        private func mean(of sum: UInt64) -> Double {
            let (whole, rest) = sum.quotientAndRemainder(dividingBy: UInt64(count))
            return (Double(whole) + Double(rest) / Double(count)) / Double(WorldWindow.worldSize)
        }
    }

    let tree: QuadTree
    let grid: ClusterGrid
    let across: GridAxis
    let down: GridAxis
    var squares: [SubSquare]
    /// Neighbouring nodes of one sub-square that are still to be added to it, as one range of indices.
    private var run = (indices: 0..<0, square: 0)
    /// The sum below the end of the previous run, which is usually the start of the next.
    private var passed = (index: 0, sum: SIMD2<UInt64>.zero)

    /// Parts of blocks that are still to be added.
    var blockParts: [BlockPart] = []
    /// Parts at the edge of the window that are still to be added.
    var edgeParts = EdgeParts()

    init(of tree: QuadTree, window: WorldWindow, grid: ClusterGrid) {
        self.tree = tree
        self.grid = grid
        across = GridAxis(
            start: window.x, length: window.width, grid: grid, cellCount: grid.columnCount)
        down = GridAxis(start: window.y, length: window.height, grid: grid, cellCount: grid.rowCount)
        let count = across.slotCount * down.slotCount
        precondition(count <= 1 << 24, "the window is too large for clusters of this grid")
        squares = Array(repeating: SubSquare(), count: count)
    }

    /// Whether a node lies in one sub-square: a quad-tree cell of the grid, or four or sixteen of them.
    @inline(__always)
    func isInOneSquare(_ node: QuadNode) -> Bool {
        if node.depth >= grid.depth { return true }
        guard node.depth >= grid.depth - 2, grid.stride > 4 else { return false }
        let last = node.side - 1
        return across.slot(of: node.west) == across.slot(of: node.west + last)
            && down.slot(of: node.north) == down.slot(of: node.north + last)
    }

    /// Adds a node that lies in one sub-square.
    mutating func add(_ node: QuadNode) {
        let square = squareIndex(x: node.west, y: node.north)
        if square == run.square, node.indices.lowerBound == run.indices.upperBound {
            run.indices = run.indices.lowerBound..<node.indices.upperBound
        } else {
            finishRun()
            run = (node.indices, square)
        }
    }

    private mutating func finishRun() {
        guard !run.indices.isEmpty else { return }
        let part = SubSquare(
            sum: sum(over: run.indices), count: run.indices.count, firstIndex: run.indices.lowerBound
        )
        squares[run.square].add(part)
    }

    /// A few keys are summed directly; for many the running sums are subtracted.
    private mutating func sum(over indices: Range<Int>) -> SIMD2<UInt64> {
        if indices.count <= QuadTree.sumStep { return MortonCode.sum(of: tree.keys, in: indices) }
        let start = indices.lowerBound
        let sumAtStart = passed.index == start ? passed.sum : tree.sum(below: start)
        passed = (indices.upperBound, tree.sum(below: indices.upperBound))
        return passed.sum &- sumAtStart
    }

    @inline(__always)
    func squareIndex(x: UInt64, y: UInt64) -> Int {
        down.slot(of: y) * across.slotCount + across.slot(of: x)
    }

    /// The clusters row by row from the north, from the western edge of the window eastwards.
    mutating func clusters() -> [Cluster] {
        finishRun()
        addEdgeParts()
        run = (0..<0, 0)
        var clusters: [Cluster] = []
        clusters.reserveCapacity(expectedCount)
        for row in down.cells.indices {
            for column in across.cells.indices {
                if let cluster = cluster(column: column, row: row) { clusters.append(cluster) }
            }
        }
        return clusters
    }

    /// Room for the clusters of a view: for one in each cell; cells of one sub-square, of which there may be very
    /// many, are counted.
    private var expectedCount: Int {
        if across.slotsPerCell > 1 { return Swift.min(across.cells.count * down.cells.count, 4_096) }
        return squares.reduce(0) { $0 + ($1.count > 0 ? 1 : 0) }
    }

    private func cluster(column: Int, row: Int) -> Cluster? {
        var total = SubSquare()
        let side = across.slotsPerCell
        for line in row * side..<(row + 1) * side {
            let start = line * across.slotCount + column * side
            // Empty ones, too: a branch for each would cost more.
            for square in start..<start + side { total.add(squares[square]) }
        }
        guard total.count > 0 else { return nil }
        let id = grid.id(column: across.cells[column], row: down.cells[row])
        return Cluster(
            id: id, count: total.count, mean: total.mean,
            densest: side == 1 ? total.mean : densest(id, column: column, row: row, total),
            firstIndex: total.firstIndex)
    }

    /// Where the points of a cell are densest: in the sub-square with most of them, of several in the one nearest to
    /// the mean of the cell. Where at least half of the sub-squares differ from the fullest by no more than chance, it
    /// is any of these: at the same spot of each cell the badges of evenly spread points would stand in lines.
    private func densest(_ id: ClusterID, column: Int, row: Int, _ total: SubSquare) -> WorldPoint {
        let side = across.slotsPerCell
        let (widths, heights) = (across.slotWidths(ofCell: column), down.slotWidths(ofCell: row))
        let share = Double(total.count) / (widths.reduce(0, +) * heights.reduce(0, +))
        let mean = total.mean
        // Sub-squares are not equally large: each is measured by how many more points it has than its share, in what
        // chance makes of that share.
        func excess(_ line: Int, _ offset: Int, _ count: Int) -> Double {
            let expected = share * widths[offset] * heights[line]
            return (Double(count) - expected) / expected.squareRoot()
        }
        var (most, nearest, best) = (0, Double.infinity, mean)
        var greatest = -Double.infinity
        for line in 0..<side {
            let start = (row * side + line) * across.slotCount + column * side
            for offset in 0..<side where squares[start + offset].count > 0 {
                let count = squares[start + offset].count
                greatest = Swift.max(greatest, excess(line, offset, count))
                guard count >= most else { continue }
                let point = squares[start + offset].mean
                let (x, y) = (point.x - mean.x, point.y - mean.y)
                guard count > most || x * x + y * y < nearest else { continue }
                (most, nearest, best) = (count, x * x + y * y, point)
            }
        }
        if greatest > 2 * Self.chance { return best }
        var (similar, lowest, spot) = (0, UInt64.max, best)
        for line in 0..<side {
            let start = (row * side + line) * across.slotCount + column * side
            for offset in 0..<side where squares[start + offset].count > 0 {
                guard excess(line, offset, squares[start + offset].count) >= greatest - Self.chance else {
                    continue
                }
                similar += 1
                let place = Self.scrambled(
                    (UInt64(id.row) * UInt64(side) + UInt64(line)) << 32
                        | (UInt64(id.column) * UInt64(side) + UInt64(offset)))
                if place < lowest { (lowest, spot) = (place, squares[start + offset].mean) }
            }
        }
        return similar * 2 >= side * side ? spot : best
    }

    /// How far apart counts are that chance alone makes different, in standard deviations.
    private static let chance = 3.0

    /// A number without any order, the same for each place in the world (the finalizer of SplitMix64).
    static func scrambled(_ place: UInt64) -> UInt64 {
        var bits = place &* 0x9e37_79b9_7f4a_7c15
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }
}
