/// Frozen lines and areas of rows: which of them a window holds, and their edges as a view shows them.
///
/// Shapes lie in memory in the order of the Z curve, so that those of a view are near each other, and are cut into
/// runs of 64 edges with boxes of their own: of a continent only the stretch in view is looked at, and a run that
/// falls on one dot is one edge. That makes coarser copies for small zooms unnecessary.
public struct ShapeIndex: Sendable, Hashable {
    let records: [ShapeRecord]
    let runs: [ShapeRun]
    let vertices: [QuantumPoint]
    /// Vertices beyond the Mercator square, ascending.
    let polarVertices: [PolarVertex]
    let tree: BoxTree
    /// The numbers of the shapes in the order of their rows.
    private let byRow: [UInt32]

    /// A shape by its number, 0..<count.
    public struct Shape: Sendable, Hashable {
        /// The row whose shape it is.
        public let row: UInt32
        /// `.area` when it has rings, otherwise `.line`.
        public let kind: GeometrySketch.Kind
        /// What all of its lines and rings cover.
        public let box: ShapeBox
    }

    /// An index without shapes.
    public init() { self.init(ShapeBuffer()) }

    /// An index of the shapes in `buffer`.
    ///
    /// - Complexity: O(n).
    public init(_ buffer: consuming ShapeBuffer) {
        let order = BoxTree.order(of: buffer.records.map(\.box))
        let packed = PackedShapes(buffer, order: order)
        records = packed.records
        runs = packed.runs
        vertices = packed.vertices
        polarVertices = packed.polarVertices
        tree = BoxTree(records.map(\.box))
        byRow = order.inverted
    }

    /// The shapes of several indices together, with `rowOffset` added to the rows of each.
    ///
    /// - Parameter parts: indices whose rows are different ones; of those with `rows` only the shapes of these.
    /// - Complexity: O(n log n).
    public init(joining parts: [(shapes: ShapeIndex, rows: RowSet?, rowOffset: UInt32)]) {
        let chosen = parts.enumerated().flatMap { number, part in
            part.shapes.records.indices
                .filter { part.rows?.contains(part.shapes.records[$0].row) ?? true }
                .map { (part: number, shape: $0) }
        }
        let order = BoxTree.order(of: chosen.map { parts[$0.part].shapes.records[$0.shape].box })
        var packed = PackedShapes()
        for number in order {
            let (part, shape) = chosen[Int(number)]
            let shapes = parts[part].shapes
            packed.append(
                shape, of: shapes.records, shapes.runs, shapes.vertices, shapes.polarVertices,
                rowOffset: parts[part].rowOffset)
        }
        self.init(
            records: packed.records, runs: packed.runs, vertices: packed.vertices,
            polarVertices: packed.polarVertices)
    }

    /// The shapes of some rows, numbered from the first of these.
    ///
    /// - Complexity: O(n log n); O(1) for all rows from 0 on.
    public init(_ shapes: ShapeIndex, rows: Range<UInt32>) {
        if rows.lowerBound == 0, shapes.records.allSatisfy({ $0.row < rows.upperBound }) {
            self = shapes
        } else {
            let chosen = RowSet(capacity: Int(rows.upperBound)) { rows.contains(UInt32($0)) }
            self.init(joining: [(shapes, chosen, 0 &- rows.lowerBound)])
        }
    }

    /// An index of shapes in packing order.
    ///
    /// - Complexity: O(n).
    init(
        records: [ShapeRecord], runs: [ShapeRun], vertices: [QuantumPoint], polarVertices: [PolarVertex]
    ) {
        self.records = records
        self.runs = runs
        self.vertices = vertices
        self.polarVertices = polarVertices
        tree = BoxTree(records.map(\.box))
        var keys = records.map { UInt64($0.row) }
        var numbers = records.indices.map { UInt32($0) }
        byRow = RadixSort.sorted(keys: &keys, rows: &numbers).rows
    }

    /// Shapes, one for each row that has lines or areas.
    public var count: Int { records.count }
    /// Whether there are no shapes.
    public var isEmpty: Bool { records.isEmpty }
    /// Vertices of all shapes, each 8 bytes.
    public var vertexCount: Int { vertices.count }

