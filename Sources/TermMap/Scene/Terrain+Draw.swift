import App
import Basemaps
import CellGraphics
import MapModel

extension Terrain {
    /// How the terrain is put into cells.
    struct Drawing {
        var charset: Charset
        /// Land and sea as backgrounds; else the terminal's own, and land as a sparse pattern of dots.
        var isTinted: Bool
        /// Borders are fainter where there are many countries to the screen.
        var isSeenFromAfar: Bool
        /// Land and sea themselves; lines are drawn without them too.
        var terrain = true
        var borders = true
        var states = true
        var rivers = true
        var landPattern = true
        /// A cell is three bytes: one dot of coast is not worth them on a slow line.
        var leastCoastDots = 1
    }

    /// Fills `rect` of the frame, whose top left is the view's, with land, sea and lines.
    func draw(into frame: inout CellBuffer, rect: CellRect, drawing: Drawing) {
        let lines = self.lines(drawing)
        let drawn = [coast] + lines.map(\.dots)
        let rim = TileWindow.rim.width
        for row in 0..<rect.height {
            var stretch = Stretch(word: -1, varied: 0, land: 0)
            for column in 0..<rect.width {
                let dot = column * Viewport.dotsPerColumn + rim
                if dot >> 6 != stretch.word { stretch = self.stretch(word: dot >> 6, row: row, drawn) }
                let isPlain = stretch.varied >> UInt64(dot & 63) & 3 == 0
                frame[rect.column + column, rect.row + row] =
                    isPlain
                    ? plainCell(column, row, isLand: stretch.land >> UInt64(dot & 63) & 1 == 1, drawing)
                    : cell(column, row, drawing, lines)
            }
        }
    }

    /// The 32 cells of a row that share words of the bitmaps.
    private struct Stretch {
        let word: Int
        /// Two bits a cell, 0 where it is nothing but land or sea: most of a map.
        let varied: UInt64
        let land: UInt64
    }

    private func stretch(word: Int, row: Int, _ drawn: [DotBitmap]) -> Stretch {
        let top = row * Viewport.dotsPerRow + TileWindow.rim.height
        let rows = top..<top + Viewport.dotsPerRow
        let wholly = land.intersection(word: word, rows: rows)
        let neighbours = (wholly ^ wholly >> 1) & 0x5555_5555_5555_5555
        var varied = land.union(word: word, rows: rows) ^ wholly | neighbours
        for dots in drawn { varied |= dots.union(word: word, rows: rows) }
        return Stretch(word: word, varied: varied, land: wholly)
    }

    private struct Line {
        let dots: DotBitmap
        let role: Role
        let isDotted: Bool
    }

    /// The kinds of line that are there at all, the first to find a cell free takes it.
    private func lines(_ drawing: Drawing) -> [Line] {
        let border: Role = drawing.isSeenFromAfar ? .farBorder : .border
        var lines: [Line] = []
        if drawing.borders {
            lines.append(Line(dots: countryBorders, role: border, isDotted: false))
            lines.append(Line(dots: disputedBorders, role: .disputedBorder, isDotted: true))
        }
        if drawing.states { lines.append(Line(dots: stateBorders, role: .stateBorder, isDotted: false)) }
        if drawing.rivers { lines.append(Line(dots: rivers, role: .river, isDotted: false)) }
        return lines.filter { !$0.dots.isEmpty }
    }

    /// Every second dot, so that a disputed border looks unlike a settled one without colour.
    private static let checkerboard: UInt8 = 0b1010_0101

