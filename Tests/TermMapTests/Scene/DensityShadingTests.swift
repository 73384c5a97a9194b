import CellGraphics
import TestSupport
import Testing

@testable import App
@testable import Scene

/// Two colours and a quadrant for each cell: what they show, and what they cost.
@Suite struct DensityShadingTests {
    private static let tint = Cell(.space, Style(paper: Role.land.index))

    private static func shade(_ levels: [SIMD4<Int32>], _ shading: inout DensityShading) -> [Cell] {
        var cells = [Cell](repeating: tint, count: levels.count)
        shading.shade(levels[...], over: &cells)
        return cells
    }

    private static func shade(_ levels: SIMD4<Int32>...) -> [Cell] {
        var shading = DensityShading(levelCount: 24, isDirect: true)
        return shade(levels, &shading)
    }

    /// The level that each quarter of a cell shows; 0 for another colour.
    private static func shown(_ cell: Cell) -> SIMD4<Int32> {
        func level(_ index: PaletteIndex) -> Int32 {
            let level = Int32(index.rawValue) - Int32(Role.density1.rawValue) + 1
            return (1...24).contains(level) ? level : 0
        }
        var levels = SIMD4<Int32>(repeating: level(cell.style.paper))
        let mask = (0..<16).first { DensityShading.quadrant(UInt8($0)) == cell.glyph } ?? 0
        for quarter in 0..<4 where mask & 1 << quarter != 0 { levels[quarter] = level(cell.style.ink) }
        return levels
    }

    private static func error(_ first: SIMD4<Int32>, _ second: SIMD4<Int32>) -> Int {
        let difference = first &- second
        return Int((difference &* difference).wrappedSum())
    }

    private static func random(_ range: ClosedRange<Int32>, _ random: inout SeededRandom) -> SIMD4<Int32> {
        SIMD4((0..<4).map { _ in Int32.random(in: range, using: &random) })
    }

    // MARK: - Single cells

    @Test func equalQuartersAreABlankOnTheirShade() {
        #expect(Self.shade(SIMD4(repeating: 7)) == [Cell(.space, Style(paper: Role.density7.index))])
    }

    @Test(arguments: [
        SIMD4<Int32>(3, 3, 20, 20), SIMD4(20, 3, 3, 20), SIMD4(1, 24, 24, 24), SIMD4(24, 1, 1, 1),
    ])
    func twoLevelsAreShownAsTheyAre(levels: SIMD4<Int32>) {
        #expect(Self.shade(levels).map(Self.shown) == [levels])
    }

    @Test func quartersWithoutRowsKeepTheTint() {
        for mask in 1..<15 {
            var levels = SIMD4<Int32>.zero
            for quarter in 0..<4 where mask & 1 << quarter != 0 { levels[quarter] = 9 }
            let cells = Self.shade(levels)
            #expect(cells[0].style.paper == Role.land.index)
            #expect(Self.shown(cells[0]) == levels)
        }
    }

    @Test func cellsWithoutRowsStay() {
        #expect(Self.shade(.zero, SIMD4(repeating: 5), .zero)[2] == Self.tint)
    }

