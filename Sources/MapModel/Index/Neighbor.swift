/// A point of a `QuadTree` and how far it is.
public struct Neighbor: Hashable, Sendable {
    /// The point's index in the tree, 0..<count.
    public let index: Int
    /// Along the great circle.
    public let distanceMeters: Double
}
