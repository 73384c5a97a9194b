import Glibc
import TestSupport
import Testing

@testable import MapModel

/// Clusters made the slow way: point by point into dictionaries.
private func sweep(_ tree: QuadTree, _ window: WorldWindow, _ grid: ClusterGrid) -> [ClusterID: Cluster] {
    var members: [ClusterID: [Int]] = [:]
    for position in 0..<tree.count where window.contains(tree.quantum(at: position)) {
        members[grid.id(of: tree.quantum(at: position)), default: []].append(position)
    }
    return Dictionary(
        uniqueKeysWithValues: members.map { id, positions in
            let squares = Dictionary(grouping: positions) { position -> [Int] in
                let point = tree.quantum(at: position)
                return zip([point.y, point.x], [id.row, id.column]).map { quantum, cell in
                    let quad = Int(UInt64(quantum) >> UInt64(32 - grid.depth)) - Int(cell) * grid.stride
                    return min(quad * min(grid.stride, 4) / grid.stride, min(grid.stride, 4) - 1)
                }
            }
            let middle = mean(tree, positions)
            let densest = spot(tree, id, grid, squares, positions.count, middle)
            let cluster = Cluster(
                id: id, count: positions.count, mean: middle,
                densest: densest,
                firstIndex: positions.min() ?? -1)
            return (id, cluster)
        })
}

/// Where the badge of a cell stands: of its sub-squares (row, column) with the points of each.
private func spot(
    _ tree: QuadTree, _ id: ClusterID, _ grid: ClusterGrid, _ squares: [[Int]: [Int]], _ count: Int,
    _ middle: WorldPoint
) -> WorldPoint {
    let side = min(grid.stride, 4)
    if side == 1 { return middle }
    /// How many quad-tree cells wide each sub-square is, measured in the mean of a whole cell.
    func widths(_ cell: UInt32, _ cellCount: UInt64) -> [Double] {
        let all = 1 << grid.depth
        let isLast = UInt64(cell) == cellCount - 1
        let quads = isLast ? all - Int(cell) * grid.stride : grid.stride
        return (0..<side).map { slot in
            Double((0..<quads).count { min($0 * side / grid.stride, side - 1) == slot } * side)
                / Double(grid.stride)
        }
    }
    let (heights, across) = (widths(id.row, grid.rowCount), widths(id.column, grid.columnCount))
    let share = Double(count) / (across.reduce(0, +) * heights.reduce(0, +))
    func excess(_ square: [Int], _ points: [Int]) -> Double {
        let expected = share * across[square[1]] * heights[square[0]]
        return (Double(points.count) - expected) / expected.squareRoot()
    }
    func distance(_ positions: [Int]) -> Double {
        let spot = mean(tree, positions)
        return (spot.x - middle.x) * (spot.x - middle.x) + (spot.y - middle.y) * (spot.y - middle.y)
    }
    let greatest = squares.map { excess($0.key, $0.value) }.max() ?? 0
    let similar = squares.filter { excess($0.key, $0.value) >= greatest - 3 }
    if greatest <= 6, similar.count * 2 >= side * side {
        let any = similar.min { first, second in
            func place(_ square: [Int]) -> UInt64 {
                let row = UInt64(id.row) * UInt64(side) + UInt64(square[0])
                return ClusterPlane.scrambled(
                    row << 32 | (UInt64(id.column) * UInt64(side) + UInt64(square[1])))
            }
            return place(first.key) < place(second.key)
        }
        return mean(tree, any?.value ?? [])
    }
    let best = squares.min {
        ($1.value.count, distance($0.value), $0.key[0], $0.key[1])
            < ($0.value.count, distance($1.value), $1.key[0], $1.key[1])
    }
    return mean(tree, best?.value ?? [])
}

private func mean(_ tree: QuadTree, _ positions: [Int]) -> WorldPoint {
    func mean(_ quanta: [UInt64]) -> Double {
        let sum = quanta.reduce(0, +)
        let count = UInt64(quanta.count)
        return (Double(sum / count) + Double(sum % count) / Double(count)) / 4_294_967_296
    }
    let points = positions.map { tree.quantum(at: $0) }
    return WorldPoint(x: mean(points.map { UInt64($0.x) }), y: mean(points.map { UInt64($0.y) }))
}

