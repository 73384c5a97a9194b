extension ClusterGrid {
    /// The whole cells of the grid that touch `window`, and `halo` cells more on each side.
    ///
    /// - Parameters:
    ///   - halo: cells, around the ring of longitudes and up to the poles.
    ///   - block: cells are taken in squares of so many, counted from the north-west of the world.
    public func wholeCells(touching window: WorldWindow, halo: UInt64, block: UInt64 = 1) -> WorldWindow {
        guard !window.isEmpty else { return window }
        let columns = ring(from: window.x, length: window.width, halo: halo, block: block)
        let first = UInt64(row(of: window.y)) / block * block
        let last = UInt64(row(of: window.y + window.height - 1)) / block * block + block - 1
        return WorldWindow(
            west: Int64(columns.start), east: Int64(columns.start + columns.length),
            north: Int64((first - Swift.min(halo, first)) * cellQuanta),
            south: Int64(Swift.min(last + halo + 1, rowCount) * cellQuanta))
    }

    /// Whole columns around the ring, in quanta; those of an axis that would meet themselves are all.
    private func ring(
        from start: UInt64, length: UInt64, halo: UInt64, block: UInt64
    ) -> (start: UInt64, length: UInt64) {
        let world = WorldWindow.worldSize
        let blocks = Swift.max(columnCount / block, 1)
        let blockOf = { (quantum: UInt64) in
            Swift.min(UInt64(column(of: quantum % world)) / block, blocks - 1)
        }
        let first = blockOf(start)
        let last = blockOf(start + length - 1)
        let wraps = last < first || (last == first && length > world / 2)
        let covered = wraps ? last + blocks - first + 1 : last - first + 1
        let margin = (halo + block - 1) / block
        if covered + 2 * margin >= blocks { return (0, world) }
        let west = (first + blocks - margin) % blocks * block * cellQuanta
        let next = (last + margin + 1) % blocks
        let east = next == 0 ? world : next * block * cellQuanta
        return (west, (east + world - west) % world)
    }
}
