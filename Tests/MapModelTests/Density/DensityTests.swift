import Dispatch
import MapModel
import TestSupport
import Testing

/// Counts in boxes against counting the points one by one.
@Suite struct DensityTests {
    private static let size = DotSize(columns: 40, rows: 12)

    /// Clustered points, some equal, some at 180° and the poles.
    private static func tree(_ count: Int, seed: UInt64) -> (QuadTree, [QuantumPoint]) {
        var random = SeededRandom(seed)
        var places = (0..<count).map { _ in
            Coordinate(
                latitude: Double.random(in: -90...90, using: &random),
                longitude: Double.random(in: -180...180, using: &random))
        }
        for index in stride(from: 0, to: count, by: 3) {
            let spread = Double.random(in: 0...2, using: &random)
            places[index] = Coordinate(
                latitude: 48 + Double.random(in: -spread...spread, using: &random),
                longitude: 2 + Double.random(in: -spread...spread, using: &random))
        }
        for index in stride(from: 0, to: count, by: 11) {
            places[index] = Coordinate(
                latitude: Double.random(in: -20...20, using: &random), longitude: 179.9999)
        }
        for index in stride(from: 0, to: count, by: 13) {
            places[index] = Coordinate(latitude: 52.52, longitude: 13.405)
        }
        var buffer = PointBuffer()
        let fixed = places.map { FixedCoordinate($0) }
        for row in fixed.indices { buffer.append(fixed[row], row: UInt32(row)) }
        return (QuadTree(buffer), fixed.map { QuantumPoint($0) })
    }

    private static let views: [Viewport] = {
        var random = SeededRandom(5)
        let fixed: [(Double, Double, Double)] = [
            (24, 10, 0.3), (0, 180, 4), (0, 179.99, 9.5), (85, 10, 5), (-85, 0, 3.5), (48, 2, 7),
            (48, 2, 7.5),
            (52.52, 13.405, 22), (0, 0, 0),
        ]
        let others = (0..<30).map { _ in
            (
                Double.random(in: -80...80, using: &random), Double.random(in: -180...180, using: &random),
                (Double.random(in: 0...22, using: &random) * 2).rounded() / 2
                    + Double.random(in: 0...0.4, using: &random)
            )
        }
        return (fixed + others).map { latitude, longitude, zoom in
            Viewport(
                center: WebMercator.project(Coordinate(latitude: latitude, longitude: longitude)), zoom: zoom,
                size: size)
        }
    }()

    private static func raster(_ view: Viewport, dotsPerRow: Int = 2) -> DensityRaster {
        DensityRaster(viewport: view, rect: view.bounds, dotsPerRow: dotsPerRow)
    }

    /// What a server counts in cells of half a dot to a dot loses nothing, and even rows look even.
    @Test(arguments: [1.0, 1.3, 1.5, 1.77, 2.4])
    func evenRowsCountedInCellsLookEven(zoom: Double) {
        var random = SeededRandom(UInt64(zoom * 100))
        var buffer = PointBuffer()
        for row in 0..<60_000 {
            let point = WorldPoint(
                x: Double.random(in: 0..<1, using: &random), y: Double.random(in: 0..<1, using: &random))
            buffer.append(FixedCoordinate(WebMercator.unproject(point)), row: UInt32(row))
        }
        let tree = QuadTree(buffer)
        let view = Viewport(center: WorldPoint(x: 0.5, y: 0.5), zoom: zoom, size: Self.size)
        let (raster, window) = (Self.raster(view), view.window(of: view.bounds))
        let counted = DensityGrid(
            raster, of: tree.clusters(in: window, grid: ClusterGrid.density(of: view)))
        let exact = tree.density(of: raster, keeping: nil, by: .alone)
        let (columns, rows) = (0..<raster.columnCount, 0..<raster.rowCount)
        #expect(counted.total(columns: columns, rows: rows) == tree.count(in: window))
        func spread(_ grid: DensityGrid) -> Double {
            let counts = grid.counts(columns: columns, rows: rows).filter { $0 > 0 }.map(Double.init)
            let mean = counts.reduce(0, +) / Double(counts.count)
            return (counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(counts.count)).squareRoot()
                / mean
        }
        #expect(spread(counted) < spread(exact) * 1.5, "\(spread(counted)) of \(spread(exact))")
    }

