/// A point of the plane of a face: how much each of its corners weighs.
///
/// The gnomonic projection keeps straight lines, so the weighted sum of the corners is the direction on the
/// globe. Beyond an edge a weight is negative. The plane continues on the neighbouring face as if that were
/// unfolded, where the opposite corner is the mirror image of the third one: its weight is the same with the
/// other sign, and the corners of the edge take up the difference.
struct IcosahedronPoint {
    private var corners: SIMD4<UInt8>
    private var first: Int
    private var second: Int
    private var third: Int

    /// A point in steps from the middle of a face whose corners are `distance` steps away.
    @inline(__always)
    init(_ point: H3Point, corners: SIMD4<UInt8>, distance: Int) {
        self.corners = corners
        first = distance + 2 * point.a - point.b
        second = distance + 2 * point.b - point.a
        third = distance - point.a - point.b
    }

    /// Whether it lies on the face, its edges included.
    var isOnFace: Bool { first >= 0 && second >= 0 && third >= 0 }

    /// Whether it lies on the edge between the first and the second corner.
    var isOnFirstEdge: Bool { third == 0 }

    /// The direction on the globe, after leaving faces until the point lies on one.
    var direction: UnitVector {
        var point = self
        // Around a corner four faces can be left.
        for _ in 0..<6 where !point.isOnFace { point.leaveFace() }
        let corners = Icosahedron.corners
        return corners[Int(point.corners[0])] * Double(point.first)
            + corners[Int(point.corners[1])] * Double(point.second)
            + corners[Int(point.corners[2])] * Double(point.third)
    }

    /// Moves to the face beyond the edge whose opposite corner weighs least.
    private mutating func leaveFace() {
        let least = min(first, second, third)
        if least == third {
            let beyond = Icosahedron.third(corners[1], corners[0])
            (first, second, third) = (second + third, first + third, -third)
            corners = [corners[1], corners[0], beyond, 0]
        } else if least == second {
            let beyond = Icosahedron.third(corners[0], corners[2])
            (first, second, third) = (third + second, -second, first + second)
            corners = [corners[2], beyond, corners[0], 0]
        } else {
            let beyond = Icosahedron.third(corners[2], corners[1])
            (first, second, third) = (-first, third + first, second + first)
            corners = [beyond, corners[2], corners[1], 0]
        }
    }
}
