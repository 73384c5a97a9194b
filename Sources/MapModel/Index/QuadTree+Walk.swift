/// Receives the nodes and points of a region from a walk over the tree, in Morton order.
protocol RegionVisitor {
    /// Whether a node inside the region is taken as a whole and not looked into.
    func takes(_ node: QuadNode) -> Bool
    /// All points of a node that was taken lie in the region.
    mutating func visit(_ node: QuadNode)
    /// A single point lies in the region.
    mutating func visit(_ point: QuantumPoint, at index: Int)
}

extension RegionVisitor {
    @inline(__always)
    func takes(_ node: QuadNode) -> Bool { true }
}

extension QuadTree {
    /// Nodes of so few points are looked at point by point.
    static let looseLimit = 16

    /// Shows `visitor` every point in `rect` exactly once, as part of a node that it takes or on its own.
    ///
    /// - Complexity: O(nodes taken + nodes cut by the edge); empty areas are skipped whole.
    func walk<Visitor: RegionVisitor>(_ rect: QuantumRect, _ visitor: inout Visitor) {
        guard !rect.isEmpty else { return }
        let world = QuadNode(depth: 0, west: 0, north: 0, key: 0, indices: 0..<count)
        descend(world, rect, isInside: false, &visitor)
    }

    private func descend<Visitor: RegionVisitor>(
        _ node: QuadNode, _ rect: QuantumRect, isInside: Bool, _ visitor: inout Visitor
    ) {
        guard !node.indices.isEmpty, isInside || rect.overlaps(node) else { return }
        let isInside = isInside || rect.contains(node)
        if isInside, visitor.takes(node) { return visitor.visit(node) }
        if node.indices.count <= Self.looseLimit {
            for index in node.indices {
                let point = quantum(at: index)
                if isInside || rect.contains(point) { visitor.visit(point, at: index) }
            }
            return
        }
        let starts = quarterStarts(of: node)
        for quarter in 0..<4 where starts[quarter] < starts[quarter + 1] {
            let child = node.quarter(quarter, indices: starts[quarter]..<starts[quarter + 1])
            descend(child, rect, isInside: isInside, &visitor)
        }
    }

    /// The quarters of a node that hold points, in Morton order.
    func quarters(of node: QuadNode) -> [QuadNode] {
        let starts = quarterStarts(of: node)
        return (0..<4).filter { starts[$0] < starts[$0 + 1] }
            .map { node.quarter($0, indices: starts[$0]..<starts[$0 + 1]) }
    }

    /// Where the points of the four quarters begin, and where the last one ends.
    @inline(__always)
    func quarterStarts(of node: QuadNode) -> SIMD8<Int> {
        withQuarterFinder { $0.quarterStarts(of: node) }
    }

    /// Lends what finds the quarters of nodes.
    @inline(__always)
    func withQuarterFinder<Result>(_ body: (QuarterFinder) -> Result) -> Result {
        keys.withUnsafeBufferPointer { keys in
            directory.withUnsafeBufferPointer {
                body(QuarterFinder(keys: keys, directory: $0, directoryBits: directoryBits))
            }
        }
    }
}
