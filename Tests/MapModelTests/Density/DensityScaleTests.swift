import MapModel
import TestSupport
import Testing

@Suite struct DensityScaleTests {
    /// A row of boxes that hold the given counts.
    private static func histogram(_ counts: [Int]) -> DensityHistogram {
        let view = Viewport(
            center: WorldPoint(x: 0.5, y: 0.5), zoom: 8, size: DotSize(columns: counts.count, rows: 1))
        var buffer = PointBuffer()
        var row: UInt32 = 0
        for (column, count) in counts.enumerated() {
            let place = view.coordinate(at: DotPoint(x: Double(2 * column) + 0.5, y: 0.7))
            for _ in 0..<count {
                buffer.append(FixedCoordinate(place), row: row)
                row += 1
            }
        }
        let raster = DensityRaster(viewport: view, rect: view.bounds, dotsPerRow: 2)
        let grid = QuadTree(buffer).density(of: raster)
        return DensityHistogram(grid.counts(columns: 0..<raster.columnCount, rows: 0..<raster.rowCount))
    }

    @Test func boxesAreCountedByTheirCount() {
        let histogram = Self.histogram([1, 0, 5, 1, 5_000, 5_000, 1])
        #expect(histogram.boxCount == 6)
        #expect(histogram.entries.map(\.count) == [1, 5, 5_000])
        #expect(histogram.entries.map(\.boxes) == [3, 1, 2])
    }

    @Test(arguments: DensityScale.Kind.allCases)
    func levelsGoFromTheLeastToTheGreatest(kind: DensityScale.Kind) {
        var random = SeededRandom(12)
        let counts = (0..<200).map { _ in
            Int(
                1 + 6_000 * Double.random(in: 0...1, using: &random)
                    * Double.random(in: 0...1, using: &random))
        }
        let histogram = Self.histogram(counts)
        let scale = DensityScale(histogram, levelCount: 24, kind: kind)
        let levels = histogram.entries.map { Int(scale.level(of: $0.count)) }
        #expect(levels.first == 1 && levels.last == 24)
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(scale.level(of: 0) == 0 && scale.level(of: .max) == 24)
        #expect(scale.marks.first == histogram.entries.first?.count)
        #expect(scale.marks.last == histogram.entries.last?.count)
    }

    @Test func equalisedLevelsHoldAsManyBoxesEach() {
        let histogram = Self.histogram(Array(1...240))
        let scale = DensityScale(histogram, levelCount: 8, kind: .equalised)
        var boxes = [Int](repeating: 0, count: 9)
        for entry in histogram.entries { boxes[Int(scale.level(of: entry.count))] += entry.boxes }
        #expect(boxes[0] == 0 && boxes.dropFirst().allSatisfy { (29...31).contains($0) })
    }

    @Test func logarithmicLevelsGrowByFactors() {
        let scale = DensityScale(Self.histogram([1, 10, 100, 1_000]), levelCount: 31, kind: .logarithmic)
        #expect([1, 10, 100, 1_000].map { scale.level(of: $0) } == [1, 11, 21, 31])
    }

    @Test func aSingleCountIsSeen() {
        let scale = DensityScale(Self.histogram([1, 1, 1]), levelCount: 24, kind: .balanced)
        #expect(scale.level(of: 1) == 15)
        #expect(scale.level(of: 2) == 15 && scale.marks == [1, 1, 1, 1, 1])
    }

    @Test func noBoxesHaveAScale() {
        let scale = DensityScale(DensityHistogram([]), levelCount: 8, kind: .balanced)
        #expect(scale.level(of: 0) == 0 && scale.marks.isEmpty)
    }

    @Test func scalesAreComparedByLevels() {
        let histogram = Self.histogram(Array(1...50))
        let one = DensityScale(histogram, levelCount: 24, kind: .balanced)
        #expect(one.distance(to: one, over: histogram) == 0)
        let other = DensityScale(Self.histogram([1, 40_000]), levelCount: 24, kind: .logarithmic)
        #expect(one.distance(to: other, over: histogram) > 3)
    }
}
