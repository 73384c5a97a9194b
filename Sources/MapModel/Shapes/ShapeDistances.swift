import CByteScan

/// Distances of lines and areas from a place, to their nearest point: by the squared chord of `CellDistances`.
///
/// Edges are straight on the map, as they are drawn: lines of one bearing on the globe.
struct ShapeDistances {
    /// The nearest point of a shape.
    struct Nearest {
        var squaredChord: Double
        /// On the world plane, in quanta.
        var column: Double
        var row: Double

        /// Along the great circle.
        var meters: Double {
            2 * GreatCircle.earthRadiusMeters * asin(Swift.min(squaredChord.squareRoot() / 2, 1))
        }
    }

    /// Longer edges are looked at in pieces, along which the distance has one minimum.
    private static let longestPiece = Double(1 << 32) / 72
    /// Each step leaves 0.62 of a piece: enough of them leave less than a quantum.
    private static let stepCount = 40
    private static let goldenRatio = (5.0.squareRoot() - 1) / 2
    /// Rounding of chords, as in `ReachLimits`.
    private static let margin = 1e-9

    private let shapes: ShapeIndex
    private let distances: CellDistances
    private let place: QuantumPoint

    init(_ shapes: ShapeIndex, from coordinate: Coordinate) {
        self.shapes = shapes
        distances = CellDistances(from: coordinate)
        place = QuantumPoint(FixedCoordinate(coordinate))
    }

    /// A squared chord that nothing in `box` is below.
    func leastSquaredChord(to box: ShapeBox) -> Double {
        let chord = distances.leastSquaredChord(to: box)
        return chord - Self.margin * (chord.squareRoot() + Self.margin)
    }

    /// Whether what has at least the squared chord `least` is surely farther than `found`.
    @inline(__always)
    static func isBeyond(_ least: Double, _ found: Double) -> Bool {
        least - margin * (least.squareRoot() + margin) > found
    }

    /// The nearest point of a shape; the place itself where it is inside an area.
    ///
    /// - Parameter limit: a squared chord: nil where no point of the shape is within it.
    /// - Complexity: O(runs of the shape + edges near the place and, of areas, near its meridian).
    func nearest(of shape: Int, within limit: Double) -> Nearest? {
        if shapes[shape].kind == .area, shapes[shape].box.holds(place), isInside(shape) {
            return Nearest(squaredChord: 0, column: Double(place.x) + 0.5, row: Double(place.y) + 0.5)
        }
        var best: Nearest?
        var reach = limit
        for run in shapes.runs(of: shape) where leastSquaredChord(to: shapes.runs[run].box) <= reach {
            look(at: run, &best, &reach)
        }
        return best
    }

    // MARK: - Edges

    private func look(at run: Int, _ best: inout Nearest?, _ reach: inout Double) {
        let vertices = shapes.vertices[shapes.vertices(of: run)]
        let chords = vertices.map { distances.squaredChord(to: $0) }
        // All vertices first: few edges come nearer than the nearest of them.
        for (vertex, chord) in zip(vertices, chords) {
            take(Double(vertex.x) + 0.5, Double(vertex.y) + 0.5, chord, &best, &reach)
        }
        for (number, end) in zip(1..., vertices.dropFirst()) {
            let start = vertices[vertices.startIndex + number - 1]
            let width = Double(Int32(bitPattern: end.x &- start.x))
            let height = Double(end.y) - Double(start.y)
            // By the triangle inequality, with the edge no longer than it would be on the equator.
            let length = (width * width + height * height).squareRoot() * (2 * .pi / Double(1 << 32))
            let ends = chords[number - 1].squareRoot() + chords[number].squareRoot()
            let least = (ends - length) / 2 - Self.margin
            guard least <= 0 || least * least <= reach else { continue }
            search(Double(start.x) + 0.5, Double(start.y) + 0.5, width, height, &best, &reach)
        }
    }