    /// Clusters of one point lie where their points do, on every turn of the world.
    @Test(arguments: views.indices)
    func clustersAreCountedWhereTheyLie(index: Int) {
        let view = Self.views[index]
        let (tree, _) = Self.tree(2_000, seed: UInt64(index) + 300)
        let raster = Self.raster(view)
        let window = view.window(of: view.bounds)
        let grid = ClusterGrid.density(of: view)
        var clusters: [Cluster] = []
        tree.visit(in: window) { index in
            let point = QuantumPoint(tree.fixedCoordinate(at: index))
            let side = Double(WorldWindow.worldSize)
            let mean = WorldPoint(x: (Double(point.x) + 0.5) / side, y: (Double(point.y) + 0.5) / side)
            clusters.append(
                Cluster(id: grid.id(of: point), count: 1, mean: mean, densest: mean, firstIndex: index))
            return true
        }
        let counted = DensityGrid(raster, of: clusters)
        let expected = tree.density(of: raster, keeping: nil, by: .alone)
        var differing = 0
        for row in 0..<raster.rowCount {
            for column in 0..<raster.columnCount {
                differing += abs(Int(counted[column, row]) - Int(expected[column, row]))
            }
        }
        #expect(differing == 0)
    }

    private static func total(_ grid: DensityGrid) -> Int {
        grid.total(columns: 0..<grid.raster.columnCount, rows: 0..<grid.raster.rowCount)
    }

