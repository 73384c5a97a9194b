extension QuadTree {
    /// The points exactly on the points and lines of a geometry; its areas do not matter. Ascending.
    ///
    /// - Complexity: O(points in the boxes of its edges).
    public func indices(on sketch: GeometrySketch) -> IndexRuns {
        var found = PointSet(capacity: count)
        for (number, part) in sketch.parts.enumerated() where part.kind != .area {
            let vertices = sketch.vertices[sketch.range(of: number)]
            for vertex in vertices { insert(on: AreaEdge(vertex), into: &found) }
            for (start, end) in zip(vertices, vertices.dropFirst()) {
                let (x, width) = (
                    Int64(start.longitudeE7),
                    LongitudeStep.shorter(from: start.longitudeE7, to: end.longitudeE7)
                )
                RingPlacer(west: Swift.min(x, x + width), east: Swift.max(x, x + width)).add(
                    x, start.latitudeE7, x + width, end.latitudeE7
                ) { insert(on: $0, into: &found) }
            }
        }
        var runs = IndexRuns()
        found.forEachMember { runs.append($0..<$0 + 1) }
        return runs
    }

    private func insert(on edge: AreaEdge, into found: inout PointSet) {
        let limit: Int32 = 1_800_000_000
        let (west, east) = (Swift.min(edge.x1, edge.x2), Swift.max(edge.x1, edge.x2))
        guard east >= -limit, west <= limit else { return }
        func place(_ x: Int32, _ y: Int32) -> Coordinate {
            FixedCoordinate(latitudeE7: y, longitudeE7: Swift.min(Swift.max(x, -limit), limit)).coordinate
        }
        let (low, high) = (place(west, edge.y1), place(east, edge.y2))
        indices(
            in: GeoBounds(
                south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude)
        ).visit { index in
            let place = fixedCoordinate(at: index)
            if edge.holds(place.longitudeE7, place.latitudeE7) { found.insert(index) }
            return true
        }
    }
}

extension AreaEdge {
    /// A point.
    fileprivate init(_ place: FixedCoordinate) {
        self.init(from: place.longitudeE7, place.latitudeE7, to: place.longitudeE7, place.latitudeE7)
    }
}
