extension QuadTree {
    /// How many points lie in `circle`.
    public func count(in circle: GeoCircle) -> Int {
        var counter = PointCounter()
        walk(circle, &counter)
        return counter.count
    }

    /// The indices of the points in `circle`: exactly those whose coordinates it contains. Ascending.
    ///
    /// Cells wholly inside are taken whole and cells wholly outside dropped; only points at the rim are tested.
    /// - Complexity: O(cells cut by the rim), independent of the number of points inside.
    public func indices(in circle: GeoCircle) -> IndexRuns {
        var runs = IndexRuns()
        walk(circle, &runs)
        return runs
    }

    /// The indices of the points in any of `boxes`, each once, ascending: the first stage of a `LocationFinder`.
    public func indices(in boxes: [GeoBounds]) -> IndexRuns {
        boxes.reduce(IndexRuns()) { $0.union(indices(in: $1)) }
    }

    /// The points within `meters` of `center`, nearest first, at most `limit`: a few of many are searched best first, all
    /// that lie inside are collected and sorted.
    public func neighbors(of center: Coordinate, limit: Int?, within meters: Double) -> [Neighbor] {
        if let limit { return nearest(to: center, count: limit, within: meters) }
        let radius = Swift.min(meters, GeoCircle.halfEarthMeters)
        guard let circle = try? GeoCircle(center: center, radiusMeters: radius) else { return [] }
        return neighbors(in: circle)
    }

    /// The points in `circle`, nearest first; equally near ones in the order of their rows.
    ///
    /// - Complexity: O(k log k) for k points. For a few of many `nearest(to:count:within:where:)` is faster.
    public func neighbors(in circle: GeoCircle) -> [Neighbor] {
        let origin = GreatCircle.Origin(circle.center)
        let indices = indices(in: circle)
        var neighbors: [Neighbor] = []
        neighbors.reserveCapacity(indices.count)
        indices.visit { index in
            let meters = origin.distance(to: coordinate(at: index))
            neighbors.append(Neighbor(index: index, distanceMeters: meters))
            return true
        }
        neighbors.sort {
            $0.distanceMeters == $1.distanceMeters
                ? rows[$0.index] < rows[$1.index] : $0.distanceMeters < $1.distanceMeters
        }
        return neighbors
    }

    /// Shows `visitor` every point in `circle` exactly once, as part of a node wholly inside or on its own.
    private func walk<Visitor: RegionVisitor>(_ circle: GeoCircle, _ visitor: inout Visitor) {
        guard !isEmpty else { return }
        let search = CircleSearch(circle, in: self)
        let world = search.distances.world(indices: 0..<count)
        if circle.coversEverything { return visitor.visit(world.node) }
        search.descend(world, &visitor)
    }
}

/// A descent of the tree along the rim of a circle.
private struct CircleSearch {
    let distances: CellDistances
    private let tree: QuadTree
    private let limits: ReachLimits
    private let origin: GreatCircle.Origin
    private let radiusMeters: Double

    init(_ circle: GeoCircle, in tree: QuadTree) {
        self.tree = tree
        distances = CellDistances(from: circle.center)
        limits = ReachLimits(meters: circle.radiusMeters)
        origin = GreatCircle.Origin(circle.center)
        radiusMeters = circle.radiusMeters
    }

    func descend<Visitor: RegionVisitor>(_ cell: SeenCell, _ visitor: inout Visitor) {
        if distances.leastSquaredChord(to: cell) > limits.cellOutside { return }
        if distances.greatestSquaredChord(to: cell) < limits.cellInside { return visitor.visit(cell.node) }
        if cell.node.indices.count <= QuadTree.looseLimit || cell.node.depth == 32 {
            return test(cell.node, &visitor)
        }
        distances.divide(cell, of: tree) { descend($0, &visitor) }
    }

    /// Many points of one node are all in one place, unless they lie beyond the Mercator square.
    private func test<Visitor: RegionVisitor>(_ node: QuadNode, _ visitor: inout Visitor) {
        let point = tree.quantum(at: node.indices.lowerBound)
        if node.depth == 32, !point.isPolar {
            if contains(point, at: node.indices.lowerBound) { visitor.visit(node) }
            return
        }
        for index in node.indices {
            let point = tree.quantum(at: index)
            if contains(point, at: index) { visitor.visit(point, at: index) }
        }
    }

    @inline(__always)
    private func contains(_ point: QuantumPoint, at index: Int) -> Bool {
        if !point.isPolar {
            let chord = distances.squaredChord(to: point)
            if chord < limits.pointInside { return true }
            if chord > limits.pointOutside { return false }
        }
        return origin.distance(to: tree.coordinate(at: index)) <= radiusMeters
    }
}

extension QuantumPoint {
    /// Whether the point lies beyond the Mercator square, where its row does not give the latitude.
    @inline(__always)
    var isPolar: Bool { y == LatitudeTable.firstRow || y == LatitudeTable.lastRow }
}
