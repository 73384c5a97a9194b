import CByteScan
import TestSupport
import Testing

@testable import MapModel

/// Clusters by blocks of cells against those of points looked at one by one.
@Suite struct CellBlocksTests {
    /// Towns of very different sizes, and what `SeededRandom` places elsewhere.
    private static func crowdedPlaces(_ random: inout SeededRandom) -> [FixedCoordinate] {
        var places = random.places(8_000)
        for town in 0..<12 {
            let center = random.place()
            let spread = Int(10_000_000 / (1 << (town % 6 * 2)))
            for _ in 0..<6_000 {
                let longitude = Int(center.longitudeE7) + random.number(-spread...spread)
                let latitude = Int(center.latitudeE7) + random.number(-spread...spread)
                places.append(
                    FixedCoordinate(
                        latitudeE7: Int32(min(max(latitude, -900_000_000), 900_000_000)),
                        longitudeE7: Int32(min(max(longitude, -1_800_000_000), 1_800_000_000))))
            }
        }
        return places
    }

    private static func expected(
        _ tree: QuadTree, _ window: WorldWindow, _ grid: ClusterGrid
    ) -> [Cluster] {
        if window.isEmpty { return [] }
        var plane = ClusterPlane(of: tree, window: window, grid: grid)
        for rect in window.rects { plane.scan(0..<tree.count, within: rect) }
        return plane.clusters()
    }

    private static func isSame(_ tree: QuadTree, _ window: WorldWindow, _ grid: ClusterGrid) -> Bool {
        tree.clusters(in: window, grid: grid) == expected(tree, window, grid)
    }

    @Test(arguments: 0..<4) func clustersAreThoseOfThePoints(seed: UInt64) {
        var random = SeededRandom(seed)
        let places = Self.crowdedPlaces(&random)
        let tree = QuadTree(places)
        #expect(!tree.blocks.cells.isEmpty)
        for _ in 0..<60 {
            let view = Viewport(
                center: random.viewport(near: places).center, zoom: random.fraction() * 12,
                size: DotSize(columns: random.number(10...200), rows: random.number(4...64)))
            let grid = ClusterGrid(viewport: view, size: ClusterSize(width: random.number(6...20)))
            let window = view.window(of: view.bounds)
            let isSame = Self.isSame(tree, window, grid)
            #expect(isSame, "seed \(seed), \(view.zoom)")
            let isSameAround = Self.isSame(
                tree, grid.wholeCells(touching: window, halo: 1, block: 2), grid)
            #expect(isSameAround, "seed \(seed), \(view.zoom), whole cells")
        }
    }

    /// The scans in C read the memory of cells and add to that of sub-squares.
    @Test func cellsAndSubSquaresAreThoseOfTheScans() {
        typealias Square = ClusterPlane.SubSquare
        #expect(MemoryLayout<Square>.size == MemoryLayout<morton_sum>.size)
        #expect(MemoryLayout<Square>.stride == MemoryLayout<morton_sum>.stride)
        #expect(MemoryLayout<Square>.offset(of: \.sum) == MemoryLayout<morton_sum>.offset(of: \.x))
        #expect(MemoryLayout<Square>.offset(of: \.count) == MemoryLayout<morton_sum>.offset(of: \.count))
        #expect(MemoryLayout<Square>.offset(of: \.firstIndex) == MemoryLayout<morton_sum>.offset(of: \.first))
        typealias Cell = CellBlocks.Cell
        #expect(MemoryLayout<Cell>.stride == MemoryLayout<morton_cell>.stride)
        #expect(MemoryLayout<Cell>.offset(of: \.count) == MemoryLayout<morton_cell>.offset(of: \.count))
        #expect(MemoryLayout<Cell>.offset(of: \.first) == MemoryLayout<morton_cell>.offset(of: \.first))
        #expect(MemoryLayout<Cell>.offset(of: \.x) == MemoryLayout<morton_cell>.offset(of: \.x))
        #expect(MemoryLayout<Cell>.offset(of: \.y) == MemoryLayout<morton_cell>.offset(of: \.y))
        #expect(CellBlocks.side == Int(morton_block_side))
    }

