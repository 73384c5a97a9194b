import App
import CellGraphics
import MapModel

/// Draws how many rows lie where: over the terrain, under the names.
struct DensityPainter {
    let picture: DensityPicture
    let appearance: Appearance

    /// Nil unless density is shown.
    init?(_ state: AppState) {
        guard !state.showsAreas, let picture = state.annotations.density.picture else { return nil }
        self.picture = picture
        appearance = state.screen.appearance
    }

    /// Cells without rows stay as they are; those with rows keep their paper where a quarter is empty.
    func draw(into frame: inout CellBuffer, keeping blocks: inout DensityBlocks) {
        switch picture.form {
        case .shades(let levelCount): drawShades(levelCount, into: &frame, keeping: &blocks)
        case .dots: drawByCell(into: &frame, dots)
        case .signs: drawByCell(into: &frame, sign)
        }
    }

    // MARK: - Shades

    private func drawShades(
        _ levelCount: Int, into frame: inout CellBuffer, keeping blocks: inout DensityBlocks
    ) {
        blocks.begin(appearance, picture.form)
        var shading = DensityShading(levelCount: levelCount, isDirect: appearance.theme.mode == .truecolor)
        for row in 0..<picture.area.height {
            let levels = (0..<picture.columns).map { quarters($0, row) }
            for start in stride(from: 0, to: picture.columns, by: DensityPicture.blockColumns) {
                let block = levels[start..<start + DensityPicture.blockColumns]
                if block.contains(where: { $0 != .zero }) {
                    draw(block, row, &shading, into: &frame, keeping: &blocks)
                }
            }
        }
        blocks.end()
    }

    private func draw(
        _ levels: ArraySlice<SIMD4<Int32>>, _ row: Int, _ shading: inout DensityShading,
        into frame: inout CellBuffer, keeping blocks: inout DensityBlocks
    ) {
        let screenRow = picture.area.row + row
        let west = picture.area.column - picture.lead
        func isInView(_ column: Int) -> Bool {
            (picture.lead..<picture.lead + picture.area.width).contains(column)
        }
        let before = levels.indices.map { isInView($0) ? frame[west + $0, screenRow] : .blank }
        let place = DensityBlocks.Place(
            column: picture.worldColumn + levels.startIndex, row: picture.worldRow + row)
        let cells = blocks.cells(at: place, levels, over: before, &shading)
        for (index, column) in levels.indices.enumerated() where isInView(column) && levels[column].max() > 0
        {
            let standout = standout(column, row, levels[column], before[index])
            frame[west + column, screenRow] = standout ?? cells[index]
        }
    }

    private func quarters(_ column: Int, _ row: Int) -> SIMD4<Int32> {
        let perRow = picture.columns * 2
        let first = 2 * row * perRow + 2 * column
        let levels = picture.levels
        return SIMD4(
            Int32(levels[first]), Int32(levels[first + 1]), Int32(levels[first + perRow]),
            Int32(levels[first + perRow + 1]))
    }

    /// A cell with rows that stand out: their quarters in the colour of marks or matches, the others in one shade.
    private func standout(_ column: Int, _ row: Int, _ quarters: SIMD4<Int32>, _ cell: Cell) -> Cell? {
        guard let (bits, rows) = picture.standout(column: column, row: row) else { return nil }
        let others = (0..<4).filter { bits & 1 << UInt8($0) == 0 && quarters[$0] > 0 }.map {
            Int(quarters[$0])
        }
        let paper =
            others.isEmpty
            ? cell.style.paper : Role.density(level: others.reduce(0, +) / others.count).index
        let ink = rows == .marks ? Role.mark : .match
        return Cell(DensityShading.quadrant(bits), Style(ink: ink.index, paper: paper))
    }

    // MARK: - Few colours

