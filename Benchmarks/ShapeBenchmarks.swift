import MapModel

/// Lines and areas: how long an index takes to build, to ask, and to give the edges of a view.
enum ShapeBenchmarks {
    private static let size = DotSize(columns: 240, rows: 64)

    static func run() {
        measure("1,000,000 squares of 0.01°", squares(1_000_000, side: 0.01))
        measure("200,000 squares of 0.3°", squares(200_000, side: 0.3))
        measure("a line of 1,000,000 vertices", line(1_000_000))
        marks()
    }

    private static func measure(_ name: String, _ buffer: consuming ShapeBuffer) {
        var index = ShapeIndex()
        let filled = buffer
        let building = Measurement.milliseconds { index = ShapeIndex(filled) }
        let bytes = Double(index.byteCount) / Double(index.vertexCount)
        print("  \(name): build \(building) ms, \((bytes * 10).rounded() / 10) bytes a vertex")
        for zoom in [1.9, 5, 8, 12] {
            let viewport = Viewport(center: WorldPoint(x: 0.53, y: 0.4), zoom: zoom, size: size)
            let view = ShapeView(viewport)
            var shapes = 0
            let asking = Measurement(processorTimeOf: 20) {
                shapes = 0
                index.visit(in: view) { _ in shapes += 1 }
            }
            var edges = 0
            let giving = Measurement(processorTimeOf: 20) {
                edges = 0
                index.visit(in: view) { shape in
                    index.visitEdges(of: shape, in: view) { _, _, _ in edges += 1 }
                }
            }
            print(
                "    zoom \(zoom): \(shapes) shapes in \(asking.median) µs, \(edges) edges in \(giving.median) µs"
            )
        }
    }

    private static func squares(_ count: Int, side: Double) -> ShapeBuffer {
        var random = PlaceGenerator(seed: 3)
        var buffer = ShapeBuffer()
        var sketch = GeometrySketch()
        let units = Int32(side * FixedCoordinate.unitsPerDegree)
        for row in 0..<count {
            let place = random.place()
            sketch.reset()
            sketch.begin(.area)
            for (north, east) in [(0, 0), (0, units), (units, units), (units, 0)] as [(Int32, Int32)] {
                sketch.append(
                    FixedCoordinate(
                        latitudeE7: Swift.min(place.latitudeE7 + north, 900_000_000),
                        longitudeE7: Swift.min(place.longitudeE7, 1_800_000_000 - units) + east))
            }
            buffer.append(sketch, row: UInt32(row))
        }
        return buffer
    }

    /// A walk through all longitudes.
    private static func line(_ count: Int) -> ShapeBuffer {
        var random = PlaceGenerator(seed: 4)
        var sketch = GeometrySketch()
        sketch.begin(.line)
        var latitude: Int32 = 0
        for vertex in 0..<count {
            latitude += Int32(random.number(below: 400_001)) - 200_000
            latitude = Swift.min(Swift.max(latitude, -600_000_000), 600_000_000)
            let longitude = Double(vertex) / Double(count) * 3.6e9 - 1.8e9
            sketch.append(FixedCoordinate(latitudeE7: latitude, longitudeE7: Int32(longitude)))
        }
        var buffer = ShapeBuffer()
        buffer.append(sketch, row: 0)
        return buffer
    }

    private static func marks() {
        var random = PlaceGenerator(seed: 5)
        let count: UInt32 = 10_000_000
        var buffer = PointBuffer()
        for row in 0..<count { buffer.append(random.place(), row: row) }
        let tree = QuadTree(buffer)
        var marks: LayerMarks?
        let building = Measurement.milliseconds {
            marks = LayerMarks(tree, layers: LayerRows(firstRows: [0, count / 2, count - 1]))
        }
        guard let marks else { return }
        var found: LayerMarks.Mask = 0
        let asking = Measurement(processorTimeOf: 50) {
            found |= marks.layers(in: 1..<tree.count - 1, of: tree)
        }
        print(
            "  layers of 10,000,000 points: build \(building) ms, of all points \(asking.median) µs (\(found))"
        )
    }
}
