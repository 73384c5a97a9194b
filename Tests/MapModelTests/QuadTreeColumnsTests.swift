import TestSupport
import Testing

@testable import MapModel

/// A tree made of the columns of another is the same tree.
@Suite struct QuadTreeColumnsTests {
    private static func tree(_ seed: UInt64, count: Int) -> QuadTree {
        var random = SeededRandom(seed)
        var points = PointBuffer()
        for row in 0..<count {
            // Every tenth row has no place, some are beyond the Mercator square, some at the same place.
            guard row % 10 != 3 else { continue }
            let latitude = Int32.random(in: -900_000_000...900_000_000, using: &random)
            let longitude = Int32.random(in: -1_800_000_000...1_800_000_000, using: &random)
            points.append(
                row % 7 == 0
                    ? FixedCoordinate(latitudeE7: 900_000_000, longitudeE7: 5)
                    : FixedCoordinate(latitudeE7: latitude, longitudeE7: longitude), row: UInt32(row))
        }
        return QuadTree(points)
    }

    @Test(arguments: [0, 1, 2, 15, 16, 17, 1000, 70_000]) func givesTheSameTree(count: Int) throws {
        let tree = Self.tree(UInt64(count), count: count)
        let restored = try #require(QuadTree(tree.columns))
        let isSame =
            restored.keys == tree.keys && restored.rows == tree.rows && restored.sums == tree.sums
            && restored.directory == tree.directory && restored.polarPoints == tree.polarPoints
            && restored.bounds == tree.bounds && restored.directoryBits == tree.directoryBits
        #expect(isSame)
        let view = ClusterGrid(worldDots: 1_024, cellDots: 20)
        let isSeenAlike =
            restored.clusters(in: .world, grid: view) == tree.clusters(in: .world, grid: view)
            && restored.blocks.columns.codes == tree.blocks.columns.codes
        #expect(isSeenAlike && (count < 70_000 || tree.blocks.columns.codes.count > 4))
        let isSorted = tree.keys.withUnsafeBufferPointer { QuadTree.isAscending($0) }
        let areRows = tree.rows.withUnsafeBufferPointer { QuadTree.areRows($0, below: max(count, 1)) }
        let areCells = tree.blocks.cells.withUnsafeBufferPointer { cells in
            (CellBlocks.areCells(cells, below: tree.count), CellBlocks.areCells(cells, below: tree.count - 1))
        }
        #expect(isSorted && areRows && areCells.0 && (tree.count < 4_096 || !areCells.1))
        for index in 0..<min(tree.count, 300) {
            #expect(restored.fixedCoordinate(at: index) == tree.fixedCoordinate(at: index))
        }
    }

    @Test func keysAscendToTheHighestBit() {
        let edges: [UInt64] = [0, 1, 1 << 63 - 1, 1 << 63, .max - 1, .max]
        for keys in edges.flatMap({ a in edges.flatMap { b in edges.map { [a, b, $0] } } }) + [[], [.max]] {
            let ascends = keys.withUnsafeBufferPointer { QuadTree.isAscending($0) }
            #expect(ascends == (keys == keys.sorted()), "\(keys)")
        }
    }

    private static let changes: [@Sendable (inout QuadTree.Columns) -> Void] = [
        { $0.keys.removeLast() }, { $0.rows.removeLast() }, { $0.sums.removeLast() },
        { $0.directory.removeLast() }, { $0.directory[$0.directory.count - 1] += 1 },
        { $0.directory[5] = .max }, { $0.directory[0] = 1 }, { $0.polarPoints.removeLast() },
        { $0.polarPoints[2] = .max }, { $0.polarPoints[1] = 1 << 40 }, { $0.polarPoints += [0, 0, 0] },
        { $0.blocks.counts[0] += 1 }, { $0.blocks.codes.removeLast() }, { $0.blocks.cells.removeLast() },
        { $0.blocks.codes = $0.blocks.codes.map { _ in 3 } },
        { $0.blocks.counts += [UInt32](repeating: 0, count: 20) },
        { $0.bounds = [] }, { $0.bounds[0] = .nan }, { $0.bounds[2] = 91 }, { $0.bounds[1] = 1e300 },
    ]

