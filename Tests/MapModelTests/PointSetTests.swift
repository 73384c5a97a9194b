import TestSupport
import Testing

@testable import MapModel

@Suite struct PointSetTests {
    @Test(arguments: 0..<100) func holdsWhatAPlainSetHolds(seed: UInt64) {
        var random = SeededRandom(seed)
        let capacity = random.number(0...400)
        var set = PointSet(capacity: capacity)
        var plain: Set<Int> = []
        func range(_ random: inout SeededRandom) -> Range<Int> {
            let start = random.number(0...capacity)
            return start..<random.number(start...capacity)
        }
        for _ in 0..<12 {
            if random.number(0...2) == 0 {
                let added = range(&random)
                set.insert(contentsOf: added)
                plain.formUnion(added)
            } else if capacity > 0 {
                let position = random.number(0...capacity - 1)
                set.insert(position)
                plain.insert(position)
            }
        }
        #expect(set.count == plain.count && set.isEmpty == plain.isEmpty, "seed \(seed)")
        #expect((0..<capacity).allSatisfy { set.contains($0) == plain.contains($0) }, "seed \(seed)")
        let counted = range(&random)
        #expect(set.count(in: counted) == plain.count { counted.contains($0) }, "seed \(seed)")
        var found: [Int] = []
        var next = set.first(from: 0)
        while let position = next {
            found.append(position)
            next = set.first(after: position)
        }
        #expect(found == plain.sorted() && set.members == found, "seed \(seed)")
    }

    @Test(arguments: 0..<50) func unionAndRunsCountEachPositionOnce(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let tree = QuadTree(random.places(300))
        let runs = [tree.indices(in: random.window()), tree.indices(in: random.window())]
        var sets = [PointSet(capacity: 300), PointSet(capacity: 300)]
        for index in 0..<2 { sets[index].insert(contentsOf: runs[index]) }
        var union = sets[0]
        union.formUnion(sets[1])
        let plain = Set(runs[0].indices(limit: 300)).union(runs[1].indices(limit: 300))
        #expect(union.count == plain.count && plain.allSatisfy(union.contains))
        #expect(union.count(in: runs[0]) == runs[0].count)
        #expect(sets[1].count(in: runs[0]) == runs[0].indices(limit: 300).count(where: sets[1].contains))
        let joined = runs[0].union(runs[1])
        #expect(joined.indices(limit: 300) == plain.sorted())
    }

    @Test(arguments: 0..<50) func setsAreCombinedAsPlainOnes(seed: UInt64) {
        var random = SeededRandom(seed)
        let capacity = random.number(1...300)
        func some() -> Set<Int> {
            Set((0..<random.number(0...capacity)).map { _ in random.number(0...capacity - 1) })
        }
        let (a, b) = (some(), some())
        let (first, second) = (PointSet(a, capacity: capacity), PointSet(b, capacity: capacity))
        var (without, either) = (first, first)
        without.subtract(second)
        either.formSymmetricDifference(second)
        #expect(first.indices.map(Int.init) == a.sorted())
        #expect(without == PointSet(a.subtracting(b), capacity: capacity))
        #expect(either == PointSet(a.symmetricDifference(b), capacity: capacity))
        #expect(first.isSuperset(of: second) == a.isSuperset(of: b))
        #expect(first.isSuperset(of: PointSet(a.intersection(b), capacity: capacity)))
    }

    @Test(arguments: 0..<50) func rowsOfPointsAreThoseOfTheTree(seed: UInt64) {
        var random = SeededRandom(seed)
        var buffer = PointBuffer()
        var row: UInt32 = 0
        for place in random.places(200) {
            row += UInt32(random.number(1...5))
            buffer.append(place, row: row)
        }
        let tree = QuadTree(buffer)
        let chosen = PointSet((0..<random.number(0...200)).map { _ in random.number(0...199) }, capacity: 200)
        let rows = tree.rows(of: chosen)
        let plain = Set((0..<200).filter(chosen.contains).map { tree.row(at: $0) })
        #expect(rows.rows == plain.sorted())
        #expect(rows.capacity == plain.max().map { Int($0) + 1 } ?? 0)
        #expect(tree.rows(of: chosen, capacity: 5_000).capacity == 5_000)
        // Room for some of them: each row that has none makes more, also within the last word.
        #expect(tree.rows(of: chosen, capacity: random.number(0...Int(row))).rows == plain.sorted())
        #expect(tree.points(of: rows) == chosen)
    }

    @Test func endsAreInside() {
        var set = PointSet(capacity: 128)
        set.insert(contentsOf: 0..<128)
        set.insert(contentsOf: 64..<64)
        #expect(set.count == 128 && set.count(in: 0..<128) == 128 && set.count(in: 63..<65) == 2)
        #expect(set.first(from: 127) == 127 && set.first(after: 127) == nil && set.first(from: -5) == 0)
        #expect(PointSet(capacity: 0).first(from: 0) == nil && PointSet(capacity: 0).isEmpty)
    }
}
