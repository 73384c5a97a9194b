/// Lines and areas of rows before they are indexed, appended as rows are read.
///
/// It holds only what is drawn as a line or an area: rows that are points are in a `PointBuffer` alone.
/// Vertices are quanta of 8 bytes; a row costs 28 bytes more, and 24 for each 64 edges. Rings are closed, edges go
/// the shorter way around the globe, and what lies beyond the Mercator square is
/// moved to its edge; only areas in which points are counted know where it was.
public struct ShapeBuffer: Sendable, Hashable {
    /// Vertices are numbered in 32 bits; rows that no longer fit are left out.
    static let maximumVertices = Int(UInt32.max)

    private(set) var records: [ShapeRecord] = []
    private(set) var runs: [ShapeRun] = []
    private(set) var vertices: [QuantumPoint] = []
    /// Vertices beyond the Mercator square, ascending.
    private(set) var polarVertices: [PolarVertex] = []

    /// A buffer without shapes.
    public init() {}

    /// Shapes, one for each row that has lines or areas.
    public var count: Int { records.count }
    /// Whether there are no shapes.
    public var isEmpty: Bool { records.isEmpty }
    /// Vertices of all shapes, at most 2³² - 1.
    public var vertexCount: Int { vertices.count }

    /// Adds the lines and areas of `sketch` as the shape of `row`; rows must ascend. Points in it are
    /// ignored.
    public mutating func append(_ sketch: GeometrySketch, row: UInt32) {
        precondition(records.last.map { $0.row < row } ?? true, "rows must ascend")
        guard let kind = sketch.kind, kind > .point else { return }
        var writer = ShapeWriter()
        for (index, part) in sketch.parts.enumerated() {
            switch part.kind {
            case .point: break
            case .line: writer.addLine(sketch.vertices[sketch.range(of: index)])
            case .area: writer.addRing(sketch.vertices[sketch.range(of: index)], isHole: part.isHole)
            }
        }
        guard let box = writer.box, vertices.count + writer.vertices.count <= Self.maximumVertices else {
            return
        }
        records.append(ShapeRecord(row: row, firstRun: UInt32(runs.count), kind: kind, box: box))
        runs.append(contentsOf: writer.placedRuns(firstVertex: vertices.count))
        polarVertices.append(
            writer.polarVertices, of: writer.vertices.indices, from: vertices.count)
        vertices.append(contentsOf: writer.vertices)
    }

    /// Adds the shapes of another buffer with `rowOffset` added to their rows, which must be greater than
    /// those in this one.
    public mutating func append(contentsOf other: ShapeBuffer, rowOffset: UInt32 = 0) {
        guard let first = other.records.first, let greatest = other.records.last else { return }
        precondition(!greatest.row.addingReportingOverflow(rowOffset).overflow, "rows must fit in 32 bits")
        precondition(records.last.map { $0.row < first.row + rowOffset } ?? true, "rows must ascend")
        guard vertices.count + other.vertices.count <= Self.maximumVertices else { return }
        let firstRun = UInt32(runs.count)
        let firstVertex = UInt32(vertices.count)
        for var record in other.records {
            record.row += rowOffset
            record.firstRun += firstRun
            records.append(record)
        }
        for var run in other.runs {
            run.start += firstVertex
            runs.append(run)
        }
        polarVertices.append(other.polarVertices, of: other.vertices.indices, from: vertices.count)
        vertices.append(contentsOf: other.vertices)
    }

    /// The shapes of some rows under other numbers.
    ///
    /// - Parameter wanted: the rows by their new numbers, ascending.
    public func renumbered(_ wanted: [UInt32]) -> ShapeBuffer {
        var buffer = ShapeBuffer()
        for (number, record) in records.enumerated() {
            let place = Bisection.first(in: wanted.indices) { wanted[$0] >= record.row }
            guard place < wanted.count, wanted[place] == record.row else { continue }
            let isLast = number + 1 == records.count
            let end = isLast ? runs.count : Int(records[number + 1].firstRun)
            let own = Int(record.firstRun)..<end
            let first = Int(runs[own.lowerBound].start)
            let last = end < runs.count ? Int(runs[end].start) : vertices.count
            var moved = record
            (moved.row, moved.firstRun) = (UInt32(place), UInt32(buffer.runs.count))
            buffer.records.append(moved)
            let start = buffer.vertices.count
            for var run in runs[own] {
                run.start = UInt32(Int(run.start) - first + start)
                buffer.runs.append(run)
            }
            buffer.polarVertices.append(polarVertices, of: first..<last, from: start)
            buffer.vertices.append(contentsOf: vertices[first..<last])
        }
        return buffer
    }
}
