/// A point of the world plane: Web Mercator on the unit square.
///
/// x grows eastwards from 0 at 180° W to 1 at 180° E, y grows **southwards** from 0 at 85.0511° N to 1 at 85.0511° S.
public struct WorldPoint: Hashable, Sendable {
    /// The fraction of the world from 180° W eastwards.
    public var x: Double
    /// The fraction of the Mercator square from its northern edge southwards.
    public var y: Double

    /// The point at two fractions of the world, which may lie outside the unit square.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The same point with x in 0..<1.
    public var wrapped: WorldPoint {
        let turned = x - x.rounded(.down)
        return WorldPoint(x: turned < 1 ? turned : 0, y: y)
    }
}