    /// Parts of one square and rectangle share their sums, up to as many codes as these have room for.
    @Test(arguments: [UInt64.max, 0xFFFF]) func partsAddTheCodesInTheirRectangle(spread: UInt64) {
        var random = SeededRandom(8)
        // The greatest codes, and as many as fill the sums.
        let codes = (0..<9_000).map { _ in
            UInt64.max - random.next() & (random.number(0...1) == 0 ? 0 : spread)
        }
        let corner = MortonCode.point(of: .max - spread / 3)
        let rects = [
            QuantumRect(columns: 0..<WorldWindow.worldSize, rows: 0..<WorldWindow.worldSize),
            QuantumRect(columns: UInt64(corner.x)..<WorldWindow.worldSize, rows: 0..<UInt64(UInt32.max)),
        ]
        var parts: [morton_part] = []
        var expected = [ClusterPlane.SubSquare](repeating: .init(), count: 3)
        for number in 0..<400 {
            let start = random.number(0...codes.count - 512)
            let (count, square) = (number < 40 ? 512 : random.number(0...70), number / 40 % 3)
            let edge = number < 80 ? 0 : random.number(0...1)
            parts.append(
                morton_part(
                    start: UInt32(start), count: UInt32(count), square: UInt32(square), edge: UInt32(edge)))
            for index in start..<start + count {
                let point = MortonCode.point(of: codes[index])
                guard rects[edge].contains(point) else { continue }
                expected[square].add(
                    .init(sum: SIMD2(UInt64(point.x), UInt64(point.y)), count: 1, firstIndex: index))
            }
        }
        var sums = [morton_sum](repeating: morton_sum(x: 0, y: 0, count: 0, first: .max), count: 3)
        morton_add_parts(codes, parts, parts.count, rects.map(\.mortonRect), &sums)
        for (sum, expected) in zip(sums, expected) {
            #expect(SIMD2(sum.x, sum.y) == expected.sum && sum.count == expected.count)
            #expect(sum.first == expected.firstIndex)
        }
    }

    @Test func aTreeOfSomeRowsHasBlocksOfItsOwn() {
        var random = SeededRandom(3)
        let tree = QuadTree(QuadTree(Self.crowdedPlaces(&random)), hiding: [20_000..<40_000])
        #expect(!tree.blocks.cells.isEmpty)
        for zoom in stride(from: 1.0, to: 9, by: 0.5) {
            let view = Viewport(
                center: tree.worldPoint(at: random.number(0...tree.count - 1)), zoom: zoom,
                size: DotSize(columns: 240, rows: 64))
            let grid = ClusterGrid(viewport: view, size: ClusterSize())
            let isSame = Self.isSame(tree, view.window(of: view.bounds), grid)
            #expect(isSame, "zoom \(zoom)")
        }
    }

    /// Points that are all alike need no blocks, and the worst take a byte and a half each.
    @Test func blocksAreSmall() {
        let few = QuadTree(
            (0..<4_000).map { FixedCoordinate(latitudeE7: 0, longitudeE7: $0 * 100_000) })
        #expect(few.blocks.byteCount == 0)
        let equal = QuadTree(
            [FixedCoordinate](repeating: .init(latitudeE7: 5, longitudeE7: 5), count: 50_000))
        #expect(equal.blocks.cells.isEmpty)
        var random = SeededRandom(1)
        let crowded = QuadTree(Self.crowdedPlaces(&random))
        #expect(crowded.blocks.byteCount < crowded.count * 2)
    }

    /// Every point is in its block's cell, whatever the depth.
    @Test func aBlockCountsThePointsOfItsSquare() {
        var random = SeededRandom(2)
        let tree = QuadTree(Self.crowdedPlaces(&random))
        var nodes = [QuadNode(depth: 0, west: 0, north: 0, key: 0, indices: 0..<tree.count)]
        var seen = 0
        while let node = nodes.popLast() {
            guard node.depth <= 16 else { continue }
            let quarters = tree.quarters(of: node)
            if let block = tree.blocks.block(of: node) {
                let cells = tree.blocks.cells[block.number * 256..<(block.number + 1) * 256]
                let total = cells.reduce(0) { $0 + Int($1.count) }
                let sum = cells.reduce(SIMD2<UInt64>.zero) { $0 &+ SIMD2($1.x, $1.y) }
                #expect(
                    total == node.indices.count && cells.map(\.first).min() == UInt32(node.indices.lowerBound)
                        && sum == tree.sum(below: node.indices.upperBound)
                            &- tree.sum(below: node.indices.lowerBound)
                )
                seen += 256
                // From the block of a square to that of a quarter, as from the quarter itself.
                for quarter in 0..<4 {
                    let child = quarters.first { $0.rect == block.quarter(quarter) }
                    let found = tree.blocks.block(ofQuarter: quarter, of: block)
                    #expect(found?.number == child.flatMap { tree.blocks.block(of: $0)?.number })
                    #expect(found.map { $0.west == child?.west && $0.north == child?.north } ?? true)
                }
            }
            nodes += quarters
        }
        #expect(seen == tree.blocks.cells.count)
    }
}
