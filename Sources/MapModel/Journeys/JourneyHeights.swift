/// The heights of the points of a journey in units of 0.1 mm, so that decimals come back as they were.
public struct JourneyHeights: Sendable, Hashable {
    private var units: [Int32] = []

    private static let unitsPerMeter = 10_000.0
    private static let none = Int32.min
    /// Below the deepest land and above the highest balloons are no heights.
    static let credible = -1_000.0...100_000.0

    init() {}

    /// Whether no point has a height.
    public var isEmpty: Bool { units.isEmpty }
    /// Points; 0 where none has a height.
    public var count: Int { units.count }
    /// Bytes that they occupy.
    public var byteCount: Int { units.count * 4 }

    /// Metres; nil where a point has no height.
    @inline(__always)
    public subscript(point: Int) -> Double? {
        guard point < units.count, units[point] != Self.none else { return nil }
        return Double(units[point]) / Self.unitsPerMeter
    }

    /// Whether a point has a height.
    @inline(__always)
    func isKnown(_ point: Int) -> Bool { point < units.count && units[point] != Self.none }

    /// Whether it is 0 exactly.
    func isZero(_ point: Int) -> Bool { units[point] == 0 }

    mutating func append(_ meters: Double?) {
        guard let meters, Self.credible.contains(meters) else { return units.append(Self.none) }
        units.append(Int32((meters * Self.unitsPerMeter).rounded()))
    }

    mutating func remove(_ points: Range<Int>) {
        for point in points { units[point] = Self.none }
    }

    mutating func reserveCapacity(_ count: Int) { units.reserveCapacity(count) }
}

extension JourneyHeights: PointValues {
    var pointCount: Int { count }

    @inline(__always)
    func value(at point: Int) -> Double {
        units[point] == Self.none ? .nan : Double(units[point]) / Self.unitsPerMeter
    }
}
