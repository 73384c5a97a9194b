/// A point of a `QuadTree` and how far it is.
public struct Neighbor: Hashable, Sendable {
    public let position: Int
    /// Along the great circle.
    public let distanceMeters: Double

    public init(position: Int, distanceMeters: Double) {
        self.position = position
        self.distanceMeters = distanceMeters
    }
}
