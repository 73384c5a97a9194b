import Testing

@testable import CellGraphics

@Suite struct FrameTextTests {
    private func frame(_ text: DisplayText, column: Int = 0, width: Int = 8) -> CellBuffer {
        var frame = CellBuffer(width: width, height: 2, glyphs: GlyphTable())
        frame.put(text, at: CellPoint(column: column, row: 0), style: Style(ink: PaletteIndex(rawValue: 1)))
        return frame
    }

    @Test(arguments: [
        ("abc", 2, "  abc\n\n"), ("東京", 1, " 東京\n\n"), ("e\u{301}x", 0, "e\u{301}x\n\n"), ("", 0, "\n\n"),
    ])
    func plainTextEndsLinesWithoutBlanks(text: String, column: Int, expected: String) {
        #expect(frame(DisplayText(sanitising: text), column: column).plainText() == expected)
    }

    @Test func emptyFrameIsNoText() {
        let frame = CellBuffer(width: 0, height: 0, glyphs: GlyphTable())
        #expect(frame.plainText() == "" && frame.coloredText(palette: Palette()) == "")
    }

    @Test func coloursAreToldWhereTheyChange() {
        var palette = Palette()
        palette[PaletteIndex(rawValue: 1)] = Palette.Entry(.indexed(1))
        #expect(
            frame("ab東", width: 5).coloredText(palette: palette)
                == "\u{1B}[0;31mab東\u{1B}[0m \u{1B}[0m\n\u{1B}[0m     \u{1B}[0m\n")
    }

    @Test(
        arguments: [
            (.standard, .standard, [], "0"), (.indexed(7), .indexed(8), [], "0;37;100"),
            (.indexed(16), .indexed(255), .bold, "0;1;38;5;16;48;5;255"),
            (.rgb(0x010203), .rgb(0xFFFEFD), [.italic, .underline], "0;3;4;38;2;1;2;3;48;2;255;254;253"),
            (.standard, .standard, [.reverse, .dim], "0;2;7"),
        ] as [(TerminalColor, TerminalColor, Attributes, String)])
    func stylesAreGraphicRenditions(
        ink: TerminalColor, paper: TerminalColor, attributes: Attributes, codes: String
    ) {
        var palette = Palette()
        palette[PaletteIndex(rawValue: 1)] = Palette.Entry(ink)
        palette[PaletteIndex(rawValue: 2)] = Palette.Entry(paper)
        let style = Style(ink: PaletteIndex(rawValue: 1), paper: PaletteIndex(rawValue: 2), attributes)
        #expect(palette.graphicRendition(of: style) == "\u{1B}[\(codes)m")
    }
}
