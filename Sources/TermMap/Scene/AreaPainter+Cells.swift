import App
import CellGraphics
import MapModel

/// What the cells of a map become: two colours to a cell, borders and outlines.
extension AreaPainter {
    /// The dots of the quarters of a cell.
    private static let quarterBits: [UInt8] = [0x03, 0x18, 0x44, 0xA0]

    /// The area of a quarter, as far as it is filled; and whether it is land.
    @inline(__always)
    private func quarter(_ number: Int, _ column: Int, _ row: Int, _ land: UInt8) -> (
        area: UInt32, isLand: Bool
    ) {
        let (area, isFull) = raster.area(ofQuarter: 2 * column + number & 1, 2 * row + number >> 1)
        let bits = land & Self.quarterBits[number]
        // Half of a quarter is land beside a coast, and none of it around an island.
        let isLand = bits == Self.quarterBits[number] || bits != 0 && land.nonzeroBitCount >= 4
        if isCutByCoast { return (isLand ? area : AreaRaster.none, isLand) }
        return (isFull ? area : AreaRaster.none, isLand)
    }

    // MARK: - Tints

    mutating func compose(_ seen: inout [Bool]) {
        for row in 0..<key.area.height {
            for column in 0..<key.area.width { compose(column, row, &seen) }
        }
    }

    private mutating func compose(_ column: Int, _ row: Int, _ seen: inout [Bool]) {
        let land = landBits(column, row)
        var found = SIMD4<UInt32>()
        var colors = SIMD4<UInt16>()
        for number in 0..<4 {
            let (area, isLand) = quarter(number, column, row, land)
            found[number] = area
            if area == AreaRaster.none {
                colors[number] = (isLand ? Role.land : .sea).rawValue
            } else {
                seen[Int(area)] = true
                colors[number] = (look.step(of: area).map { key.palette.fill($0) } ?? .land).rawValue
            }
        }
        let index = index(column, row)
        guard found != SIMD4(repeating: AreaRaster.none) else {
            return composeIsland(column, row, land, &seen)
        }
        areas[index] = Self.most(found)
        let color = colors[0]
        if colors == SIMD4(repeating: color) {
            composePlain(column, row, color)
        } else {
            cells[index] = Self.split(colors)
            contents[index] = .filled
        }
    }

    /// The value that most quarters have, `none` left out; the first of several.
    private static func most(_ found: SIMD4<UInt32>) -> UInt32 {
        var (best, most) = (AreaRaster.none, 0)
        for number in 0..<4 where found[number] != AreaRaster.none {
            var count = 0
            for other in 0..<4 where found[other] == found[number] { count += 1 }
            if count > most { (best, most) = (found[number], count) }
        }
        return best
    }

    /// The two colours that most quarters have; the others take the first.
    private static func split(_ colors: SIMD4<UInt16>) -> Cell {
        func count(_ color: UInt16) -> Int { (0..<4).reduce(0) { colors[$1] == color ? $0 + 1 : $0 } }
        func most(besides other: UInt16) -> UInt16 {
            var best: UInt16 = 0
            for number in 0..<4
            where colors[number] != other && (best == 0 || count(colors[number]) > count(best)) {
                best = colors[number]
            }
            return best
        }
        let paper = most(besides: 0)
        let ink = most(besides: paper)
        let mask = (0..<4).reduce(UInt8(0)) { colors[$1] == ink ? $0 | 1 << UInt8($1) : $0 }
        return Cell(
            DensityShading.quadrant(mask),
            Style(ink: PaletteIndex(rawValue: ink), paper: PaletteIndex(rawValue: paper)))
    }

    /// A cell of one colour, with the border of areas of one class.
    private mutating func composePlain(_ column: Int, _ row: Int, _ color: UInt16) {
        let index = index(column, row)
        let bits = borderBits(column, row)
        let step = look.step(of: areas[index])
        let ink = step.map { key.palette.border($0) } ?? .border
        cells[index] = Cell(
            bits == 0 ? .space : isASCII ? AsciiPattern.glyph(for: bits) : Glyph(braille: bits),
            Style(ink: ink.index, paper: PaletteIndex(rawValue: color)))
        contents[index] = step == nil ? .ground : .filled
    }

    /// The dots with another area of the same class east or south of them.
    private func borderBits(_ column: Int, _ row: Int) -> UInt8 {
        var bits: UInt8 = 0
        for index in 0..<8 {
            let (x, y) = (column * 2 + index & 1, row * 4 + index >> 1)
            let here = raster.area(atDot: x, y)
            if isBorder(here, raster.area(atDot: x + 1, y)) || isBorder(here, raster.area(atDot: x, y + 1)) {
                bits |= AreaRaster.brailleBits[index]
            }
        }
        return bits
    }

    @inline(__always)
    private func isBorder(_ here: UInt32, _ there: UInt32) -> Bool {
        here != there && here != AreaRaster.none && there != AreaRaster.none
            && look.classNumber(of: here) == look.classNumber(of: there)
    }

    /// An island smaller than a quarter: its dots have the colour of its area.
    private mutating func composeIsland(_ column: Int, _ row: Int, _ land: UInt8, _ seen: inout [Bool]) {
        guard isCutByCoast, land != 0, terrain != nil else { return }
        for index in 0..<8 where land & AreaRaster.brailleBits[index] != 0 {
            let area = raster.area(atDot: column * 2 + index & 1, row * 4 + index >> 1)
            guard let step = look.step(of: area) else { continue }
            seen[Int(area)] = true
            set(
                column, row, .sign,
                Cell(
                    isASCII ? AsciiPattern.glyph(for: land) : Glyph(braille: land),
                    Style(key.palette.fill(step))))
            return
        }
    }