    /// Bytes that the index occupies.
    public var byteCount: Int {
        records.count * MemoryLayout<ShapeRecord>.stride + runs.count * MemoryLayout<ShapeRun>.stride
            + vertices.count * MemoryLayout<QuantumPoint>.stride + byRow.count * 4 + polarVertices.count * 8
            + tree.byteCount
    }

    /// The shape with a number.
    public subscript(shape: Int) -> Shape {
        let record = records[shape]
        return Shape(row: record.row, kind: record.kind, box: record.box)
    }

    /// The number of the shape of `row`; nil when it has none.
    ///
    /// - Complexity: O(log n).
    public func shape(of row: UInt32) -> Int? {
        let place = Bisection.first(in: byRow.indices) { records[Int(byRow[$0])].row >= row }
        guard place < byRow.count, records[Int(byRow[place])].row == row else { return nil }
        return Int(byRow[place])
    }

    /// The runs of a shape.
    func runs(of shape: Int) -> Range<Int> {
        let end = shape + 1 < records.count ? Int(records[shape + 1].firstRun) : runs.count
        return Int(records[shape].firstRun)..<end
    }

    /// The vertices of a run, the first one of the run after it among them when that continues it.
    @inline(__always)
    func vertices(of run: Int) -> Range<Int> {
        let start = Int(runs[run].start)
        guard run + 1 < runs.count else { return start..<vertices.count }
        let next = runs[run + 1]
        return start..<Int(next.start) + (next.flags.contains(.continues) ? 1 : 0)
    }

    /// Calls `body` with the number of each shape whose box meets `window` and has a side longer than `extent`
    /// quanta.
    ///
    /// - Complexity: O(log n + k) for k shapes near the window, of shapes that lie as those of maps do.
    public func visit(in window: WorldWindow, largerThan extent: UInt32 = 0, _ body: (Int) -> Void) {
        tree.visitRanges(in: window, largerThan: extent, count: records.count) { range in
            for shape in range {
                let box = records[shape].box
                if box.extent >= extent, box.meets(window) { body(shape) }
            }
        }
    }
}

/// The shapes of a buffer in another order.
private struct PackedShapes {
    private(set) var records: [ShapeRecord] = []
    private(set) var runs: [ShapeRun] = []
    private(set) var vertices: [QuantumPoint] = []
    private(set) var polarVertices: [PolarVertex] = []

    init() {}

    init(_ buffer: ShapeBuffer, order: [UInt32]) {
        records.reserveCapacity(buffer.records.count)
        runs.reserveCapacity(buffer.runs.count)
        vertices.reserveCapacity(buffer.vertices.count)
        for number in order {
            append(Int(number), of: buffer.records, buffer.runs, buffer.vertices, buffer.polarVertices)
        }
    }

    mutating func append(
        _ shape: Int, of allRecords: [ShapeRecord], _ allRuns: [ShapeRun], _ allVertices: [QuantumPoint],
        _ allPolarVertices: [PolarVertex], rowOffset: UInt32 = 0
    ) {
        var record = allRecords[shape]
        let isLast = shape + 1 == allRecords.count
        let firstRun = Int(record.firstRun)
        let endRun = isLast ? allRuns.count : Int(allRecords[shape + 1].firstRun)
        let firstVertex = Int(allRuns[firstRun].start)
        let endVertex = endRun == allRuns.count ? allVertices.count : Int(allRuns[endRun].start)
        record.firstRun = UInt32(runs.count)
        record.row &+= rowOffset
        records.append(record)
        for var run in allRuns[firstRun..<endRun] {
            run.start = run.start - UInt32(firstVertex) + UInt32(vertices.count)
            runs.append(run)
        }
        polarVertices.append(allPolarVertices, of: firstVertex..<endVertex, from: vertices.count)
        vertices.append(contentsOf: allVertices[firstVertex..<endVertex])
    }
}

extension [UInt32] {
    /// Of a permutation: the place of each number in it.
    fileprivate var inverted: [UInt32] {
        var places = [UInt32](repeating: 0, count: count)
        for (place, number) in enumerated() { places[Int(number)] = UInt32(place) }
        return places
    }
}
