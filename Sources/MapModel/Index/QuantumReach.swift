/// The tight box of some points in quanta, all edges inside. West may lie east of east: across 180°.
struct QuantumReach: Hashable {
    var west: UInt32
    var east: UInt32
    var north: UInt32
    var south: UInt32

    init(west: UInt32, east: UInt32, north: UInt32, south: UInt32) {
        self.west = west
        self.east = east
        self.north = north
        self.south = south
    }

    init(_ point: QuantumPoint) {
        self.init(west: point.x, east: point.x, north: point.y, south: point.y)
    }

    /// Whether any point lies in the first or last row, whose latitudes only the tree knows.
    var isPolar: Bool { Self.polarRows.contains(north) || Self.polarRows.contains(south) }

    /// The box in degrees, given the latitudes of its points in the polar rows.
    ///
    /// Latitudes of points between them may be among these, but only when the box reaches a polar row.
    func bounds(polarLatitudes: [Int32]) -> GeoBounds {
        var southWest = FixedCoordinate(QuantumPoint(x: west, y: south))
        var northEast = FixedCoordinate(QuantumPoint(x: east, y: north))
        if let least = polarLatitudes.min(), let most = polarLatitudes.max() {
            if Self.polarRows.contains(south) { southWest.latitudeE7 = least }
            if Self.polarRows.contains(north) { northEast.latitudeE7 = most }
        }
        return GeoBounds(from: southWest, to: northEast)
    }

    private static let polarRows = [LatitudeTable.firstRow, LatitudeTable.lastRow]
}

extension GeoBounds {
    /// The box eastwards from the south-west to the north-east corner; an eastern edge at -180° becomes 180°.
    fileprivate init(from southWest: FixedCoordinate, to northEast: FixedCoordinate) {
        let west = southWest.coordinate
        let east = northEast.coordinate
        let isBeyondMeridian = east.longitude < west.longitude && east.longitude == -180
        self.init(
            south: west.latitude, west: west.longitude, north: east.latitude,
            east: isBeyondMeridian ? 180 : east.longitude)
    }
}

/// Finds the tight box of the points of a walk; nodes inside the box so far are not looked into.
struct ReachVisitor: RegionVisitor {
    let tree: QuadTree
    private(set) var reach: QuantumReach?

    mutating func visit(_ point: QuantumPoint, at index: Int) {
        guard var grown = reach else {
            reach = QuantumReach(point)
            return
        }
        grown.west = Swift.min(grown.west, point.x)
        grown.east = Swift.max(grown.east, point.x)
        grown.north = Swift.min(grown.north, point.y)
        grown.south = Swift.max(grown.south, point.y)
        reach = grown
    }

    mutating func visit(_ node: QuadNode) {
        if holds(node) { return }
        if node.depth == 32 || node.indices.count <= QuadTree.looseLimit {
            for index in node.indices.prefix(QuadTree.looseLimit) {
                visit(tree.quantum(at: index), at: index)
            }
        } else {
            for quarter in tree.quarters(of: node) { visit(quarter) }
        }
    }

    private func holds(_ node: QuadNode) -> Bool {
        guard let reach else { return false }
        return reach.west <= node.west && node.west + node.side <= UInt64(reach.east) + 1
            && reach.north <= node.north && node.north + node.side <= UInt64(reach.south) + 1
    }
}
