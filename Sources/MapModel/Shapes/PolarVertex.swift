/// A vertex beyond the Mercator square, whose row does not give its latitude; those at a pole itself need none.
struct PolarVertex: Sendable, Hashable {
    /// Its number.
    var vertex: UInt32
    let latitudeE7: Int32

    /// Nil for a vertex whose latitude its row gives.
    init?(_ latitudeE7: Int32, vertex: Int) {
        guard latitudeE7.magnitude > LatitudeTable.limitE7.magnitude, latitudeE7.magnitude < 900_000_000
        else {
            return nil
        }
        (self.vertex, self.latitudeE7) = (UInt32(truncatingIfNeeded: vertex), latitudeE7)
    }
}

extension [PolarVertex] {
    /// The latitude of a vertex in a row.
    func latitudeE7(ofVertex vertex: Int, row: UInt32) -> Int32 {
        guard row == LatitudeTable.firstRow || row == LatitudeTable.lastRow else {
            return LatitudeTable.shared.latitudeE7(row: row)
        }
        let place = Bisection.first(in: indices) { self[$0].vertex >= vertex }
        if place < count, self[place].vertex == vertex { return self[place].latitudeE7 }
        return row == LatitudeTable.firstRow ? 900_000_000 : -900_000_000
    }

    /// Adds those of `other` that belong to `vertices`, whose numbers begin at `start` from now on.
    mutating func append(_ other: [PolarVertex], of vertices: Range<Int>, from start: Int) {
        let first = Bisection.first(in: other.indices) { other[$0].vertex >= vertices.lowerBound }
        for var vertex in other[first...].prefix(while: { $0.vertex < vertices.upperBound }) {
            vertex.vertex = UInt32(Int(vertex.vertex) - vertices.lowerBound + start)
            append(vertex)
        }
    }
}
