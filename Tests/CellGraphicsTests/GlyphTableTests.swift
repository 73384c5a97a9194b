import Testing

@testable import CellGraphics

@Suite struct GlyphTableTests {
    @Test(arguments: ["a", "é", "e\u{301}", "東", "a\u{301}\u{302}\u{303}", "\u{25CC}\u{300}"] as [Character])
    func textComesBack(character: Character) {
        let table = GlyphTable()
        #expect(
            table.text(of: table.glyph(for: character)).unicodeScalars.elementsEqual(character.unicodeScalars)
        )
    }

    @Test func equalClustersHaveEqualGlyphs() {
        let table = GlyphTable()
        let first = table.glyph(for: "e\u{301}")
        let other = table.glyph(for: "o\u{301}")
        #expect(table.glyph(for: "e\u{301}") == first)
        #expect(other != first)
        #expect(table.text(of: first) == "e\u{301}")
    }

    @Test func oneScalarNeedsNoTable() {
        #expect(GlyphTable().glyph(for: "x") == Glyph("x"))
        #expect(GlyphTable().glyph(for: "x").scalar == "x")
        #expect(GlyphTable().glyph(for: "e\u{301}").scalar == nil)
    }

    @Test func rightHalfHasNoText() {
        #expect(GlyphTable().text(of: .covered) == "")
    }

    @Test func marksBeyondEightAreDropped() {
        let table = GlyphTable()
        let tower = Character("a" + String(repeating: "\u{301}", count: 60))
        #expect(table.text(of: table.glyph(for: tower)).unicodeScalars.count == 9)
    }
}
