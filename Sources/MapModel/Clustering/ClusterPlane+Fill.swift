import CByteScan

extension ClusterPlane {
    /// Adds the cells of a block that lie wholly in `rect`, row by row, and gives the rectangle that they fill.
    ///
    /// The lines of cells that fall into one line of sub-squares are added first, then their columns.
    mutating func addBlock(_ node: QuadNode, at offset: Int, in rect: QuantumRect) -> QuantumRect {
        let bits = UInt64(32 - node.depth - CellBlocks.sideBits)
        let columns = Self.whole(rect.columns, from: node.west, bits: bits)
        let rows = Self.whole(rect.rows, from: node.north, bits: bits)
        let filled = QuantumRect(
            columns: node.west + UInt64(columns.lowerBound) << bits..<node.west + UInt64(columns.upperBound)
                << bits,
            rows: node.north + UInt64(rows.lowerBound) << bits..<node.north + UInt64(rows.upperBound) << bits)
        guard !filled.isEmpty else { return filled }
        let slots = columns.map { across.slot(of: node.west + UInt64($0) << bits) }
        let lines = rows.map { down.slot(of: node.north + UInt64($0) << bits) * across.slotCount }
        let width = columns.count
        tree.blocks.withCells { cells, sums in
            squares.withUnsafeMutableBufferPointer { squares in
                for row in lines.indices {
                    let start = offset + (rows.lowerBound + row) * CellBlocks.side + columns.lowerBound
                    for column in 0..<width {
                        squares[lines[row] + slots[column]].add(cells[start + column], sums[start + column])
                    }
                }
            }
        }
        return filled
    }

    /// The cells of a block that lie wholly in a range of quanta.
    private static func whole(_ range: Range<UInt64>, from start: UInt64, bits: UInt64) -> Range<Int> {
        let last = UInt64(CellBlocks.side)
        let side = UInt64(1) << bits
        let lower = range.lowerBound <= start ? 0 : (range.lowerBound - start + side - 1) >> bits
        let upper = range.upperBound <= start ? 0 : Swift.min((range.upperBound - start) >> bits, last)
        return Int(Swift.min(lower, upper))..<Int(upper)
    }
}

extension ClusterPlane.SubSquare {
    @inline(__always)
    fileprivate mutating func add(_ cell: CellBlocks.Cell, _ cellSum: SIMD2<UInt64>) {
        count &+= Int(cell.count)
        sum &+= cellSum
        firstIndex = Swift.min(firstIndex, cell.count == 0 ? Int.max : Int(cell.first))
    }
}

// MARK: - Descent

extension ClusterPlane {
    /// Nodes with at most so many points to a quad-tree cell of the grid are read point by point.
    private static let scanLimit = 8
    /// At the edge of a window nodes of so many points are, where they lie in several sub-squares.
    private static let looseRimLimit = 48

    /// Adds every point in `rect` exactly once: in the cells of a block, as part of a node or on its own.
    mutating func fill(_ rect: QuantumRect) {
        guard !rect.isEmpty else { return }
        let world = QuadNode(depth: 0, west: 0, north: 0, key: 0, indices: 0..<tree.count)
        fill(rect, from: world, isInside: false)
    }

    private mutating func fill(_ rect: QuantumRect, from node: QuadNode, isInside: Bool) {
        guard isInside || rect.overlaps(node) else { return }
        let isInside = isInside || rect.contains(node)
        if isInside {
            if isScanned(node) { return scan(node.indices) }
            if isInOneSquare(node) { return add(node) }
        } else if let rim = rim(of: node, within: rect) {
            return add(rim)
        } else if node.indices.count <= Self.looseRimLimit {
            return scan(node.indices, within: rect)
        }
        guard node.depth + CellBlocks.sideBits >= grid.depth, let offset = tree.blocks.offset(of: node) else {
            return fillQuarters(rect, of: node, isInside: isInside)
        }
        // What remains at the edge of the window is looked up in finer cells.
        let filled = addBlock(node, at: offset, in: rect)
        for strip in rect.around(filled) where strip.overlaps(node) {
            fillQuarters(strip, of: node, isInside: false)
        }
    }

    private mutating func fillQuarters(_ rect: QuantumRect, of node: QuadNode, isInside: Bool) {
        let starts = tree.quarterStarts(of: node)
        for quarter in 0..<4 where starts[quarter] < starts[quarter + 1] {
            let child = node.quarter(quarter, indices: starts[quarter]..<starts[quarter + 1])
            fill(rect, from: child, isInside: isInside)
        }
    }

    /// Whether reading the points of a node is faster than finding its cells.
    @inline(__always)
    private func isScanned(_ node: QuadNode) -> Bool {
        let cellBits = Swift.min(Swift.max(2 * (grid.depth - node.depth), 0), 8)
        return node.indices.count <= Self.scanLimit << cellBits
    }

    /// Adds points one by one, without a branch for each.
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

extension QuantumRect {
    /// The rectangle without `other`, in up to four; all of it when `other` is empty.
    func around(_ other: QuantumRect) -> [QuantumRect] {
        if other.isEmpty { return [self] }
        return [
            QuantumRect(
                columns: columns, rows: rows.lowerBound..<Swift.max(other.rows.lowerBound, rows.lowerBound)),
            QuantumRect(
                columns: columns, rows: Swift.min(other.rows.upperBound, rows.upperBound)..<rows.upperBound),
            QuantumRect(
                columns: columns.lowerBound..<Swift.max(other.columns.lowerBound, columns.lowerBound),
                rows: other.rows),
            QuantumRect(
                columns: Swift.min(other.columns.upperBound, columns.upperBound)..<columns.upperBound,
                rows: other.rows),
        ].filter { !$0.isEmpty }
    }
}