    /// The nearest point of an edge by golden sections.
    private func search(
        _ column: Double, _ row: Double, _ width: Double, _ height: Double, _ best: inout Nearest?,
        _ reach: inout Double
    ) {
        let pieces = (Swift.max(abs(width), abs(height)) / Self.longestPiece).rounded(.up)
        guard pieces > 0 else { return }
        func chord(_ share: Double) -> Double {
            distances.squaredChord(toColumn: column + share * width, row: row + share * height)
        }
        for piece in 0..<Int(pieces) {
            var (low, high) = (Double(piece) / pieces, Double(piece + 1) / pieces)
            var left = high - Self.goldenRatio * (high - low)
            var right = low + Self.goldenRatio * (high - low)
            var (leftChord, rightChord) = (chord(left), chord(right))
            for _ in 0..<Self.stepCount {
                if leftChord < rightChord {
                    (high, right, rightChord) = (right, left, leftChord)
                    left = high - Self.goldenRatio * (high - low)
                    leftChord = chord(left)
                } else {
                    (low, left, leftChord) = (left, right, rightChord)
                    right = low + Self.goldenRatio * (high - low)
                    rightChord = chord(right)
                }
            }
            take(column + left * width, row + left * height, leftChord, &best, &reach)
        }
    }

    private func take(
        _ column: Double, _ row: Double, _ chord: Double, _ best: inout Nearest?, _ reach: inout Double
    ) {
        guard chord <= reach, chord < best?.squaredChord ?? .infinity else { return }
        best = Nearest(squaredChord: chord, column: column, row: row)
        reach = chord
    }

    // MARK: - Areas

    /// Whether the place lies inside the rings of a shape: of an odd number of them, so that holes are outside.
    private func isInside(_ shape: Int) -> Bool {
        var isInside = false
        var ring = RingCrossings(place)
        // Only a ring around a pole, whose box goes all the way round, is decided by edges elsewhere.
        let mayWind = shapes[shape].box.width == .max
        for run in shapes.runs(of: shape) where shapes.runs[run].flags.contains(.area) {
            if !shapes.runs[run].flags.contains(.continues) {
                if ring.holdsPlace { isInside.toggle() }
                ring = RingCrossings(place)
            }
            guard mayWind || shapes.runs[run].box.holds(column: place.x) else { continue }
            let part = shapes.vertices(of: run)
            for number in part.dropFirst() { ring.add(shapes.vertices[number - 1], shapes.vertices[number]) }
        }
        return ring.holdsPlace != isInside
    }
}

/// How often the edges of a ring pass the meridian of a place, north and south of it.
private struct RingCrossings {
    private let place: QuantumPoint
    private var isOddNorth = false
    private var isOddSouth = false
    /// Quanta eastwards in all: a ring around a pole does not come back to where it began.
    private var turn: Int64 = 0
    private var rowSum = 0.0
    private var edgeCount = 0.0

    init(_ place: QuantumPoint) { self.place = place }

    mutating func add(_ start: QuantumPoint, _ end: QuantumPoint) {
        let width = Int64(Int32(bitPattern: end.x &- start.x))
        turn += width
        rowSum += Double(start.y)
        edgeCount += 1
        // An edge owns its western end only.
        let west = width < 0 ? end : start
        let east = width < 0 ? start : end
        let offset = UInt64(place.x &- west.x)
        guard offset < UInt64(abs(width)) else { return }
        let share = Double(offset) / Double(abs(width))
        let row = Double(west.y) + share * (Double(east.y) - Double(west.y))
        if row < Double(place.y) { isOddNorth.toggle() } else { isOddSouth.toggle() }
    }

    /// A ring around a pole holds what lies on its side of the globe.
    var holdsPlace: Bool {
        guard edgeCount > 0, turn != 0 else { return isOddNorth }
        return rowSum / edgeCount < Double(1 << 31) ? isOddSouth : isOddNorth
    }
}
