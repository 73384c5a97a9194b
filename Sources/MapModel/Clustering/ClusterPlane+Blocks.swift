import CByteScan

/// Cells of blocks: whole ones are added as they are, and points are read only where an edge of the window cuts a cell.
extension ClusterPlane {
    /// What of a block lies in a rectangle, which touches it.
    struct BlockPart {
        let block: CellBlocks.Block
        let rect: QuantumRect

        /// The columns of cells that the rectangle touches.
        fileprivate var columns: Range<Int> { touched(rect.columns, from: block.west) }
        /// The rows of cells that it touches.
        fileprivate var rows: Range<Int> { touched(rect.rows, from: block.north) }

        private func touched(_ range: Range<UInt64>, from start: UInt64) -> Range<Int> {
            let bits = block.cellBits
            return Int((range.lowerBound - start) >> bits)..<Int((range.upperBound - 1 - start) >> bits) + 1
        }
    }

    /// Cells are asked for so many blocks ahead of their turn.
    private static let lead = 8

    /// Adds the parts of blocks that wait: their whole cells, and what remains at the edges from the cells that are cut. Where
    /// there are finer blocks, that waits in turn.
    mutating func addBlockParts() {
        var asked = 0
        var next = 0
        while next < blockParts.count {
            while asked < Swift.min(next + Self.lead, blockParts.count) {
                let part = blockParts[asked]
                tree.blocks.withMortonBlock(part.block) {
                    morton_prefetch_cells($0, part.columns.mortonSpan, part.rows.mortonSpan)
                }
                asked += 1
            }
            let part = blockParts[next]
            let filled = addCells(of: part.block, in: part.rect)
            part.rect.forEachStrip(around: filled) { addStrip($0, of: part.block) }
            next += 1
        }
        blockParts.removeAll(keepingCapacity: true)
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
        let stride = across.slotCount
        tree.blocks.withMortonBlock(block) { block in
            across.withMortonAxis { across in
                down.withMortonAxis { down in
                    squares.withUnsafeMutableBytes { squares in
                        guard let squares = squares.baseAddress else { return }
                        morton_add_cells(
                            block, columns.mortonSpan, rows.mortonSpan, across, down, stride,
                            squares.assumingMemoryBound(to: morton_sum.self))
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
            let rect = strip.intersection(block.quarter(quarter))
            if rect.isEmpty { continue }
            if let finer = tree.blocks.block(ofQuarter: quarter, of: block) {
                blockParts.append(BlockPart(block: finer, rect: rect))
            } else {
                addCutCells(of: BlockPart(block: block, rect: rect))
            }
        }
    }

    /// Adds what lies in a rectangle of the cells that it cuts, point by point unless they have many.
    private mutating func addCutCells(of part: BlockPart) {
        let stride = across.slotCount
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: CellBlocks.cellCount) { places in
            // Cells with many points.
            var largeCount = 0
            tree.blocks.withMortonBlock(part.block) { block in
                across.withMortonAxis { across in
                    down.withMortonAxis { down in
                        // Each cell lies in one quad-tree cell of the grid, which has a slot, as the window touches it.
                        edgeParts.append(rect: part.rect) { edge, parts in
                            morton_cut_cells(
                                block, part.columns.mortonSpan, part.rows.mortonSpan, across, down, stride,
                                edge, UInt32(Self.edgeLimit), parts, places.baseAddress, &largeCount)
                        }
                    }
                }
            }
            if edgeParts.isFull { addEdgeParts() }
            for place in places.prefix(largeCount) {
                fill(part.rect, from: tree.blocks.node(ofCell: Int(place), of: part.block), isInside: false)
            }
        }
    }
}

extension Range<Int> {
    /// Columns or rows of a block, for the scans of cells.
    fileprivate var mortonSpan: morton_span { morton_span(first: lowerBound, end: upperBound) }
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
