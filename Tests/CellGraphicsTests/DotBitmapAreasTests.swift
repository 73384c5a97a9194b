import TestSupport
import Testing

@testable import CellGraphics

@Suite struct DotBitmapAreasTests {
    private func ring(_ random: inout SeededRandom, _ width: Double, _ height: Double) -> [DotPosition] {
        (0..<random.number(3...8)).map { _ in
            DotPosition(
                x: random.fraction(-width / 2...width * 1.5), y: random.fraction(-height / 2...height * 1.5))
        }
    }

    /// One ring after the other, each added to what is there: no ring cancels another.
    @Test(arguments: 0..<150) func addsEachInteriorAndClearsTheFlags(seed: UInt64) {
        var random = SeededRandom(seed)
        let width = random.number(1...150)
        let height = random.number(1...40)
        var areas = DotBitmap(width: width, height: height)
        var flags = areas
        var expected = areas
        for _ in 0..<3 {
            let ring = ring(&random, Double(width), Double(height))
            var plain = DotBitmap(width: width, height: height)
            for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                flags.toggleEdge(from: start, to: end)
                plain.toggleEdge(from: start, to: end)
            }
            plain.fillBetweenEdges()
            expected.formUnion(plain)
            let columns = ring.map { Int($0.x.rounded(.down)) }
            let rows = ring.map { Int($0.y.rounded(.down)) }
            let left = Swift.max((columns.min() ?? 0) - 1, 0)
            areas.fill(
                betweenEdgesOf: &flags, rows: (rows.min() ?? 0)..<(rows.max() ?? 0) + 2,
                columns: left..<Swift.max((columns.max() ?? 0) + 3, left))
        }
        #expect(areas == expected, "seed \(seed)")
        #expect(flags.isEmpty, "seed \(seed)")
    }

    @Test(arguments: 0..<100) func rectanglesSetTheirDots(seed: UInt64) {
        var random = SeededRandom(seed)
        var bitmap = DotBitmap(width: random.number(0...200), height: random.number(0...20))
        let left = random.number(-20...210)
        let top = random.number(-5...25)
        let columns = left..<left + random.number(0...150)
        let rows = top..<top + random.number(0...20)
        bitmap.fill(rows: rows, columns: columns)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                #expect(bitmap[x, y] == (rows.contains(y) && columns.contains(x)), "seed \(seed)")
            }
        }
    }

    /// A short edge has a dot at each of its ends or beside it, as a line has.
    @Test(arguments: 0..<200) func edgesJoinTheDotsOfTheirEnds(seed: UInt64) {
        var random = SeededRandom(seed)
        var bitmap = DotBitmap(width: 70, height: 12)
        let start = DotPosition(x: random.fraction(4...66), y: random.fraction(4...8))
        let end = DotPosition(
            x: start.x + random.fraction(-3...3), y: start.y + random.fraction(-3...3))
        bitmap.drawEdge(from: start, to: end)
        for point in [start, end] {
            let (x, y) = (Int(point.x), Int(point.y))
            let isNear = (-1...1).contains { dy in (-1...1).contains { dx in bitmap[x + dx, y + dy] } }
            #expect(isNear, "seed \(seed)")
        }
    }

    @Test func edgesOutsideAreLeftOut() {
        var bitmap = DotBitmap(width: 10, height: 10)
        bitmap.drawEdge(from: DotPosition(x: -5, y: 3), to: DotPosition(x: -4.5, y: 3))
        bitmap.drawEdge(from: DotPosition(x: 3, y: 10), to: DotPosition(x: 3.5, y: 10.5))
        #expect(bitmap.isEmpty)
        bitmap.drawEdge(from: DotPosition(x: -3, y: 3.5), to: DotPosition(x: 2.5, y: 3.5))
        #expect(bitmap[0, 3] && bitmap[2, 3] && !bitmap[3, 3])
    }
}
