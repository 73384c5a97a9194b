/// The outlines of numbered areas, in whole units of 1e-7°.
///
/// A point is in a polygon by the even-odd rule over its rings, and in an area where it is in one of its polygons. Edges are
/// straight in degrees and go the shorter way around the globe. Points are taken a little east, and very much less north, of
/// where they are: none is on an edge, and of areas with a common edge exactly one has it.
public struct AreaGeometry: Sendable {
    /// An edge turned upward, so that the areas on both sides compute the same.
    struct Edge: Sendable, Hashable {
        let x1: Int32
        let y1: Int32
        let x2: Int32
        let y2: Int32
    }

    /// The rings of one polygon.
    struct Polygon: Sendable {
        let area: UInt32
        let edges: Range<Int>
    }

    private(set) var edges: [Edge] = []
    private(set) var polygons: [Polygon] = []
    private var places: [FixedCoordinate?] = []
    private var boxes: [GeoBounds?] = []

    /// No areas.
    public init() {}

    /// Areas, those without an outline as well.
    public var count: Int { places.count }

    /// Edges of all areas.
    public var edgeCount: Int { edges.count }

    /// Adds the rings of `sketch` as the next area; without any it is empty.
    public mutating func append(_ sketch: GeometrySketch) {
        let area = UInt32(places.count)
        var first = edges.count
        var box: GeoBounds?
        var largest: (size: Double, place: FixedCoordinate)?
        for (index, part) in sketch.parts.enumerated() where part.kind == .area {
            if !part.isHole, edges.count > first {
                polygons.append(Polygon(area: area, edges: first..<edges.count))
                first = edges.count
            }
            let ring = sketch.vertices[sketch.range(of: index)]
            let unwrapped = UnwrappedRing(ring)
            append(unwrapped)
            box = unwrapped.bounds.map { bounds in box?.union(bounds) ?? bounds } ?? box
            let outline = AreaOutline(rim: ring, holes: [])
            if !part.isHole, let place = outline.insidePlace, outline.size > largest?.size ?? -1 {
                largest = (outline.size, place)
            }
        }
        if edges.count > first { polygons.append(Polygon(area: area, edges: first..<edges.count)) }
        places.append(largest?.place)
        boxes.append(box)
    }

    /// Adds a ring at each place where it reaches the globe.
    private mutating func append(_ ring: UnwrappedRing) {
        guard var previous = ring.vertices.last else { return }
        let half = LongitudeStep.turn / 2
        for turn in -2...2 {
            let shift = Int64(turn) * LongitudeStep.turn
            guard ring.west + shift <= half, ring.east + shift >= -half else { continue }
            previous = ring.vertices[ring.vertices.count - 1]
            for vertex in ring.vertices {
                append(previous.x + shift, previous.latitudeE7, vertex.x + shift, vertex.latitudeE7)
                previous = vertex
            }
        }
    }

    private mutating func append(_ x1: Int64, _ y1: Int32, _ x2: Int64, _ y2: Int32) {
        guard y1 != y2 || x1 != x2, let x1 = Int32(exactly: x1), let x2 = Int32(exactly: x2) else { return }
        let isUpward = y1 < y2 || y1 == y2 && x1 < x2
        edges.append(isUpward ? Edge(x1: x1, y1: y1, x2: x2, y2: y2) : Edge(x1: x2, y1: y2, x2: x1, y2: y1))
    }

    // MARK: - Questions

    /// The areas that a place lies in, ascending.
    ///
    /// - Complexity: O(edges): to check faster ways against.
    public func areas(at place: FixedCoordinate) -> [Int] {
        let x = place.longitudeE7 == 1_800_000_000 ? -1_800_000_000 : place.longitudeE7
        let y = min(place.latitudeE7, 899_999_999)
        var found: [Int] = []
        for polygon in polygons where found.last != Int(polygon.area) {
            let crossings = edges[polygon.edges].count { $0.isWest(x, y) }
            if crossings % 2 == 1 { found.append(Int(polygon.area)) }
        }
        return found
    }

    /// The box around an area; nil for an empty one.
    public func bounds(of area: Int) -> GeoBounds? { boxes[area] }

    /// A place inside the largest polygon of an area; nil for an empty one.
    public func labelPlace(of area: Int) -> FixedCoordinate? { places[area] }

    /// The size of an area on the globe.
    public func squareKilometers(of area: Int) -> Double { 0 }
}

extension AreaGeometry.Edge {
    /// Above 0 for a point left of the upward edge, 0 on its line.
    @inline(__always)
    func side(_ x: Int32, _ y: Int32) -> Int {
        let first = (Double(x2) - Double(x1)) * (Double(y) - Double(y1))
        let difference = first - (Double(y2) - Double(y1)) * (Double(x) - Double(x1))
        if abs(difference) > 1e4 { return difference > 0 ? 1 : -1 }
        let width = Int128(Int64(x2) - Int64(x1)) * Int128(Int64(y) - Int64(y1))
        return Int((width - Int128(Int64(y2) - Int64(y1)) * Int128(Int64(x) - Int64(x1))).signum())
    }

    /// Whether it crosses the parallel through a point at or west of it.
    @inline(__always)
    func isWest(_ x: Int32, _ y: Int32) -> Bool { (y1 > y) != (y2 > y) && side(x, y) <= 0 }
}

extension UnwrappedRing {
    /// The box around it; nil without vertices.
    fileprivate var bounds: GeoBounds? {
        guard let south = vertices.map(\.latitudeE7).min(), let north = vertices.map(\.latitudeE7).max()
        else {
            return nil
        }
        let isRound = east - west >= LongitudeStep.turn
        let southWest = FixedCoordinate(
            latitudeE7: south, longitudeE7: isRound ? -1_800_000_000 : LongitudeStep.wrapped(west))
        let northEast = FixedCoordinate(
            latitudeE7: north, longitudeE7: isRound ? 1_800_000_000 : LongitudeStep.wrapped(east))
        return GeoBounds(
            south: southWest.coordinate.latitude, west: southWest.coordinate.longitude,
            north: northEast.coordinate.latitude, east: northEast.coordinate.longitude)
    }
}
