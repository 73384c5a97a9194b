import TestSupport
import Testing

@testable import MapModel

@Suite struct AggregateTests {
    private func tree(_ count: Int, _ random: inout SeededRandom) -> QuadTree {
        var points = PointBuffer()
        for row in 0..<UInt32(count) {
            let place = Coordinate(
                latitude: Double(random.number(-80...80)), longitude: Double(random.number(-180...180)))
            points.append(FixedCoordinate(place), row: row)
        }
        return QuadTree(points)
    }

    @Test(arguments: 0..<40) func rangesAreCountedAsOneByOne(seed: UInt64) {
        var random = SeededRandom(seed)
        let count = random.number(1...1_000)
        let tree = tree(count, &random)
        let classes = (0..<count).map { _ in UInt8(random.number(0...15)) }
        let numbers = (0..<count).map { _ in
            random.number(0...5) == 0 ? Double.nan : Double(random.number(-50...50))
        }
        let counts = ClassCounts(of: tree, byRow: classes)
        let aggregates = NumberAggregates(of: tree) { numbers[$0] }
        for _ in 0..<30 {
            let start = random.number(0...count)
            let range = start..<random.number(start...count)
            let rows = range.map { Int(tree.row(at: $0)) }
            var expected = ClassCounts.Tally.zero
            for row in rows { expected[Int(classes[row])] += 1 }
            #expect(counts.tally(in: range) == expected)
            let values = rows.map { numbers[$0] }.filter { !$0.isNaN }
            let aggregate = aggregates.aggregate(in: range)
            #expect(aggregate.count == values.count && aggregate.sum == values.reduce(0, +))
            #expect(aggregate.least == values.min() ?? .infinity)
            #expect(aggregate.greatest == values.max() ?? -.infinity)
        }
        for index in 0..<count {
            let row = Int(tree.row(at: index))
            #expect(counts.classOfPoint(at: index) == Int(classes[row]))
            #expect(aggregates.number(at: index) == (numbers[row].isNaN ? nil : numbers[row]))
        }
    }

    @Test func rowsBeyondTheListAreOfClassNone() {
        var random = SeededRandom(1)
        let counts = ClassCounts(of: tree(100, &random), byRow: [3])
        #expect(counts.tally(in: 0..<100)[0] == 99 && counts.tally(in: 0..<100)[3] == 1)
    }
}
