/// A stay at one place.
public struct JourneyStop: Hashable, Sendable {
    /// From the first to the last point of the stay.
    public let points: ClosedRange<Int>
    /// The middle of its points.
    public let place: Coordinate
    /// Points of the stay, without strays.
    public let pointCount: Int
    /// When it begins, in milliseconds since 1970-01-01T00:00:00Z.
    public let start: Int64
    /// When it ends.
    public let end: Int64

    /// How long it lasts, by a clock that never goes back.
    public let milliseconds: Int64

    /// The same in seconds.
    public var seconds: Double { Double(milliseconds) / 1000 }
}
