import MapModel
import RowValues
import Streams

extension CoordinateTransform {
    /// Numbers of Web Mercator that PROJ does not know.
    private static let mercatorNumbers: Set = [900_913, 3785, 102_100, 102_113]

    /// The geometries with their vertices where they are. Those of a system that is not known stay projected, unless it is
    /// the only one.
    ///
    /// - Parameter system: the one that the user named, for geometries that name none.
    /// - Throws: `.refused` when no geometry can be placed.
    package static func placed(
        _ shapes: [ProjectedShape], system: String?, name: String, isCancelled: () -> Bool
    ) throws(SourceError) -> [ProjectedShape] {
        var shapes = shapes
        let systems = shapes.map { shape -> String? in
            guard !shape.sketch.projected.isEmpty else { return nil }
            return shape.reference.map { "EPSG:\(mercatorNumbers.contains($0) ? 3857 : $0)" } ?? system
        }
        let named = Set(systems.compactMap(\.self)).sorted()
        var failures: [SourceError] = []
        for system in named {
            let wanted = shapes.indices.filter { systems[$0] == system }
            let points = wanted.flatMap { shapes[$0].sketch.projected.map { Point(x: $0.x, y: $0.y) } }
            do throws(SourceError) {
                let places = try CoordinateTransform(system: system, name: name)
                    .degrees(of: points, isCancelled: isCancelled)
                var next = 0
                for index in wanted {
                    let count = shapes[index].sketch.projected.count
                    let vertices = places[next..<next + count].compactMap { $0.flatMap(place) }
                    if vertices.count == count { shapes[index].sketch.place(vertices) }
                    next += count
                }
            } catch .cancelled {
                throw .cancelled
            } catch {
                failures.append(error)
            }
        }
        if let first = failures.first, failures.count == named.count { throw first }
        return shapes
    }

    private static func place(_ degrees: Degrees) -> FixedCoordinate? {
        guard case .place(let place, _) = PlaceRule.judge(north: degrees.north, east: degrees.east) else {
            return nil
        }
        return place
    }
}
