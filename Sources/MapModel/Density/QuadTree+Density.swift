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

    /// So many points are counted sooner than a thread begins.
    private static let pointsForWorkers = 1 << 20
    /// Crowded rows keep one worker busy while the others count more of the sparse ones.
    private static let bandsPerWorker = 4

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
            for (band, walk) in walks(columnEdges: turned, rowEdges: rowEdges, only: points, by: workers) {
                walk.add(to: &grid, column: columns.lowerBound, row: rows.lowerBound + band.lowerBound)
            }
        }
    }

    /// The counts between edges, in bands of rows that workers counted where the points are many.
    private func walks(
        columnEdges: [UInt64], rowEdges: [UInt64], only points: PointSet?, by workers: Workers
    ) -> [(rows: Range<Int>, walk: DensityWalk)] {
        let rowCount = rowEdges.count - 1
        let isShared = workers.count > 1 && points == nil && holdsMany(columnEdges, rowEdges)
        let bandCount = isShared ? Swift.min(workers.count * Self.bandsPerWorker, rowCount) : 1
        var bands = (0..<bandCount).map { number in
            let rows = number * rowCount / bandCount..<(number + 1) * rowCount / bandCount
            let edges = Array(rowEdges[rows.lowerBound...rows.upperBound])
            return (rows: rows, walk: DensityWalk(of: self, columnEdges: columnEdges, rowEdges: edges))
        }
        bands.withUnsafeMutableBufferPointer { bands in
            // Each call counts a band of its own.
            nonisolated(unsafe) let bands = bands
            (isShared ? workers : .alone).run(bandCount) { bands[$0].walk.run(only: points) }
        }
        return bands
    }

    private func holdsMany(_ columnEdges: [UInt64], _ rowEdges: [UInt64]) -> Bool {
        guard count >= Self.pointsForWorkers else { return false }
        let window = WorldWindow(
            west: Int64(columnEdges[0]), east: Int64(columnEdges[columnEdges.count - 1]),
            north: Int64(rowEdges[0]), south: Int64(rowEdges[rowEdges.count - 1]))
        return count(in: window) >= Self.pointsForWorkers
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
