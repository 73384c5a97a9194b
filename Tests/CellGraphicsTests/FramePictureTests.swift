import CellGraphics
import Foundation
import Testing

@Suite struct FramePictureTests {
    private func picture(_ text: DisplayText, _ style: Style = Style(), palette: Palette = Palette())
        -> FramePicture
    {
        var frame = CellBuffer(width: 12, height: 2, glyphs: GlyphTable())
        frame.put(text, at: CellPoint(column: 1, row: 1), style: style)
        return FramePicture(frame, FrameColors(palette, ink: 0x112233, paper: 0xFFFFFF))
    }

    private func isXML(_ text: String) -> Bool { XMLCheck.isWellFormed(text) }

    @Test func lettersAreTextOfTheWidthOfTheirCells() {
        let svg = picture("Zürich 東京").svg
        #expect(svg.contains("<text x=\"10\" y=\"35\" textLength=\"110\""))
        #expect(svg.contains("fill=\"#112233\">Zürich 東京</text>"))
        #expect(svg.contains("viewBox=\"0 0 120 40\""))
        #expect(isXML(svg))
    }

    @Test func blanksInARowEndAText() {
        let svg = picture("a b   c").svg
        #expect(svg.contains("<text x=\"10\" y=\"35\" textLength=\"30\"") && svg.contains(">a b</text>"))
        #expect(svg.contains("<text x=\"70\" y=\"35\" textLength=\"10\"") && svg.contains(">c</text>"))
    }

    @Test func dataIsEscaped() {
        let svg = picture("<a&\"b\"]]>").svg
        #expect(svg.contains("&lt;a&amp;&quot;b&quot;]]&gt;") && isXML(svg))
        #expect(picture("x").html(title: "</title><script>").contains("&lt;/title&gt;&lt;script&gt;"))
    }

    @Test func dotsBlocksAndFramesAreShapes() {
        // The upper left and the lower right dot of a cell, in units of dots; then a line of three and one below.
        let dots = picture("⢁").svg
        #expect(dots.contains("d=\"M2 4h.1M3 7h.1\"") && !dots.contains("<text"))
        #expect(picture("⠉⠃").svg.contains("d=\"M2 4h2.1M4 5h.1\""))
        let blocks = picture("▀▗█░").svg
        #expect(blocks.contains("<rect x=\"10\" y=\"20\" width=\"10\" height=\"10\" fill=\"#112233\"/>"))
        #expect(blocks.contains("<rect x=\"25\" y=\"30\" width=\"5\" height=\"10\" fill=\"#112233\"/>"))
        #expect(blocks.contains("<rect x=\"30\" y=\"20\" width=\"10\" height=\"20\" fill=\"#112233\"/>"))
        #expect(blocks.contains("fill-opacity=\"0.25\"") && !blocks.contains("<text"))
        #expect(picture("┌").svg.contains("M15 30H20M15 30V40"))
    }

    @Test func coloursAreThoseOfThePalette() {
        var palette = Palette()
        palette[PaletteIndex(rawValue: 1)] = Palette.Entry(.rgb(0x00FF00), .bold)
        palette[PaletteIndex(rawValue: 2)] = Palette.Entry(.indexed(196))
        let style = Style(ink: PaletteIndex(rawValue: 1), paper: PaletteIndex(rawValue: 2))
        let svg = picture("a", style, palette: palette).svg
        #expect(svg.contains("fill=\"#00ff00\" font-weight=\"bold\">a<"))
        #expect(svg.contains("<path stroke=\"#ff0000\" d=\"M1 1h1\"/>"))
        let reversed = picture("a", Style(ink: PaletteIndex(rawValue: 1), .reverse), palette: palette).svg
        #expect(
            reversed.contains("fill=\"#ffffff\" font-weight=\"bold\">a<")
                && reversed.contains("<path stroke=\"#00ff00\" d=\"M1 1h1\"/>"))
    }

    /// Every sign that is drawn as a shape covers what the name of the character says: by the halves of its cell.
    @Test(arguments: Array("▀▄▌▐▖▗▘▙▚▛▜▝▞▟█")) func quartersAreWhereTheyBelong(sign: Character) {
        let name = sign.unicodeScalars.first?.properties.name ?? ""
        func has(_ words: String) -> Bool { name.contains(words) }
        let isFull = has("FULL")
        let expected = [
            isFull || name == "UPPER HALF BLOCK" || name == "LEFT HALF BLOCK" || has("UPPER LEFT"),
            isFull || name == "UPPER HALF BLOCK" || name == "RIGHT HALF BLOCK" || has("UPPER RIGHT"),
            isFull || name == "LOWER HALF BLOCK" || name == "LEFT HALF BLOCK" || has("LOWER LEFT"),
            isFull || name == "LOWER HALF BLOCK" || name == "RIGHT HALF BLOCK" || has("LOWER RIGHT"),
        ]
        let svg = picture(DisplayText(sanitising: String(sign))).svg
        let covered = [(12, 25), (17, 25), (12, 35), (17, 35)].map { XMLCheck.isCovered($0.0, $0.1, in: svg) }
        #expect(covered == expected, "\(name)")
    }
}

/// What the tests of pictures need to know of SVG.
enum XMLCheck {
    /// Whether tags are balanced, and nothing but tags and escaped text is there.
    static func isWellFormed(_ text: String) -> Bool {
        var open: [Substring] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            guard !rest[..<start].contains(">"), let end = rest[start...].firstIndex(of: ">") else {
                return false
            }
            let tag = rest[rest.index(after: start)..<end]
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }
            if tag.hasPrefix("/") {
                guard open.popLast() == name else { return false }
            } else if !tag.hasSuffix("/") {
                open.append(name)
            }
            rest = rest[rest.index(after: end)...]
        }
        return open.isEmpty
    }

    /// Whether a point lies in a rectangle of the ink.
    static func isCovered(_ x: Double, _ y: Double, in svg: String) -> Bool {
        svg.split(separator: "\n").contains { line in
            guard line.contains("fill=\"#112233\""),
                let match = line.firstMatch(
                    of: #/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/#),
                let left = Double(match.1), let top = Double(match.2), let width = Double(match.3),
                let height = Double(match.4)
            else { return false }
            return left <= x && x < left + width && top <= y && y < top + height
        }
    }

    static func isCovered(_ x: Int, _ y: Int, in svg: String) -> Bool {
        isCovered(Double(x), Double(y), in: svg)
    }
}
