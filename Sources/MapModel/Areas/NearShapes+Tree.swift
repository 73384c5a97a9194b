extension NearShapes {
    /// The points of `tree` at most `meters` away, ascending; nil when cancelled.
    ///
    /// What is inside areas is found as counts are. Of the rest, cells farther away are dropped, those wholly within are taken,
    /// and only points of the others are tested.
    /// - Complexity: O(cells at the rim), each of which costs a search for the nearest edge; shared by the workers.
    public func indices(
        of tree: QuadTree, within meters: Double, by workers: Workers = .alone,
        isCancelled: () -> Bool = { false }
    ) -> IndexRuns? {
        guard meters >= 0, !isEmpty, !tree.isEmpty else { return IndexRuns() }
        guard let inside = pointsInside(tree, by: workers, isCancelled: isCancelled) else { return nil }
        let search = NearSearch(shapes: self, tree: tree, meters: meters, inside: inside)
        var cells: [QuadNode] = []
        var near = IndexRuns()
        let world = QuadNode(depth: 0, west: 0, north: 0, key: 0, indices: 0..<tree.count)
        search.collect(world, largest: Swift.max(tree.count / 4_096, 64), to: &cells)
        let batchSize = 16 * workers.count
        for start in stride(from: 0, to: cells.count, by: batchSize) {
            if isCancelled() { return nil }
            let batch = cells[start..<Swift.min(start + batchSize, cells.count)]
            let found = workers.results(of: batch.count) { number in
                var runs = IndexRuns()
                search.descend(batch[start + number], &runs)
                return runs
            }
            for runs in found { near.append(runs) }
        }
        return near
    }

    /// The points inside areas; nil when cancelled.
    private func pointsInside(
        _ tree: QuadTree, by workers: Workers, isCancelled: () -> Bool = { false }
    ) -> PointSet? {
        var inside = PointSet(capacity: tree.count)
        guard areas.edgeCount > 0 else { return inside }
        guard let found = AreaAssignment(of: tree, in: areas, by: workers, isCancelled: isCancelled) else {
            return nil
        }
        inside.insert(contentsOf: found.indices { _ in true })
        return inside
    }

    /// Metres from some points of `tree` to the nearest of them, 0 inside an area.
    ///
    /// - Complexity: that of an `AreaAssignment`, and of a search for the nearest edge for each point outside; shared by the
    ///   workers.
    public func meters(of tree: QuadTree, at indices: [Int], by workers: Workers = .alone) -> [Double] {
        guard !indices.isEmpty, let inside = pointsInside(tree, by: workers) else { return [] }
        let shares = workers.shares(of: indices.count) { share in
            indices[share].map { index in
                inside.contains(index) ? 0 : metersToEdge(from: tree.fixedCoordinate(at: index))
            }
        }
        return shares.flatMap { $0 }
    }
}

/// A descent of the tree to what is near shapes.
private struct NearSearch: Sendable {
    let shapes: NearShapes
    let tree: QuadTree
    let meters: Double
    let inside: PointSet

    /// Larger cells are divided in any case.
    private static let widestDepth = 5
    /// Places in a cell are rounded by less.
    private static let marginMeters = 0.05

    /// Adds the cells of at most `largest` points below one, in Morton order.
    func collect(_ node: QuadNode, largest: Int, to cells: inout [QuadNode]) {
        guard node.depth < Self.widestDepth || node.indices.count > largest && node.depth < 16 else {
            return cells.append(node)
        }
        for quarter in tree.quarters(of: node) { collect(quarter, largest: largest, to: &cells) }
    }

    func descend(_ node: QuadNode, _ runs: inout IndexRuns) {
        let insideCount = inside.count(in: node.indices)
        if insideCount == node.indices.count { return runs.append(node.indices) }
        let (center, radius) = reach(of: node)
        let found = shapes.metersToEdge(from: center, within: meters + radius, enough: meters - radius)
        guard let found else {
            if insideCount > 0 {
                for index in node.indices where inside.contains(index) { runs.append(index) }
            }
            return
        }
        if found <= meters - radius { return runs.append(node.indices) }
        guard node.indices.count > QuadTree.looseLimit / 2, node.depth < 32 else {
            for index in node.indices where isNear(index) { runs.append(index) }
            return
        }
        for quarter in tree.quarters(of: node) { descend(quarter, &runs) }
    }

    private func isNear(_ index: Int) -> Bool {
        if inside.contains(index) { return true }
        let place = tree.fixedCoordinate(at: index)
        return shapes.metersToEdge(from: place, within: meters, enough: meters) != nil
    }

    /// The middle of a cell, and how far it is from there to the farthest corner.
    private func reach(of node: QuadNode) -> (center: FixedCoordinate, radius: Double) {
        let last = WorldWindow.worldSize
        let north = node.north == 0 ? 90 : latitude(node.north)
        let south = node.north + node.side == last ? -90 : latitude(node.north + node.side)
        let west = Double(node.west) / Double(last) * 360 - 180
        let width = Double(node.side) / Double(last) * 360
        let center = FixedCoordinate(Coordinate(latitude: (north + south) / 2, longitude: west + width / 2))
        let corners = [north, south].flatMap { latitude in
            [west, west + width].map { Coordinate(latitude: latitude, longitude: $0) }
        }
        let origin = GreatCircle.Origin(center.coordinate)
        let farthest = corners.reduce(0) { Swift.max($0, origin.distance(to: $1)) }
        return (center, farthest + Self.marginMeters)
    }

    private func latitude(_ row: UInt64) -> Double {
        Double(LatitudeTable.shared.latitudeE7(row: UInt32(row))) / FixedCoordinate.unitsPerDegree
    }
}

extension IndexRuns {
    /// Adds runs that lie behind those that are here.
    fileprivate mutating func append(_ other: IndexRuns) {
        for run in other.runs { append(run) }
    }
}
