import CByteScan

extension ClusterPlane {
    /// Nodes with at most so many points to a quad-tree cell of the grid are read point by point, unless they have
    /// a block.
    private static let scanLimit = 64
    /// At the edge of a window nodes of so many points are, where they lie in several sub-squares.
    private static let looseEdgeLimit = 48

    /// Adds every point in `rect` exactly once: in the cells of a block, as part of a node or on its own.
    mutating func fill(_ rect: QuantumRect) {
        guard !rect.isEmpty else { return }
        let world = QuadNode(depth: 0, west: 0, north: 0, key: 0, indices: 0..<tree.count)
        fill(rect, from: world, isInside: false)
        addBlockParts()
    }

    /// Adds the points of a node that lie in `rect`: all of them if `isInside`.
    mutating func fill(_ rect: QuantumRect, from node: QuadNode, isInside: Bool) {
        guard isInside || rect.overlaps(node) else { return }
        let isInside = isInside || rect.contains(node)
        if isInside, node.indices.count > Self.scanLimit, isInOneSquare(node) { return add(node) }
        if !isInside {
            if addEdge(of: node, within: rect) { return }
            if node.indices.count <= Self.looseEdgeLimit { return scan(node.indices, within: rect) }
        }
        if node.depth + CellBlocks.sideBits >= grid.depth, let block = tree.blocks.block(of: node) {
            blockParts.append(BlockPart(block: block, rect: rect.intersection(node.rect)))
        } else if isInside, isScanned(node) {
            scan(node.indices)
        } else {
            fillQuarters(rect, of: node, isInside: isInside)
        }
    }

    private mutating func fillQuarters(_ rect: QuantumRect, of node: QuadNode, isInside: Bool) {
        let starts = tree.quarterStarts(of: node)
        for quarter in 0..<4 where starts[quarter] < starts[quarter + 1] {
            let child = node.quarter(quarter, indices: starts[quarter]..<starts[quarter + 1])
            fill(rect, from: child, isInside: isInside)
        }
    }

    /// Whether reading the points of a node is faster than finding its cells; never with more than 4,096 points.
    @inline(__always)
    private func isScanned(_ node: QuadNode) -> Bool {
        let cellBits = Swift.min(Swift.max(2 * (grid.depth - node.depth), 0), 6)
        return node.indices.count <= Self.scanLimit << cellBits
    }

    /// Adds all points of a range.
    private mutating func scan(_ indices: Range<Int>) {
        let stride = across.slotCount
        tree.keys.withUnsafeBufferPointer { keys in
            across.withMortonAxis { columns in
                down.withMortonAxis { rows in
                    squares.withUnsafeMutableBytes { squares in
                        guard let keys = keys.baseAddress, let squares = squares.baseAddress else { return }
                        morton_add(
                            keys + indices.lowerBound, indices.count, indices.lowerBound, columns, rows,
                            stride, squares.assumingMemoryBound(to: morton_sum.self))
                    }
                }
            }
        }
    }

    /// Adds those of some points that lie in `rect`.
    mutating func scan(_ indices: Range<Int>, within rect: QuantumRect) {
        let (across, down) = (across, down)
        let (west, width) = (rect.columns.lowerBound, rect.columns.upperBound - rect.columns.lowerBound)
        let (north, height) = (rect.rows.lowerBound, rect.rows.upperBound - rect.rows.lowerBound)
        tree.keys.withUnsafeBufferPointer { keys in
            squares.withUnsafeMutableBufferPointer { squares in
                for index in indices {
                    let point = MortonCode.point(of: keys[index])
                    let (x, y) = (UInt64(point.x), UInt64(point.y))
                    let isInside = x &- west < width && y &- north < height
                    let square = down.anySlot(of: y) &* across.slotCount &+ across.anySlot(of: x)
                    let one: UInt64 = isInside ? 1 : 0
                    squares[square].count &+= Int(one)
                    squares[square].sum &+= SIMD2(x, y) & SIMD2(repeating: 0 &- one)
                    squares[square].firstIndex = Swift.min(
                        squares[square].firstIndex, isInside ? index : .max)
                }
            }
        }
    }
}
