import CByteScan

/// Whether the sides of a ring cross, on the sphere.
public enum RingCrossing {
    /// Whether two sides that are no neighbours cross; touching is no crossing.
    ///
    /// - Complexity: O(n²).
    public static func crosses(_ ring: [Coordinate]) -> Bool {
        let corners = ring.map(Vector.init)
        let count = corners.count
        guard count > 3 else { return false }
        let normals = (0..<count).map { corners[$0].cross(corners[($0 + 1) % count]) }
        for first in 0..<(count - 2) {
            let (start, end) = (corners[first], corners[first + 1])
            for second in (first + 2)..<count where !(first == 0 && second == count - 1) {
                let (from, to) = (corners[second], corners[(second + 1) % count])
                let sides = normals[first].dot(from) * normals[first].dot(to)
                let others = normals[second].dot(start) * normals[second].dot(end)
                guard sides < 0, others < 0 else { continue }
                // The circles meet at two opposite places: both sides must hold the same one.
                let place = normals[first].cross(normals[second])
                if place.dot(start + end) * place.dot(from + to) > 0 { return true }
            }
        }
        return false
    }

    private struct Vector {
        let x, y, z: Double

        init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

        init(_ coordinate: Coordinate) {
            let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
            self.init(x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
        }

        func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

        func cross(_ other: Vector) -> Vector {
            Vector(
                x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
        }

        static func + (left: Vector, right: Vector) -> Vector {
            Vector(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
        }
    }
}