    /// Two levels come near to the best of the seven ways to split four quarters.
    @Test func aCellAloneIsNearlyTheBestSplit() {
        var random = SeededRandom(8)
        for _ in 0..<2_000 {
            let levels = Self.random(1...24, &random)
            let found = Self.error(Self.shown(Self.shade(levels)[0]), levels)
            let uniform = Self.errorOfBestSplit(levels, masks: [0])
            let best = Self.errorOfBestSplit(levels, masks: Array(1..<8))
            // One shade where two are hardly better; levels are tried in steps of three at most.
            #expect(
                found <= max(best + 16, uniform <= best + 20 ? uniform + 16 : 0), "\(levels) \(found) \(best)"
            )
        }
    }

    private static func errorOfBestSplit(_ levels: SIMD4<Int32>, masks: [Int]) -> Int {
        masks.map { mask in
            [true, false].reduce(0) { sum, isInk in
                let group = (0..<4).filter { (mask & 1 << $0 != 0) == isInk }.map { levels[$0] }
                guard !group.isEmpty else { return sum }
                let count = Int32(group.count)
                let mean = (2 * group.reduce(0, +) + count) / (2 * count)
                return sum + group.reduce(0) { $0 + Int(($1 - mean) * ($1 - mean)) }
            }
        }.min() ?? 0
    }

    // MARK: - Rows of cells

    /// The pairs of a run are the cheapest of all, found by trying every sequence.
    @Test(arguments: 0..<40)
    func pairsAreTheCheapest(seed: UInt64) {
        var random = SeededRandom(seed)
        let levels = (0..<4).map { _ in Self.random(1...4, &random) }
        var pairs = ShadePairs(levelCount: 24, isDirect: seed % 2 == 0)
        let found = pairs.chosen(for: levels[...])
        let range = (levels.map { Int($0.min()) }.min() ?? 0)...(levels.map { Int($0.max()) }.max() ?? 0)
        let all = range.flatMap { low in range.filter { $0 >= low }.map { ShadePair(low: low, high: $0) } }
        func cost(_ pair: ShadePair, after before: ShadePair?, _ quarters: SIMD4<Int32>) -> Int {
            let error = (0..<4).reduce(0) { sum, quarter in
                let (low, high) = (Int(quarters[quarter]) - pair.low, Int(quarters[quarter]) - pair.high)
                return sum + min(low * low, high * high)
            }
            let known = before.map { Set([$0.low, $0.high]) } ?? []
            return error * pairs.errorCost + Set([pair.low, pair.high]).subtracting(known).count
                * pairs.changeCost
        }
        // A single level after two is kept beside the other: only what is new costs.
        var best = Dictionary(
            uniqueKeysWithValues: all.map { ([$0.low, $0.high], cost($0, after: nil, levels[0])) })
        for quarters in levels.dropFirst() {
            var next: [[Int]: Int] = [:]
            for pair in all {
                next[[pair.low, pair.high]] = all.map {
                    best[[$0.low, $0.high], default: 0] + cost(pair, after: $0, quarters)
                }.min()
            }
            best = next
        }
        var total = 0
        for (index, pair) in found.enumerated() {
            total += cost(pair, after: index == 0 ? nil : found[index - 1], levels[index])
        }
        #expect(total == best.values.min())
    }

    @Test func nearlyTheSameColoursAreKept() {
        let cells = Self.shade(SIMD4(4, 12, 4, 12), SIMD4(12, 4, 11, 4), SIMD4(4, 4, 5, 12))
        let colors = cells.map { Set([$0.style.ink, $0.style.paper]) }
        #expect(Set(colors).count == 1)
    }

    /// What was drawn before has no influence: a block looks the same wherever it stands.
    @Test func aBlockStandsForItself() {
        var random = SeededRandom(4)
        var shading = DensityShading(levelCount: 24, isDirect: true)
        let rows = (0..<20).map { _ in (0..<32).map { _ in Self.random(0...24, &random) } }
        let first = rows.map { Self.shade($0, &shading) }
        let again = rows.reversed().map { Self.shade($0, &shading) }
        #expect(first == again.reversed())
    }

    /// The colours of neighbours save bytes, and the picture stays near.
    @Test func aRowCostsFewColoursAndStaysNear() {
        var random = SeededRandom(31)
        var shading = DensityShading(levelCount: 24, isDirect: true)
        var (changes, error, count) = (0, 0, 0)
        for _ in 0..<100 {
            var base: Int32 = 12
            let levels = (0..<32).map { _ in
                base = min(max(base + Int32.random(in: -2...2, using: &random), 4), 21)
                return SIMD4<Int32>(repeating: base) &+ Self.random(-3...3, &random)
            }
            var before = Style()
            for (cell, quarters) in zip(Self.shade(levels, &shading), levels) {
                if cell.style.paper != before.paper { changes += 1 }
                if cell.glyph != .space, cell.style.ink != before.ink { changes += 1 }
                before = Style(
                    ink: cell.glyph == .space ? before.ink : cell.style.ink, paper: cell.style.paper)
                error += Self.error(Self.shown(cell), quarters)
                count += 1
            }
        }
        #expect(Double(changes) / Double(count) < 0.6)
        #expect((Double(error) / Double(4 * count)).squareRoot() < 2)
    }
}
