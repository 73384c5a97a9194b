/// A walk over the tree that counts points between edges, without looking at those of a node inside a box.
///
/// Boxes are numbered by slots: slot 0 lies before the first edge, slot n + 1 behind the last one.
struct DensityWalk {
    /// The slots that a node may touch along an axis, both ends included.
    private struct Slots {
        var first: Int
        var last: Int

        @inline(__always) var isSingle: Bool { first == last }
        @inline(__always) var isShort: Bool { last - first <= 3 }
        /// At most one edge goes through.
        @inline(__always) var isNarrow: Bool { last - first <= 1 }
    }

    /// Up to so many points around a few edges are compared with each of them.
    private static let looseLimit = 32
    /// Up to so many points are looked up one by one, however many boxes there are.
    private static let sparseLimit = 4
    /// A node with at most one edge along each axis is looked at point by point up to so many points: that costs two
    /// comparisons each.
    private static let scanLimit = 512

    private let tree: QuadTree
    private let columnEdges: [UInt64]
    private let rowEdges: [UInt64]
    private let stride: Int
    private var counts: [UInt32]

    /// - Parameters:
    ///   - columnEdges: quanta in ascending order, 0...2^32.
    ///   - rowEdges: the same from north to south.
    init(of tree: QuadTree, columnEdges: [UInt64], rowEdges: [UInt64]) {
        self.tree = tree
        self.columnEdges = columnEdges
        self.rowEdges = rowEdges
        stride = columnEdges.count + 1
        counts = Array(repeating: 0, count: stride * (rowEdges.count + 1))
    }

    /// Counts all points, or only those of a set.
    mutating func run(only points: PointSet? = nil) {
        let world = QuadNode(depth: 0, west: 0, north: 0, key: 0, indices: 0..<tree.count)
        let columns = Self.slotsOfWorld(columnEdges)
        let rows = Self.slotsOfWorld(rowEdges)
        if let points { descend(world, columns, rows, only: points) } else { descend(world, columns, rows) }
    }

    /// Adds what was counted to the boxes of a grid from `column` and `row` on.
    func add(to grid: inout DensityGrid, column: Int, row: Int) {
        for y in 0..<rowEdges.count - 1 {
            for x in 0..<columnEdges.count - 1 {
                grid[column + x, row + y] += counts[(y + 1) * stride + x + 1]
            }
        }
    }

    /// The slots of all quanta: no edge at the ends of the world goes through it.
    private static func slotsOfWorld(_ edges: [UInt64]) -> Slots {
        Slots(
            first: edges.firstIndex { $0 > 0 } ?? edges.count,
            last: edges.firstIndex { $0 >= WorldWindow.worldSize } ?? edges.count)
    }

    /// Whether some of the slots are boxes.
    @inline(__always)
    private func isInside(_ columns: Slots, _ rows: Slots) -> Bool {
        columns.last > 0 && columns.first < columnEdges.count && rows.last > 0 && rows.first < rowEdges.count
    }

    private mutating func descend(_ node: QuadNode, _ columns: Slots, _ rows: Slots) {
        guard isInside(columns, rows) else { return }
        let count = node.indices.count
        if columns.isSingle, rows.isSingle {
            counts[rows.first * stride + columns.first] += UInt32(count)
        } else if columns.isNarrow, rows.isNarrow, count <= Self.scanLimit {
            scan(node.indices, columns, rows)
        } else if count <= Self.looseLimit, columns.isShort, rows.isShort {
            countPoints(node.indices, columns, rows)
        } else if count <= Self.sparseLimit {
            for index in node.indices { countPoint(tree.quantum(at: index), columns, rows) }
        } else {
            divide(node, columns, rows) { $0.descend($1, $2, $3) }
        }
    }

    private mutating func descend(
        _ node: QuadNode, _ columns: Slots, _ rows: Slots, only points: PointSet
    ) {
        guard isInside(columns, rows) else { return }
        let count = points.count(in: node.indices)
        if count == 0 { return }
        if columns.isSingle, rows.isSingle {
            counts[rows.first * stride + columns.first] += UInt32(count)
        } else if node.indices.count <= QuadTree.looseLimit {
            for index in node.indices where points.contains(index) {
                countPoint(tree.quantum(at: index), columns, rows)
            }
        } else {
            divide(node, columns, rows) { $0.descend($1, $2, $3, only: points) }
        }
    }