    @Test(arguments: changes.indices) func columnsThatDoNotFitMakeNoTree(change: Int) {
        var columns = Self.tree(1, count: 30_000).columns
        Self.changes[change](&columns)
        let isTree = QuadTree(columns) != nil
        #expect(!isTree)
    }

    /// What is tampered with may be wrong, but traps nowhere.
    @Test func aTreeWithoutItsPolarPointsCanBeAsked() throws {
        var columns = Self.tree(1, count: 1000).columns
        columns.polarPoints = []
        let tree = try #require(QuadTree(columns))
        for index in 0..<tree.count { #expect(abs(tree.coordinate(at: index).latitude) <= 90) }
    }

    private static func views(_ random: inout SeededRandom) -> [Viewport] {
        (0..<300).map { _ in
            Viewport(
                center: WorldPoint(x: random.fraction(), y: random.fraction()), zoom: random.fraction() * 9,
                size: DotSize(columns: 120, rows: 40))
        }
    }

    private static func clusters(of tree: QuadTree, in view: Viewport) -> [Cluster] {
        tree.clusters(
            in: view.window(of: view.bounds), grid: ClusterGrid(viewport: view, size: ClusterSize()))
    }

    /// Neither do cells that tell of the points of others, in any view.
    @Test func aTreeWithOtherCellsCanBeAsked() throws {
        var random = SeededRandom(6)
        var columns = Self.tree(1, count: 200_000).columns
        #expect(columns.blocks.cells.count > 1_000)
        columns.blocks.cells.shuffle(using: &random)
        let tree = try #require(QuadTree(columns))
        var counted = 0
        for view in Self.views(&random) {
            let clusters = Self.clusters(of: tree, in: view)
            #expect(clusters.allSatisfy { $0.count > 0 && tree.keys.indices.contains($0.firstIndex) })
            counted += clusters.count
        }
        #expect(counted > 0)
    }

    /// Neither does a directory that is not that of the keys, in any view.
    @Test func aTreeWithAnotherDirectoryCanBeAsked() throws {
        var columns = Self.tree(1, count: 30_000).columns
        let last = columns.directory.count - 1
        columns.directory = (0...last).map { UInt32($0 * columns.keys.count / last) }
        columns.blocks = CellBlocks.Columns(counts: [], codes: [], cells: [])
        let tree = try #require(QuadTree(columns))
        var random = SeededRandom(5)
        for view in Self.views(&random) {
            let clusters = Self.clusters(of: tree, in: view)
            let density = tree.density(
                of: DensityRaster(viewport: view, rect: view.bounds, dotsPerRow: 2))
            #expect(clusters.reduce(0) { $0 + $1.count } <= tree.count)
            #expect(density.raster.columnCount == view.size.width)
        }
    }

    @Test func checksOfStretches() {
        func ascends(_ keys: [UInt64]) -> Bool { keys.withUnsafeBufferPointer { QuadTree.isAscending($0) } }
        func areRows(_ rows: [UInt32], _ count: Int) -> Bool {
            rows.withUnsafeBufferPointer { QuadTree.areRows($0, below: count) }
        }
        #expect(ascends([]) && ascends([5]) && ascends([1, 1, 2, .max]))
        #expect(!ascends([2, 1]) && !ascends([0, 1, 2, 1 << 63, 3]))
        #expect(areRows([], 0) && areRows([0, 4, 2], 5) && areRows([.max - 1], Int(UInt32.max)))
        #expect(!areRows([5], 5) && !areRows([0], 0) && !areRows([0, .max, 1], 5) && !areRows([1 << 31], 7))
        #expect(!areRows([.max], Int(UInt32.max) - 1) && !areRows([1 << 31 + 7], 6))
    }
}
