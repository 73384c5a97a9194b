import MapModel
import Synchronization

/// The lines and areas of rows that are written as GeoJSON, and the heights of points.
package final class WrittenShapes: Sendable {
    private let make: @Sendable () -> ShapeIndex
    private let heightMeters: @Sendable (UInt32) -> Double?
    private let known = Mutex<ShapeIndex?>(nil)

    /// Those that `make` returns, once a row is asked for.
    ///
    /// - Parameter heightMeters: the height of a row that is a point; nil where it has none.
    package init(
        heightMeters: @escaping @Sendable (UInt32) -> Double? = { _ in nil },
        _ make: @escaping @Sendable () -> ShapeIndex
    ) {
        (self.heightMeters, self.make) = (heightMeters, make)
    }

    /// Those of an index.
    package convenience init(_ shapes: ShapeIndex) { self.init { shapes } }

    /// All of them.
    package var index: ShapeIndex {
        known.withLock { known in
            if let known { return known }
            let made = make()
            known = made
            return made
        }
    }

    /// The geometry of a row's shape; nil for a row without one, and for one that reaches beyond 85.05°, which is cut there.
    package func geometry(ofRow row: UInt32) -> [UInt8]? { index.geometry(ofRow: row) }

    /// The same, or the point of a row that has a height.
    package func geometry(ofRow row: UInt32, at place: FixedCoordinate) -> [UInt8]? {
        guard let height = heightMeters(row) else { return geometry(ofRow: row) }
        return ShapeGeometry.point(place, heightMeters: height)
    }

    /// The geometry of a row's shape, also of one that reaches beyond 85.05°; nil for a row without one.
    package func wholeGeometry(ofRow row: UInt32) -> [UInt8]? {
        index.shape(of: row).map { ShapeGeometry.text(index.wholeParts(of: $0)) }
    }
}

extension ShapeIndex {
    func geometry(ofRow row: UInt32) -> [UInt8]? {
        shape(of: row).flatMap { parts(of: $0) }.map { ShapeGeometry.text($0) }
    }
}

/// Source: RFC 7946, section 3.1.
private enum ShapeGeometry {
    static func text(_ parts: [ShapeIndex.Part]) -> [UInt8] {
        let lines = parts.filter { $0.kind == .line }.map { positions($0.vertices) }
        var polygons: [[[UInt8]]] = []
        for ring in parts where ring.kind == .area {
            if ring.isHole, !polygons.isEmpty {
                polygons[polygons.count - 1].append(positions(ring.vertices))
            } else {
                polygons.append([positions(ring.vertices)])
            }
        }
        let areas = polygons.map { array($0) }
        if areas.isEmpty { return geometry("LineString", lines) }
        if lines.isEmpty { return geometry("Polygon", areas) }
        return object(
            "GeometryCollection", "geometries",
            array([geometry("LineString", lines), geometry("Polygon", areas)]))
    }

    static func point(_ place: FixedCoordinate, heightMeters: Double) -> [UInt8] {
        var position: [UInt8] = []
        JSONRowText.append(position: place, to: &position)
        position[position.count - 1] = UInt8(ascii: ",")
        // Beyond a billion kilometres it is no height.
        let limited = min(max(heightMeters, -1e12), 1e12)
        DecimalText.append(Int((limited * 10_000).rounded()), digits: 4, isTrimmed: true, to: &position)
        return object("Point", "coordinates", position + [UInt8(ascii: "]")])
    }

    /// One geometry, or several of a kind.
    private static func geometry(_ kind: String, _ coordinates: [[UInt8]]) -> [UInt8] {
        coordinates.count == 1
            ? object(kind, "coordinates", coordinates[0])
            : object("Multi" + kind, "coordinates", array(coordinates))
    }

    private static func object(_ kind: String, _ key: String, _ value: [UInt8]) -> [UInt8] {
        Array("{\"type\":\"\(kind)\",\"\(key)\":".utf8) + value + [UInt8(ascii: "}")]
    }

    private static func array(_ values: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "[")] + values.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    }

    private static func positions(_ vertices: [FixedCoordinate]) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "[")]
        for (index, vertex) in vertices.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            JSONRowText.append(position: vertex, to: &text)
        }
        text.append(UInt8(ascii: "]"))
        return text
    }
}
