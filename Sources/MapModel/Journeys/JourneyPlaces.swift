/// The places of the points of a journey.
public struct JourneyPlaces: Sendable {
    /// In units of 1e-7°.
    public private(set) var fixed: [FixedCoordinate] = []
    /// What rounding to them has cut off, in units of 1e-11°; empty where nothing.
    private var rests: [Rest] = []

    private struct Rest {
        var north: Int16 = 0
        var east: Int16 = 0
    }

    private static let restsPerDegree = 1e11

    init() {}

    /// Points.
    public var count: Int { fixed.count }
    /// Bytes that they occupy.
    public var byteCount: Int { fixed.count * 8 + rests.count * MemoryLayout<Rest>.stride }

    /// The place of a point, to 1e-11°.
    @inline(__always)
    public subscript(point: Int) -> Coordinate {
        let place = fixed[point].coordinate
        guard !rests.isEmpty else { return place }
        let rest = rests[point]
        return Coordinate(
            latitude: place.latitude + Double(rest.north) / Self.restsPerDegree,
            longitude: place.longitude + Double(rest.east) / Self.restsPerDegree)
    }

    mutating func reserveCapacity(_ count: Int) { fixed.reserveCapacity(count) }

    mutating func append(_ place: FixedCoordinate) {
        fixed.append(place)
        if !rests.isEmpty { rests.append(Rest()) }
    }

    /// Adds a place on the globe.
    mutating func append(_ place: Coordinate) {
        let rounded = FixedCoordinate(place)
        let exact = rounded.coordinate
        let rest = Rest(
            north: Int16(((place.latitude - exact.latitude) * Self.restsPerDegree).rounded()),
            east: Int16(((place.longitude - exact.longitude) * Self.restsPerDegree).rounded()))
        let isExact = rest.north == 0 && rest.east == 0
        if rests.isEmpty, !isExact {
            rests = [Rest](repeating: Rest(), count: fixed.count)
            rests.reserveCapacity(fixed.capacity)
        }
        if !rests.isEmpty || !isExact { rests.append(rest) }
        fixed.append(rounded)
    }
}
