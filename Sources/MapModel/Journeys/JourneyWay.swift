/// How far it is along the points of a journey, on the ellipsoid, as recorded; it never goes back.
public struct JourneyWay: Sendable {
    /// Metres to the first point of each block.
    private var blockStarts: [Double] = []
    /// Metres from there to each point.
    private var offsets: [Float] = []
    /// Metres to the last point.
    public private(set) var meters = 0.0

    init() {}

    mutating func reserveCapacity(_ count: Int) { offsets.reserveCapacity(count) }

    /// Adds a point so many metres after the last one.
    @inline(__always)
    mutating func append(step: Double) {
        meters += step
        if offsets.count & (JourneyBlocks.size - 1) == 0 { blockStarts.append(meters) }
        offsets.append(Self.roundedDown(meters - blockStarts[blockStarts.count - 1]))
    }

    /// Rounded to the nearest, a way would go back where a step is shorter than the rounding.
    @inline(__always)
    private static func roundedDown(_ meters: Double) -> Float {
        let nearest = Float(meters)
        return Double(nearest) > meters ? nearest.nextDown : nearest
    }

    /// Points.
    public var count: Int { offsets.count }
    /// Bytes that it occupies.
    public var byteCount: Int { offsets.count * 4 + blockStarts.count * 8 }

    /// Metres from the first point to another one.
    @inline(__always)
    public subscript(point: Int) -> Double {
        point + 1 == offsets.count
            ? meters : blockStarts[JourneyBlocks.block(of: point)] + Double(offsets[point])
    }

    /// The first point at `distance` or beyond it; the last point for more than there is.
    ///
    /// - Complexity: O(log n).
    public func firstPoint(at distance: Double) -> Int {
        Swift.min(Bisection.first(in: 0..<count) { self[$0] >= distance }, count - 1)
    }
}
