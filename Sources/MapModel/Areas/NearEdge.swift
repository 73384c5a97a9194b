import CByteScan

/// An edge of a shape on the ring of longitudes, straight in degrees; one without length is a point.
struct NearEdge: Sendable, Hashable {
    let longitudeE7: Int32
    let latitudeE7: Int32
    /// 1e-7° eastwards, at most half a turn either way.
    let east: Int32
    /// 1e-7° northwards.
    let north: Int32

    init(point: FixedCoordinate) {
        (longitudeE7, latitudeE7, east, north) = (point.longitudeE7, point.latitudeE7, 0, 0)
    }

    /// An edge between two vertices that are at most half a turn apart.
    init(from start: UnwrappedRing.Vertex, to end: UnwrappedRing.Vertex) {
        longitudeE7 = LongitudeStep.wrapped(start.x)
        latitudeE7 = start.latitudeE7
        east = Int32(clamping: end.x - start.x)
        north = end.latitudeE7 - start.latitudeE7
    }

    /// What it covers on the world plane.
    var box: ShapeBox {
        let start = FixedCoordinate(latitudeE7: latitudeE7, longitudeE7: longitudeE7)
        let end = FixedCoordinate(
            latitudeE7: latitudeE7 + north,
            longitudeE7: LongitudeStep.wrapped(Int64(longitudeE7) + Int64(east)))
        let (first, last) = (QuantumPoint(start), QuantumPoint(end))
        let width = Int64(east >= 0 ? last.x &- first.x : first.x &- last.x)
        let west = Int64(east >= 0 ? first.x : last.x)
        return ShapeBox(
            west: west, east: west + width, north: Swift.min(first.y, last.y),
            south: Swift.max(first.y, last.y))
    }
}

extension [NearEdge] {
    /// Adds the edges of a line; of one vertex a point.
    mutating func add(line: [UnwrappedRing.Vertex]) {
        guard var previous = line.first else { return }
        if line.count == 1 { append(NearEdge(from: previous, to: previous)) }
        for vertex in line.dropFirst() {
            add(previous, vertex)
            previous = vertex
        }
    }

    /// Adds the edges of a ring and closes it.
    mutating func add(ring: [UnwrappedRing.Vertex]) {
        add(line: ring)
        if let first = ring.first, let last = ring.last, first != last { add(last, first) }
    }

    /// Adds an edge; one that goes once around the globe in two pieces.
    private mutating func add(_ start: UnwrappedRing.Vertex, _ end: UnwrappedRing.Vertex) {
        guard (end.x - start.x).magnitude > (LongitudeStep.turn / 2).magnitude else {
            return append(NearEdge(from: start, to: end))
        }
        let middle = UnwrappedRing.Vertex(
            x: start.x + (end.x - start.x) / 2,
            latitudeE7: start.latitudeE7 + (end.latitudeE7 - start.latitudeE7) / 2)
        append(NearEdge(from: start, to: middle))
        append(NearEdge(from: middle, to: end))
    }
}

/// A search for the nearest of some edges.
struct EdgeSearch {
    /// Of the nearest so far, or the limit.
    private(set) var squaredChord: Double
    private var isFound = false
    private let latitude: Double
    private let longitude: Double
    private let cosine: Double

    private static let radiansPerUnit = .pi / 180 / FixedCoordinate.unitsPerDegree
    /// Longer edges are searched in pieces of at most 5°, along which the distance has one minimum.
    private static let longestPiece = 5e7
    /// Each step leaves 0.62 of a piece: enough of them leave less than a millimetre.
    private static let stepCount = 44
    private static let goldenRatio = (5.0.squareRoot() - 1) / 2
    private static let margin = 1e-12

    init(from place: FixedCoordinate, within squaredChord: Double = .infinity) {
        latitude = Double(place.latitudeE7) * Self.radiansPerUnit
        longitude = Double(place.longitudeE7) * Self.radiansPerUnit
        cosine = Swift.max(cos(latitude), 0)
        self.squaredChord = squaredChord
    }

    /// Along the great circle; infinity where nothing was found.
    var meters: Double {
        guard isFound else { return .infinity }
        return 2 * GreatCircle.earthRadiusMeters * asin(Swift.min(squaredChord.squareRoot() / 2, 1))
    }

    /// Takes an edge in.
    mutating func look(at edge: NearEdge) {
        let start = chord(edge, 0)
        take(start)
        if edge.east == 0, edge.north == 0 { return }
        let end = chord(edge, 1)
        take(end)
        // By the triangle inequality, with the edge no longer than it would be on the equator.
        let (width, height) = (Double(edge.east), Double(edge.north))
        let length = (width * width + height * height).squareRoot() * Self.radiansPerUnit
        let least = (start.squareRoot() + end.squareRoot() - length) / 2 - Self.margin
        if least > 0, least * least > squaredChord { return }
        let pieces = (Swift.max(abs(width), abs(height)) / Self.longestPiece).rounded(.up)
        for piece in 0..<Int(pieces) { search(edge, Double(piece) / pieces, Double(piece + 1) / pieces) }
    }

    /// The nearest point of a piece, by golden sections.
    private mutating func search(_ edge: NearEdge, _ start: Double, _ end: Double) {
        var (low, high) = (start, end)
        var left = high - Self.goldenRatio * (high - low)
        var right = low + Self.goldenRatio * (high - low)
        var (leftChord, rightChord) = (chord(edge, left), chord(edge, right))
        for _ in 0..<Self.stepCount {
            if leftChord < rightChord {
                (high, right, rightChord) = (right, left, leftChord)
                left = high - Self.goldenRatio * (high - low)
                leftChord = chord(edge, left)
            } else {
                (low, left, leftChord) = (left, right, rightChord)
                right = low + Self.goldenRatio * (high - low)
                rightChord = chord(edge, right)
            }
        }
        take(Swift.min(leftChord, rightChord))
    }

    private mutating func take(_ chord: Double) {
        guard chord <= squaredChord else { return }
        squaredChord = chord
        isFound = true
    }

    /// The squared chord to a point of an edge, four times the haversine.
    @inline(__always)
    private func chord(_ edge: NearEdge, _ share: Double) -> Double {
        let latitude = (Double(edge.latitudeE7) + share * Double(edge.north)) * Self.radiansPerUnit
        let longitude = (Double(edge.longitudeE7) + share * Double(edge.east)) * Self.radiansPerUnit
        let up = sin((latitude - self.latitude) / 2)
        let across = sin((longitude - self.longitude) / 2)
        return 4 * (up * up + cosine * Swift.max(cos(latitude), 0) * across * across)
    }
}
