import CellGraphics

/// Chooses two colours and a quadrant for each cell of a row, from left to right.
///
/// A colour in 24 bits costs six times the bytes of the character that it is for. So a cell takes the colours of the
/// one before it where the levels it should show are near enough: what is wrong (the squared differences of levels) is
/// weighed against the bytes that it saves. Ink and paper may change places.
struct DensityShading {
    /// A character of three bytes, and a blank.
    private static let glyphBytes: Int32 = 3
    private static let blankBytes: Int32 = 1
    /// No level: another colour, or one that is not known.
    private static let other: Int32 = -1

    /// Bytes of a change of one colour.
    private let colorBytes: Int32
    /// Quarters of a byte that a squared difference of one level is worth.
    private let errorWeight: Int32
    /// The colours that the terminal has.
    private var ink = Self.other
    private var paper = Self.other
    private var paperIndex: PaletteIndex?

    /// What a cell could look like.
    private struct Choice {
        var mask: UInt8 = 0
        var ink: Int32 = 0
        var paper: Int32 = 0
        var cost = Int32.max
    }

    /// The quarters of a cell in ascending order of their levels: sums over the first of them.
    private struct Ranking {
        var sums = SIMD8<Int32>.zero
        var squares = SIMD8<Int32>.zero
        var masks = SIMD8<UInt8>.zero

        init(_ levels: SIMD4<Int32>) {
            // The quarter is kept in the lowest bits.
            var ranked = levels &* 4 &+ SIMD4(0, 1, 2, 3)
            func order(_ first: Int, _ second: Int) {
                let (low, high) = (min(ranked[first], ranked[second]), max(ranked[first], ranked[second]))
                (ranked[first], ranked[second]) = (low, high)
            }
            order(0, 1)
            order(2, 3)
            order(0, 2)
            order(1, 3)
            order(1, 2)
            for index in 0..<4 {
                let level = ranked[index] >> 2
                sums[index + 1] = sums[index] + level
                squares[index + 1] = squares[index] + level * level
                masks[index + 1] = masks[index] | 1 << UInt8(ranked[index] & 3)
            }
        }

        /// The mean level of the quarters from `start` up to `end`.
        func mean(_ start: Int, _ end: Int) -> Int32 {
            let count = Int32(end - start)
            return (2 * (sums[end] - sums[start]) + count) / (2 * count)
        }

        /// The squared differences of those quarters to a level.
        func error(_ start: Int, _ end: Int, _ level: Int32) -> Int32 {
            squares[end] - squares[start] - 2 * level * (sums[end] - sums[start])
                + Int32(end - start) * level * level
        }
    }

    /// - Parameters:
    ///   - levelCount: what an error of one level means.
    ///   - isDirect: colours of 24 bits.
    init(levelCount: Int, isDirect: Bool) {
        colorBytes = isDirect ? 19 : 11
        // Of 24 levels one is hardly seen.
        let scale = Int32(24 / max(levelCount, 1))
        errorWeight = Self.errorQuarterBytes * scale * scale
    }

    private static let errorQuarterBytes: Int32 = 5

    /// Forgets the colours before: what follows does not depend on it.
    mutating func forget() {
        ink = Self.other
        paper = Self.other
        paperIndex = nil
    }

    /// A cell of something else is drawn.
    mutating func pass(_ cell: Cell?) {
        guard let cell else { return forget() }
        if cell.glyph != .space { ink = Self.other }
        paper = Self.other
        paperIndex = cell.style.paper
    }

    /// The look of a cell with rows.
    ///
    /// - Parameters:
    ///   - levels: of its quarters, north-west, north-east, south-west, south-east; 0 for those without rows.
    ///   - tint: the paper of quarters without rows.
    ///   - next: the level of the cell after it; 0 where that is not filled.
    mutating func cell(_ levels: SIMD4<Int32>, tint: PaletteIndex, next: Int32) -> Cell {
        levels.min() > 0 ? fullCell(levels, next) : partCell(levels, tint)
    }

    // MARK: - Cells

