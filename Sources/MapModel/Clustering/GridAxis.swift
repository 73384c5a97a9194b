import CByteScan

/// How the quad-tree cells along one axis of a window fall into the slots of a `ClusterPlane`.
///
/// ```
/// quad cells   . . . . . | . . . . . | . .        stride 5
/// slots        0 0 1 2 3 | 4 4 5 6 7 | 8 8        up to 4 sub-squares to a grid cell
/// ```
struct GridAxis {
    /// The cells of the grid that the axis passes, in order.
    private(set) var cells: [UInt32] = []
    /// Sub-squares to a grid cell.
    let slotsPerCell: Int

    /// Cells along the whole axis; the last one takes what is left.
    private let cellCount: UInt64
    /// The widths of the sub-squares of a cell: 1 where all are alike. Of the last cell of the axis those of its own.
    private let widths: [Double]
    private let lastWidths: [Double]
    private let firstQuad: UInt64
    private let quadMask: UInt64
    private let quadBits: UInt64
    /// The slot of each quad-tree cell from `firstQuad` on, around the ring.
    private var slots: [Int32] = []

    var slotCount: Int { cells.count * slotsPerCell }

    /// The axis of the quanta from `start` on, of `cellCount` cells; beyond the world it continues from 0.
    ///
    /// Where a window begins and ends in the same cell, both parts are one cell.
    init(start: UInt64, length: UInt64, grid: ClusterGrid, cellCount: UInt64) {
        self.cellCount = cellCount
        quadBits = grid.quadBits
        quadMask = 1 << UInt64(grid.depth) - 1
        firstQuad = start >> quadBits
        slotsPerCell = Swift.min(grid.stride, 4)
        let lastQuads = Int(1 << UInt64(grid.depth)) - (Int(cellCount) - 1) * grid.stride
        widths = Self.widths(ofQuads: grid.stride, stride: grid.stride, slotsPerCell)
        lastWidths = Self.widths(ofQuads: lastQuads, stride: grid.stride, slotsPerCell)
        let quads = Swift.min((start + length - 1) >> quadBits - firstQuad, quadMask) + 1
        precondition(quads <= 1 << 20, "the window is too wide for clusters of this grid")
        slots.reserveCapacity(Int(quads))
        for offset in 0..<quads {
            let quad = Int((firstQuad + offset) & quadMask)
            let cell = Swift.min(quad / grid.stride, Int(cellCount) - 1)
            slots.append(Int32(slot(inCell: UInt32(cell), at: quad - cell * grid.stride, grid.stride)))
        }
    }

    private static func widths(ofQuads count: Int, stride: Int, _ slots: Int) -> [Double] {
        var widths = [Double](repeating: 0, count: slots)
        // Beyond the stride all belong to the last one.
        for quad in 0..<Swift.min(count, stride) { widths[quad * slots / stride] += 1 }
        widths[slots - 1] += Double(Swift.max(count - stride, 0))
        return widths.map { $0 * Double(slots) / Double(stride) }
    }

    /// The widths of the sub-squares of a cell of the axis, in the mean width of those of a whole cell.
    func slotWidths(ofCell index: Int) -> [Double] {
        UInt64(cells[index]) == cellCount - 1 ? lastWidths : widths
    }

    private mutating func slot(inCell cell: UInt32, at quad: Int, _ stride: Int) -> Int {
        if cells.last != cell, slots.isEmpty || cells.first != cell { cells.append(cell) }
        let ordinal = cells.last == cell ? cells.count - 1 : 0
        return ordinal * slotsPerCell + Swift.min(quad * slotsPerCell / stride, slotsPerCell - 1)
    }

    /// The slot of a quantum inside the window.
    @inline(__always)
    func slot(of quantum: UInt64) -> Int {
        Int(slots[Int((quantum &>> quadBits &- firstQuad) & quadMask)])
    }

    /// Lends the slots to the scan of codes.
    @inline(__always)
    func withMortonAxis(_ body: (morton_axis) -> Void) {
        slots.withUnsafeBufferPointer {
            body(
                morton_axis(
                    slots: $0.baseAddress, count: UInt64($0.count), first: firstQuad, mask: quadMask,
                    bits: quadBits))
        }
    }

    /// The slot of a quantum, which may be outside the window: any slot then.
    @inline(__always)
    func anySlot(of quantum: UInt64) -> Int {
        let place = Int((quantum &>> quadBits &- firstQuad) & quadMask)
        return Int(slots[place < slots.count ? place : 0])
    }
}
