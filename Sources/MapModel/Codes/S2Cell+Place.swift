extension S2Cell {
    /// The cell of a level that contains a place.
    init(_ place: Coordinate, level: Int) {
        let vector = UnitVector(place)
        let (face, u, v) = Self.face(vector)
        let side = Double(1 << level)
        func step(_ u: Double) -> UInt64 {
            let s = u >= 0 ? 0.5 * (1 + 3 * u).squareRoot() : 1 - 0.5 * (1 - 3 * u).squareRoot()
            return UInt64(min(max((s * side).rounded(.down), 0), side - 1))
        }
        let (i, j) = (step(u), step(v))
        var isSwapped = UInt64(face & 1)
        var isFlipped: UInt64 = 0
        var number = UInt64(face)
        for bit in (0..<UInt64(level)).reversed() {
            var first = i >> bit & 1 ^ isFlipped
            var second = j >> bit & 1 ^ isFlipped
            if isSwapped == 1 { swap(&first, &second) }
            let quarter = first << 1 | (first ^ second)
            number = number << 2 | quarter
            isSwapped ^= quarter == 0 || quarter == 3 ? 1 : 0
            isFlipped ^= quarter == 3 ? 1 : 0
        }
        self.number = (number << 1 | 1) << UInt64(60 - 2 * level)
    }

    /// The face of the largest component, and where it is met.
    private static func face(_ vector: UnitVector) -> (face: Int, u: Double, v: Double) {
        let (x, y, z) = (vector.x, vector.y, vector.z)
        if abs(x) >= abs(y), abs(x) >= abs(z) {
            return x > 0 ? (0, y / x, z / x) : (3, z / x, y / x)
        }
        if abs(y) >= abs(z) {
            return y > 0 ? (1, -x / y, z / y) : (4, z / y, -x / y)
        }
        return z > 0 ? (2, -x / z, -y / z) : (5, -y / z, -x / z)
    }
}
