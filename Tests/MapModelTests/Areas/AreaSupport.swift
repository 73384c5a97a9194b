import TestSupport

@testable import MapModel

/// The areas of a place by definition: every ring at every turn, each edge compared in whole numbers.
struct AreaOracle {
    /// Of each area, of each polygon, of each ring its vertices as they continue beyond 180°.
    private let areas: [[[[UnwrappedRing.Vertex]]]]

    init(_ sketches: [GeometrySketch]) {
        areas = sketches.map { sketch in
            var polygons: [[[UnwrappedRing.Vertex]]] = []
            for (index, part) in sketch.parts.enumerated() where part.kind == .area {
                let ring = UnwrappedRing(sketch.vertices[sketch.range(of: index)]).vertices
                if !part.isHole || polygons.isEmpty { polygons.append([]) }
                polygons[polygons.count - 1].append(ring)
            }
            return polygons
        }
    }

    func areas(at place: FixedCoordinate, border: AreaBorder = .halfOpen) -> [Int] {
        let x = place.longitudeE7 == 1_800_000_000 ? -1_800_000_000 : Int64(place.longitudeE7)
        let y = Int64(min(place.latitudeE7, 899_999_999))
        return areas.indices.filter { area in
            areas[area].contains { polygon in
                let found = polygon.map { Self.crossings(of: $0, x, y) }
                let isInside = found.reduce(0) { $0 + $1.count } % 2 == 1
                let isOnEdge = found.contains { $0.isOnEdge }
                switch border {
                case .halfOpen: return isInside
                case .closed: return isInside || isOnEdge
                case .open: return isInside && !isOnEdge
                }
            }
        }
    }

    /// How many edges pass the parallel of a place at or west of it, and whether it is on one.
    private static func crossings(of ring: [UnwrappedRing.Vertex], _ x: Int64, _ y: Int64) -> (
        count: Int, isOnEdge: Bool
    ) {
        var count = 0
        var isOnEdge = false
        guard var previous = ring.last else { return (0, false) }
        // Every turn that brings some of it between one west of the globe and one east of it.
        let farthest = ring.map { abs($0.x) }.max() ?? 0
        let turns = farthest / 3_600_000_000 + 2
        for vertex in ring {
            var (low, high) = (previous, vertex)
            if low.latitudeE7 > high.latitudeE7 { swap(&low, &high) }
            for turn in -turns...turns where vertex != previous {
                let shift = turn * 3_600_000_000
                let width = Int128(high.x - low.x)
                let height = Int128(Int64(high.latitudeE7) - Int64(low.latitudeE7))
                let rise = Int128(y - Int64(low.latitudeE7))
                let side = width * rise - height * Int128(x - low.x - shift)
                if Int64(low.latitudeE7) <= y, y < Int64(high.latitudeE7), side <= 0 { count += 1 }
                let columns = min(low.x, high.x) + shift...max(low.x, high.x) + shift
                if side == 0, columns.contains(x), Int64(low.latitudeE7) <= y, y <= Int64(high.latitudeE7) {
                    isOnEdge = true
                }
            }
            previous = vertex
        }
        return (count, isOnEdge)
    }
}

extension AreaGeometry {
    init(_ sketches: [GeometrySketch]) {
        self.init()
        for sketch in sketches { append(sketch) }
    }
}

extension AreaAssignment {
    /// The areas of each point by index.
    var lists: [[Int]] {
        var lists: [[Int]] = []
        visitRuns { run, areas in for _ in run { lists.append(areas.map { Int($0) }) } }
        return lists
    }
}

extension Workers {
    /// Three that take their parts in turn, the last one first.
    static let backwards = Workers(count: 3) { count, parts in
        for part in (0..<count).reversed() { parts(part) }
    }
}

extension SeededRandom {
    /// An area of any kind: with holes, islands in them, several polygons, spikes, repeated points, crossing sides; over 180°,
    /// around a pole, of no size, or empty.
    mutating func area() -> GeometrySketch {
        var sketch = GeometrySketch()
        let center = Coordinate(
            latitude: fraction(-88...88),
            longitude: number(0...2) == 0 ? fraction(175...180) : fraction(-180...180))
        switch number(0...11) {
        case 0: break
        case 1: sketch.add(.area, places(number(1...5)))
        case 2: sketch.add(.area, cap())
        case 3: sketch.add(.area, box())
        case 4: sketch.add(.area, places(number(3...12)).map { coarse($0) })
        default:
            let radius = fraction(0.1...1) * (number(0...3) == 0 ? 60 : 5)
            for step in 0..<number(1...4) {
                let isHole = step > 0 && number(0...1) == 0
                let size = radius * (step == 0 ? 1 : fraction(0.1...0.9))
                sketch.add(
                    .area, roughened(ring(around: center, radius: size, corners: number(3...12))),
                    isHole: isHole)
            }
        }
        return sketch
    }