    private mutating func partCell(_ levels: SIMD4<Int32>, _ tint: PaletteIndex) -> Cell {
        var (mask, count, sum) = (UInt8(0), Int32(0), Int32(0))
        for quarter in 0..<4 where levels[quarter] > 0 {
            mask |= 1 << UInt8(quarter)
            count += 1
            sum += levels[quarter]
        }
        let mean = (2 * sum + count) / (2 * count)
        if ink == Self.other || count * (ink - mean) * (ink - mean) * errorWeight > 4 * colorBytes {
            ink = mean
        }
        paper = Self.other
        paperIndex = tint
        return Cell(Self.quadrant(mask), Style(ink: Role.density(level: Int(ink)).index, paper: tint))
    }

    private mutating func fullCell(_ levels: SIMD4<Int32>, _ next: Int32) -> Cell {
        let ranking = Ranking(levels)
        var best = Choice()
        considerPlain(ranking, &best)
        for split in 1...3 {
            let (low, high) = (ranking.mean(0, split), ranking.mean(split, 4))
            if low == high { continue }
            for isInkHigh in [true, false] {
                let (newInk, newPaper) = isInkHigh ? (high, low) : (low, high)
                consider(ranking, split, isInkHigh, newInk, newPaper, next, &best)
                if ink != Self.other { consider(ranking, split, isInkHigh, ink, newPaper, next, &best) }
                if paper != Self.other { consider(ranking, split, isInkHigh, newInk, paper, next, &best) }
                if ink != Self.other, paper != Self.other {
                    consider(ranking, split, isInkHigh, ink, paper, next, &best)
                }
            }
        }
        return take(best)
    }

    /// One shade for all four quarters.
    private func considerPlain(_ ranking: Ranking, _ best: inout Choice) {
        let mean = ranking.mean(0, 4)
        for level in [mean, paper] where level != Self.other {
            let bytes = Self.blankBytes + (level == paper ? 0 : colorBytes)
            let cost = ranking.error(0, 4, level) * errorWeight + 4 * bytes
            if cost < best.cost { best = Choice(mask: 0, ink: ink, paper: level, cost: cost) }
        }
        guard ink != Self.other, paper != Self.other else { return }
        let cost = ranking.error(0, 4, ink) * errorWeight + 4 * Self.glyphBytes
        if cost < best.cost { best = Choice(mask: 15, ink: ink, paper: paper, cost: cost) }
    }

    @inline(__always)
    private func consider(
        _ ranking: Ranking, _ split: Int, _ isInkHigh: Bool, _ newInk: Int32, _ newPaper: Int32,
        _ next: Int32, _ best: inout Choice
    ) {
        let (low, high) = isInkHigh ? (newPaper, newInk) : (newInk, newPaper)
        let bytes =
            Self.glyphBytes + (newInk == ink ? 0 : colorBytes) + (newPaper == paper ? 0 : colorBytes)
        // Of two that are alike the one whose paper the next cell can use.
        let distance = next > 0 ? min(abs(newPaper - next), 7) : 0
        let cost =
            (ranking.error(0, split, low) + ranking.error(split, 4, high)) * errorWeight + 4 * bytes
            + distance
        guard cost < best.cost else { return }
        let lowMask = ranking.masks[split]
        best = Choice(mask: isInkHigh ? 15 & ~lowMask : lowMask, ink: newInk, paper: newPaper, cost: cost)
    }

    private mutating func take(_ choice: Choice) -> Cell {
        paper = choice.paper
        let paperIndex = Role.density(level: Int(paper)).index
        self.paperIndex = paperIndex
        guard choice.mask != 0 else { return Cell(.space, Style(paper: paperIndex)) }
        ink = choice.ink
        return Cell(
            Self.quadrant(choice.mask), Style(ink: Role.density(level: Int(ink)).index, paper: paperIndex))
    }

    private static let quadrants: [Glyph] = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars.map { Glyph($0) }

    /// The block of the quarters whose bits are set, the lowest for the north-west.
    static func quadrant(_ mask: UInt8) -> Glyph { quadrants[Int(mask & 15)] }
}
