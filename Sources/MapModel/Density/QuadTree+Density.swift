extension QuadTree {
    /// The points in each box of `raster`.
    ///
    /// Exact: each point inside the raster is counted in the box that holds its quantum, so the sum over a block of
    /// boxes is `count(in:)` of its window.
    ///
    /// - Parameters:
    ///   - known: a grid of this tree; where the rasters overlap, its counts are taken over.
    ///   - workers: share the counting of a million points and more.
    /// - Complexity: O(boxes + nodes and points along edges of boxes), without those of `known`.
    public func density(
        of raster: DensityRaster, keeping known: DensityGrid? = nil, by workers: Workers = .alone
    ) -> DensityGrid {
        var grid = DensityGrid(raster)
        guard !isEmpty else { return grid }
        let all = (columns: 0..<raster.columnCount, rows: 0..<raster.rowCount)
        guard let known, let kept = raster.shared(with: known.raster) else {
            count(all.columns, all.rows, into: &grid, by: workers)
            return grid
        }
        grid.copy(kept.columns, kept.rows, of: known)
        count(0..<kept.columns.lowerBound, all.rows, into: &grid, by: workers)
        count(kept.columns.upperBound..<all.columns.upperBound, all.rows, into: &grid, by: workers)
        count(kept.columns, 0..<kept.rows.lowerBound, into: &grid, by: workers)
        count(kept.columns, kept.rows.upperBound..<all.rows.upperBound, into: &grid, by: workers)
        return grid
    }

    /// The members of `points` in each box of `raster`, exactly.
    ///
    /// - Parameter points: indices of this tree.
    /// - Complexity: O(depth · points / 64 + members along edges of boxes).
    public func density(of raster: DensityRaster, only points: PointSet) -> DensityGrid {
        var grid = DensityGrid(raster)
        guard !points.isEmpty else { return grid }
        count(0..<raster.columnCount, 0..<raster.rowCount, only: points, into: &grid)
        return grid
    }

    /// Counts a block of boxes, once for each turn of the world that it touches.
    private func count(
        _ columns: Range<Int>, _ rows: Range<Int>, only points: PointSet? = nil, into grid: inout DensityGrid,
        by workers: Workers = .alone
    ) {
        guard !columns.isEmpty, !rows.isEmpty else { return }
        let world = Int64(WorldWindow.worldSize)
        let edges = grid.raster.columnEdges[columns.lowerBound...columns.upperBound]
        let rowEdges = grid.raster.rowEdges[rows.lowerBound...rows.upperBound].map { UInt64($0) }
        guard let west = edges.first, let east = edges.last, west < east else { return }
        func turn(_ quantum: Int64) -> Int64 { (quantum - (quantum % world + world) % world) / world }
        for turn in turn(west)...turn(east - 1) {
            let start = turn * world
            let turned = edges.map { UInt64(Swift.min(Swift.max($0 - start, 0), world)) }
            var walk = DensityWalk(of: self, columnEdges: turned, rowEdges: rowEdges)
            if let points { walk.run(only: points) } else { walk.run(by: workers) }
            walk.add(to: &grid, column: columns.lowerBound, row: rows.lowerBound)
        }
    }
}

extension DensityGrid {
    /// Takes over the counts of boxes that `other` has, too.
    fileprivate mutating func copy(_ columns: Range<Int>, _ rows: Range<Int>, of other: DensityGrid) {
        let (dx, dy) = (raster.column - other.raster.column, raster.row - other.raster.row)
        for row in rows {
            for column in columns { self[column, row] = other[column + dx, row + dy] }
        }
    }
}
