import CByteScan

/// The slots that a node may touch along an axis, both ends included.
struct DensitySlots {
    var first: Int
    var last: Int

    /// Edges that go through.
    @inline(__always) var edgeCount: Int { last - first }
    @inline(__always) var isSingle: Bool { first == last }
    @inline(__always) var isShort: Bool { edgeCount <= morton_line_limit }
    @inline(__always) var isNarrow: Bool { edgeCount <= 1 }
}

/// A node and the slots that it may touch.
struct DensityShare {
    let node: QuadNode
    let columns: DensitySlots
    let rows: DensitySlots

    @inline(__always) var isInOneBox: Bool { columns.isSingle && rows.isSingle }

    /// Points that may have to be read.
    var weight: Int { isInOneBox ? 0 : node.indices.count }
}

/// The descent of a `DensityWalk`, which lends it all memory.
struct DensityCounter {
    /// Up to so many points are looked up one by one, however many boxes there are.
    private static let sparseLimit = 4
    /// A node with a few edges is looked at point by point up to so many points: that costs less than to divide it. With at
    /// most one edge along each axis more pay.
    private static let scanLimit = 1024
    private static let narrowScanLimit = 8192
    /// Where no edge goes through a cell of the directory, it is known where the quarters of larger nodes begin.
    private static let alignedScanLimit = 32

    private let finder: QuarterFinder
    private let columns: DensityEdges.Pointers
    private let rows: DensityEdges.Pointers
    private let counts: UnsafeMutableBufferPointer<UInt32>
    private let stride: Int
    /// Whether all edges lie between cells of the directory, as they do at small whole zooms.
    private let isAligned: Bool

    /// - Parameter counts: one for each slot of a row, row by row.
    init(
        finder: QuarterFinder, columns: DensityEdges.Pointers, rows: DensityEdges.Pointers,
        counts: UnsafeMutableBufferPointer<UInt32>
    ) {
        self.finder = finder
        self.columns = columns
        self.rows = rows
        self.counts = counts
        stride = columns.quanta.count + 1
        let side = WorldWindow.worldSize >> UInt64(finder.directoryBits / 2)
        isAligned = columns.quanta.allSatisfy { $0 % side == 0 } && rows.quanta.allSatisfy { $0 % side == 0 }
    }

    /// All points, and the slots of all quanta: no edge at the ends of the world goes through it.
    var world: DensityShare {
        func slots(_ edges: UnsafeBufferPointer<UInt64>) -> DensitySlots {
            DensitySlots(
                first: edges.firstIndex { $0 > 0 } ?? edges.count,
                last: edges.firstIndex { $0 >= WorldWindow.worldSize } ?? edges.count)
        }
        return DensityShare(
            node: QuadNode(depth: 0, west: 0, north: 0, key: 0, indices: finder.keys.indices),
            columns: slots(columns.quanta), rows: slots(rows.quanta))
    }

    /// Whether some of the slots are boxes.
    @inline(__always)
    func isInside(_ share: DensityShare) -> Bool {
        share.columns.last > 0 && share.columns.first < columns.quanta.count && share.rows.last > 0
            && share.rows.first < rows.quanta.count
    }

    /// Counts the points of a share.
    func count(_ share: DensityShare) {
        guard isInside(share) else { return }
        let indices = share.node.indices
        if share.isInOneBox {
            counts[share.rows.first * stride + share.columns.first] += UInt32(indices.count)
        } else if share.columns.isShort, share.rows.isShort, indices.count <= scanLimit(of: share) {
            scan(share)
        } else if indices.count <= Self.sparseLimit {
            for index in indices { countPoint(at: index, of: share) }
        } else {
            divide(share) { count($0) }
        }
    }

    /// Counts those points of a share that are in a set.
    func count(_ share: DensityShare, only points: PointSet) {
        guard isInside(share) else { return }
        let indices = share.node.indices
        let count = points.count(in: indices)
        if count == 0 { return }
        if share.isInOneBox {
            counts[share.rows.first * stride + share.columns.first] += UInt32(count)
        } else if indices.count <= QuadTree.looseLimit {
            for index in indices where points.contains(index) { countPoint(at: index, of: share) }
        } else {
            divide(share) { self.count($0, only: points) }
        }
    }

    /// Gives `body` the quarters of a share that hold points.
    @inline(__always)
    func divide(_ share: DensityShare, _ body: (DensityShare) -> Void) {
        let node = share.node
        let starts = finder.quarterStarts(of: node)
        let half = node.side / 2
        let (west, east) = Self.halves(of: share.columns, at: node.west + half, columns.quanta)
        let (north, south) = Self.halves(of: share.rows, at: node.north + half, rows.quanta)
        for quarter in 0..<4 where starts[quarter] < starts[quarter + 1] {
            body(
                DensityShare(
                    node: node.quarter(quarter, indices: starts[quarter]..<starts[quarter + 1]),
                    columns: quarter & 1 == 0 ? west : east, rows: quarter >> 1 == 0 ? north : south))
        }
    }

    /// The slots before and from `middle` on.
    @inline(__always)
    private static func halves(
        of slots: DensitySlots, at middle: UInt64, _ edges: UnsafeBufferPointer<UInt64>
    ) -> (DensitySlots, DensitySlots) {
        if slots.isSingle { return (slots, slots) }
        let last = Bisection.first(in: slots.first..<slots.last) { edges[$0] >= middle }
        let first = last < slots.last && edges[last] == middle ? slot(of: middle, slots, edges) : last
        return (DensitySlots(first: slots.first, last: last), DensitySlots(first: first, last: slots.last))
    }

    /// The slot of a quantum that lies in `slots`: the number of edges that are not behind it.
    @inline(__always)
    private static func slot(
        of quantum: UInt64, _ slots: DensitySlots, _ edges: UnsafeBufferPointer<UInt64>
    ) -> Int {
        Bisection.first(in: slots.first..<slots.last) { edges[$0] > quantum }
    }

    private func countPoint(at index: Int, of share: DensityShare) {
        let point = MortonCode.point(of: finder.keys[index])
        let column = Self.slot(of: UInt64(point.x), share.columns, columns.quanta)
        let row = Self.slot(of: UInt64(point.y), share.rows, rows.quanta)
        counts[row * stride + column] += 1
    }

    @inline(__always)
    private func scanLimit(of share: DensityShare) -> Int {
        if isAligned, 2 * (share.node.depth + 1) <= finder.directoryBits { return Self.alignedScanLimit }
        return share.columns.isNarrow && share.rows.isNarrow ? Self.narrowScanLimit : Self.scanLimit
    }

    /// Counts points around a few edges along each axis.
    private func scan(_ share: DensityShare) {
        guard let keys = finder.keys.baseAddress, let columnBits = columns.bits.baseAddress,
            let rowBits = rows.bits.baseAddress, let counts = counts.baseAddress
        else { return }
        morton_count_boxes(
            keys + share.node.indices.lowerBound, share.node.indices.count,
            columnBits + share.columns.first, share.columns.edgeCount,
            rowBits + share.rows.first, share.rows.edgeCount,
            counts + share.rows.first * stride + share.columns.first, stride)
    }
}
