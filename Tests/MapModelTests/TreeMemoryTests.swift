import TestSupport
import Testing

@testable import MapModel

/// Trees of some points, each made in the memory of those before it.
@Suite struct TreeMemoryTests {
    private static func tree(_ random: inout SeededRandom, count: Int) -> QuadTree {
        var buffer = PointBuffer()
        for row in 0..<UInt32(count) {
            // Every ninth place is beyond the Mercator square, and many are equal.
            let latitude = row % 9 == 0 ? Double(random.number(86...90)) : Double(random.number(-60...60))
            let place = Coordinate(latitude: latitude, longitude: Double(random.number(-180...180)))
            buffer.append(FixedCoordinate(place), row: row)
        }
        return QuadTree(buffer)
    }

    /// The same points as a tree that is built from nothing.
    private static func built(_ tree: QuadTree, _ points: PointSet) -> QuadTree {
        var buffer = PointBuffer()
        let indices = (0..<tree.count).filter(points.contains).sorted { tree.row(at: $0) < tree.row(at: $1) }
        for index in indices {
            buffer.append(tree.fixedCoordinate(at: index), row: tree.row(at: index))
        }
        return QuadTree(buffer)
    }

    private static func some(of tree: QuadTree, _ random: inout SeededRandom, share: Int) -> PointSet {
        PointSet((0..<tree.count).filter { _ in random.number(0...99) < share }, capacity: tree.count)
    }

    private static func areEqual(_ tree: QuadTree, _ other: QuadTree) -> Bool {
        let (found, expected) = (tree.columns, other.columns)
        return found.keys == expected.keys && found.rows == expected.rows && found.sums == expected.sums
            && found.directory == expected.directory && found.polarPoints == expected.polarPoints
            && found.blocks.codes == expected.blocks.codes && found.bounds == expected.bounds
    }

    @Test(arguments: 0..<8) func treesAreThoseOfTheirPoints(seed: UInt64) {
        var random = SeededRandom(seed)
        let all = Self.tree(&random, count: random.number(1...3_000))
        let memory = TreeMemory()
        var kept: [(tree: QuadTree, expected: QuadTree)] = []
        for step in 0..<40 {
            let points = Self.some(of: all, &random, share: random.number(0...100))
            let tree = QuadTree(all, keeping: points, in: memory)
            let expected = Self.built(all, points)
            #expect(Self.areEqual(tree, expected), "step \(step)")
            // Some are shown for longer than others.
            if random.number(0...2) == 0 { kept.append((tree, expected)) }
            if kept.count > 3 { kept.remove(at: random.number(0...3)) }
            #expect(kept.allSatisfy { Self.areEqual($0.tree, $0.expected) })
        }
    }

    /// Blocks of 16 points to which two workers write, and workers without points.
    @Test(arguments: [2, 3, 7]) func workersAddUpTheSame(count: Int) {
        var random = SeededRandom(UInt64(count))
        let all = Self.tree(&random, count: 60_000)
        // The last part may be done first.
        let workers = Workers(count: count) { parts, run in for part in (0..<parts).reversed() { run(part) } }
        let memory = TreeMemory()
        let sets = [
            Self.some(of: all, &random, share: 60), PointSet(0..<25_001, capacity: all.count),
            PointSet(Array(0..<20_000) + [59_990, 59_999], capacity: all.count),
            PointSet(30_003..<60_000, capacity: all.count),
        ]
        for points in sets {
            let tree = QuadTree(all, keeping: points, in: memory, by: workers)
            let (found, expected) = (tree.columns, Self.built(all, points).columns)
            #expect(found.keys == expected.keys && found.rows == expected.rows)
            #expect(found.sums == expected.sums && found.directory == expected.directory)
        }
    }

    @Test func theMemoryOfATreeThatIsGoneIsUsedAgain() {
        var random = SeededRandom(1)
        let all = Self.tree(&random, count: 50_000)
        let memory = TreeMemory()
        func address(share: Int) -> UnsafePointer<UInt64>? {
            QuadTree(all, keeping: Self.some(of: all, &random, share: share), in: memory).keys
                .withUnsafeBufferPointer { $0.baseAddress }
        }
        let first = address(share: 30)
        #expect(address(share: 60) == first)
        #expect(address(share: 1) == first)
    }

    /// Two sets wait: one tree is shown while the next one is made.
    @Test func preparedMemoryIsThatOfTheNextTrees() {
        var random = SeededRandom(2)
        let all = Self.tree(&random, count: 50_000)
        let memory = TreeMemory()
        memory.prepare(capacity: all.count)
        // New memory would be for ten points.
        let capacities = (0..<3).map { _ in memory.columns(of: 10, capacity: 10) }.map(\.keys.capacity)
        #expect(capacities[0] >= all.count && capacities[1] >= all.count && capacities[2] < all.count)
    }

    /// Points of one place, of none, on both sides of 180°, and at the poles.
    @Test func boxesThatAreFoundLateAreThoseOfThePoints() {
        let places: [(Double, Double)] = [
            (10, 179), (-10, -179), (89, 20), (-89, -160), (0, 0), (0, 0), (45, 7),
        ]
        var buffer = PointBuffer()
        for (row, place) in places.enumerated() {
            let coordinate = Coordinate(latitude: place.0, longitude: place.1)
            buffer.append(FixedCoordinate(coordinate), row: UInt32(row))
        }
        let tree = QuadTree(buffer)
        for chosen in 0..<1 << places.count {
            let indices = (0..<tree.count).filter { chosen >> Int(tree.row(at: $0)) & 1 == 1 }
            let points = PointSet(indices, capacity: tree.count)
            #expect(QuadTree(tree, keeping: points).bounds == Self.built(tree, points).bounds)
        }
        #expect(QuadTree(tree, keeping: PointSet(capacity: tree.count)).bounds == nil)
    }
}
