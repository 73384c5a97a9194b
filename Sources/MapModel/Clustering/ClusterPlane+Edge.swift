import CByteScan

/// Nodes and cells at the edge of a window whose part of the window lies in one sub-square: many points are added
/// up at once.
extension ClusterPlane {
    /// A node or cell of up to so many points is added point by point: finding its quarters would take as long.
    static let edgeLimit = 512

    /// Adds what of a node lies in `rect`, unless it has too many points or, as large nodes do, several sub-squares there.
    mutating func addEdge(of node: QuadNode, within rect: QuantumRect) -> Bool {
        guard node.indices.count <= Self.edgeLimit, node.depth >= grid.depth - 2 else { return false }
        let part = rect.intersection(node.rect)
        let square = squareIndex(x: part.columns.lowerBound, y: part.rows.lowerBound)
        guard square == squareIndex(x: part.columns.upperBound - 1, y: part.rows.upperBound - 1) else {
            return false
        }
        edgeParts.append(node.indices, square: square, rect: part)
        if edgeParts.isFull { addEdgeParts() }
        return true
    }

    /// Adds the points of the parts that wait.
    mutating func addEdgeParts() {
        tree.keys.withUnsafeBufferPointer { keys in
            squares.withUnsafeMutableBytes { squares in
                guard let keys = keys.baseAddress, let squares = squares.baseAddress else { return }
                edgeParts.addAll(of: keys, to: squares.assumingMemoryBound(to: morton_sum.self))
            }
        }
    }
}

/// Parts of nodes and cells at the edge of a window, to be added a little later: their points come from memory meanwhile.
struct EdgeParts {
    /// So many parts wait until they are added.
    private static let batchSize = 256

    /// Room for the parts that wait and for those of a block.
    private var parts = [morton_part](
        repeating: morton_part(), count: batchSize + CellBlocks.cellCount)
    private var count = 0
    private var rects: [morton_rect] = []

    /// Whether the parts are to be added before more are appended.
    var isFull: Bool { count >= Self.batchSize }

    /// Appends what lies in `rect` of some points of one sub-square.
    mutating func append(_ indices: Range<Int>, square: Int, rect: QuantumRect) {
        parts[count] = morton_part(
            start: UInt32(indices.lowerBound), count: UInt32(indices.count), square: UInt32(square),
            edge: UInt32(rects.count))
        count += 1
        rects.append(rect.mortonRect)
    }

    /// Appends what lies in `rect` of the cells of a block: `write` writes parts of the edge with a number, and returns how many.
    mutating func append(rect: QuantumRect, _ write: (UInt32, UnsafeMutablePointer<morton_part>) -> Int) {
        let before = count
        parts.withUnsafeMutableBufferPointer { parts in
            guard let base = parts.baseAddress else { return }
            count += write(UInt32(rects.count), base + count)
        }
        if count > before { rects.append(rect.mortonRect) }
    }

    /// Adds the points of all parts, and forgets the parts.
    mutating func addAll(of keys: UnsafePointer<UInt64>, to squares: UnsafeMutablePointer<morton_sum>) {
        morton_add_parts(keys, parts, count, rects, squares)
        rects.removeAll(keepingCapacity: true)
        count = 0
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
