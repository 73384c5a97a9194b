/// Puts the edges of a ring where they meet the globe, -180°…180°: a ring that goes over 180° lies there twice.
///
/// Of what lies wholly east nothing matters; of what lies wholly west only how often it is passed.
struct RingPlacer {
    /// By how many turns the ring may be moved.
    private let turns: ClosedRange<Int64>?

    private static let half = LongitudeStep.turn / 2
    /// Edges are cut here, at a whole unit of latitude: farther columns do not fit 32 bits.
    private static let farthest: Int64 = 2_140_000_000

    /// A ring between two columns in 1e-7°.
    init(west: Int64, east: Int64) {
        let range = Self.turns(west: west, east: east)
        turns = range.first <= range.last ? range.first...range.last : nil
    }

    /// The turns that bring something onto the globe; the first is greater than the last where none does.
    @inline(__always)
    private static func turns(west: Int64, east: Int64) -> (first: Int64, last: Int64) {
        (-floor(half + east), floor(half - west))
    }

    /// Whole turns in a number of units, rounded down.
    @inline(__always)
    private static func floor(_ units: Int64) -> Int64 {
        let turns = units / LongitudeStep.turn
        return units < turns * LongitudeStep.turn ? turns - 1 : turns
    }

    /// Calls `body` with the edges that one edge of the ring becomes.
    @inline(__always)
    func add(_ x1: Int64, _ y1: Int32, _ x2: Int64, _ y2: Int32, _ body: (AreaEdge) -> Void) {
        guard let turns, y1 != y2 || x1 != x2 else { return }
        if turns == 0...0, Swift.max(x1, x2) <= Self.half, Swift.min(x1, x2) >= -Self.half {
            return body(
                AreaEdge(from: Int32(truncatingIfNeeded: x1), y1, to: Int32(truncatingIfNeeded: x2), y2))
        }
        let range = Self.turns(west: Swift.min(x1, x2), east: Swift.max(x1, x2))
        let first = Swift.max(range.first, turns.lowerBound)
        for turn in first..<Swift.max(Swift.min(range.last, turns.upperBound) + 1, first) {
            let shift = turn * LongitudeStep.turn
            Self.add(x1 + shift, y1, x2 + shift, y2, body)
        }
        // At an even number of places in the west it changes nothing.
        if (first - turns.lowerBound) & 1 == 1 { Self.addBeyond(y1, y2, body) }
    }

    /// An edge with its ends no farther away than fits; both of its neighbours cut it alike.
    private static func add(_ x1: Int64, _ y1: Int32, _ x2: Int64, _ y2: Int32, _ body: (AreaEdge) -> Void) {
        func end(_ x: Int64, _ y: Int32, _ otherX: Int64, _ otherY: Int32) -> (x: Int32, y: Int32) {
            let limit = Swift.min(Swift.max(x, -farthest), farthest)
            if limit == x { return (Int32(limit), y) }
            let share = Double(limit - x) / Double(otherX - x)
            return (Int32(limit), y + Int32((share * (Double(otherY) - Double(y))).rounded()))
        }
        let start = end(x1, y1, x2, y2)
        let stop = end(x2, y2, x1, y1)
        body(AreaEdge(from: start.x, start.y, to: stop.x, stop.y))
        if x1 < -farthest { addBeyond(y1, start.y, body) }
        if x2 < -farthest { addBeyond(y2, stop.y, body) }
    }

    /// What is passed west of the globe.
    private static func addBeyond(_ y1: Int32, _ y2: Int32, _ body: (AreaEdge) -> Void) {
        let beyond = Int32(-half - 1)
        if y1 != y2 { body(AreaEdge(from: beyond, y1, to: beyond, y2)) }
    }
}
