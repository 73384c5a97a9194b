import TestSupport
import Testing

@testable import MapModel

@Suite struct RowOrderTests {
    @Test(arguments: [0, 1, 2, 100, 5_000], [1, 2_047, 2_048, 5_000_000, .max] as [UInt32])
    func isThatOfASort(count: Int, last: UInt32) {
        var random = SeededRandom(UInt64(count) &+ UInt64(last))
        var points = PointBuffer()
        for row in Set((0..<count).map { _ in UInt32.random(in: 0...last, using: &random) }).sorted() {
            points.append(random.place(), row: row)
        }
        let tree = QuadTree(points)
        let some = (0..<tree.count).filter { _ in random.number(0...3) > 0 }
        let order = RowOrder(of: some, in: tree)
        #expect(order.map(\.index) == some.sorted { tree.row(at: $0) < tree.row(at: $1) })
        #expect(order.allSatisfy { tree.row(at: $0.index) == $0.row })
    }
}
