/// A ring of an area whose longitudes continue across 180°, so that it closes in a plane.
///
/// Edges go the shorter way around the globe. One from -180° to 180° is taken as once around where the ring closes
/// by it, as in a box of the whole world, else as no step. A ring around a pole is closed along that pole.
struct UnwrappedRing {
    struct Vertex: Equatable {
        /// 1e-7° east of Greenwich, beyond 180° too.
        var x: Int64
        var latitudeE7: Int32
    }

    /// The last is joined with the first, which it may equal.
    private(set) var vertices: [Vertex] = []
    private(set) var west: Int64 = 0
    private(set) var east: Int64 = 0

    init(_ ring: ArraySlice<FixedCoordinate>) {
        guard let first = ring.first, let last = ring.last else { return }
        vertices.reserveCapacity(ring.count + 3)
        let takesWholeTurns = Self.takesWholeTurns(ring)
        var x = Int64(first.longitudeE7)
        var previous = first
        for vertex in ring {
            x += Self.step(previous, vertex, takesWholeTurns)
            vertices.append(Vertex(x: x, latitudeE7: vertex.latitudeE7))
            previous = vertex
        }
        x += Self.step(last, first, takesWholeTurns)
        if x != vertices[0].x { close(at: x, latitudeE7: first.latitudeE7) }
        (west, east) = vertices.reduce((x, x)) { (Swift.min($0.0, $1.x), Swift.max($0.1, $1.x)) }
    }

    /// A ring whose longitudes continue across 180° already.
    init(unwrapped vertices: [Vertex]) {
        self.vertices = vertices
        west = vertices.map(\.x).min() ?? 0
        east = vertices.map(\.x).max() ?? 0
    }

    /// Moves it by whole turns to be nearest to `x`.
    mutating func move(near x: Int64) {
        let middle = west + (east - west) / 2
        let turns = (Double(x - middle) / Double(LongitudeStep.turn)).rounded()
        let offset = Int64(turns) * LongitudeStep.turn
        guard offset != 0 else { return }
        for index in vertices.indices { vertices[index].x += offset }
        west += offset
        east += offset
    }

    @inline(__always)
    private static func step(
        _ start: FixedCoordinate, _ end: FixedCoordinate, _ takesWholeTurns: Bool
    ) -> Int64 {
        if takesWholeTurns, LongitudeStep.isAmbiguous(from: start.longitudeE7, to: end.longitudeE7) {
            return Int64(end.longitudeE7) - Int64(start.longitudeE7)
        }
        return LongitudeStep.shorter(from: start.longitudeE7, to: end.longitudeE7)
    }

    /// Whether there are steps from one side of 180° to the other, and the ring closes when they go once around.
    private static func takesWholeTurns(_ ring: ArraySlice<FixedCoordinate>) -> Bool {
        guard var previous = ring.last else { return false }
        var isAmbiguous = false
        var sum: Int64 = 0
        for vertex in ring {
            isAmbiguous =
                isAmbiguous || LongitudeStep.isAmbiguous(from: previous.longitudeE7, to: vertex.longitudeE7)
            sum += step(previous, vertex, true)
            previous = vertex
        }
        return isAmbiguous && sum == 0
    }

    /// Goes on to the first vertex a turn away, to the pole on whose side most vertices lie, and back along it.
    private mutating func close(at x: Int64, latitudeE7: Int32) {
        let sum = vertices.reduce(Int64(0)) { $0 + Int64($1.latitudeE7) }
        let pole: Int32 = sum < 0 ? -900_000_000 : 900_000_000
        let start = vertices[0].x
        vertices.append(Vertex(x: x, latitudeE7: latitudeE7))
        vertices.append(Vertex(x: x, latitudeE7: pole))
        vertices.append(Vertex(x: start, latitudeE7: pole))
    }
}
