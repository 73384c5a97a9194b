import MapModel
import RowValues

extension ShapeIndex {
    /// What the line or area of a row means: equal in either direction, and from any start of a ring; 0 for none.
    func meaning(ofRow row: UInt32) -> UInt64 {
        guard let shape = shape(of: row) else { return 0 }
        var meaning: UInt64 = 1
        // A sum does not depend on the order of the parts.
        for part in wholeParts(of: shape) {
            let kind: UInt64 = part.kind == .line ? 1 : part.isHole ? 2 : 3
            meaning &+= ValueMeaning.mixed(Self.meaning(of: part.vertices, isRing: part.kind == .area) ^ kind)
        }
        return meaning
    }

    private static func meaning(of vertices: [FixedCoordinate], isRing: Bool) -> UInt64 {
        let keys = vertices.map { vertex in
            ValueMeaning.mixed(
                UInt64(UInt32(bitPattern: vertex.latitudeE7)) << 32
                    | UInt64(UInt32(bitPattern: vertex.longitudeE7)))
        }
        // Edges, each the same both ways: their sum knows neither direction nor start.
        var sum = zip(keys, keys.dropFirst()).reduce(0) { sum, edge in
            sum &+ ValueMeaning.mixed(edge.0 &+ edge.1)
        }
        if !isRing { sum &+= ValueMeaning.mixed((keys.first ?? 0) &+ (keys.last ?? 0)) }
        return sum
    }
}