    @inline(__always)
    private mutating func divide(
        _ node: QuadNode, _ columns: Slots, _ rows: Slots,
        _ body: (inout DensityWalk, QuadNode, Slots, Slots) -> Void
    ) {
        let starts = tree.quarterStarts(of: node)
        let half = node.side / 2
        let (west, east) = Self.halves(of: columns, at: node.west + half, columnEdges)
        let (north, south) = Self.halves(of: rows, at: node.north + half, rowEdges)
        for quarter in 0..<4 where starts[quarter] < starts[quarter + 1] {
            let child = tree.quarter(quarter, of: node, indices: starts[quarter]..<starts[quarter + 1])
            body(&self, child, quarter & 1 == 0 ? west : east, quarter >> 1 == 0 ? north : south)
        }
    }

    /// The slots before and from `middle` on.
    @inline(__always)
    private static func halves(of slots: Slots, at middle: UInt64, _ edges: [UInt64]) -> (Slots, Slots) {
        if slots.isSingle { return (slots, slots) }
        let last = Bisection.first(in: slots.first..<slots.last) { edges[$0] >= middle }
        let first = last < slots.last && edges[last] == middle ? slot(of: middle, slots, edges) : last
        return (Slots(first: slots.first, last: last), Slots(first: first, last: slots.last))
    }

    /// The slot of a quantum that lies in `slots`: the number of edges that are not behind it.
    @inline(__always)
    private static func slot(of quantum: UInt64, _ slots: Slots, _ edges: [UInt64]) -> Int {
        Bisection.first(in: slots.first..<slots.last) { edges[$0] > quantum }
    }

    private mutating func countPoint(_ point: QuantumPoint, _ columns: Slots, _ rows: Slots) {
        let column = Self.slot(of: UInt64(point.x), columns, columnEdges)
        let row = Self.slot(of: UInt64(point.y), rows, rowEdges)
        counts[row * stride + column] += 1
    }

    /// Counts points around at most three edges along each axis.
    private mutating func countPoints(_ indices: Range<Int>, _ columns: Slots, _ rows: Slots) {
        let mask = MortonCode.columnMask
        let columnBits = Self.bits(of: columns, columnEdges)
        let rowBits = Self.bits(of: rows, rowEdges)
        let start = rows.first * stride + columns.first
        for index in indices {
            let key = tree.keys[index]
            let (x, y) = (key & mask, key &>> 1 & mask)
            // A difference below zero has the sign of an edge behind the point.
            let column =
                3 &- ((x &- columnBits.0) &>> 63 &+ (x &- columnBits.1) &>> 63 &+ (x &- columnBits.2) &>> 63)
            let row = 3 &- ((y &- rowBits.0) &>> 63 &+ (y &- rowBits.1) &>> 63 &+ (y &- rowBits.2) &>> 63)
            counts[start &+ Int(row) &* stride &+ Int(column)] &+= 1
        }
    }

    /// The edges inside short slots as bits of codes; those that are missing lie behind everything.
    @inline(__always)
    private static func bits(of slots: Slots, _ edges: [UInt64]) -> (UInt64, UInt64, UInt64) {
        func bits(_ index: Int) -> UInt64 {
            index < slots.last ? MortonCode.columnBits(edges[index]) : 1 << 63
        }
        return (bits(slots.first), bits(slots.first + 1), bits(slots.first + 2))
    }

    /// Counts points around at most one edge along each axis. The bits of x, and those of y, order codes by themselves.
    ///
    /// The sign of a difference is the comparison: such loops run on several points at once.
    private mutating func scan(_ indices: Range<Int>, _ columns: Slots, _ rows: Slots) {
        let mask = MortonCode.columnMask
        let eastern = columns.isSingle ? 1 << 63 : MortonCode.columnBits(columnEdges[columns.first])
        let southern = rows.isSingle ? 1 << 63 : MortonCode.columnBits(rowEdges[rows.first])
        var (west, north, both) = (UInt64(0), UInt64(0), UInt64(0))
        tree.keys.withUnsafeBufferPointer { keys in
            for index in indices {
                let isWest = (keys[index] & mask) &- eastern
                let isNorth = (keys[index] &>> 1 & mask) &- southern
                west &+= isWest &>> 63
                north &+= isNorth &>> 63
                both &+= (isWest & isNorth) &>> 63
            }
        }
        let start = rows.first * stride + columns.first
        counts[start] += UInt32(both)
        if !columns.isSingle { counts[start + 1] += UInt32(north - both) }
        if !rows.isSingle { counts[start + stride] += UInt32(west - both) }
        if !columns.isSingle, !rows.isSingle {
            counts[start + stride + 1] += UInt32(UInt64(indices.count) + both - west - north)
        }
    }
}
