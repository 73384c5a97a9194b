/// A place on the way of a journey: a point, or between it and the next one.
public struct JourneyPosition: Hashable, Comparable, Sendable {
    /// The point at or before it.
    public let point: Int
    /// How much of the step to the next point lies before it, 0..<1.
    public let fraction: Double

    /// A position at or after a point.
    public init(point: Int, fraction: Double = 0) {
        (self.point, self.fraction) = (point, fraction)
    }

    /// The first point at it or after it.
    public var nextPoint: Int { fraction > 0 ? point + 1 : point }

    /// Orders along the way.
    public static func < (left: Self, right: Self) -> Bool {
        (left.point, left.fraction) < (right.point, right.fraction)
    }
}
