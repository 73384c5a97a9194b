/// What rows of a frame show, as elements of SVG in units of tenths of a cell's width: papers, dots, shapes and letters.
///
/// Dots of Braille, blocks and frames are drawn as shapes, so they meet at the edges of cells; letters are text that can be
/// selected, each run stretched to the width of its cells.
struct FrameDrawing {
    /// A cell in units of the picture.
    static let cellWidth = 10
    static let cellHeight = 20

    let colors: FrameColors

    /// The runs of cells by the colour of their paper, the dots by their colour: one path each.
    private var papers: [String: String] = [:]
    private var dots: [String: String] = [:]
    private var shapes = ""
    private var texts = ""

    init(_ colors: FrameColors) { self.colors = colors }

    /// The elements. Papers are lines as high as a row in units of cells, dots the dashes of lines in units of dots.
    var elements: String {
        var result = ""
        if !papers.isEmpty {
            result += """
                <g fill="none" stroke-width="1" transform="translate(0 10) scale(10 20)" shape-rendering="crispEdges">
                \(Self.paths(papers))</g>

                """
        }
        if !dots.isEmpty {
            result += """
                <g fill="none" stroke-width=".52" stroke-linecap="round" stroke-dasharray="0 1" transform="translate(2.5 2.5) scale(5)">
                \(Self.paths(dots))</g>

                """
        }
        result += shapes
        if !texts.isEmpty {
            result += """
                <g font-family="'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="16" xml:space="preserve">
                \(texts)</g>

                """
        }
        return result
    }

    private static func paths(_ paths: [String: String]) -> String {
        paths.sorted { $0.key < $1.key }.map { "<path stroke=\"\($0)\" d=\"\($1)\"/>\n" }.joined()
    }

    // MARK: - Cells

    private struct Look: Equatable {
        var ink: String
        var paper: UInt32
        var attributes: Attributes
    }

    private func look(_ style: Style) -> Look {
        let resolved = colors.palette.resolve(style)
        var front = rgb(resolved.ink) ?? colors.ink
        var back = rgb(resolved.paper) ?? colors.paper
        if resolved.attributes.contains(.reverse) { swap(&front, &back) }
        if resolved.attributes.contains(.dim) { front = Self.mixed(front, back) }
        return Look(ink: Self.hex(front), paper: back, attributes: resolved.attributes)
    }

    private func rgb(_ color: TerminalColor) -> UInt32? {
        switch color {
        case .standard: nil
        case .indexed(let index): IndexedColor.rgb(index)
        case .rgb(let value): value
        }
    }

    /// Draws the cells of a row, from the first column.
    mutating func draw(_ cells: [Cell], row: Int, glyphs: GlyphTable) {
        var column = 0
        while column < cells.count {
            let look = look(cells[column].style)
            var end = column + 1
            while end < cells.count, cells[end].glyph == .covered || self.look(cells[end].style) == look {
                end += 1
            }
            drawGlyphs(cells[column..<end], look, row, glyphs)
            column = end
        }
        drawPapers(cells.map { look($0.style).paper }, row)
        drawDots(cells, row)
    }

    private mutating func drawPapers(_ colors: [UInt32], _ row: Int) {
        var column = 0
        while column < colors.count {
            let end = colors[column...].firstIndex { $0 != colors[column] } ?? colors.count
            if colors[column] != self.colors.paper {
                papers[Self.hex(colors[column]), default: ""] += "M\(column) \(row)h\(end - column)"
            }
            column = end
        }
    }

    /// The dots of a row of cells: each line of dots from the left, neighbours of one colour as one line of dashes.
    private mutating func drawDots(_ cells: [Cell], _ row: Int) {
        let inks = cells.map { cell in
            Self.dotBits(cell.glyph).map { (bits: $0, ink: look(cell.style).ink) }
        }
        for line in 0..<4 {
            var run: (ink: String, start: Int, end: Int)?
            for column in 0..<cells.count * 2 {
                let bit: UInt32 = 1 << Self.dotBit(column % 2, line)
                let dot = inks[column / 2].flatMap { $0.bits & bit != 0 ? $0.ink : nil }
                if let open = run, open.ink != dot {
                    appendDots(open.ink, open.start..<open.end, row * 4 + line)
                    run = nil
                }
                if let dot { run = (dot, run?.start ?? column, column + 1) }
            }
            if let run { appendDots(run.ink, run.start..<run.end, row * 4 + line) }
        }
    }

    /// The tenth at the end lets the dash of the last dot begin.
    private mutating func appendDots(_ ink: String, _ columns: Range<Int>, _ line: Int) {
        let length = columns.count == 1 ? "" : "\(columns.count - 1)"
        dots[ink, default: ""] += "M\(columns.lowerBound) \(line)h\(length).1"
    }

    /// The bits of U+2800 …, one for each dot; nil for other glyphs.
    private static func dotBits(_ glyph: Glyph) -> UInt32? {
        guard let value = glyph.scalar?.value, 0x2800...0x28FF ~= value else { return nil }
        return value - 0x2800
    }

    /// The bit of a dot: they count down the columns of the first three lines, then the fourth.
    private static func dotBit(_ column: Int, _ line: Int) -> UInt32 {
        UInt32(line < 3 ? column * 3 + line : 6 + column)
    }

