import Testing
import TestSupport

@testable import MapModel

@Suite struct LayerMarksTests {
    @Test(arguments: 0..<40) func layersAreThoseOfTheRows(seed: UInt64) {
        var random = SeededRandom(seed)
        let tree = QuadTree(random.places(random.number(0...700)))
        let count = random.number(1...LayerRows.maximumCount)
        let firstRows =
            [0] + (1..<count).map { _ in UInt32(random.number(0...Swift.max(tree.count, 1))) }.sorted()
        let layers = LayerRows(firstRows: firstRows)
        let marks = LayerMarks(tree, layers: layers)
        func plain(_ positions: some Sequence<Int>) -> LayerMarks.Mask {
            positions.reduce(0) { mask, position in
                let row = tree.row(at: position)
                let layer = firstRows.lastIndex { $0 <= row } ?? 0
                return mask | 1 << LayerMarks.Mask(layer)
            }
        }
        #expect(marks.all == plain(0..<tree.count), "seed \(seed)")
        for _ in 0..<10 {
            let start = random.number(0...tree.count)
            let range = start..<random.number(start...tree.count)
            #expect(marks.layers(in: range, of: tree) == plain(range), "seed \(seed), \(range)")
            let runs = tree.indices(in: random.window())
            #expect(
                marks.layers(in: runs, of: tree) == plain(runs.indices(limit: runs.count)), "seed \(seed)")
        }
    }

    @Test func layersWithoutRowsHaveNone() {
        let layers = LayerRows(firstRows: [0, 0, 4, 4])
        #expect((0..<6).map { layers.layer(of: $0) } == [1, 1, 1, 1, 3, 3])
        #expect(LayerRows().layer(of: .max) == 0)
    }
}
