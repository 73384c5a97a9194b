// Areas whose vertices an index of shapes has.
extension AreaGeometry {
    /// Area i has the rings of the shape of row `rows[i]`; it is empty where that row has none, or only lines.
    ///
    /// - Complexity: O(vertices).
    public init(_ shapes: ShapeIndex, rows: [UInt32]) {
        self.init()
        let numbers = rows.map { shapes.shape(of: $0) }
        reserve(edges: numbers.reduce(0) { $0 + ($1.map { shapes.vertexCount(of: $0) } ?? 0) })
        for number in numbers {
            beginArea()
            if let number { append(number, of: shapes) }
            endPolygon()
        }
    }

    private mutating func append(_ shape: Int, of shapes: ShapeIndex) {
        shapes.visitPaths(of: shape) { path, flags in
            if flags.contains(.area) { append(UnwrappedRing(unwrapped: path), isHole: flags.contains(.hole)) }
        }
    }
}

extension ShapeIndex {
    /// The vertices of a shape, those that its runs share once.
    func vertexCount(of shape: Int) -> Int {
        let runs = runs(of: shape)
        guard let first = runs.first, let last = runs.last else { return 0 }
        return vertices(of: last).upperBound - Int(self.runs[first].start)
    }

    /// Calls `body` with the lines and rings of a shape, as they lie on the plane in 1e-7°.
    func visitPaths(of shape: Int, _ body: ([UnwrappedRing.Vertex], ShapeRun.Flags) -> Void) {
        var path: [UnwrappedRing.Vertex] = []
        var flags: ShapeRun.Flags = []
        var column: Int64 = 0
        for run in runs(of: shape) {
            let places = vertices(of: run)
            var previous = vertices[places.lowerBound]
            if !runs[run].flags.contains(.continues) {
                if !path.isEmpty { body(path, flags) }
                path.removeAll(keepingCapacity: true)
                flags = runs[run].flags
                column = Int64(previous.x)
                append(places.lowerBound, column, to: &path)
            }
            for place in places.dropFirst() {
                column += Int64(Int32(bitPattern: vertices[place].x &- previous.x))
                previous = vertices[place]
                append(place, column, to: &path)
            }
        }
        if !path.isEmpty { body(path, flags) }
    }

    private func append(_ vertex: Int, _ column: Int64, to path: inout [UnwrappedRing.Vertex]) {
        let point = vertices[vertex]
        let turns = column >> 32 * LongitudeStep.turn
        path.append(
            UnwrappedRing.Vertex(
                x: Int64(QuantumPoint.longitudeE7(column: point.x)) + turns,
                latitudeE7: polarVertices.latitudeE7(ofVertex: vertex, row: point.y)))
    }
}