    private func drawByCell(
        into frame: inout CellBuffer, _ glyph: (_ column: Int, _ row: Int, _ level: Int) -> Glyph
    ) {
        for row in 0..<picture.area.height {
            for column in picture.lead..<picture.lead + picture.area.width {
                let level = Int(picture.levels[row * picture.columns + column])
                if level == 0 { continue }
                let cell = CellPoint(
                    column: picture.area.column + column - picture.lead, row: picture.area.row + row)
                let paper = frame[cell.column, cell.row].style.paper
                var style =
                    switch picture.standout(column: column, row: row)?.of {
                    case .matches: Style(.matchedLetters)
                    case .marks: Style(.mark)
                    case nil: style(of: level)
                    }
                style.paper = paper
                frame[cell.column, cell.row] = Cell(glyph(column, row, level), style)
            }
        }
    }

    /// Without colours, weight says a little of it.
    private func style(of level: Int) -> Style {
        let count = picture.form.levelCount
        switch appearance.theme.mode {
        case .mono:
            return Style(.text, level * 4 <= count ? .dim : level * 4 > count * 3 ? .bold : [])
        case .sixteen: return Style(Role.density(level: (level * DensityForm.dotLevels + count - 1) / count))
        case .indexed, .truecolor:
            // The darkest shades of a ramp are for areas: a character has little ink.
            let shades = appearance.theme.densityLevels
            return Style(Role.density(level: shades / 3 + (shades - shades / 3) * level / count))
        }
    }

    private func sign(_ column: Int, _ row: Int, _ level: Int) -> Glyph {
        Glyph(DensityForm.levelSigns[level - 1])
    }

    /// As many dots as the level, those with most rows first.
    private func dots(_ column: Int, _ row: Int, _ level: Int) -> Glyph {
        let counts = picture.boxCounts(column: column, row: row)
        if appearance.charset == .block { return block(counts, level) }
        let fullest = (0..<8).sorted { (counts[$1], Self.dotOrder[$0]) < (counts[$0], Self.dotOrder[$1]) }
        return Glyph(braille: fullest.prefix(level).reduce(0) { $0 | Self.brailleBits[$1] })
    }

    /// Without Braille: quarters instead of dots.
    private func block(_ counts: [UInt32], _ level: Int) -> Glyph {
        let quarters = [
            counts[0] + counts[2], counts[1] + counts[3], counts[4] + counts[6], counts[5] + counts[7],
        ]
        let fullest = (0..<4).sorted { (quarters[$1], $0) < (quarters[$0], $1) }
        return DensityShading.quadrant(fullest.prefix((level + 1) / 2).reduce(0) { $0 | 1 << UInt8($1) })
    }

    /// The dots of a cell from its north-west; of equal ones the first in an order that makes an even grain.
    private static let dotOrder = [1, 6, 7, 4, 3, 8, 5, 2]
    private static let brailleBits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    /// The dots of a level in a cell whose rows lie evenly, for the legend.
    static func evenDots(_ level: Int) -> UInt8 {
        (0..<8).reduce(0) { dotOrder[$1] <= level ? $0 | brailleBits[$1] : $0 }
    }

    /// The style of a level in the legend.
    func legendStyle(of level: Int) -> Style {
        if case .shades = picture.form { Style(Role.density(level: level)) } else { style(of: level) }
    }
}

extension DensityPicture {
    /// The paper of a name over rows: one for all of it; nil where it covers none, or where there are no tints.
    func plate(under rect: CellRect) -> Role? {
        guard case .shades(let count) = form else { return nil }
        let levels = (rect.column..<rect.endColumn).map { level(at: CellPoint(column: $0, row: rect.row)) }
            .filter { $0 > 0 }
        guard !levels.isEmpty else { return nil }
        return .densityPlate((levels.reduce(0, +) / levels.count - 1) * DensityRamp.plateCount / count)
    }

    /// The share of the cells of a name that hold rows.
    func filledShare(of rect: CellRect) -> Double {
        let cells = (rect.column..<rect.endColumn).count {
            level(at: CellPoint(column: $0, row: rect.row)) > 0
        }
        return Double(cells) / Double(max(rect.width, 1))
    }
}
