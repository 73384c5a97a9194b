import CByteScan

/// Nodes and cells at the edge of a window whose part of the window lies in one sub-square: many points are added
/// up at once.
extension ClusterPlane {
    /// Such a part, to be added a little later: its points come from memory meanwhile.
    struct Rim {
        let indices: Range<Int>
        let square: Int
        let rect: morton_rect
    }

    /// A node or cell of up to so many points is added point by point: finding its quarters would take as long.
    static let summedRimLimit = 512
    /// So many parts wait until they are added.
    private static let batchSize = 256
    /// Points are asked for so many parts ahead of their turn.
    private static let lead = 8

    /// What of a node lies in `rect`; nil when it has too many points or, as large nodes do, several sub-squares there.
    func rim(of node: QuadNode, within rect: QuantumRect) -> Rim? {
        guard node.indices.count <= Self.summedRimLimit, node.depth >= grid.depth - 2 else { return nil }
        let part = rect.intersection(node.rect)
        let square = squareIndex(x: part.columns.lowerBound, y: part.rows.lowerBound)
        guard square == squareIndex(x: part.columns.upperBound - 1, y: part.rows.upperBound - 1) else {
            return nil
        }
        return Rim(indices: node.indices, square: square, rect: part.mortonRect)
    }

    mutating func add(_ rim: Rim) {
        rims.append(rim)
        if rims.count == Self.batchSize { finishRims() }
    }

    /// Adds the points of the parts that wait.
    mutating func finishRims() {
        rims.withUnsafeBufferPointer { rims in
            tree.keys.withUnsafeBufferPointer { keys in
                squares.withUnsafeMutableBytes { squares in
                    guard let keys = keys.baseAddress, let squares = squares.baseAddress else { return }
                    let sums = squares.assumingMemoryBound(to: morton_sum.self)
                    for (index, rim) in rims.enumerated() {
                        if index + Self.lead < rims.count {
                            let later = rims[index + Self.lead].indices
                            morton_prefetch(keys + later.lowerBound, later.count)
                        }
                        let start = rim.indices.lowerBound
                        morton_add_inside(
                            keys + start, rim.indices.count, start, rim.rect, sums + rim.square)
                    }
                }
            }
        }
        rims.removeAll(keepingCapacity: true)
    }
}

extension QuantumRect {
    /// The same for the scan of codes; it must not be empty.
    var mortonRect: morton_rect {
        morton_rect(
            west: MortonCode.columnBits(columns.lowerBound),
            east: MortonCode.columnBits(columns.upperBound - 1),
            north: MortonCode.columnBits(rows.lowerBound), south: MortonCode.columnBits(rows.upperBound - 1))
    }
}
