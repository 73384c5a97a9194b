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
