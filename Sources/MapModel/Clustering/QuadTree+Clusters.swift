extension QuadTree {
    /// The points in `window`, clustered by the cells of `grid`: each point in exactly one cluster.
    ///
    /// A cell cut by the edge of the window counts only what lies inside; any other is the same in every window.
    /// Row by row from the north-west. The window must not exceed 2^24 sub-squares of the grid.
    /// - Complexity: O(quad-tree cells of the grid that hold points), independent of the number of points.
    public func clusters(in window: WorldWindow, grid: ClusterGrid) -> [Cluster] {
        guard !window.isEmpty, !isEmpty else { return [] }
        var plane = ClusterPlane(of: self, window: window, grid: grid)
        for rect in window.rects { plane.fill(rect) }
        return plane.clusters()
    }

    /// The indices of the points of a cluster in `window`, to be read page by page.
    ///
    /// - Complexity: that of a window query, independent of the number of members.
    public func members(of id: ClusterID, in window: WorldWindow) -> IndexRuns {
        var runs = IndexRuns()
        for rect in rects(of: id, in: window) { walk(rect, &runs) }
        return runs
    }

    /// The bounding box of the points of a cluster in `window`; nil when it is empty there.
    ///
    /// - Complexity: O(nodes along the edges of the box); O(members) when some lie beyond 85.0511°.
    public func bounds(of id: ClusterID, in window: WorldWindow) -> GeoBounds? {
        guard let reach = reach(of: id, in: window) else { return nil }
        guard reach.isPolar else { return reach.bounds(polarLatitudes: []) }
        let members = members(of: id, in: window)
        let latitudes = members.indices(limit: members.count).map { fixedCoordinate(at: $0).latitudeE7 }
        return reach.bounds(polarLatitudes: latitudes)
    }

    private func rects(of id: ClusterID, in window: WorldWindow) -> [QuantumRect] {
        window.rects.map { $0.intersection(id.rect) }.filter { !$0.isEmpty }
    }

    private func reach(of id: ClusterID, in window: WorldWindow) -> QuantumReach? {
        var visitor = ReachVisitor(tree: self)
        for rect in rects(of: id, in: window) { walk(rect, &visitor) }
        return visitor.reach
    }
}
