import TestSupport
import Testing

@testable import CellGraphics

@Suite struct DotBitmapTests {
    private func randomBitmap(_ random: inout SeededRandom, width: Int, height: Int) -> DotBitmap {
        var bitmap = DotBitmap(width: width, height: height)
        for y in 0..<height { for x in 0..<width where random.number(0...3) > 0 { bitmap[x, y] = true } }
        return bitmap
    }

    @Test func outsideIsUnsetAndCannotBeSet() {
        var bitmap = DotBitmap(width: 3, height: 2)
        for (x, y) in [(-1, 0), (3, 0), (0, -1), (0, 2), (64, 0)] {
            bitmap[x, y] = true
            #expect(!bitmap[x, y])
        }
        #expect(bitmap.isEmpty)
        bitmap[2, 1] = true
        #expect(bitmap[2, 1] && !bitmap.isEmpty)
    }

    @Test(arguments: [(0, 0), (0, 5), (5, 0), (-3, -3)])
    func emptyBitmapsTakeShapes(width: Int, height: Int) {
        var bitmap = DotBitmap(width: width, height: height)
        let start = DotPosition(x: -4, y: -4)
        let end = DotPosition(x: 4, y: 3)
        bitmap.drawLine(from: start, to: end)
        if width > 0 { bitmap.toggleEdge(from: start, to: end) }
        bitmap.fillBetweenEdges()
        #expect(bitmap.isEmpty)
        #expect(bitmap.shore().isEmpty)
    }

    @Test(arguments: 0..<60)
    func setOperationsWorkDotByDot(seed: UInt64) {
        var random = SeededRandom(seed)
        let width = random.number(1...140)
        let height = random.number(1...6)
        let first = randomBitmap(&random, width: width, height: height)
        let second = randomBitmap(&random, width: width, height: height)
        var union = first
        union.formUnion(second)
        var both = first
        both.formIntersection(second)
        var rest = first
        rest.subtract(second)
        for y in 0..<height {
            for x in 0..<width {
                #expect(union[x, y] == (first[x, y] || second[x, y]))
                #expect(both[x, y] == (first[x, y] && second[x, y]))
                #expect(rest[x, y] == (first[x, y] && !second[x, y]))
            }
        }
    }

    @Test(arguments: 0..<120)
    func shoreDotsHaveAnUnsetNeighbour(seed: UInt64) {
        var random = SeededRandom(seed)
        // Widths around the words of 64 dots are the ones that go wrong.
        let width = [1, 2, 63, 64, 65, 127, 128, 129, random.number(1...200)][random.number(0...8)]
        let height = random.number(1...9)
        let bitmap = randomBitmap(&random, width: width, height: height)
        let shore = bitmap.shore()
        for y in 0..<height {
            for x in 0..<width {
                let neighbours = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
                    .filter { $0.0 >= 0 && $0.0 < width && $0.1 >= 0 && $0.1 < height }
                let expected = bitmap[x, y] && neighbours.contains { !bitmap[$0.0, $0.1] }
                #expect(shore[x, y] == expected, "\(x), \(y) of \(width) × \(height)")
            }
        }
    }

    @Test(arguments: 0..<50)
    func brailleBitsAreTheDotsInUnicodesOrder(seed: UInt64) {
        var random = SeededRandom(seed)
        let columns = random.number(1...70)
        let bitmap = randomBitmap(&random, width: columns * 2, height: 8)
        let order = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
        for row in 0..<2 {
            for column in 0..<columns {
                let expected = order.enumerated().reduce(UInt8(0)) { bits, dot in
                    bitmap[column * 2 + dot.element.0, row * 4 + dot.element.1]
                        ? bits | 1 << UInt8(dot.offset) : bits
                }
                #expect(bitmap.brailleBits(x: column * 2, y: row * 4) == expected)
            }
        }
    }
}
