// Rows with lines and areas: how near they are is a matter of these, not of the point at which they count.
extension QuadTree {
    /// The points within `meters` of `center`, nearest first, at most `limit`: those with a shape by its nearest point, the
    /// others by their own.
    ///
    /// - Returns: the neighbours, equally near ones in the order of their rows; and for those with a shape the nearest
    ///   point of it, by index.
    /// - Complexity: that of `neighbors(of:limit:within:)` and `ShapeIndex.nearest`, and O(n) where there are shapes.
    public func neighbors(
        of center: Coordinate, limit: Int?, within meters: Double, shapes: ShapeIndex
    ) -> (neighbors: [Neighbor], places: [Int: Coordinate]) {
        // A point that is among the nearest is so by all points, too: a shape is never farther than its point.
        let points = neighbors(of: center, limit: limit, within: meters)
        guard !shapes.isEmpty else { return (points, [:]) }
        let shown = rowSet
        let near = shapes.nearest(to: center, count: limit ?? .max, within: meters) { shown.contains($0) }
        guard !near.isEmpty else { return (points, [:]) }
        let indices = indices(ofRows: near.map(\.row))
        var places: [Int: Coordinate] = [:]
        var distances: [Int: Double] = [:]
        for neighbor in points { distances[neighbor.index] = neighbor.distanceMeters }
        for shape in near {
            guard let index = indices[shape.row], shape.distanceMeters < distances[index] ?? .infinity else {
                continue
            }
            distances[index] = shape.distanceMeters
            places[index] = shape.place
        }
        var merged = distances.map { Neighbor(index: $0.key, distanceMeters: $0.value) }
        merged.sort {
            $0.distanceMeters == $1.distanceMeters
                ? row(at: $0.index) < row(at: $1.index) : $0.distanceMeters < $1.distanceMeters
        }
        if let limit, merged.count > limit {
            for neighbor in merged[limit...] { places[neighbor.index] = nil }
            merged.removeLast(merged.count - limit)
        }
        return (merged, places)
    }

    /// The points in `circle`, and those whose shapes reach into it.
    ///
    /// - Complexity: that of `indices(in:)`, and where there are shapes O(n) and those at the rim.
    public func points(in circle: GeoCircle, shapes: ShapeIndex) -> PointSet {
        var points = PointSet(capacity: count)
        points.insert(contentsOf: indices(in: circle))
        guard !shapes.isEmpty else { return points }
        let inside = rows(of: points)
        let shown = rowSet
        let reaching = shapes.rows(within: circle.radiusMeters, of: circle.center) {
            shown.contains($0) && !inside.contains($0)
        }
        for index in indices(ofRows: reaching).values { points.insert(index) }
        return points
    }

    private var rowSet: RowSet {
        var set = RowSet(capacity: Int(rows.max() ?? 0) + 1)
        for row in rows { set.insert(row) }
        return set
    }

    private func indices(ofRows rows: [UInt32]) -> [UInt32: Int] {
        guard let greatest = rows.max() else { return [:] }
        var wanted = RowSet(capacity: Int(greatest) + 1)
        for row in rows { wanted.insert(row) }
        var indices: [UInt32: Int] = [:]
        for index in self.rows.indices where wanted.contains(self.rows[index]) {
            indices[self.rows[index]] = index
        }
        return indices
    }
}