    @Test(arguments: views.indices, [1, 2])
    func everyBoxHoldsThePointsOfItsWindow(index: Int, dotsPerRow: Int) {
        let view = Self.views[index]
        let (tree, points) = Self.tree(20_000, seed: UInt64(index))
        let grid = tree.density(of: Self.raster(view, dotsPerRow: dotsPerRow))
        // A view as wide as the world cuts the boxes at its ends.
        let isCut = view.window(of: view.bounds).width == WorldWindow.worldSize
        var wrong: [String] = []
        for row in 0..<grid.raster.rowCount {
            for column in 0..<grid.raster.columnCount where !isCut {
                let window = view.window(
                    of: DotRect(x: column, y: row * dotsPerRow, width: 1, height: dotsPerRow))
                let expected = tree.count(in: window)
                if Int(grid[column, row]) != expected {
                    wrong.append("\(column),\(row): \(grid[column, row]) instead of \(expected)")
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
        let all = view.window(of: view.bounds)
        #expect(Self.total(grid) == points.count { all.contains($0) })
        #expect(Self.total(grid) == tree.count(in: all))
    }

    /// Where the world is narrower than the view, each point is drawn where the view draws it.
    @Test func theWholeWorldIsCountedOnceWhereItIsDrawn() {
        let view = Viewport(
            center: WebMercator.project(Coordinate(latitude: 0, longitude: 37)), zoom: 0.1, size: Self.size)
        let (tree, points) = Self.tree(5_000, seed: 77)
        let grid = tree.density(of: Self.raster(view))
        var expected = DensityGridCounts()
        for point in points {
            let dot = view.dot(of: point.worldPoint)
            expected[Int(dot.x.rounded(.down)), Int((dot.y / 2).rounded(.down)), default: 0] += 1
        }
        var wrong = 0
        for row in 0..<grid.raster.rowCount {
            for column in 0..<grid.raster.columnCount
            where Int(grid[column, row]) != expected[column, row, default: 0] { wrong += 1 }
        }
        #expect(wrong == 0)
        #expect(Self.total(grid) == tree.count(in: view.window(of: view.bounds)))
    }

    private struct DensityGridCounts {
        private var counts: [[Int]: Int] = [:]
        subscript(column: Int, row: Int, default value: Int) -> Int {
            get { counts[[column, row], default: value] }
            set { counts[[column, row]] = newValue }
        }
    }

    @Test(arguments: views.indices)
    func aPanKeepsWhatStays(index: Int) {
        let (tree, _) = Self.tree(20_000, seed: 400 + UInt64(index))
        var random = SeededRandom(900 + UInt64(index))
        var view = Self.views[index]
        var grid = tree.density(of: Self.raster(view))
        for _ in 0..<12 {
            view = view.panned(
                columns: Int(Double.random(in: -25...25, using: &random)),
                rows: Int(Double.random(in: -9...9, using: &random)))
            let raster = Self.raster(view)
            grid = tree.density(of: raster, keeping: grid)
            let isSame = grid == tree.density(of: raster)
            #expect(isSame)
        }
    }

    /// What is kept is taken from the old grid and not counted again: a wrong count there stays.
    @Test func keptBoxesAreNotCountedAgain() {
        let (tree, _) = Self.tree(1_000, seed: 3)
        let view = Self.views[5]
        let empty = DensityGrid(Self.raster(view))
        let next = view.panned(columns: 3, rows: 0)
        let kept = tree.density(of: Self.raster(next), keeping: empty)
        let fresh = tree.density(of: Self.raster(next))
        let width = kept.raster.columnCount
        #expect(kept.total(columns: 0..<width - 6, rows: 0..<kept.raster.rowCount) == 0)
        #expect(
            kept.total(columns: width - 6..<width, rows: 0..<kept.raster.rowCount)
                == fresh.total(columns: width - 6..<width, rows: 0..<kept.raster.rowCount))
    }

    @Test(arguments: views.indices)
    func highlightedPointsAreCountedAlone(index: Int) {
        let view = Self.views[index]
        let (tree, _) = Self.tree(5_000, seed: 40 + UInt64(index))
        var all = PointSet(capacity: tree.count)
        all.insert(contentsOf: 0..<tree.count)
        let isSame = tree.density(of: Self.raster(view), only: all) == tree.density(of: Self.raster(view))
        #expect(isSame)
        var some = PointSet(capacity: tree.count)
        for point in stride(from: 0, to: tree.count, by: 7) { some.insert(point) }
        let window = view.window(of: view.bounds)
        let expected = stride(from: 0, to: tree.count, by: 7).count {
            window.contains(QuantumPoint(tree.worldPoint(at: $0)))
        }
        #expect(Self.total(tree.density(of: Self.raster(view), only: some)) == expected)
    }

    /// Above a million points workers take shares of the tree, also of one that the view cuts.
    @Test func workersCountWhatOneCounts() {
        let (tree, _) = Self.tree(1_600_000, seed: 9)
        let workers = Workers(count: 3) { count, parts in
            DispatchQueue.concurrentPerform(iterations: count) { parts($0) }
        }
        for (zoom, x) in [(0, 0.5), (0.1, 0.5), (0.2, 0.5), (2.3, 0.45)] {
            let view = Viewport(
                center: WorldPoint(x: x, y: 0.5), zoom: zoom, size: DotSize(columns: 140, rows: 70))
            let alone = tree.density(of: Self.raster(view))
            let shared = tree.density(of: Self.raster(view), by: workers)
            let isSame = alone == shared
            #expect(isSame && Self.total(alone) > 1 << 20)
        }
    }

    @Test func anEmptyTreeHasNoDensity() {
        let grid = QuadTree(PointBuffer()).density(of: Self.raster(Self.views[0]))
        #expect(Self.total(grid) == 0)
    }

    @Test func manyPointsAtOnePlaceAreOneBox() {
        var buffer = PointBuffer()
        let place = FixedCoordinate(Coordinate(latitude: 52.52, longitude: 13.405))
        for row in 0..<5_000 { buffer.append(place, row: UInt32(row)) }
        let view = Self.views[7]
        let grid = QuadTree(buffer).density(of: Self.raster(view))
        #expect(Self.total(grid) == 5_000)
        let histogram = DensityHistogram(grid.counts(columns: 0..<80, rows: 0..<24))
        #expect(histogram.boxCount == 1 && histogram.entries.count == 1)
    }
}