    /// Shapes cell by cell; letters as runs.
    private mutating func drawGlyphs(
        _ cells: ArraySlice<Cell>, _ look: Look, _ row: Int, _ glyphs: GlyphTable
    ) {
        var run = ""
        var start = cells.startIndex
        func flush(_ end: Int) -> String {
            let text = run.drop { $0 == " " }
            let first = start + run.count - text.count
            var last = text
            while last.last == " " { last.removeLast() }
            let isUnderlined = look.attributes.contains(.underline)
            guard !last.isEmpty || isUnderlined else { return "" }
            return isUnderlined
                ? Self.text(run, start, row, end - start, look)
                : Self.text(String(last), first, row, end - first - (text.count - last.count), look)
        }
        for column in cells.indices {
            let glyph = cells[column].glyph
            if glyph == .covered { continue }
            if let scalar = glyph.scalar, drawShape(scalar, look, column, row) {
                texts += flush(column)
                run = ""
                start = column + 1
            } else if glyph == .space, run.last == " ", !look.attributes.contains(.underline) {
                // Not all programs keep several blanks of a text.
                texts += flush(column)
                run = ""
                start = column + 1
            } else {
                run += glyphs.text(of: glyph)
            }
        }
        texts += flush(cells.endIndex)
    }

    // MARK: - Shapes

    /// Draws what is no letter; false for all else.
    private mutating func drawShape(_ scalar: Unicode.Scalar, _ look: Look, _ column: Int, _ row: Int) -> Bool
    {
        switch scalar.value {
        case 0x2800...0x28FF: break
        case 0x2580...0x259F:
            for part in Self.blockParts(scalar.value) {
                let x = Double(column * Self.cellWidth) + part.x * Double(Self.cellWidth)
                let y = Double(row * Self.cellHeight) + part.y * Double(Self.cellHeight)
                shapes +=
                    "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(part.width * 10))\" "
                    + "height=\"\(Self.number(part.height * 20))\" fill=\"\(look.ink)\""
                    + (part.opacity < 1 ? " fill-opacity=\"\(part.opacity)\"" : "") + "/>\n"
            }
        default:
            guard let sides = Self.frameSides[scalar] else { return false }
            let x = column * Self.cellWidth + 5
            let y = row * Self.cellHeight + 10
            var path = ""
            if sides.contains("l") { path += "M\(x - 5) \(y)H\(x)" }
            if sides.contains("r") { path += "M\(x) \(y)H\(x + 5)" }
            if sides.contains("u") { path += "M\(x) \(y - 10)V\(y)" }
            if sides.contains("d") { path += "M\(x) \(y)V\(y + 10)" }
            shapes += "<path fill=\"none\" stroke=\"\(look.ink)\" stroke-width=\"1.4\" d=\"\(path)\"/>\n"
        }
        return true
    }

    private struct Part {
        var x = 0.0
        var y = 0.0
        var width = 1.0
        var height = 1.0
        var opacity = 1.0
    }

    /// The rectangles of a block element, as parts of a cell.
    private static func blockParts(_ code: UInt32) -> [Part] {
        switch code {
        case 0x2580: return [Part(height: 0.5)]
        case 0x2581...0x2588:
            let height = Double(code - 0x2580) / 8
            return [Part(y: 1 - height, height: height)]
        case 0x2589...0x258F: return [Part(width: Double(0x2590 - code) / 8)]
        case 0x2590: return [Part(x: 0.5, width: 0.5)]
        case 0x2591...0x2593: return [Part(opacity: Double(code - 0x2590) / 4)]
        case 0x2594: return [Part(height: 0.125)]
        case 0x2595: return [Part(x: 0.875, width: 0.125)]
        default:
            // Quarters: upper left 1, upper right 2, lower left 4, lower right 8.
            let quarters: [UInt32] = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]
            let bits = quarters[Int(code - 0x2596)]
            let corners = [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)]
            return corners.enumerated().filter { bits >> $0.offset & 1 == 1 }.map { _, corner in
                Part(x: corner.0, y: corner.1, width: 0.5, height: 0.5)
            }
        }
    }

    /// The sides of a cell that a sign of frames reaches.
    private static let frameSides: [Unicode.Scalar: String] = [
        "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "udr", "┤": "udl", "┬": "lrd",
        "┴": "lru", "┼": "lrud",
    ]

    // MARK: - Text

    private static func text(_ text: String, _ column: Int, _ row: Int, _ width: Int, _ look: Look) -> String
    {
        var attributes = ""
        if look.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
        if look.attributes.contains(.italic) { attributes += " font-style=\"italic\"" }
        if look.attributes.contains(.underline) { attributes += " text-decoration=\"underline\"" }
        return
            "<text x=\"\(column * cellWidth)\" y=\"\(row * cellHeight + 15)\" textLength=\"\(width * cellWidth)\" "
            + "lengthAdjust=\"spacingAndGlyphs\" fill=\"\(look.ink)\"\(attributes)>\(escaped(text))</text>\n"
    }

    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            // XML has no signs for these, not even escaped.
            case _ where scalar.value < 32 || scalar.value & 0xFFFE == 0xFFFE: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    static func hex(_ rgb: UInt32) -> String {
        let digits = String(rgb & 0xFFFFFF, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\(value)"
    }

    /// Two thirds of the one colour, a third of the other.
    private static func mixed(_ front: UInt32, _ back: UInt32) -> UInt32 {
        [16, 8, 0].reduce(0) { color, shift in
            color | ((front >> shift & 255) * 2 + (back >> shift & 255)) / 3 << shift
        }
    }
}
