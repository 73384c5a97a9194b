import Testing

@testable import CellGraphics

@Suite struct CellBufferTextTests {
    private func buffer(_ width: Int = 8, _ height: Int = 1) -> CellBuffer {
        CellBuffer(width: width, height: height, glyphs: GlyphTable())
    }

    /// The row with `·` for the right half of a wide character.
    private func text(_ buffer: CellBuffer, row: Int = 0) -> String {
        buffer.row(row).map { $0.glyph == .covered ? "·" : buffer.glyphs.text(of: $0.glyph) }.joined()
    }

    private func put(_ data: String, column: Int, into buffer: inout CellBuffer, within rect: CellRect? = nil)
        -> Int
    {
        buffer.put(
            DisplayText(sanitising: data), at: CellPoint(column: column, row: 0), style: Style(), within: rect
        )
    }

    @Test(
        arguments: [
            ("abc", 0, "abc     ", 3), ("abc", 6, "      ab", 2), ("abc", -2, "c       ", 1),
            ("東京", 1, " 東·京·   ", 4),
            ("東京", 5, "     東· ", 3), ("東京", -1, " 京·     ", 3), ("e\u{301}x", 2, "  e\u{301}x    ", 2),
            ("abc", 9, "        ", 0),
            ("abc", -9, "        ", 0),
        ] as [(String, Int, String, Int)])
    func isClippedAtTheFrame(data: String, column: Int, expected: String, used: Int) {
        var buffer = buffer()
        #expect(put(data, column: column, into: &buffer) == used)
        #expect(text(buffer) == expected)
    }

    @Test func isClippedAtTheRectangle() {
        var buffer = buffer()
        let rect = CellRect(column: 2, row: 0, width: 3, height: 1)
        #expect(put("東京都", column: 1, into: &buffer, within: rect) == 3)
        #expect(text(buffer) == "   京·   ")
    }

    @Test(arguments: [(0, "x 京·    "), (1, " x京·    "), (2, "東·x     "), (3, "東· x    ")])
    func overwritingHalfBlanksTheOther(column: Int, expected: String) {
        var buffer = buffer()
        _ = put("東京", column: 0, into: &buffer)
        _ = put("x", column: column, into: &buffer)
        #expect(text(buffer) == expected)
    }

    @Test func wideOverWideLeavesNoHalves() {
        var buffer = buffer()
        _ = put("東京", column: 0, into: &buffer)
        _ = put("都", column: 1, into: &buffer)
        #expect(text(buffer) == " 都·     ")
    }

    @Test func keepsThePaper() {
        var buffer = buffer(3)
        let paper = PaletteIndex(rawValue: 4)
        buffer.fill(buffer.bounds, paper: paper)
        buffer.put(
            "ab", at: CellPoint(column: 0, row: 0), style: Style(ink: PaletteIndex(rawValue: 2)),
            keepingPaper: true)
        #expect(buffer[1, 0].style == Style(ink: PaletteIndex(rawValue: 2), paper: paper))
        buffer.put("a", at: CellPoint(column: 0, row: 0), style: Style())
        #expect(buffer[0, 0].style == Style())
    }

    @Test func marksWithoutAClusterDoNotTrap() {
        var buffer = buffer()
        #expect(put("a\u{1161}\u{11A8}b", column: 0, into: &buffer) == 2)
        #expect(text(buffer).hasPrefix("ab"))
    }

    @Test func emptyFrameTakesNothing() {
        var buffer = buffer(0, 0)
        #expect(put("abc", column: 0, into: &buffer) == 0)
    }
}
