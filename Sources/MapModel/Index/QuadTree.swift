/// A frozen quad tree over the places of a layer: index, coordinates and clusters of every zoom in one.
///
/// Linear: points are sorted once along the Z curve, so that each cell of each depth is a range of *indices*,
/// its count a subtraction and its mean two subtractions of running sums. Nothing is stored per zoom.
/// Columns and rows of quanta are strictly monotone in the 1e-7° of the input, therefore coordinates are not stored
/// but read back from the keys, and a geographic box is exactly a window of quanta. Only points beyond
/// 85.0511° keep their latitude separately. 13 bytes a point, at most 1.5 for cells, and the directory of at most 4 MB.
/// After Gargantini, "An effective way to represent quadtrees", CACM 25, 1982.
public struct QuadTree: Sendable {
    /// Morton codes in ascending order.
    let keys: [UInt64]
    /// The input row at each index; rows ascend within equal keys.
    let rows: [UInt32]
    /// The sums of x and y over all indices below each multiple of `sumStep`.
    let sums: [SIMD2<UInt64>]
    /// The first index at or after each value of the top `directoryBits` bits of a key, and the count.
    let directory: [UInt32]
    let directoryBits: Int
    /// Cells of the upper depths.
    let blocks: CellBlocks
    /// Points beyond the Mercator square in order of index.
    let polarPoints: [PolarPoint]
    let lateBounds: LateBounds
    /// Gives the memory of keys and rows back; nil if nobody waits for it.
    let loan: TreeMemory.Loan?

    static let sumStep = 16

    /// A tree of the points in `buffer`, whose memory is freed on the way if this is the last reference to it.
    ///
    /// - Complexity: O(n), shared by the workers.
    public init(_ buffer: consuming PointBuffer, by workers: Workers = .alone) {
        let polarPoints = Self.sorted(buffer.polarPoints)
        self.init(sorted: buffer.takeSorted(by: workers), polarPoints: polarPoints, by: workers)
        // The view is fitted to them on the main loop.
        _ = bounds
    }

    /// The points of `tree` whose rows are in `kept`, if it is given, and in none of `hidden`, in the same order.
    ///
    /// - Complexity: O(n), without sorting, shared by the workers.
    public init(
        _ tree: QuadTree, keeping kept: RowSet? = nil, hiding hidden: [Range<UInt32>] = [],
        by workers: Workers = .alone
    ) {
        if kept == nil, hidden.isEmpty {
            self = tree
            return
        }
        let choice = RowChoice(kept: kept, hidden: hidden)
        self.init(
            sorted: tree.chosen(choice, by: workers),
            polarPoints: tree.polarPoints.filter { choice.holds($0.row) }, by: workers)
        _ = bounds
    }

    /// Some points of `tree`, in the same order.
    ///
    /// - Complexity: O(points of the tree / 64 + members), shared by the workers.
    public init(_ tree: QuadTree, keeping points: PointSet, by workers: Workers = .alone) {
        self.init(tree, keeping: points, in: nil, by: workers)
    }

    /// The same, in the memory of an earlier one.
    package init(
        _ tree: QuadTree, keeping points: PointSet, in memory: TreeMemory?, by workers: Workers = .alone
    ) {
        precondition(points.capacity == tree.count, "points of another tree")
        if points.count == tree.count {
            self = tree
            return
        }
        let workers = points.count < Self.fewestToShare ? .alone : workers
        var columns = TreeMemory.Columns()
        if let memory {
            columns = memory.columns(of: points.count, capacity: tree.count)
        } else {
            columns.resize(to: points.count, capacity: points.count)
        }
        tree.copy(points, to: &columns, by: workers)
        self.init(
            columns, polarPoints: tree.polarPoints.filter { points.contains(tree.index(of: $0)) },
            directory: tree.directory(of: points, bits: Self.directoryBits(for: points.count), by: workers),
            loan: memory.map { TreeMemory.Loan(columns, of: $0) }, by: workers)
    }

    private init(
        sorted: (keys: [UInt64], rows: [UInt32]), polarPoints: [PolarPoint], by workers: Workers
    ) {
        let (keys, rows) = sorted
        let directory = Self.directory(
            of: keys, bits: Self.directoryBits(for: keys.count), by: workers)
        let columns = TreeMemory.Columns(
            keys: keys, rows: rows, sums: Self.runningSums(of: keys, by: workers))
        self.init(columns, polarPoints: polarPoints, directory: directory, loan: nil, by: workers)
    }

    /// - Parameter loan: what gives the memory of the columns back.
    private init(
        _ columns: TreeMemory.Columns, polarPoints: [PolarPoint], directory: [UInt32],
        loan: TreeMemory.Loan?, by workers: Workers
    ) {
        (keys, rows, sums) = (columns.keys, columns.rows, columns.sums)
        self.polarPoints = polarPoints
        self.directory = directory
        directoryBits = Self.directoryBits(for: keys.count)
        blocks = CellBlocks(
            of: SortedKeys(keys: keys, sums: sums, directory: directory, directoryBits: directoryBits),
            bytesPerPoint: loan == nil ? CellBlocks.mostBytesPerPoint : CellBlocks.bytesPerBriefPoint,
            by: workers)
        lateBounds = LateBounds(by: workers)
        self.loan = loan
    }

    /// To start workers takes longer than to copy fewer points.
    private static let fewestToShare = 20_000

    /// The box that fits all points; nil without points. It goes the shorter way round, so it may cross 180°.
    ///
    /// - Complexity: O(n) for the first who asks about points that were taken from another tree, else O(1).
    public var bounds: GeoBounds? { lateBounds.box(of: self) }

