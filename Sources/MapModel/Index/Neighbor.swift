/// A point of a `QuadTree` and how far it is.
public struct Neighbor: Hashable, Sendable {
    /// The point's position in the tree, 0..<count.
    public let position: Int
    /// Along the great circle.
    public let distanceMeters: Double

    /// A neighbour at a distance that is known, in metres.
    public init(position: Int, distanceMeters: Double) {
        self.position = position
        self.distanceMeters = distanceMeters
    }
}
