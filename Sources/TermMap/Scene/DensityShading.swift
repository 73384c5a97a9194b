import App
import CellGraphics

/// Chooses two colours and a quadrant for each cell of a block of a row.
///
/// A colour in 24 bits costs six times the bytes of the character that it is for. So colours are kept from cell to cell
/// where what is wrong with them (the squared differences of levels) is worth less than the bytes of others; ink and paper
/// change places as needed. Nothing outside the block has an influence.
package struct DensityShading {
    /// The terminal's colours, as far as they are levels; 0 for others.
    private var ink = 0
    private var paper = 0
    /// The paper, whatever it is; nil at the beginning of a block.
    private var paperIndex: PaletteIndex?
    private var pairs: ShadePairs
    /// Squared levels that a change of one colour is worth.
    private let keptError: Int

    /// - Parameters:
    ///   - levelCount: what an error of one level means.
    ///   - isDirect: colours of 24 bits.
    package init(levelCount: Int, isDirect: Bool) {
        pairs = ShadePairs(levelCount: levelCount, isDirect: isDirect)
        keptError = pairs.changeCost / pairs.errorCost
    }

    /// The cells of a block.
    ///
    /// - Parameters:
    ///   - levels: of the quarters of each cell, north-west, north-east, south-west, south-east; 0 for those without rows.
    ///   - cells: what is there; quarters without rows keep its paper, and cells without rows stay. As many as `levels`.
    mutating func shade(_ levels: ArraySlice<SIMD4<Int32>>, over cells: inout [Cell]) {
        (ink, paper, paperIndex) = (0, 0, nil)
        var column = levels.startIndex
        while column < levels.endIndex {
            let index = column - levels.startIndex
            if levels[column].min() > 0 {
                let end = levels[column...].firstIndex { $0.min() == 0 } ?? levels.endIndex
                for (offset, pair) in pairs.chosen(for: levels[column..<end], after: ink).enumerated() {
                    cells[index + offset] = fullCell(levels[column + offset], pair)
                }
                column = end
                continue
            }
            if levels[column].max() > 0 {
                cells[index] = partCell(levels[column], cells[index].style.paper)
            } else if cells[index].glyph != .space {
                ink = 0
            }
            (paper, paperIndex) = (0, cells[index].style.paper)
            column += 1
        }
    }

    private mutating func partCell(_ levels: SIMD4<Int32>, _ tint: PaletteIndex) -> Cell {
        var (mask, count, sum) = (UInt8(0), 0, 0)
        for quarter in 0..<4 where levels[quarter] > 0 {
            mask |= 1 << UInt8(quarter)
            count += 1
            sum += Int(levels[quarter])
        }
        let mean = (2 * sum + count) / (2 * count)
        if ink == 0 || count * (ink - mean) * (ink - mean) > keptError { ink = mean }
        return Cell(Self.quadrant(mask), Style(ink: Role.density(level: ink).index, paper: tint))
    }

    private mutating func fullCell(_ levels: SIMD4<Int32>, _ pair: ShadePair) -> Cell {
        var mask: UInt8 = 0
        for quarter in 0..<4
        where abs(Int(levels[quarter]) - pair.high) < abs(Int(levels[quarter]) - pair.low) {
            mask |= 1 << UInt8(quarter)
        }
        if mask == 0 || mask == 15 { return plainCell(mask == 0 ? pair.low : pair.high) }
        let changes = (ink == pair.high ? 0 : 1) + (paper == pair.low ? 0 : 1)
        let turned = (ink == pair.low ? 0 : 1) + (paper == pair.high ? 0 : 1)
        // Of two that cost the same the one with less ink.
        let isTurned = turned < changes || (turned == changes && mask.nonzeroBitCount > 2)
        (ink, paper) = isTurned ? (pair.low, pair.high) : (pair.high, pair.low)
        paperIndex = Role.density(level: paper).index
        return Cell(
            Self.quadrant(isTurned ? ~mask : mask),
            Style(ink: Role.density(level: ink).index, paper: Role.density(level: paper).index))
    }

    /// One shade: a blank, unless only the ink has it.
    private mutating func plainCell(_ level: Int) -> Cell {
        if ink == level, paper != level, let paperIndex {
            return Cell(Self.quadrant(15), Style(ink: Role.density(level: ink).index, paper: paperIndex))
        }
        paper = level
        paperIndex = Role.density(level: level).index
        return Cell(.space, Style(paper: Role.density(level: level).index))
    }

    private static let quadrants: [Glyph] = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars.map { Glyph($0) }

    /// The block of the quarters whose bits are set, the lowest for the north-west.
    static func quadrant(_ mask: UInt8) -> Glyph { quadrants[Int(mask & 15)] }
}