    func isInside(_ column: Int, _ row: Int) -> Bool {
        column >= 0 && row >= 0 && column < key.area.width && row < key.area.height
    }

    mutating func set(_ column: Int, _ row: Int, _ content: Content, _ cell: Cell) {
        cells[index(column, row)] = cell
        contents[index(column, row)] = content
    }

    // MARK: - Few colours

    /// A class is as many dots of a cell as it is high, or a sign; what is on a border, or at sea, is left out.
    mutating func composeWithFewColors(_ seen: inout [Bool]) {
        for row in 0..<key.area.height {
            for column in 0..<key.area.width { composeWithFewColors(column, row, &seen) }
        }
    }

    private mutating func composeWithFewColors(_ column: Int, _ row: Int, _ seen: inout [Bool]) {
        let land = landBits(column, row)
        var found = SIMD4<UInt32>()
        for number in 0..<4 {
            found[number] = quarter(number, column, row, land).area
            if found[number] != AreaRaster.none { seen[Int(found[number])] = true }
        }
        let area = Self.most(found)
        guard area != AreaRaster.none else { return }
        areas[index(column, row)] = area
        guard let step = look.step(of: area) else {
            // The pattern of land would look like a class.
            return isASCII ? set(column, row, .ground, Cell(.space, Style())) : ()
        }
        var bits: UInt8 = 0
        if key.appearance.charset == .braille {
            bits = AreaLook.bits(of: step) & dots(of: area, column, row, land)
            // The coast stays, where a fill has gaps.
            let isCoast = isCutByCoast && land != 0xFF && step < AreaPalette.count - 1
            guard !isCoast, bits != 0 else { return set(column, row, .ground, Cell(.space, Style())) }
        }
        set(
            column, row, .filled,
            Cell(AreaLook.glyph(of: step, dots: bits, key.appearance.charset), look.style(of: step)))
    }

    /// The dots of an area in a cell that lie on no border.
    private func dots(of area: UInt32, _ column: Int, _ row: Int, _ land: UInt8) -> UInt8 {
        var bits: UInt8 = 0
        for index in 0..<8 where !isCutByCoast || land & AreaRaster.brailleBits[index] != 0 {
            let (x, y) = (column * 2 + index & 1, row * 4 + index >> 1)
            guard raster.area(atDot: x, y) == area else { continue }
            let (east, south) = (raster.area(atDot: x + 1, y), raster.area(atDot: x, y + 1))
            let isBorder =
                east != area && east != AreaRaster.none || south != area && south != AreaRaster.none
            if !isBorder { bits |= AreaRaster.brailleBits[index] }
        }
        return bits
    }

    // MARK: - Single areas

    /// Areas with rows that got no quarter take one at their place, so that none is lost.
    mutating func drawSmallAreas(_ geometry: AreaGeometry, _ seen: [Bool]) {
        let cell = Int(3.6e9 / key.viewport.worldDots) * Viewport.dotsPerColumn
        let view = key.viewport.bounds(of: key.area.dots)
        for area in seen.indices where !seen[area] {
            guard let step = look.step(of: UInt32(area)), let box = geometry.bounds(of: area),
                view.meets(box),
                let place = geometry.place(of: area, smallerThan: cell)
            else {
                continue
            }
            let dot = key.viewport.dot(of: WebMercator.project(place.coordinate))
            let (column, row) = (dot.cell.column - key.area.column, dot.cell.row - key.area.row)
            guard isInside(column, row) else { continue }
            let index = index(column, row)
            // What has two colours already stays.
            guard contents[index] == .terrain || contents[index] == .ground || cells[index].glyph == .space
            else { continue }
            if areas[index] == AreaRaster.none { areas[index] = UInt32(area) }
            if !isTinted {
                let glyph = isASCII ? AreaLook.glyph(of: step, dots: 0, .ascii) : Glyph("▪")
                set(column, row, .sign, Cell(glyph, Style(ink: look.style(of: step).ink, .bold)))
                continue
            }
            let x = Int((dot.x - Double(dot.cell.column * 2)).rounded(.down))
            let y = Int((dot.y - Double(dot.cell.row * 4)).rounded(.down))
            let quarter = DensityShading.quadrant(1 << UInt8(min(max(x, 0), 1) + 2 * (min(max(y, 0), 3) / 2)))
            let isOnFill = contents[index] == .filled
            set(
                column, row, isOnFill ? .filled : .sign,
                Cell(quarter, Style(ink: key.palette.fill(step).index, paper: cells[index].style.paper)))
        }
    }

    /// Draws the outermost dots of an area, unbroken, over what is there.
    mutating func outline(_ area: UInt32) {
        for row in 0..<key.area.height {
            for column in 0..<key.area.width {
                let bits = raster.outline(of: area, column: column, row: row)
                if bits == 0 { continue }
                let index = index(column, row)
                let style = cells[index].style
                let step = look.step(of: area)
                // Of two colours the area's own is the ground.
                let own = step.map { key.palette.fill($0).index }
                let paper =
                    isTinted && own == style.ink && contents[index] == .filled ? style.ink : style.paper
                let isDark = key.appearance.theme.background == .dark
                let ink: Role =
                    isTinted && !isDark && (step.map { $0 >= 3 } ?? false) && paper == own
                    ? .classTextLight : .selection
                cells[index] = Cell(
                    isASCII ? Glyph("*") : Glyph(braille: bits), Style(ink: ink.index, paper: paper, .bold))
                if contents[index] != .filled { contents[index] = .sign }
            }
        }
    }
}