    /// Points, equal ones counted each.
    public var count: Int { keys.count }
    /// Whether there are no points.
    public var isEmpty: Bool { keys.isEmpty }

    /// Bytes that the tree occupies.
    public var byteCount: Int {
        keys.count * 8 + rows.count * 4 + sums.count * 16 + directory.count * 4 + blocks.byteCount
            + polarPoints.count * MemoryLayout<PolarPoint>.stride
    }
}

// MARK: - One point

extension QuadTree {
    /// The input row of the point at a index, 0..<count.
    public func row(at index: Int) -> UInt32 { rows[index] }

    /// The place of the point at a index on the world plane, as windows see it.
    public func worldPoint(at index: Int) -> WorldPoint { quantum(at: index).worldPoint }

    /// The coordinate of the point at a index, exactly as it was appended, but 180° becomes -180°.
    public func coordinate(at index: Int) -> Coordinate { fixedCoordinate(at: index).coordinate }

    /// The coordinate in 1e-7° of the point at a index, exactly as it was appended, but 180° becomes -180°.
    public func fixedCoordinate(at index: Int) -> FixedCoordinate {
        let point = quantum(at: index)
        var coordinate = FixedCoordinate(point)
        if point.y == LatitudeTable.firstRow || point.y == LatitudeTable.lastRow {
            coordinate.latitudeE7 = polarLatitudeE7(key: keys[index], row: rows[index])
        }
        return coordinate
    }

    /// Where the point of `row` is, given the coordinate that the row has; nil when the tree does not hold it.
    ///
    /// - Complexity: O(log n), also among a million points at one place.
    public func index(ofRow row: UInt32, at coordinate: Coordinate) -> Int? {
        let key = MortonCode.code(of: QuantumPoint(FixedCoordinate(coordinate)))
        let start = firstIndex(notBelow: key)
        let end = key == .max ? count : firstIndex(notBelow: key + 1)
        let index = Bisection.first(in: start..<end) { rows[$0] >= row }
        return index < end && rows[index] == row ? index : nil
    }

    /// Where a point beyond the Mercator square is, which the tree holds.
    private func index(of point: PolarPoint) -> Int {
        let start = firstIndex(notBelow: point.key)
        return Bisection.first(in: start..<count) { (keys[$0], rows[$0]) >= (point.key, point.row) }
    }

    /// Where the point of `row` is; nil when the tree does not hold it.
    ///
    /// - Complexity: O(n): for rare operations, such as finding a selected row after a reload.
    public func place(ofRow row: UInt32) -> FixedCoordinate? {
        rows.firstIndex(of: row).map { fixedCoordinate(at: $0) }
    }

    /// The points of some rows, those of them that the tree holds.
    ///
    /// - Complexity: O(n).
    public func points(of rows: RowSet) -> PointSet {
        var points = PointSet(capacity: count)
        for index in self.rows.indices where rows.contains(self.rows[index]) { points.insert(index) }
        return points
    }

    /// The rows of some points, in a set with room for `capacity` rows or as many as it needs.
    ///
    /// - Complexity: O(capacity of the sets / 64 + members).
    public func rows(of points: PointSet, capacity: Int = 0) -> RowSet {
        rows(of: points, capacity: capacity, by: .alone)
    }

    /// The rows of some points, in a set with room for `capacity` rows or as many as it needs, shared by the workers.
    ///
    /// - Complexity: O(workers · capacity / 64 + members).
    public func rows(of points: PointSet, capacity: Int, by workers: Workers) -> RowSet {
        precondition(points.capacity == count, "points of another tree")
        // Rows are in no order here: each worker fills a set of its own.
        var parts = workers.shares(of: points.wordCount) { words in
            rows(ofWords: words, of: points, capacity: capacity)
        }
        if let last = parts.compactMap(\.last).max() {
            return rows(of: points, capacity: Int(last) + 1, by: workers)
        }
        var set = parts.removeFirst().set
        for part in parts { set.formUnion(part.set) }
        return set
    }

    /// The rows of the points in some words, and the last one that there was no room for.
    private func rows(
        ofWords range: Range<Int>, of points: PointSet, capacity: Int
    ) -> (set: RowSet, last: UInt32?) {
        rows.withUnsafeBufferPointer { rows in
            var set = RowSet(capacity: capacity)
            var last: UInt32?
            set.withWords { words in
                points.forEachMember(ofWords: range) { index in
                    let row = rows[index]
                    if Int(row) < capacity {
                        words[Int(row >> 6)] |= 1 << UInt64(row & 63)
                    } else {
                        last = Swift.max(last ?? row, row)
                    }
                }
            }
            return (set, last)
        }
    }

    @inline(__always)
    func quantum(at index: Int) -> QuantumPoint { MortonCode.point(of: keys[index]) }

    /// The first index whose key is not below `key`; `count` when there is none.
    func firstIndex(notBelow key: UInt64) -> Int {
        let slot = Int(key >> UInt64(64 - directoryBits))
        return firstIndex(notBelow: key, in: Int(directory[slot])..<Int(directory[slot + 1]))
    }

    /// The first index in `range` whose key is not below `key`; the end of the range when there is none.
    @inline(__always)
    func firstIndex(notBelow key: UInt64, in range: Range<Int>) -> Int {
        Bisection.first(in: range) { keys[$0] >= key }
    }

    private func polarLatitudeE7(key: UInt64, row: UInt32) -> Int32 {
        let polar = Bisection.first(in: polarPoints.indices) {
            (polarPoints[$0].key, polarPoints[$0].row) >= (key, row)
        }
        // Each point of a polar row is among them, unless a saved tree was tampered with.
        return polar < polarPoints.count ? polarPoints[polar].latitudeE7 : LatitudeTable.limitE7
    }
}
