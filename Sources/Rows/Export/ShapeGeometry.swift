import MapModel
import Synchronization

/// The lines and areas of rows that are written as GeoJSON.
package final class WrittenShapes: Sendable {
    private let make: @Sendable () -> ShapeIndex
    private let known = Mutex<ShapeIndex?>(nil)

    /// Those that `make` returns, once a row is asked for.
    package init(_ make: @escaping @Sendable () -> ShapeIndex) { self.make = make }

    /// Those of an index.
    package convenience init(_ shapes: ShapeIndex) { self.init { shapes } }

    /// Those of a buffer, which is indexed once a row is asked for: features are mostly copied as they stood.
    package convenience init(_ buffer: ShapeBuffer) { self.init { ShapeIndex(buffer) } }

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
