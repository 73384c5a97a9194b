import CellGraphics
import Testing

@Suite struct FrameFilmTests {
    private let glyphs = GlyphTable()

    /// Frames of two rows; each is shown for a second.
    private func frames(_ looks: [(DisplayText, DisplayText)]) -> [FilmFrame] {
        looks.map { upper, lower in
            var cells = CellBuffer(width: 12, height: 2, glyphs: glyphs)
            cells.put(upper, at: CellPoint(column: 0, row: 0), style: Style())
            cells.put(lower, at: CellPoint(column: 0, row: 1), style: Style())
            return FilmFrame(cells, for: .seconds(1))
        }
    }

    private func film(_ frames: [FilmFrame]) -> FrameFilm {
        FrameFilm(frames, FrameColors(Palette(), ink: 0x112233, paper: 0xFFFFFF))
    }

    private func count(_ part: String, in text: String) -> Int { text.ranges(of: part).count }

    @Test func aRowIsWrittenOnceForEachOfItsLooks() {
        let svg = film(frames([("map", "a"), ("map", "b"), ("map", "a"), ("map", "a")])).svg
        #expect(count(">map<", in: svg) == 1 && count(">a<", in: svg) == 1 && count(">b<", in: svg) == 1)
        #expect(XMLCheck.isWellFormed(svg))
    }

    @Test func aLookIsVisibleWhileItsFramesAre() {
        let svg = film(frames([("map", "a"), ("map", "b"), ("map", "a"), ("map", "a")])).svg
        #expect(svg.contains("{0%{visibility:visible}25%{visibility:hidden}50%{visibility:visible}}"))
        #expect(svg.contains("{0%{visibility:hidden}25%{visibility:visible}50%{visibility:hidden}}"))
        #expect(svg.contains(".m{animation:4s step-end infinite}"))
        // What never changes has no animation, and only what the first frame lacks is hidden without one.
        #expect(count("class=\"m\"", in: svg) == 2 && count(";visibility:hidden\"", in: svg) == 1)
        #expect(!svg.contains("<script"))
    }

    @Test func durationsAreShares() {
        var parts = frames([("a", ""), ("b", ""), ("c", "")])
        parts[1].duration = .milliseconds(250)
        parts[2].duration = .milliseconds(1_750)
        let svg = film(parts).svg
        #expect(svg.contains("33.3333%{visibility:visible}41.6666%{visibility:hidden}"))
        #expect(svg.contains(".m{animation:3s step-end infinite}"))
    }

    @Test func captionsStandBelowTheFrame() {
        var parts = frames([("a", ""), ("b", "")])
        #expect(film(parts).svg.contains("viewBox=\"0 0 120 40\""))
        parts[1].caption = "gp <zurich>"
        let svg = film(parts).svg
        #expect(svg.contains("viewBox=\"0 0 120 70\"") && svg.contains(">gp &lt;zurich&gt;</text>"))
    }

    @Test func framesThatDoNotFitAreLeftOut() {
        var parts = frames([("a", ""), ("b", "")])
        parts[0].duration = .zero
        #expect(!film(parts).svg.contains(">a<") && film(parts).svg.contains(">b<"))
        parts = frames([("a", "")])
        parts.append(FilmFrame(CellBuffer(width: 3, height: 1, glyphs: glyphs), for: .seconds(1)))
        #expect(film(parts).terminalOutput().count == 1)
        #expect(film([]).svg == "" && film([]).terminalOutput().isEmpty)
    }

    @Test func aTerminalIsSentOnlyWhatChanges() {
        let output = film(frames([("map", "a"), ("map", "b"), ("map", "b")])).terminalOutput()
        #expect(output.map(\.milliseconds) == [0, 1_000, 2_000])
        #expect(output[0].text.hasPrefix("\u{1B}[?25l\u{1B}[2J\u{1B}[1;1H") && output[0].text.contains("map"))
        #expect(output[1].text == "\u{1B}[2;1H\u{1B}[0mb\u{1B}[0m" && output[2].text == "")
    }
}
