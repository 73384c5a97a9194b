import TestSupport

@testable import MapModel

/// A place in whole 1e-7° from degrees.
func place(_ latitude: Double, _ longitude: Double) -> FixedCoordinate {
    FixedCoordinate(Coordinate(latitude: latitude, longitude: longitude))
}

extension GeometrySketch {
    init(points: [FixedCoordinate]) {
        self.init()
        for point in points { add(.point, [point]) }
    }

    init(line: [FixedCoordinate]) {
        self.init()
        add(.line, line)
    }

    /// An area and its holes.
    init(rings: [[FixedCoordinate]]) {
        self.init()
        for (index, ring) in rings.enumerated() { add(.area, ring, isHole: index > 0) }
    }

    mutating func add(_ kind: Kind, _ vertices: [FixedCoordinate], isHole: Bool = false) {
        begin(kind, isHole: isHole)
        for vertex in vertices { append(vertex) }
    }
}

extension SeededRandom {
    /// A ring around a place, of any roughness; across 180° where the place is near it.
    mutating func ring(around center: Coordinate, radius: Double, corners: Int) -> [FixedCoordinate] {
        let turns = (0..<corners).map { _ in fraction(0...(2 * .pi)) }.sorted()
        return turns.map { turn in
            let reach = radius * fraction(0.3...1)
            let unit = GreatCircle.destination(
                from: Coordinate(latitude: 0, longitude: 0), bearing: turn * 180 / .pi, meters: 111_195)
            return FixedCoordinate(
                Coordinate(
                    latitude: Swift.min(Swift.max(center.latitude + reach * unit.latitude, -90), 90),
                    longitude: Coordinate.wrapped(longitude: center.longitude + reach * unit.longitude)))
        }
    }

    /// Any mixture of kinds, some empty, some of equal vertices, some around a pole.
    mutating func sketch() -> GeometrySketch {
        var sketch = GeometrySketch()
        for _ in 0..<number(0...4) {
            let kind = [GeometrySketch.Kind.point, .line, .area][number(0...2)]
            var vertices = places(number(0...6))
            if number(0...3) == 0, let first = vertices.first {
                vertices = vertices.map { _ in first }
            }
            if number(0...3) == 0 { vertices = vertices.map { roundTheEdge($0) } }
            sketch.add(kind, vertices, isHole: number(0...2) == 0)
        }
        return sketch
    }

    private mutating func roundTheEdge(_ place: FixedCoordinate) -> FixedCoordinate {
        FixedCoordinate(
            latitudeE7: [-900_000_000, 900_000_000, place.latitudeE7][number(0...2)],
            longitudeE7: [-1_800_000_000, 1_800_000_000, place.longitudeE7, 0][number(0...3)])
    }
}
