import CByteScan

/// Nodes at the edge of a window whose part of the window lies in one sub-square: many points are added up at once.
extension ClusterPlane {
    /// Such a node, to be added a little later: its points come from memory meanwhile.
    struct Rim {
        fileprivate let indices: Range<Int>
        fileprivate let square: Int
        fileprivate let rect: morton_rect
    }

    /// A node of up to so many points is added point by point: finding its quarters would take as long.
    private static let summedRimLimit = 512
    /// So many nodes are asked for at a time.
    private static let batchSize = 16

    /// What of a node lies in `rect`; nil when it has too many points or, as large nodes do, several sub-squares there.
    func rim(of node: QuadNode, within rect: QuantumRect) -> Rim? {
        guard node.indices.count <= Self.summedRimLimit, node.depth >= grid.depth - 2 else { return nil }
        let columns = node.columns.clamped(to: rect.columns)
        let rows = node.rows.clamped(to: rect.rows)
        let square = squareIndex(x: columns.lowerBound, y: rows.lowerBound)
        guard square == squareIndex(x: columns.upperBound - 1, y: rows.upperBound - 1) else { return nil }
        let edges = morton_rect(
            west: MortonCode.columnBits(columns.lowerBound),
            east: MortonCode.columnBits(columns.upperBound - 1),
            north: MortonCode.columnBits(rows.lowerBound), south: MortonCode.columnBits(rows.upperBound - 1))
        return Rim(indices: node.indices, square: square, rect: edges)
    }

    mutating func add(_ rim: Rim) {
        rims.append(rim)
        tree.keys.withUnsafeBufferPointer { keys in
            guard let keys = keys.baseAddress else { return }
            morton_prefetch(keys + rim.indices.lowerBound, rim.indices.count)
        }
        if rims.count == Self.batchSize { finishRims() }
    }

    /// Adds the points of the nodes that wait.
    mutating func finishRims() {
        tree.keys.withUnsafeBufferPointer { keys in
            guard let keys = keys.baseAddress else { return }
            for rim in rims {
                let start = rim.indices.lowerBound
                let sum = morton_sum_inside(keys + start, rim.indices.count, rim.rect)
                guard sum.count > 0 else { continue }
                squares[rim.square].add(
                    SubSquare(
                        sum: SIMD2(sum.x, sum.y), count: sum.count, firstIndex: start + sum.first))
            }
        }
        rims.removeAll(keepingCapacity: true)
    }
}
