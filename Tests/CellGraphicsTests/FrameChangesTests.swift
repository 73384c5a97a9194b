import TestSupport
import Testing

@testable import CellGraphics

@Suite struct FrameChangesTests {
    private static let words: [DisplayText] = ["map", "東京", "e\u{301}", "都x市", "     ", "한국", "●"]

    private func scribble(_ random: inout SeededRandom, _ times: Int, on frame: inout CellBuffer) {
        for _ in 0..<times {
            let point = CellPoint(
                column: random.number(-2...frame.width), row: random.number(0...frame.height))
            let style = Style(ink: PaletteIndex(rawValue: UInt16(random.number(0...3))))
            frame.put(Self.words[random.number(0...6)], at: point, style: style)
        }
    }

    private func frames(_ random: inout SeededRandom) -> (old: CellBuffer, new: CellBuffer) {
        var old = CellBuffer(
            width: random.number(1...40), height: random.number(1...6), glyphs: GlyphTable())
        scribble(&random, 30, on: &old)
        var new = old
        scribble(&random, random.number(1...6), on: &new)
        return (old, new)
    }

    @Test(arguments: 0..<50)
    func piecesCoverTheRunAndCutNoWideCharacter(seed: UInt64) {
        var random = SeededRandom(seed)
        let (old, new) = frames(&random)
        let length = random.number(1...9)
        for run in new.changes(from: old) {
            let pieces = new.pieces(of: run, length: length)
            #expect(pieces.flatMap { Array($0.columns) } == Array(run.columns))
            for piece in pieces {
                #expect(piece.columns.count <= length + 1)
                #expect(new[piece.columns.lowerBound, run.row].glyph != .covered)
            }
        }
    }

    @Test(arguments: 0..<200)
    func applyingTheRunsGivesTheNewFrame(seed: UInt64) {
        var random = SeededRandom(seed)
        let (old, new) = frames(&random)
        var patched = old
        for run in new.changes(from: old) {
            for column in run.columns { patched[column, run.row] = new[column, run.row] }
        }
        #expect(patched.cells == new.cells)
    }

    @Test(arguments: 0..<50)
    func equalFramesHaveNoChanges(seed: UInt64) {
        var random = SeededRandom(seed)
        let (old, new) = frames(&random)
        #expect(old.changes(from: old) == [])
        #expect(new.changes(from: old).isEmpty == (old.cells == new.cells))
    }

    @Test(arguments: 0..<200)
    func runsNeverCutAWideCharacter(seed: UInt64) {
        var random = SeededRandom(seed)
        let (old, new) = frames(&random)
        for run in new.changes(from: old) {
            for frame in [old, new] {
                #expect(frame[run.columns.lowerBound, run.row].glyph != .covered)
                if run.columns.upperBound < frame.width {
                    #expect(frame[run.columns.upperBound, run.row].glyph != .covered)
                }
            }
        }
    }

    @Test(arguments: 0..<100)
    func runsAscendAndDoNotTouch(seed: UInt64) {
        var random = SeededRandom(seed)
        let (old, new) = frames(&random)
        let runs = new.changes(from: old)
        for (first, second) in zip(runs, runs.dropFirst()) {
            #expect(
                first.row < second.row
                    || first.row == second.row && first.columns.upperBound < second.columns.lowerBound)
        }
    }

    @Test(arguments: [(1, 1), (4, 1), (5, 2), (20, 2)])
    func shortGapsAreBridged(gap: Int, runs: Int) {
        let old = CellBuffer(width: 40, height: 1, glyphs: GlyphTable())
        var new = old
        new[3, 0] = Cell(Glyph("x"), Style())
        new[4 + gap, 0] = Cell(Glyph("x"), Style())
        #expect(new.changes(from: old).count == runs)
    }

    @Test func anotherSizeDiffersEverywhere() {
        let glyphs = GlyphTable()
        let old = CellBuffer(width: 4, height: 2, glyphs: glyphs)
        let new = CellBuffer(width: 5, height: 2, glyphs: glyphs)
        #expect(new.changes(from: old) == [CellRun(row: 0, columns: 0..<5), CellRun(row: 1, columns: 0..<5)])
    }
}
