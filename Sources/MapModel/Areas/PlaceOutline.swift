/// What the places of a filter look like on the map: a circle, or a line whose edges are straight in degrees.
public enum PlaceOutline: Equatable, Sendable {
    /// The rim of a circle.
    case circle(GeoCircle)
    /// From vertex to vertex the shorter way round; a ring ends where it begins.
    case line([FixedCoordinate])

    /// The lines and rings of a geometry.
    public static func outlines(of sketch: GeometrySketch) -> [PlaceOutline] {
        sketch.parts.indices.compactMap { part in
            let vertices = Array(sketch.vertices[sketch.range(of: part)])
            return sketch.parts[part].kind == .point ? nil : PlaceOutline(sketch.parts[part].kind, vertices)
        }
    }

    /// A line, or a ring, which is closed.
    public init(_ kind: GeometrySketch.Kind, _ vertices: [FixedCoordinate]) {
        self = .line(kind == .area ? vertices + vertices.prefix(1) : vertices)
    }

    /// The vertices of a line on the world plane, x going on beyond 0…1, with more of them on long edges, which are no
    /// straight lines there; none of a circle.
    public var worldPoints: [WorldPoint] {
        guard case .line(let vertices) = self, var previous = vertices.first else { return [] }
        var x = Int64(previous.longitudeE7)
        var points = [Self.point(Double(x), Double(previous.latitudeE7))]
        for vertex in vertices.dropFirst() {
            let width = LongitudeStep.shorter(from: previous.longitudeE7, to: vertex.longitudeE7)
            let height = Int64(vertex.latitudeE7) - Int64(previous.latitudeE7)
            let steps = Swift.max(1, Int(Swift.max(abs(width), abs(height)) / Self.longestStep))
            for step in 1...steps {
                let share = Double(step) / Double(steps)
                points.append(
                    Self.point(
                        Double(x) + share * Double(width),
                        Double(previous.latitudeE7) + share * Double(height)))
            }
            x += width
            previous = vertex
        }
        return points
    }

    /// Half a degree.
    private static let longestStep: Int64 = 5_000_000

    private static func point(_ x: Double, _ latitudeE7: Double) -> WorldPoint {
        let y = WebMercator.project(
            Coordinate(latitude: latitudeE7 / FixedCoordinate.unitsPerDegree, longitude: 0)
        ).y
        return WorldPoint(x: 0.5 + x / FixedCoordinate.unitsPerDegree / 360, y: y)
    }
}