    private func cell(_ column: Int, _ row: Int, _ drawing: Drawing, _ lines: [Line]) -> Cell {
        let landBits = dots(of: land, column: column, row: row)
        let isLand = drawing.terrain && landBits.nonzeroBitCount >= 4
        let paper: Role? = drawing.isTinted ? (isLand ? .land : .sea) : nil
        if drawing.terrain, drawing.charset == .block, landBits != 0, landBits != 0xFF || !drawing.isTinted {
            return blockCell(landBits, drawing)
        }
        let coastBits = landBits == 0 ? 0 : dots(of: coast, column: column, row: row)
        if coastBits.nonzeroBitCount >= drawing.leastCoastDots, drawing.terrain, drawing.charset != .block {
            return patternCell(coastBits, .coast, paper, drawing)
        }
        for line in lines {
            let bits =
                dots(of: line.dots, column: column, row: row) & (line.isDotted ? Self.checkerboard : 0xFF)
            if bits != 0, let cell = lineCell(bits, line.role, paper, drawing) { return cell }
        }
        if landBits == 0xFF { return plainCell(column, row, isLand: true, drawing) }
        return Cell(.space, Style(ink: .standard, paper: paper?.index ?? .standard))
    }

    /// A cell of land or sea in which no line is drawn.
    private func plainCell(_ column: Int, _ row: Int, isLand: Bool, _ drawing: Drawing) -> Cell {
        let isLand = isLand && drawing.terrain
        guard drawing.isTinted else {
            guard isLand else { return Cell(.space, Style(ink: .standard, paper: .standard)) }
            if drawing.charset == .block { return blockCell(0xFF, drawing) }
            return drawing.landPattern
                ? plainLand(column, row, drawing) : Cell(.space, Style(ink: .standard, paper: .standard))
        }
        return Cell(.space, Style(ink: .standard, paper: (isLand ? Role.land : .sea).index))
    }

    private func patternCell(_ bits: UInt8, _ role: Role, _ paper: Role?, _ drawing: Drawing) -> Cell {
        let glyph = drawing.charset == .ascii ? AsciiPattern.glyph(for: bits) : Glyph(braille: bits)
        return Cell(glyph, Style(ink: role.index, paper: paper?.index ?? .standard))
    }

    /// In ASCII a state border would look like the coast: only country borders and rivers are drawn.
    private func lineCell(_ bits: UInt8, _ role: Role, _ paper: Role?, _ drawing: Drawing) -> Cell? {
        guard drawing.charset == .ascii else { return patternCell(bits, role, paper, drawing) }
        switch role {
        case .river: return Cell(Glyph("~"), Style(ink: role.index, paper: paper?.index ?? .standard))
        case .border, .farBorder: return patternCell(bits, role, paper, drawing)
        default: return nil
        }
    }

    private func plainLand(_ column: Int, _ row: Int, _ drawing: Drawing) -> Cell {
        let style = Style(.farBorder, .dim)
        let isDot = (column + 2 * row) % 4 == 0
        switch drawing.charset {
        case .ascii: return Cell(isDot ? Glyph(".") : .space, style)
        case .block: return Cell(Glyph("░"), style)
        case .braille: return Cell(isDot ? Glyph(braille: 0b10) : .space, style)
        }
    }

    private static let quadrants: [Unicode.Scalar] = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars)

    /// A quadrant is land when half of its dots are; a coast cell has just two colours, so this is exact.
    private func blockCell(_ landBits: UInt8, _ drawing: Drawing) -> Cell {
        let quarters: [UInt8] = [0b0000_0011, 0b0001_1000, 0b0100_0100, 0b1010_0000]
        var index = 0
        for (bit, mask) in quarters.enumerated() where landBits & mask != 0 { index |= 1 << bit }
        if index == 15 {
            return drawing.isTinted
                ? Cell(.space, Style(paper: Role.land.index))
                : Cell(Glyph("░"), Style(ink: Role.farBorder.index))
        }
        let ink: Role = drawing.isTinted ? .land : .coast
        return Cell(
            Glyph(Self.quadrants[index]),
            Style(ink: ink.index, paper: drawing.isTinted ? Role.sea.index : .standard))
    }
}

extension Glyph {
    /// The Braille pattern of eight dots.
    package init(braille bits: UInt8) {
        self = bits == 0 ? .space : Glyph(Unicode.Scalar(0x2800 + UInt32(bits)) ?? " ")
    }
}
