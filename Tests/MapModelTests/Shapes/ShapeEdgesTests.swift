import Testing
import TestSupport

@testable import MapModel

@Suite struct ShapeEdgesTests {
    private struct Edge: Equatable {
        var start: DotPoint
        var end: DotPoint
        var isArea: Bool
    }

    private func edges(of sketch: GeometrySketch, in viewport: Viewport) -> [Edge] {
        var buffer = ShapeBuffer()
        buffer.append(sketch, row: 0)
        let index = ShapeIndex(buffer)
        let view = ShapeView(viewport)
        var edges: [Edge] = []
        index.visit(in: view.window) { shape in
            index.visitEdges(of: shape, in: view) { start, end, isArea in
                edges.append(Edge(start: start, end: end, isArea: isArea))
            }
        }
        return edges
    }

    private let world = Viewport(
        center: WorldPoint(x: 0.5, y: 0.5), zoom: 2, size: DotSize(columns: 128, rows: 64))

    @Test func lineAcrossTheDateLineIsShownAtBothSidesAndNotBetween() {
        let edges = edges(of: GeometrySketch(line: [place(0, 170), place(0, -170)]), in: world)
        #expect(edges.count == 2)
        #expect(edges.allSatisfy { abs($0.end.x - $0.start.x) < 20 })
        #expect(edges.contains { $0.end.x > 256 } && edges.contains { $0.start.x < 0 })
    }

    /// A satellite: one line many times around the globe.
    @Test func lineAroundTheGlobeIsShownInEveryTurn() {
        let line = (0...200).map {
            place(Double($0) / 4 - 25, Coordinate.wrapped(longitude: Double($0) * 20))
        }
        let edges = edges(of: GeometrySketch(line: line), in: world)
        #expect(edges.allSatisfy { abs($0.end.x - $0.start.x) < 20 })
        let visible = edges.filter { $0.end.x > 0 && $0.start.x < 256 }
        #expect(visible.count >= 200)
    }

    @Test func shapeOnOneDotIsLeftOut() {
        var buffer = ShapeBuffer()
        buffer.append(GeometrySketch(rings: [[place(0, 0), place(0, 0.1), place(0.1, 0.1)]]), row: 0)
        buffer.append(GeometrySketch(rings: [[place(0, 0), place(0, 10), place(10, 10)]]), row: 1)
        let index = ShapeIndex(buffer)
        var rows: [UInt32] = []
        index.visit(in: ShapeView(world)) { rows.append(index[$0].row) }
        #expect(rows == [1])
    }

    @Test func verticesOnOneDotAreSkipped() {
        let line = (0...1000).map { place(0, Double($0) / 1000) }
        #expect(edges(of: GeometrySketch(line: line), in: world).count < 20)
    }

    @Test func farPartsOfALongLineCostNothing() {
        let line = (0...10_000).map { place(Double($0) / 1000, Double($0) / 100) }
        let view = Viewport(
            center: WebMercator.project(Coordinate(latitude: 5, longitude: 50)), zoom: 14,
            size: DotSize(columns: 80, rows: 24))
        let edges = edges(of: GeometrySketch(line: line), in: view)
        #expect(!edges.isEmpty && edges.count <= ShapeRun.longest)
    }

    /// Which dots are inside an area, by the edges of a view and by the rings themselves.
    @Test(arguments: 0..<60) func insideIsThatOfTheRings(seed: UInt64) {
        var random = SeededRandom(seed)
        let center = Coordinate(
            latitude: random.fraction(-50...50),
            longitude: random.number(0...2) == 0 ? 179 : random.fraction(-180...180))
        let radius = [0.5, 8, 30][random.number(0...2)]
        var rings = [random.ring(around: center, radius: radius, corners: random.number(3...150))]
        if random.number(0...1) == 0 {
            rings.append(random.ring(around: center, radius: radius / 2, corners: random.number(3...9)))
        }
        let view = Viewport(
            center: WebMercator.project(
                Coordinate(
                    latitude: center.latitude + random.fraction(-radius...radius) / 2,
                    longitude: center.longitude + random.fraction(-radius...radius) / 2)),
            zoom: random.fraction(2...9), size: DotSize(columns: 40, rows: 20))
        let edges = edges(of: GeometrySketch(rings: rings), in: view)
        let near = nearEdges(rings, view)
        for _ in 0..<60 {
            let dot = DotPoint(x: random.fraction(0...80), y: random.fraction(0...80))
            // The dot that an edge passes belongs to either side.
            if near.contains(where: { distance(of: dot, $0.0, $0.1) < 2 }) { continue }
            let expected = near.count { passesRight(of: dot, $0.0, $0.1) } % 2 == 1
            let found = edges.count { passesLeft(of: dot, $0.start, $0.end) } % 2 == 1
            #expect(found == expected, "seed \(seed), \(dot)")
        }
    }

    /// The edges of rings in dots, each ring unwrapped from its first vertex; as many copies as can be seen.
    private func nearEdges(_ rings: [[FixedCoordinate]], _ view: Viewport) -> [(DotPoint, DotPoint)] {
        let origin = view.origin
        return rings.flatMap { ring in
            var points: [WorldPoint] = []
            for vertex in ring {
                var point = WebMercator.project(vertex.coordinate)
                if let last = points.last { point.x -= (point.x - last.x).rounded() }
                points.append(point)
            }
            return [-2.0, -1, 0, 1, 2].flatMap { turn in
                let dots = points.map { point in
                    DotPoint(
                        x: (point.x + turn) * view.worldDots - Double(origin.x),
                        y: point.y * view.worldDots - Double(origin.y))
                }
                return Array(zip(dots, dots.dropFirst() + dots.prefix(1)))
            }
        }
    }

    private func crossing(_ dot: DotPoint, _ start: DotPoint, _ end: DotPoint) -> Double? {
        guard (start.y <= dot.y) != (end.y <= dot.y) else { return nil }
        return start.x + (end.x - start.x) * (dot.y - start.y) / (end.y - start.y)
    }

    private func passesLeft(of dot: DotPoint, _ start: DotPoint, _ end: DotPoint) -> Bool {
        crossing(dot, start, end).map { $0 < dot.x } ?? false
    }

    private func passesRight(of dot: DotPoint, _ start: DotPoint, _ end: DotPoint) -> Bool {
        crossing(dot, start, end).map { $0 > dot.x } ?? false
    }

    private func distance(of dot: DotPoint, _ start: DotPoint, _ end: DotPoint) -> Double {
        let dx = end.x - start.x
        let dy = end.y - start.y
        let square = dx * dx + dy * dy
        let part = square == 0 ? 0 : ((dot.x - start.x) * dx + (dot.y - start.y) * dy) / square
        let nearest = Swift.min(Swift.max(part, 0), 1)
        let x = dot.x - start.x - nearest * dx
        let y = dot.y - start.y - nearest * dy
        return (x * x + y * y).squareRoot()
    }
}
