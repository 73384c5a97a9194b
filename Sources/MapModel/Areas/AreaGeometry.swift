/// The outlines of numbered areas, in whole units of 1e-7°.
///
/// A point is in a polygon by the even-odd rule over its rings, and in an area where it is in one of its polygons. Edges are
/// straight in degrees and go the shorter way around the globe, unless they go once around it. Points are taken a little east,
/// and very much less north, of where they are: none is on an edge, and of areas with a common edge exactly one has it.
/// 16 bytes an edge, 48 a polygon.
public struct AreaGeometry: Sendable {
    /// The rings of one polygon.
    struct Polygon: Sendable {
        let area: UInt32
        let firstEdge: UInt32
        let box: AreaBox
        /// The columns of its outer ring, which may lie beyond 180°.
        let west: Int64
        let east: Int64
        /// On the globe, without its holes.
        let squareKilometers: Float
    }

    /// Polygon after polygon.
    private(set) var edges: [AreaEdge] = []
    /// In the order of their areas.
    private(set) var polygons: [Polygon] = []
    /// The first polygon of each area.
    private var firstPolygons: [UInt32] = []
    /// The polygon that is being added.
    private var draft = Draft()

    private struct Draft {
        var firstEdge = 0
        var box = AreaBox()
        var west = Int64.max
        var east = Int64.min
        var squareKilometers = 0.0
    }

    /// No areas.
    public init() {}

    /// Areas, those without an outline as well.
    public var count: Int { firstPolygons.count }

    /// Edges of all areas.
    public var edgeCount: Int { edges.count }

    /// Bytes that the outlines occupy.
    public var byteCount: Int {
        edges.count * MemoryLayout<AreaEdge>.stride + polygons.count * MemoryLayout<Polygon>.stride
            + firstPolygons.count * 4
    }

    /// The polygons of an area.
    func polygons(of area: Int) -> Range<Int> {
        let end = area + 1 < firstPolygons.count ? Int(firstPolygons[area + 1]) : polygons.count
        return Int(firstPolygons[area])..<end
    }

    /// The edges of a polygon.
    @inline(__always)
    func edges(of polygon: Int) -> Range<Int> {
        let end = polygon + 1 < polygons.count ? Int(polygons[polygon + 1].firstEdge) : edges.count
        return Int(polygons[polygon].firstEdge)..<end
    }

    // MARK: - Adding

    /// Adds the rings of `sketch` as the next area; without any it is empty.
    public mutating func append(_ sketch: GeometrySketch) {
        beginArea()
        for (index, part) in sketch.parts.enumerated() where part.kind == .area {
            append(UnwrappedRing(sketch.vertices[sketch.range(of: index)]), isHole: part.isHole)
        }
        endPolygon()
    }

    mutating func reserve(edges count: Int) { edges.reserveCapacity(edges.count + count) }

    /// Begins the next area; `endPolygon` ends it.
    mutating func beginArea() { firstPolygons.append(UInt32(polygons.count)) }

    /// Adds a ring: of the next polygon, or the hole of one.
    mutating func append(_ ring: UnwrappedRing, isHole: Bool) {
        if !isHole { endPolygon() }
        if !isHole || draft.west > draft.east { (draft.west, draft.east) = (ring.west, ring.east) }
        let size = ring.squareKilometers
        draft.squareKilometers += isHole && draft.squareKilometers > 0 ? -size : size
        let placer = RingPlacer(west: ring.west, east: ring.east)
        guard var previous = ring.vertices.last else { return }
        for vertex in ring.vertices {
            placer.add(previous.x, previous.latitudeE7, vertex.x, vertex.latitudeE7) { append($0) }
            previous = vertex
        }
    }

    /// Adds rings whose edges lie on the globe as one polygon of this size.
    mutating func appendPolygon(_ edges: [AreaEdge], squareKilometers: Double) {
        endPolygon()
        draft.squareKilometers = squareKilometers
        for edge in edges { append(edge) }
        (draft.west, draft.east) = (Int64(draft.box.west), Int64(draft.box.east))
        endPolygon()
    }

    @inline(__always)
    mutating func append(_ edge: AreaEdge) {
        // Polygons number their edges in 32 bits: what is beyond is no data of this world.
        guard edges.count < Int(UInt32.max) else { return }
        draft.box.add(edge)
        edges.append(edge)
    }

    /// Ends the polygon that is being added.
    mutating func endPolygon() {
        if edges.count > draft.firstEdge, !firstPolygons.isEmpty {
            polygons.append(
                Polygon(
                    area: UInt32(firstPolygons.count - 1), firstEdge: UInt32(draft.firstEdge), box: draft.box,
                    west: draft.west, east: draft.east,
                    squareKilometers: Float(Swift.max(draft.squareKilometers, 0))))
        }
        draft = Draft()
        draft.firstEdge = edges.count
    }

    // MARK: - One place

    /// The areas that a place lies in, ascending.
    ///
    /// - Complexity: O(polygons + edges of those around the place); `AreaAssignment` is for many places.
    public func areas(at place: FixedCoordinate, border: AreaBorder = .halfOpen) -> [Int] {
        let (x, y) = place.inAreas
        var found: [Int] = []
        for (number, polygon) in polygons.enumerated()
        where polygon.box.holdsLatitude(y) && polygon.box.west <= x && found.last != Int(polygon.area) {
            if edges[edges(of: number)].holds(x, y, border) { found.append(Int(polygon.area)) }
        }
        return found
    }
}

extension AreaBox {
    fileprivate func holdsLatitude(_ y: Int32) -> Bool { south <= y && y <= north }
}

extension Collection where Element == AreaEdge {
    /// Whether the polygon with these edges has a point.
    func holds(_ x: Int32, _ y: Int32, _ border: AreaBorder) -> Bool {
        var isInside = false
        var isOnEdge = false
        for edge in self {
            if edge.isWest(of: x, y) { isInside.toggle() }
            if border != .halfOpen, edge.holds(x, y) { isOnEdge = true }
        }
        return border.takes(isInside: isInside, isOnEdge: isOnEdge)
    }
}

extension AreaBorder {
    @inline(__always)
    func takes(isInside: Bool, isOnEdge: Bool) -> Bool {
        switch self {
        case .halfOpen: isInside
        case .closed: isInside || isOnEdge
        case .open: isInside && !isOnEdge
        }
    }
}

extension FixedCoordinate {
    /// As areas see it: 180° is -180°, and the north pole is one unit south of itself.
    @inline(__always)
    var inAreas: (x: Int32, y: Int32) {
        (longitudeE7 == 1_800_000_000 ? -1_800_000_000 : longitudeE7, Swift.min(latitudeE7, 899_999_999))
    }
}
