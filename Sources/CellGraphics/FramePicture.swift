/// A frame as a picture that needs no terminal and no font for its dots: SVG, or a page of HTML around it.
///
/// Dots of Braille, blocks and frames are drawn as shapes, so they meet at the edges of cells; letters are text that can be
/// selected, each run stretched to the width of its cells.
public struct FramePicture {
    /// A cell in units of the picture.
    private static let cellWidth = 10
    private static let cellHeight = 20

    private let frame: CellBuffer
    private let palette: Palette
    /// What the terminal's own colours are, 0xRRGGBB.
    private let ink: UInt32
    private let paper: UInt32

    private var papers = ""
    /// Dots by colour: one path each.
    private var dots: [String: String] = [:]
    private var shapes = ""
    private var texts = ""

    /// A picture of a frame; `ink` and `paper` are drawn for the terminal's own colours, 0xRRGGBB.
    public init(_ frame: CellBuffer, palette: Palette, ink: UInt32, paper: UInt32) {
        self.frame = frame
        self.palette = palette
        self.ink = ink
        self.paper = paper
        for row in 0..<frame.height { draw(row: row) }
    }

    /// The picture as a document of SVG 1.1 without references to anything else. Linear in the cells.
    public var svg: String {
        let width = frame.width * Self.cellWidth
        let height = frame.height * Self.cellHeight
        let paths = dots.sorted { $0.key < $1.key }.map { color, path in
            "<path stroke=\"\(color)\" d=\"\(path)\"/>\n"
        }.joined()
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
            <rect width="100%" height="100%" fill="\(Self.hex(paper))"/>
            <g shape-rendering="crispEdges">
            \(papers)</g>
            <g fill="none" stroke-width="2.6" stroke-linecap="round">
            \(paths)</g>
            \(shapes)<g font-family="'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="16" xml:space="preserve">
            \(texts)</g>
            </svg>

            """
    }

    /// The picture as a page of HTML on its own.
    public func html(title: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head><meta charset="utf-8"><title>\(Self.escaped(title))</title>
        <style>body{margin:0;background:\(Self.hex(paper))}svg{display:block;margin:auto;max-width:100%;height:auto}</style></head>
        <body>
        \(svg)</body>
        </html>

        """
    }

    // MARK: - Cells

    private struct Look: Equatable {
        var ink: String
        var paper: UInt32
        var attributes: Attributes
    }

    private func look(_ style: Style) -> Look {
        let resolved = palette.resolve(style)
        var front = rgb(resolved.ink) ?? ink
        var back = rgb(resolved.paper) ?? paper
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

    private mutating func draw(row: Int) {
        let cells = Array(frame.row(row))
        var column = 0
        while column < cells.count {
            let look = look(cells[column].style)
            var end = column + 1
            while end < cells.count, cells[end].glyph == .covered || self.look(cells[end].style) == look {
                end += 1
            }
            if look.paper != paper {
                papers += Self.rect(column, row, end - column, fill: Self.hex(look.paper))
            }
            drawGlyphs(cells[column..<end], look, row)
            column = end
        }
    }

    /// Shapes cell by cell; letters as runs.
    private mutating func drawGlyphs(_ cells: ArraySlice<Cell>, _ look: Look, _ row: Int) {
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
            } else {
                run += frame.glyphs.text(of: glyph)
            }
        }
        texts += flush(cells.endIndex)
    }

    // MARK: - Shapes

    /// Draws what is no letter; false for all else.
    private mutating func drawShape(_ scalar: Unicode.Scalar, _ look: Look, _ column: Int, _ row: Int) -> Bool
    {
        switch scalar.value {
        case 0x2800...0x28FF: drawDots(UInt8(scalar.value - 0x2800), look.ink, column, row)
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

    private mutating func drawDots(_ bits: UInt8, _ color: String, _ column: Int, _ row: Int) {
        // The bits of U+2800 … in columns of four: 1 2 3 7, 4 5 6 8.
        let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
        for (bit, place) in places.enumerated() where bits >> bit & 1 == 1 {
            let x = Double(column * Self.cellWidth) + 2.5 + Double(place.0) * 5
            let y = Double(row * Self.cellHeight) + 2.5 + Double(place.1) * 5
            dots[color, default: ""] += "M\(Self.number(x)) \(Self.number(y))h0"
        }
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

    private static func rect(_ column: Int, _ row: Int, _ width: Int, fill: String) -> String {
        "<rect x=\"\(column * cellWidth)\" y=\"\(row * cellHeight)\" width=\"\(width * cellWidth)\" "
            + "height=\"\(cellHeight)\" fill=\"\(fill)\"/>\n"
    }

    private static func escaped(_ text: String) -> String {
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

    private static func hex(_ rgb: UInt32) -> String {
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
