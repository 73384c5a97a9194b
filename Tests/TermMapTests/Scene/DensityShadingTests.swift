import CellGraphics
import TestSupport
import Testing

@testable import TermMap

/// Two colours and a quadrant for each cell: what they show, and what they cost.
@Suite struct DensityShadingTests {
    private static let tint = Role.land.index

    private static func shading(_ levels: Int = 24) -> DensityShading {
        DensityShading(levelCount: levels, isDirect: true)
    }

    /// The level that each quarter of a cell shows; 0 for the tint.
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

    private static func error(_ first: SIMD4<Int32>, _ second: SIMD4<Int32>) -> Int32 {
        let difference = first &- second
        return (difference &* difference).wrappedSum()
    }

    @Test func equalQuartersAreABlankOnTheirShade() {
        var shading = Self.shading()
        let cell = shading.cell(SIMD4(repeating: 7), tint: Self.tint, next: 0)
        #expect(cell == Cell(.space, Style(paper: Role.density7.index)))
    }

    @Test(arguments: [
        (SIMD4<Int32>(3, 3, 20, 20), SIMD4<Int32>(3, 3, 20, 20)), (SIMD4(20, 3, 3, 20), SIMD4(20, 3, 3, 20)),
        (SIMD4(1, 24, 24, 24), SIMD4(1, 24, 24, 24)),
    ])
    func twoLevelsAreShownAsTheyAre(levels: SIMD4<Int32>, expected: SIMD4<Int32>) {
        var shading = Self.shading()
        #expect(Self.shown(shading.cell(levels, tint: Self.tint, next: 0)) == expected)
    }

    @Test func quartersWithoutRowsKeepTheTint() {
        for mask in 1..<15 {
            var shading = Self.shading()
            var levels = SIMD4<Int32>.zero
            for quarter in 0..<4 where mask & 1 << quarter != 0 { levels[quarter] = 9 }
            let cell = shading.cell(levels, tint: Self.tint, next: 0)
            #expect(cell.style.paper == Self.tint)
            #expect(Self.shown(cell) == levels)
        }
    }

    /// Alone, a cell has the best two levels of all seven ways to split its quarters.
    @Test func aCellAloneHasTheLeastError() {
        var random = SeededRandom(8)
        for _ in 0..<3_000 {
            var levels = SIMD4<Int32>.zero
            for quarter in 0..<4 { levels[quarter] = Int32.random(in: 1...24, using: &random) }
            var shading = Self.shading()
            let found = Self.error(Self.shown(shading.cell(levels, tint: Self.tint, next: 0)), levels)
            let uniform = Self.errorOfBestSplit(levels, masks: [0])
            let best = Self.errorOfBestSplit(levels, masks: Array(1..<8))
            // One shade where two are hardly better: it saves a colour.
            #expect(found == best || found == uniform, "\(levels)")
            if uniform - best > 20 { #expect(found == best, "\(levels)") }
        }
    }

    private static func errorOfBestSplit(_ levels: SIMD4<Int32>, masks: [Int]) -> Int32 {
        masks.map { mask in
            var error: Int32 = 0
            for isInk in [true, false] {
                let group = (0..<4).filter { (mask & 1 << $0 != 0) == isInk }.map { levels[$0] }
                guard !group.isEmpty else { continue }
                let count = Int32(group.count)
                let mean = (2 * group.reduce(0, +) + count) / (2 * count)
                error += group.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            }
            return error
        }.min() ?? 0
    }

    @Test func nearlyTheSameColoursAreKept() {
        var shading = Self.shading()
        let first = shading.cell(SIMD4(4, 12, 4, 12), tint: Self.tint, next: 0)
        let second = shading.cell(SIMD4(12, 4, 11, 4), tint: Self.tint, next: 0)
        #expect(Set([first.style.ink, first.style.paper]) == Set([second.style.ink, second.style.paper]))
        let third = shading.cell(SIMD4(23, 23, 23, 23), tint: Self.tint, next: 0)
        #expect(Self.shown(third) == SIMD4(repeating: 23))
    }

    /// What was forgotten has no influence: a block looks the same whatever stands before it.
    @Test func whatWasForgottenHasNoInfluence() {
        var random = SeededRandom(4)
        let rows = (0..<16).map { _ in
            SIMD4<Int32>(
                Int32.random(in: 0...24, using: &random), Int32.random(in: 1...24, using: &random),
                Int32.random(in: 1...24, using: &random), Int32.random(in: 1...24, using: &random))
        }
        func cells(_ shading: inout DensityShading) -> [Cell] {
            rows.map { shading.cell($0, tint: Self.tint, next: 5) }
        }
        var fresh = Self.shading()
        var used = Self.shading()
        _ = used.cell(SIMD4(9, 9, 2, 1), tint: Self.tint, next: 0)
        used.forget()
        #expect(cells(&fresh) == cells(&used))
    }

    /// The colours of neighbours save bytes, and the picture stays near: less than a level of 24 on average.
    @Test func aRowCostsFewColoursAndStaysNear() {
        var random = SeededRandom(31)
        var shading = Self.shading()
        var before = Style()
        var (changes, error) = (0, 0.0)
        let count = 4_000
        for column in 0..<count {
            let base = 12 + Int32(8 * Double.random(in: -1...1, using: &random))
            var levels = SIMD4<Int32>(repeating: base)
            for quarter in 0..<4 {
                levels[quarter] = min(max(base + Int32.random(in: -3...3, using: &random), 1), 24)
            }
            if column % 16 == 0 { shading.forget() }
            let cell = shading.cell(levels, tint: Self.tint, next: 0)
            if cell.style.paper != before.paper { changes += 1 }
            if cell.glyph != .space, cell.style.ink != before.ink { changes += 1 }
            before = Style(
                ink: cell.glyph == .space ? before.ink : cell.style.ink, paper: cell.style.paper)
            error += Double(Self.error(Self.shown(cell), levels))
        }
        #expect(Double(changes) / Double(count) < 1.2)
        #expect((error / Double(4 * count)).squareRoot() < 2)
    }
}