    /// Corners on a grid of whole degrees, so that edges and corners of several areas meet.
    private func coarse(_ place: FixedCoordinate) -> FixedCoordinate {
        FixedCoordinate(
            latitudeE7: place.latitudeE7 / 100_000_000 * 100_000_000,
            longitudeE7: place.longitudeE7 / 200_000_000 * 200_000_000)
    }

    /// Once around a pole.
    private mutating func cap() -> [FixedCoordinate] {
        let sign: Double = number(0...1) == 0 ? 1 : -1
        return stride(from: -180.0, to: 179, by: fraction(5...100)).map { longitude in
            FixedCoordinate(Coordinate(latitude: sign * fraction(60...89), longitude: longitude))
        }
    }

    /// Often all around the globe, or up to a pole.
    private mutating func box() -> [FixedCoordinate] {
        let (south, north): (Double, Double) = (
            [-90, -20.5][number(0...1)], [90, 41.25, -10][number(0...2)]
        )
        let (west, east): (Double, Double) = ([-180, 20][number(0...1)], [180, 100, -170][number(0...2)])
        let corners = [(south, west), (south, east), (north, east), (north, west), (south, west)]
        return corners.map { FixedCoordinate(Coordinate(latitude: $0.0, longitude: $0.1)) }
    }

    private mutating func roughened(_ ring: [FixedCoordinate]) -> [FixedCoordinate] {
        var ring = ring
        guard let first = ring.first else { return ring }
        switch number(0...5) {
        case 0: ring.append(first)
        case 1: ring.insert(ring[ring.count / 2], at: ring.count / 2)
        // There and back again.
        case 2: ring.insert(contentsOf: [place(), ring[ring.count / 2]], at: ring.count / 2 + 1)
        case 3: ring.shuffle(using: &self)
        default: break
        }
        return ring
    }

    /// Anywhere, and on vertices and edges, and next to them.
    mutating func places(around sketches: [GeometrySketch], count: Int) -> [FixedCoordinate] {
        let vertices = sketches.flatMap(\.vertices)
        return (0..<count).map { _ in
            guard number(0...2) > 0, let start = vertices.randomElement(using: &self),
                let end = vertices.randomElement(using: &self)
            else { return place() }
            switch number(0...4) {
            case 0: return start
            case 1: return FixedCoordinate(latitudeE7: start.latitudeE7, longitudeE7: end.longitudeE7)
            case 2: return start.moved(number(-2...2), number(-2...2))
            case 3: return start.moved(number(-3_000_000...3_000_000), number(-3_000_000...3_000_000))
            default:
                return FixedCoordinate(
                    latitudeE7: start.latitudeE7 / 2 + end.latitudeE7 / 2,
                    longitudeE7: start.longitudeE7 / 2 + end.longitudeE7 / 2)
            }
        }
    }
}

extension FixedCoordinate {
    fileprivate func moved(_ north: Int, _ east: Int) -> FixedCoordinate {
        FixedCoordinate(
            latitudeE7: Int32(min(max(Int(latitudeE7) + north, -900_000_000), 900_000_000)),
            longitudeE7: Int32(min(max(Int(longitudeE7) + east, -1_800_000_000), 1_800_000_000)))
    }
}

/// Areas in columns and rows that share uneven borders exactly.
struct RandomPartition {
    let sketches: [GeometrySketch]

    init(columns: Int, rows: Int, pieces: Int, seed: UInt64, in box: GeoBounds) {
        var random = SeededRandom(seed)
        let step = (
            (box.east - box.west) / Double(columns * pieces), (box.north - box.south) / Double(rows * pieces)
        )
        // Vertices of the sides, by where they would be without noise; inner corners of areas have none.
        var places: [[FixedCoordinate]] = []
        for row in 0...rows * pieces {
            places.append(
                (0...columns * pieces).map { column in
                    let noise = (random.fraction(-0.4...0.4), random.fraction(-0.4...0.4))
                    return FixedCoordinate(
                        Coordinate(
                            latitude: box.south + (Double(row) + noise.1) * step.1,
                            longitude: box.west + (Double(column) + noise.0) * step.0))
                })
        }
        var sketches: [GeometrySketch] = []
        for row in stride(from: 0, to: rows * pieces, by: pieces) {
            for column in stride(from: 0, to: columns * pieces, by: pieces) {
                let end = (column: column + pieces, row: row + pieces)
                sketches.append(
                    GeometrySketch(rings: [
                        (column..<end.column).map { places[row][$0] }
                            + (row..<end.row).map { places[$0][end.column] }
                            + (column + 1...end.column).reversed().map { places[end.row][$0] }
                            + (row + 1...end.row).reversed().map { places[$0][column] }
                    ]))
            }
        }
        self.sketches = sketches
    }
}
