/// A closed box between two parallels and two meridians, in degrees.
///
/// `west > east` means that the box crosses the 180° meridian. A box of 360° or more is all longitudes.
/// 180° and -180° are one meridian: a box that ends at one contains the points at the other.
public struct GeoBounds: Hashable, Sendable {
    /// The southern parallel, -90...90 degrees.
    public var south: Double
    /// The western meridian, -180...180 degrees.
    public var west: Double
    /// The northern parallel, -90...90 degrees.
    public var north: Double
    /// The eastern meridian, -180...180 degrees; less than `west` when the box crosses 180°.
    public var east: Double

    /// A box of four numbers in degrees, which are not checked; `south` must not exceed `north`.
    public init(south: Double, west: Double, north: Double, east: Double) {
        self.south = south
        self.west = west
        self.north = north
        self.east = east
    }

    /// The whole globe.
    public static let world = GeoBounds(south: -90, west: -180, north: 90, east: 180)

    /// Degrees from the west edge eastwards to the east edge, 0...360.
    public var longitudeSpan: Double {
        let span = east - west
        return span >= 0 ? Swift.min(span, 360) : span + 360
    }

    /// Whether the box continues from 180° E to 180° W.
    public var crossesAntimeridian: Bool { west > east }

    /// The smallest box that contains both.
    public func union(_ other: GeoBounds) -> GeoBounds {
        let eastwards = GeoBounds(south: south, west: west, north: north, east: other.east)
        let westwards = GeoBounds(south: south, west: other.west, north: north, east: east)
        let candidates = [self, other, eastwards, westwards].filter { box in
            [west, east, other.west, other.east].allSatisfy { box.contains(longitude: $0) }
                && box.longitudeSpan >= Swift.max(longitudeSpan, other.longitudeSpan)
        }
        let best = candidates.min { $0.longitudeSpan < $1.longitudeSpan }
        return GeoBounds(
            south: Swift.min(south, other.south), west: best?.west ?? -180,
            north: Swift.max(north, other.north),
            east: best?.east ?? 180)
    }

    /// Whether `coordinate` lies inside or on an edge.
    public func contains(_ coordinate: Coordinate) -> Bool {
        guard coordinate.latitude >= south, coordinate.latitude <= north else { return false }
        return contains(longitude: coordinate.longitude)
    }

    /// Whether both have a point in common.
    public func meets(_ other: GeoBounds) -> Bool {
        guard south <= other.north, other.south <= north else { return false }
        return contains(longitude: other.west) || other.contains(longitude: west)
    }

    private func contains(longitude: Double) -> Bool {
        if longitudeSpan >= 360 { return true }
        if isBetweenEdges(longitude) { return true }
        return abs(longitude) == 180 && isBetweenEdges(-longitude)
    }

    private func isBetweenEdges(_ longitude: Double) -> Bool {
        crossesAntimeridian
            ? longitude >= west || longitude <= east
            : longitude >= west && longitude <= east
    }
}
