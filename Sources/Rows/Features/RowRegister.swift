import MapModel

/// The places of rows that replace each other: a record whose id is known moves its row.
struct RowRegister: Sendable {
    /// The place of a row, or why it has none.
    enum Outcome {
        case place(FixedCoordinate)
        case skipped(SkippedRows.Reason)
    }

    /// Records that replaced earlier ones.
    private(set) var replacedCount = 0
    /// Records of each row.
    private(set) var heard: [UInt32] = []
    private var rows: [[UInt8]: UInt32] = [:]
    private var outcomes: [Outcome] = []
    private var sketches: [UInt32: GeometrySketch] = [:]

    /// The row of an id; nil when the id is new.
    func row(of id: [UInt8]) -> UInt32? { rows[id] }

    /// Adds the next row.
    mutating func append(_ outcome: Outcome, _ sketch: GeometrySketch?, id: [UInt8]?) {
        let row = UInt32(outcomes.count)
        if let id { rows[id] = row }
        outcomes.append(outcome)
        heard.append(id == nil ? 0 : 1)
        sketches[row] = sketch
    }

    /// Replaces the outcome of a row with that of its newest record; returns the earlier one.
    mutating func replace(_ row: UInt32, by outcome: Outcome, _ sketch: GeometrySketch?) -> Outcome {
        replacedCount += 1
        heard[Int(row)] &+= 1
        let earlier = outcomes[Int(row)]
        outcomes[Int(row)] = outcome
        sketches[row] = sketch
        return earlier
    }

    /// The places of all rows that have one.
    var points: PointBuffer {
        var points = PointBuffer()
        for (row, outcome) in outcomes.enumerated() {
            if case .place(let place) = outcome { points.append(place, row: UInt32(row)) }
        }
        return points
    }

    /// The lines and areas.
    var shapes: ShapeBuffer {
        var shapes = ShapeBuffer()
        for (row, sketch) in sketches.sorted(by: { $0.key < $1.key }) { shapes.append(sketch, row: row) }
        return shapes
    }
}
