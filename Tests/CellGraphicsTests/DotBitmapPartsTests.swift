import CellGraphics
import TestSupport
import Testing

@Suite struct DotBitmapPartsTests {
    private static func bitmap(_ seed: UInt64, _ width: Int, _ height: Int) -> DotBitmap {
        var random = SeededRandom(seed)
        var bitmap = DotBitmap(width: width, height: height)
        // Rectangles: single dots are seldom in a square.
        for _ in 0..<30 {
            let (x, y) = (
                Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random)
            )
            let (right, bottom) = (
                Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random)
            )
            for row in y..<y + bottom { for column in x..<x + right { bitmap[column, row] = true } }
        }
        return bitmap
    }

    /// Each dot by the squares that hold it.
    @Test(arguments: 0..<8) func openingFindsWhatSquaresFind(seed: UInt64) {
        let (width, height) = (40 + Int(seed) * 13, 20)
        let bitmap = Self.bitmap(seed, width, height)
        for radius in [0, 2, 3] {
            func isCore(_ x: Int, _ y: Int) -> Bool {
                guard (0..<width).contains(x), (0..<height).contains(y) else { return false }
                return (max(y - radius, 0)...min(y + radius, height - 1)).allSatisfy { row in
                    (max(x - radius, 0)...min(x + radius, width - 1)).allSatisfy { bitmap[$0, row] }
                }
            }
            var expected = DotBitmap(width: width, height: height)
            for y in 0..<height {
                for x in 0..<width {
                    let isHeld = (y - radius...y + radius).contains { row in
                        (x - radius...x + radius).contains { isCore($0, row) }
                    }
                    expected[x, y] = isHeld
                }
            }
            #expect(bitmap.opened(radius: radius) == expected, "radius \(radius)")
        }
    }

    @Test func shortPartsGo() {
        var bitmap = DotBitmap(width: 100, height: 20)
        for step in 0..<12 { bitmap[10 + step, 3 + step / 2] = true }
        for step in 0..<11 { bitmap[70 + step, 5] = true }
        // Cut by the edge.
        bitmap[99, 12] = true
        let long = bitmap
        bitmap.removeParts(shorterThan: 12)
        #expect(bitmap[10, 3] && bitmap[21, 8] && bitmap[99, 12])
        #expect(!bitmap[70, 5] && !bitmap[80, 5] && long[70, 5])
    }

    @Test func anEmptyBitmapStaysEmpty() {
        var bitmap = DotBitmap(width: 0, height: 0)
        bitmap.removeParts(shorterThan: 3)
        #expect(bitmap.opened(radius: 2).isEmpty)
    }
}
