/// Points on their way into an index: coordinates in units of 1e-7 degrees, and the row each came from.
public struct PointBuffer: Sendable {
    private struct Point {
        var latitudeE7: Int32
        var longitudeE7: Int32
        var row: UInt32
    }

    private var points: [Point] = []

    public init() {}

    public var count: Int { points.count }

    public mutating func append(latitudeE7: Int32, longitudeE7: Int32, row: UInt32) {
        points.append(Point(latitudeE7: latitudeE7, longitudeE7: longitudeE7, row: row))
    }
}
