/// A point of a `QuadTree` and how far it is.
public struct Neighbor: Hashable, Sendable {
    /// The point's index in the tree, 0..<count.
    public let index: Int
    /// Along the great circle.
    public let distanceMeters: Double

    /// A neighbour at a distance that is known, in metres.
    public init(index: Int, distanceMeters: Double) {
        self.index = index
        self.distanceMeters = distanceMeters
    }
}