struct ClusterTests {
    @Test(arguments: 0..<60) func clustersAreWhatASweepMakes(seed: UInt64) {
        var random = SeededRandom(seed)
        let places = random.places(600)
        let tree = QuadTree(places)
        let view = random.viewport(near: places)
        let window = view.window(of: view.bounds)
        let size = ClusterSize(width: ClusterSize.widths[random.number(0...5)])
        let grid = ClusterGrid(viewport: view, size: size)
        let clusters = tree.clusters(in: window, grid: grid)
        let expected = sweep(tree, window, grid)
        #expect(clusters.count == expected.count, "seed \(seed)")
        for cluster in clusters { #expect(expected[cluster.id] == cluster, "seed \(seed)") }
        #expect(clusters.reduce(0) { $0 + $1.count } == tree.count(in: window), "seed \(seed)")
    }

    /// Windows are half-open: a point on the first column or row behind one is in no cluster of it, wherever its edges lie.
    @Test(arguments: 0..<60) func pointsOnTheEdgesOfWindowsAreCountedOnce(seed: UInt64) {
        var random = SeededRandom(seed)
        let tree = QuadTree(random.places(400))
        let grid = ClusterGrid(worldDots: exp2(Double(random.number(7...13))), cellDots: 20)
        for _ in 0..<20 {
            let ends = [0, 0].map { _ in tree.quantum(at: random.number(0...tree.count - 1)) }
            let (x, y) = (ends.map { Int64($0.x) }.sorted(), ends.map { Int64($0.y) }.sorted())
            let window = WorldWindow(west: x[0], east: x[1], north: y[0], south: y[1])
            let clusters = tree.clusters(in: window, grid: grid)
            let expected = sweep(tree, window, grid)
            #expect(clusters.count == expected.count, "seed \(seed), \(window)")
            for cluster in clusters { #expect(expected[cluster.id] == cluster, "seed \(seed), \(window)") }
        }
    }

    @Test(arguments: 0..<40) func aPanNeverReshufflesClustersInside(seed: UInt64) {
        var random = SeededRandom(seed)
        let places = random.places(1_000)
        let tree = QuadTree(places)
        let view = random.viewport(near: places)
        let moved = view.panned(columns: random.number(-4...4), rows: random.number(-2...2))
        let grid = ClusterGrid(viewport: view, size: ClusterSize())
        #expect(grid == ClusterGrid(viewport: moved, size: ClusterSize()))
        let window = view.window(of: view.bounds)
        let next = moved.window(of: moved.bounds)
        func inner(_ clusters: [Cluster]) -> Set<Cluster> {
            Set(
                clusters.filter { cluster in
                    [window, next].allSatisfy { window in
                        window.rects.contains { $0.intersection(cluster.id.rect) == cluster.id.rect }
                    }
                })
        }
        #expect(
            inner(tree.clusters(in: window, grid: grid)) == inner(tree.clusters(in: next, grid: grid)),
            "seed \(seed)")
    }

    /// Cell 1 of the grid reaches from 67.5° W to 45° E, and the window begins and ends inside it.
    @Test func aCellCutAtBothEndsOfATurnIsOneCluster() {
        let tree = QuadTree([
            FixedCoordinate(latitudeE7: 0, longitudeE7: 300_000_000),
            FixedCoordinate(latitudeE7: 0, longitudeE7: -400_000_000),
        ])
        let grid = ClusterGrid(worldDots: 64, cellDots: 20)
        let cut = Int64(QuantumPoint(FixedCoordinate(latitudeE7: 0, longitudeE7: 15_000_000)).x)
        let window = WorldWindow(west: cut, east: cut + (1 << 32) - 1, north: 0, south: 1 << 32)
        let clusters = tree.clusters(in: window, grid: grid)
        #expect(clusters.map(\.count) == [2])
        #expect(clusters.map(\.id) == tree.clusters(in: .world, grid: grid).map(\.id))
        #expect(tree.members(of: clusters[0].id, in: window).count == 2)
    }

    @Test func pointsOnOneMeridianFormOneColumn() {
        let tree = QuadTree(
            (-80_000...80_000).map { FixedCoordinate(latitudeE7: $0 * 10_000, longitudeE7: 77_777_777) })
        let clusters = tree.clusters(in: .world, grid: ClusterGrid(worldDots: 512, cellDots: 20))
        #expect(Set(clusters.map(\.id.column)).count == 1)
        #expect(clusters.reduce(0) { $0 + $1.count } == 160_001)
    }

    @Test(arguments: 0..<25) func membersOfAClusterAreItsPoints(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let places = random.places(600)
        let tree = QuadTree(places)
        let view = random.viewport(near: places)
        let window = view.window(of: view.bounds)
        let grid = ClusterGrid(viewport: view, size: ClusterSize())
        for cluster in tree.clusters(in: window, grid: grid) {
            let members = tree.members(of: cluster.id, in: window)
            let expected = (0..<tree.count).filter {
                let point = tree.quantum(at: $0)
                return window.contains(point) && grid.id(of: point) == cluster.id
            }
            #expect(members.count == cluster.count && members.runs.first?.lowerBound == cluster.firstIndex)
            let half = members.indices(limit: members.count / 2)
            #expect(
                Set(half + members.indices(offset: half.count, limit: .max)) == Set(expected),
                "seed \(seed)")
            let bounds = try #require(tree.bounds(of: cluster.id, in: window))
            let own = try #require(QuadTree(expected.map { tree.fixedCoordinate(at: $0) }).bounds)
            #expect(bounds == own, "seed \(seed)")
        }
    }

    @Test func aMillionIdenticalPointsAreOneCluster() throws {
        let place = FixedCoordinate(latitudeE7: 1, longitudeE7: 1)
        let tree = QuadTree([FixedCoordinate](repeating: place, count: 1_000_000))
        let cluster = try #require(
            tree.clusters(in: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20)).first)
        #expect(cluster.count == 1_000_000 && cluster.mean == QuantumPoint(place).worldPoint)
        #expect(tree.members(of: cluster.id, in: .world).indices(offset: 999_999, limit: 5) == [999_999])
        #expect(tree.members(of: cluster.id, in: .world).indices(offset: 1_000_000, limit: 5).isEmpty)
        #expect(
            tree.clusters(
                in: WorldWindow(west: 5, east: 5, north: 0, south: 9), grid: .init(worldDots: 9, cellDots: 9)
            ).isEmpty)
    }
}
