import TestSupport
import Testing

@testable import MapModel

@Suite struct RowSetTests {
    @Test(arguments: 0..<60) func operationsAreThoseOfSets(seed: UInt64) {
        var random = SeededRandom(seed)
        let capacity = random.number(0...300)
        func numbers() -> Set<UInt32> {
            Set((0..<UInt32(capacity)).filter { _ in random.number(0...2) == 0 })
        }
        let (first, second) = (numbers(), numbers())
        var left = RowSet(capacity: capacity) { first.contains(UInt32($0)) }
        var right = RowSet(capacity: capacity)
        for row in second { right.insert(row) }
        #expect(left.rows == first.sorted() && right.rows == second.sorted())
        #expect(left.count == first.count && left.isEmpty == first.isEmpty)
        #expect((0..<UInt32(capacity + 100)).allSatisfy { left.contains($0) == first.contains($0) })
        let before = left
        left.formUnion(right)
        #expect(left.rows == first.union(second).sorted())
        left = before
        left.formIntersection(right)
        #expect(left.rows == first.intersection(second).sorted())
        left = before
        left.subtract(right)
        #expect(left.rows == first.subtracting(second).sorted())
        left = before
        left.formSymmetricDifference(right)
        #expect(left.rows == first.symmetricDifference(second).sorted())
        left = before
        left.formIntersection(right)
        left.formComplement()
        #expect(left.count == capacity - first.intersection(second).count)
        #expect(RowSet(capacity: capacity, containsAll: true).count == capacity)
    }

    @Test(arguments: 0..<20) func aTreeOfKeptRowsIsTheTreeOfTheirPoints(seed: UInt64) {
        var random = SeededRandom(seed)
        let count = random.number(0...2_000)
        var (all, kept) = (PointBuffer(), PointBuffer())
        let rows = RowSet(capacity: count) { _ in random.number(0...1) == 0 }
        let hidden = UInt32(100)..<UInt32(150)
        for row in 0..<UInt32(count) {
            let place = FixedCoordinate(
                Coordinate(
                    latitude: Double(random.number(-90...90)), longitude: Double(random.number(-180...180))))
            all.append(place, row: row)
            if rows.contains(row), !hidden.contains(row) { kept.append(place, row: row) }
        }
        let filtered = QuadTree(QuadTree(all), keeping: rows, hiding: [hidden])
        let expected = QuadTree(kept)
        #expect(filtered.count == expected.count && filtered.bounds == expected.bounds)
        let areEqual = (0..<expected.count).allSatisfy {
            filtered.row(at: $0) == expected.row(at: $0)
                && filtered.fixedCoordinate(at: $0) == expected.fixedCoordinate(at: $0)
        }
        #expect(areEqual)
        let grid = ClusterGrid(worldDots: 512, cellDots: 20)
        #expect(filtered.clusters(in: .world, grid: grid) == expected.clusters(in: .world, grid: grid))
    }

    /// The larger tree has a finer directory than that of a tenth of its points.
    @Test(arguments: [0, 1, 15, 16, 17, 1_000, 300_000]) func aTreeOfSomePointsIsTheTreeOfTheirRows(
        count: Int
    ) {
        var random = SeededRandom(UInt64(count))
        var buffer = PointBuffer()
        for row in 0..<UInt32(count) {
            let isPolar = random.number(0...99) == 0
            let latitude =
                isPolar
                ? Double.random(in: 86...90, using: &random) : Double.random(in: 40...41, using: &random)
            buffer.append(
                FixedCoordinate(
                    Coordinate(latitude: latitude, longitude: Double.random(in: -180...180, using: &random))),
                row: row)
        }
        let tree = QuadTree(buffer)
        let kept = RowSet(capacity: count) { _ in random.number(0...9) == 0 }
        let points = tree.points(of: kept)
        let two = Workers(count: 2) { count, parts in (0..<count).reversed().forEach(parts) }
        let (found, expected) = (
            QuadTree(tree, keeping: points, by: two).columns, QuadTree(tree, keeping: kept).columns
        )
        #expect(found.keys == expected.keys && found.rows == expected.rows && found.sums == expected.sums)
        #expect(found.directory == expected.directory && found.bounds == expected.bounds)
        #expect(found.polarPoints == expected.polarPoints)
        #expect(tree.rows(of: points, capacity: count, by: two) == kept)
        // Without room for all rows there is room for the last of them.
        #expect(tree.rows(of: points, capacity: 0, by: two).rows == kept.rows)
    }

    /// Blocks of 16 points whose sums and edges are worked out together.
    @Test(arguments: [1, 15, 16, 17, 33, 2_000]) func sumsAndEdgesAreThoseOfThePoints(count: Int) {
        var random = SeededRandom(UInt64(count))
        var buffer = PointBuffer()
        let spread = count % 2 == 0 ? 0.0001 : 50
        for row in 0..<UInt32(count) {
            let place = Coordinate(
                latitude: Double.random(in: 0...spread, using: &random),
                longitude: 8 + Double.random(in: 0...spread, using: &random))
            buffer.append(FixedCoordinate(place), row: row)
        }
        let tree = QuadTree(buffer)
        let quanta = (0..<count).map { tree.quantum(at: $0) }
        for (number, sum) in tree.sums.enumerated() {
            let before = quanta.prefix(number * QuadTree.sumStep)
            #expect(sum.x == before.reduce(0) { $0 + UInt64($1.x) })
            #expect(sum.y == before.reduce(0) { $0 + UInt64($1.y) })
        }
        let places = (0..<count).map { tree.coordinate(at: $0) }
        #expect(tree.bounds?.south == places.map(\.latitude).min())
        #expect(tree.bounds?.north == places.map(\.latitude).max())
        #expect(tree.bounds?.west == places.map(\.longitude).min())
        #expect(tree.bounds?.east == places.map(\.longitude).max())
    }

    @Test(arguments: [(0, 1), (1, 64), (63, 65), (64, 64), (64, 200), (100, 10)])
    func growingKeepsTheMembers(before: Int, after: Int) {
        var set = RowSet(capacity: before, containsAll: true)
        set.grow(to: after)
        #expect(set.capacity == max(before, after) && set.rows == (0..<before).map { UInt32($0) })
        if after > before {
            set.insert(UInt32(after - 1))
            #expect(set.contains(UInt32(after - 1)) && set.count == before + 1)
        }
    }
}
