import CByteScan

/// Cells of blocks: whole ones are added as they are, and points are read only where an edge of the window cuts a cell.
extension ClusterPlane {
    /// Adds what of a block lies in `rect`, a part of it: its whole cells, and what remains at the edges from finer
    /// blocks or from the cells that are cut.
    mutating func addBlock(_ block: CellBlocks.Block, in rect: QuantumRect) {
        let filled = addCells(of: block, in: rect)
        rect.forEachStrip(around: filled) { addStrip($0, of: block) }
    }

    /// Adds the cells that lie wholly in `rect`, row by row, and gives the rectangle that they fill.
    private mutating func addCells(of block: CellBlocks.Block, in rect: QuantumRect) -> QuantumRect {
        let bits = block.cellBits
        let columns = Self.whole(rect.columns, from: block.west, bits: bits)
        let rows = Self.whole(rect.rows, from: block.north, bits: bits)
        let filled = QuantumRect(
            columns: block.west + UInt64(columns.lowerBound) << bits..<block.west + UInt64(columns.upperBound)
                << bits,
            rows: block.north + UInt64(rows.lowerBound) << bits..<block.north + UInt64(rows.upperBound)
                << bits)
        guard !filled.isEmpty else { return filled }
        var slots = SIMD16<Int32>.zero
        for column in columns {
            slots[column] = Int32(across.slot(of: block.west + UInt64(column) << bits))
        }
        tree.blocks.withCells(of: block) { cells in
            squares.withUnsafeMutableBufferPointer { squares in
                for row in rows {
                    let line = down.slot(of: block.north + UInt64(row) << bits) * across.slotCount
                    for column in columns {
                        squares[line + Int(slots[column])].add(cells[row * CellBlocks.side + column])
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

    /// Adds what lies in a strip of a block that holds no whole cell.
    private mutating func addStrip(_ strip: QuantumRect, of block: CellBlocks.Block) {
        for quarter in 0..<4 {
            let part = strip.intersection(block.quarter(quarter))
            if part.isEmpty { continue }
            if let finer = tree.blocks.block(ofQuarter: quarter, of: block) {
                addBlock(finer, in: part)
            } else {
                addCutCells(of: block, in: part)
            }
        }
    }

    /// Adds what lies in `rect` of the cells that it cuts, point by point unless they have many.
    private mutating func addCutCells(of block: CellBlocks.Block, in rect: QuantumRect) {
        let bits = block.cellBits
        let edges = rect.mortonRect
        let columns = Self.touched(rect.columns, from: block.west, bits: bits)
        tree.blocks.withCells(of: block) { cells in
            for row in Self.touched(rect.rows, from: block.north, bits: bits) {
                for column in columns {
                    let cell = cells[row * CellBlocks.side + column]
                    if cell.count == 0 { continue }
                    let west = block.west + UInt64(column) << bits
                    let north = block.north + UInt64(row) << bits
                    let indices = Int(cell.first)..<Int(cell.first) + Int(cell.count)
                    if indices.count <= Self.summedRimLimit {
                        // It lies in one quad-tree cell of the grid, which has a slot, as the window touches it.
                        add(Rim(indices: indices, square: squareIndex(x: west, y: north), rect: edges))
                    } else {
                        let corner = QuantumPoint(x: UInt32(west), y: UInt32(north))
                        let node = QuadNode(
                            depth: block.depth + CellBlocks.sideBits, west: west, north: north,
                            key: MortonCode.code(of: corner), indices: indices)
                        fill(rect, from: node, isInside: false)
                    }
                }
            }
        }
    }

    /// The cells of a block that a range of quanta touches, which lies in it.
    private static func touched(_ range: Range<UInt64>, from start: UInt64, bits: UInt64) -> Range<Int> {
        Int((range.lowerBound - start) >> bits)..<Int((range.upperBound - 1 - start) >> bits) + 1
    }
}

extension ClusterPlane.SubSquare {
    @inline(__always)
    fileprivate mutating func add(_ cell: CellBlocks.Cell) {
        count &+= Int(cell.count)
        sum &+= SIMD2(cell.x, cell.y)
        firstIndex = Swift.min(firstIndex, cell.count == 0 ? Int.max : Int(cell.first))
    }
}

extension QuantumRect {
    /// What is left of the rectangle without `inner`, which lies in it, in up to four; all of it when `inner` is empty.
    @inline(__always)
    fileprivate func forEachStrip(around inner: QuantumRect, _ body: (QuantumRect) -> Void) {
        if inner.isEmpty { return body(self) }
        let strips = (
            QuantumRect(columns: columns, rows: rows.lowerBound..<inner.rows.lowerBound),
            QuantumRect(columns: columns, rows: inner.rows.upperBound..<rows.upperBound),
            QuantumRect(columns: columns.lowerBound..<inner.columns.lowerBound, rows: inner.rows),
            QuantumRect(columns: inner.columns.upperBound..<columns.upperBound, rows: inner.rows)
        )
        if !strips.0.isEmpty { body(strips.0) }
        if !strips.1.isEmpty { body(strips.1) }
        if !strips.2.isEmpty { body(strips.2) }
        if !strips.3.isEmpty { body(strips.3) }
    }
}
