/// A square of the quad tree and the indices of the points in it.
struct QuadNode {
    /// 0 for the world, 32 for a single quantum.
    let depth: Int
    /// The quantum in the north-west corner.
    let west: UInt64
    let north: UInt64
    /// The key of that quantum: the least of the square.
    let key: UInt64
    let indices: Range<Int>

    /// Quanta to the side.
    var side: UInt64 { WorldWindow.worldSize >> UInt64(depth) }
    var columns: Range<UInt64> { west..<(west + side) }
    var rows: Range<UInt64> { north..<(north + side) }
    var rect: QuantumRect { QuantumRect(columns: columns, rows: rows) }

    /// 0 north-west, 1 north-east, 2 south-west, 3 south-east.
    @inline(__always)
    func quarter(_ quarter: Int, indices: Range<Int>) -> QuadNode {
        let half = side / 2
        return QuadNode(
            depth: depth + 1, west: west + UInt64(quarter & 1) * half,
            north: north + UInt64(quarter >> 1) * half,
            key: key + UInt64(quarter) * (half * half), indices: indices)
    }
}

/// A half-open rectangle of quanta that does not cross 180°: a window is one or two of them.
struct QuantumRect: Hashable {
    var columns: Range<UInt64>
    var rows: Range<UInt64>

    var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

    @inline(__always)
    func contains(_ point: QuantumPoint) -> Bool {
        columns.contains(UInt64(point.x)) && rows.contains(UInt64(point.y))
    }

    func contains(_ node: QuadNode) -> Bool {
        columns.lowerBound <= node.west && node.west + node.side <= columns.upperBound
            && rows.lowerBound <= node.north && node.north + node.side <= rows.upperBound
    }

    func overlaps(_ node: QuadNode) -> Bool {
        columns.lowerBound < node.west + node.side && node.west < columns.upperBound
            && rows.lowerBound < node.north + node.side && node.north < rows.upperBound
    }

    func intersection(_ other: QuantumRect) -> QuantumRect {
        QuantumRect(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
    }
}

extension WorldWindow {
    /// The window as rectangles that do not cross 180°, from west to east.
    var rects: [QuantumRect] {
        isEmpty ? [] : columnRanges.map { QuantumRect(columns: $0, rows: rowRange) }
    }

    /// Whether `point` lies inside; each point of a tiling lies in exactly one window.
    public func contains(_ point: QuantumPoint) -> Bool {
        rects.contains { $0.contains(point) }
    }
}
