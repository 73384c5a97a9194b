import MapModel
import TestSupport

/// A geometry that tests write in every notation, apart from the readers.
indirect enum SampleGeometry: Equatable {
    typealias Vertex = FixedCoordinate

    case point(Vertex?)
    case line([Vertex])
    case area([[Vertex]])
    case points([Vertex?])
    case lines([[Vertex]])
    case areas([[[Vertex]]])
    case collection([SampleGeometry])

    static func random(_ random: inout SeededRandom, depth: Int = 0) -> SampleGeometry {
        switch Int.random(in: 0..<(depth < 4 ? 7 : 6), using: &random) {
        case 0: return .point(point(&random))
        case 1: return .line(vertices(&random))
        case 2: return .area(rings(&random))
        case 3: return .points(many(&random) { point(&$0) })
        case 4: return .lines(many(&random) { vertices(&$0) })
        case 5: return .areas(many(&random) { rings(&$0) })
        default: return .collection(many(&random) { .random(&$0, depth: depth + 1) })
        }
    }

    private static func many<Part>(
        _ random: inout SeededRandom, _ part: (inout SeededRandom) -> Part
    ) -> [Part] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in part(&random) }
    }

    private static func point(_ random: inout SeededRandom) -> Vertex? {
        Int.random(in: 0..<6, using: &random) == 0 ? nil : vertex(&random)
    }

    private static func vertices(_ random: inout SeededRandom) -> [Vertex] {
        (0..<Int.random(in: 0...5, using: &random)).map { _ in vertex(&random) }
    }

    private static func rings(_ random: inout SeededRandom) -> [[Vertex]] {
        many(&random) { random in
            var ring = vertices(&random)
            if let first = ring.first { ring.append(first) }
            return ring
        }
    }

    private static func vertex(_ random: inout SeededRandom) -> Vertex {
        Vertex(
            latitudeE7: Int32.random(in: -900_000_000...900_000_000, using: &random),
            longitudeE7: Int32.random(in: -1_800_000_000...1_800_000_000, using: &random))
    }

    // MARK: what readers should make of it

    var sketch: GeometrySketch {
        var sketch = GeometrySketch()
        add(to: &sketch)
        return sketch
    }

    private func add(to sketch: inout GeometrySketch) {
        switch self {
        case .point(let point): Self.add(.points([point]), to: &sketch)
        case .line(let line): Self.add(.lines([line]), to: &sketch)
        case .area(let area): Self.add(.areas([area]), to: &sketch)
        case .points, .lines, .areas: Self.add(self, to: &sketch)
        case .collection(let parts): parts.forEach { $0.add(to: &sketch) }
        }
    }

    private static func add(_ many: SampleGeometry, to sketch: inout GeometrySketch) {
        switch many {
        case .points(let points):
            for case let point? in points {
                sketch.begin(.point)
                sketch.append(point)
            }
        case .lines(let lines):
            for line in lines where !line.isEmpty {
                sketch.begin(.line)
                line.forEach { sketch.append($0) }
            }
        case .areas(let areas):
            for area in areas {
                for (index, ring) in area.filter({ !$0.isEmpty }).enumerated() {
                    sketch.begin(.area, isHole: index > 0)
                    ring.forEach { sketch.append($0) }
                }
            }
        default: break
        }
    }

    // MARK: text

    /// - Parameter dimensions: "", "Z", "M" or "ZM".
    func text(dimensions: String = "", between: String = " ", lowercased: Bool = false) -> String {
        let others = String(repeating: " 7.5", count: dimensions.count)
        func vertex(_ vertex: Vertex) -> String {
            "\(vertex.coordinate.longitude) \(vertex.coordinate.latitude)\(others)"
        }
        func list(_ parts: [String]) -> String {
            parts.isEmpty ? "EMPTY" : "(" + parts.joined(separator: ",\(between)") + ")"
        }
        func line(_ line: [Vertex]) -> String { list(line.map(vertex)) }
        func area(_ area: [[Vertex]]) -> String { list(area.map(line)) }
        let (name, body) =
            switch self {
            case .point(let point): ("POINT", list(point.map { [vertex($0)] } ?? []))
            case .line(let vertices): ("LINESTRING", line(vertices))
            case .area(let rings): ("POLYGON", area(rings))
            case .points(let points):
                ("MULTIPOINT", list(points.map { $0.map { "(\(vertex($0)))" } ?? "EMPTY" }))
            case .lines(let lines): ("MULTILINESTRING", list(lines.map(line)))
            case .areas(let areas): ("MULTIPOLYGON", list(areas.map(area)))
            case .collection(let parts):
                (
                    "GEOMETRYCOLLECTION",
                    list(parts.map { $0.text(dimensions: dimensions, between: between) })
                )
            }
        let text = "\(name) \(dimensions)\(body == "EMPTY" ? " " : between)\(body)"
        return lowercased ? text.lowercased() : text
    }

    // MARK: binary

    enum Dimensions: CaseIterable { case none, iso, extended }

    func binary(bigEndian: Bool, dimensions: Dimensions = .none, reference: UInt32? = nil) -> [UInt8] {
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: bigEndian ? number.bigEndian : number.littleEndian) { Array($0) }
        }
        func vertex(_ vertex: Vertex?) -> [UInt8] {
            let numbers = [
                vertex?.coordinate.longitude ?? .nan, vertex?.coordinate.latitude ?? .nan,
            ]
            let others = dimensions == .none ? [] : [100.0, 200]
            return (numbers + others).flatMap { bytes($0.bitPattern) }
        }
        func list(_ parts: [[UInt8]]) -> [UInt8] { bytes(UInt32(parts.count)) + parts.joined() }
        func line(_ line: [Vertex]) -> [UInt8] { list(line.map(vertex)) }
        func whole(_ part: SampleGeometry) -> [UInt8] {
            part.binary(bigEndian: bigEndian, dimensions: dimensions)
        }
        let (type, body): (UInt32, [UInt8]) =
            switch self {
            case .point(let point): (1, vertex(point))
            case .line(let vertices): (2, line(vertices))
            case .area(let rings): (3, list(rings.map(line)))
            case .points(let points): (4, list(points.map { whole(.point($0)) }))
            case .lines(let lines): (5, list(lines.map { whole(.line($0)) }))
            case .areas(let areas): (6, list(areas.map { whole(.area($0)) }))
            case .collection(let parts): (7, list(parts.map(whole)))
            }
        var code = type
        switch dimensions {
        case .none: break
        case .iso: code += 3_000
        case .extended: code |= 0xC000_0000
        }
        if reference != nil { code |= 0x2000_0000 }
        return [bigEndian ? 0 : 1] + bytes(code) + (reference.map(bytes) ?? []) + body
    }
}
