import TestSupport
import Testing

@testable import CellGraphics

@Suite struct StyleGroupsTests {
    private static let words: [DisplayText] = ["map", "63", "     ", "●", "a b"]

    private func style(_ ink: UInt16, _ paper: UInt16) -> Style {
        Style(ink: PaletteIndex(rawValue: ink), paper: PaletteIndex(rawValue: paper))
    }

    private func frame(_ width: Int = 40, _ height: Int = 6) -> CellBuffer {
        CellBuffer(width: width, height: height, glyphs: GlyphTable())
    }

    private func scribble(_ random: inout SeededRandom, _ times: Int, on frame: inout CellBuffer) {
        for _ in 0..<times {
            let point = CellPoint(column: random.number(-2...40), row: random.number(0...5))
            let style = style(UInt16(random.number(0...3)), UInt16(random.number(0...2)))
            frame.put(Self.words[random.number(0...4)], at: point, style: style)
        }
    }

    @Test(arguments: 0..<200)
    func theGroupsAreTheChangedCellsEachOnce(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var old = frame()
        scribble(&random, 30, on: &old)
        var new = old
        scribble(&random, random.number(1...6), on: &new)
        let groups = try #require(new.styleGroups(of: new.changes(from: old), from: old, after: nil))
        var seen: Set<CellPoint> = []
        for group in groups {
            for run in group.runs {
                for column in run.columns {
                    #expect(seen.insert(CellPoint(column: column, row: run.row)).inserted)
                    let cell = new[column, run.row]
                    #expect(cell.style.paper == group.style.paper)
                    #expect(cell.style == group.style || cell.glyph == .space)
                }
            }
        }
        let changed = (0..<6).flatMap { row in
            (0..<40).filter { new[$0, row] != old[$0, row] }.map { CellPoint(column: $0, row: row) }
        }
        #expect(seen == Set(changed))
    }

    @Test func theStyleOfTheTerminalComesFirstAndThenTheNearest() throws {
        let old = frame()
        var new = old
        new.put("a", at: CellPoint(column: 1, row: 0), style: style(1, 1))
        new.put("b", at: CellPoint(column: 2, row: 0), style: style(2, 2))
        new.put("c", at: CellPoint(column: 3, row: 0), style: style(1, 1))
        new.put("d", at: CellPoint(column: 5, row: 3), style: style(2, 1))
        let groups = try #require(
            new.styleGroups(of: new.changes(from: old), from: old, after: style(2, 2)))
        #expect(groups.map(\.style) == [style(2, 2), style(2, 1), style(1, 1)])
        #expect(groups.last?.runs.map(\.columns) == [1..<2, 3..<4])
    }

    @Test func blanksGoWithTheTextBeforeThem() throws {
        var old = frame()
        old.put("long name", at: CellPoint(column: 0, row: 0), style: style(1, 1))
        var new = frame()
        new.put("short    ", at: CellPoint(column: 0, row: 0), style: style(2, 1))
        for column in 5..<9 { new[column, 0].style = style(3, 1) }
        let groups = try #require(new.styleGroups(of: new.changes(from: old), from: old, after: nil))
        #expect(groups.map(\.style) == [style(2, 1)])
        // One on another paper does not.
        new[8, 0].style = style(3, 2)
        #expect(new.styleGroups(of: new.changes(from: old), from: old, after: nil)?.count == 2)
    }

    @Test func manyCellsAndWideOnesAreLeftAsTheyAre() {
        let old = frame()
        var wide = old
        wide.put("東", at: CellPoint(column: 3, row: 1), style: style(1, 1))
        #expect(wide.styleGroups(of: wide.changes(from: old), from: old, after: nil) == nil)
        #expect(old.styleGroups(of: old.changes(from: wide), from: wide, after: nil) == nil)
        var full = frame()
        full.fill(full.bounds, paper: PaletteIndex(rawValue: 1))
        #expect(full.styleGroups(of: full.changes(from: old), from: old, after: nil) == nil)
    }
}
