import CByteScan

/// A walk over the tree that counts points between edges, without looking at those of a node inside a box.
///
/// Boxes are numbered by slots: slot 0 lies before the first edge, slot n + 1 behind the last one.
struct DensityWalk {
    /// The slots that a node may touch along an axis, both ends included.
    private struct Slots {
        var first: Int
        var last: Int

        /// Edges that go through.
        @inline(__always) var edgeCount: Int { last - first }
        @inline(__always) var isSingle: Bool { first == last }
        @inline(__always) var isShort: Bool { edgeCount <= morton_line_limit }
        @inline(__always) var isNarrow: Bool { edgeCount <= 1 }
    }

    /// Up to so many points are looked up one by one, however many boxes there are.
    private static let sparseLimit = 4
    /// A node with a few edges is looked at point by point up to so many points: that costs less than to divide it. With at
    /// most one edge along each axis more pay.
    private static let scanLimit = 1024
    private static let narrowScanLimit = 4096
    /// Where no edge goes through a cell of the directory, it is known where the quarters of larger nodes begin.
    private static let alignedScanLimit = 32

    private let tree: QuadTree
    private let columnEdges: [UInt64]
    private let rowEdges: [UInt64]
    /// The edges as bits of codes.
    private let columnBits: [UInt64]
    private let rowBits: [UInt64]
    /// Whether all edges lie between cells of the directory, as they do at small whole zooms.
    private let isAligned: Bool
    private let stride: Int
    private var counts: [UInt32]

    /// - Parameters:
    ///   - columnEdges: quanta in ascending order, 0...2^32.
    ///   - rowEdges: the same from north to south.
    init(of tree: QuadTree, columnEdges: [UInt64], rowEdges: [UInt64]) {
        self.tree = tree
        self.columnEdges = columnEdges
        self.rowEdges = rowEdges
        columnBits = columnEdges.map { MortonCode.columnBits($0) }
        rowBits = rowEdges.map { MortonCode.columnBits($0) }
        let side = WorldWindow.worldSize >> UInt64(tree.directoryBits / 2)
        isAligned = (columnEdges + rowEdges).allSatisfy { $0 % side == 0 }
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
            let start = (y + 1) * stride + 1
            grid.add(counts[start..<start + columnEdges.count - 1], column: column, row: row + y)
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
        } else if columns.isShort, rows.isShort, count <= limit(of: node, columns, rows) {
            scan(node.indices, columns, rows)
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

    @inline(__always)
    private func limit(of node: QuadNode, _ columns: Slots, _ rows: Slots) -> Int {
        if isAligned, 2 * (node.depth + 1) <= tree.directoryBits { return Self.alignedScanLimit }
        return columns.isNarrow && rows.isNarrow ? Self.narrowScanLimit : Self.scanLimit
    }

    /// Counts points around a few edges along each axis.
    private mutating func scan(_ indices: Range<Int>, _ columns: Slots, _ rows: Slots) {
        tree.keys.withUnsafeBufferPointer { keys in
            columnBits.withUnsafeBufferPointer { columnBits in
                rowBits.withUnsafeBufferPointer { rowBits in
                    counts.withUnsafeMutableBufferPointer { counts in
                        guard let keys = keys.baseAddress, let columnBits = columnBits.baseAddress,
                            let rowBits = rowBits.baseAddress, let counts = counts.baseAddress
                        else { return }
                        morton_count_boxes(
                            keys + indices.lowerBound, indices.count, columnBits + columns.first,
                            columns.edgeCount,
                            rowBits + rows.first, rows.edgeCount,
                            counts + rows.first * stride + columns.first, stride)
                    }
                }
            }
        }
    }
}
