import CellGraphics
import MapModel
import Testing

@testable import App
@testable import Scene
@testable import StoryTestSupport

/// Badges as they are drawn, cell by cell.
@Suite struct BadgePainterTests {
    /// The rows of a badge of three rows for 2,000 rows.
    private func rows(_ mode: ColorMode, _ highlight: BadgePainter.Highlight) -> [String] {
        let tree = QuadTree(places: (0..<2000).map { _ in (0, 0) })
        let set = AnnotationSet(of: tree, in: .world, grid: ClusterGrid(worldDots: 64, cellDots: 20))
        let annotation = PlacedAnnotation(
            parts: set.annotations, rect: CellRect(column: 1, row: 0, width: 6, height: 3))
        var frame = CellBuffer(width: 8, height: 3, glyphs: GlyphTable())
        BadgePainter(charset: .braille, theme: Theme(background: .dark, mode: mode)).draw(
            annotation, mark: .none, highlight: highlight, phase: .rest, into: &frame, isFree: { _ in true })
        return (0..<3).map { row in
            String(String.UnicodeScalarView((0..<8).compactMap { frame[$0, row].glyph.scalar }))
                .replacing(/\s+$/, with: "")
        }
    }

    @Test func bracketsHaveNoEdges() {
        let faded = rows(.sixteen, .dimmed)
        #expect(faded[1].hasSuffix("( 2k )"))
        #expect(faded[0].isEmpty && faded[2].isEmpty, "\(faded)")
    }

    @Test(arguments: [ColorMode.sixteen, .indexed]) func papersHaveEdges(mode: ColorMode) {
        let plain = rows(mode, .plain)
        #expect(plain[0].hasSuffix("▄▄▄▄") && plain[2].hasSuffix("▀▀▀▀"), "\(plain)")
    }
}
