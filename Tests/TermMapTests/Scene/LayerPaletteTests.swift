import CellGraphics
import MapModel
import Testing

@testable import App
@testable import Scene
@testable import StoryTestSupport

@Suite struct LayerPaletteTests {
    private static let layers = Array(0..<LayerPalette.count)

    @Test(arguments: Theme.Background.allCases, [ColorMode.sixteen, .indexed, .truecolor])
    func layersDifferFromEachOtherAndFromOtherMarks(background: Theme.Background, mode: ColorMode) {
        let palette = Theme(background: background, mode: mode).palette
        let taken: [Role] = [.match, .badge5, .place, .selection]
        let others = Set(taken.map { palette[$0.index].color })
        let colors = Self.layers.map { palette[LayerPalette.hue(of: $0).line.index].color }
        #expect(Set(colors).count == LayerPalette.count)
        // Of eight papers none is left: there the selection has brackets, and a match is underlined.
        #expect(mode == .sixteen || others.isDisjoint(with: colors))
    }

    @Test func signsDifferAndAreOneCellWide() {
        let hues = Self.layers.map { LayerPalette.hue(of: $0) }
        #expect(Set(hues.map { $0.sign.text }).count == hues.count)
        #expect(Set(hues.map { $0.plainSign.text }).count == hues.count)
        #expect(hues.allSatisfy { $0.sign.width == 1 && $0.plainSign.width == 1 })
        #expect(hues.allSatisfy { $0.plainSign.text.allSatisfy(\.isASCII) })
        // Not those of what does not match, of the selection and of what does.
        #expect(hues.allSatisfy { ![".", "@", "*"].contains($0.plainSign.text) })
    }

    /// "o51o", "513k5" and "%37%" would read as something else.
    @Test func plainSignsAreNoPartOfNumbersOrWords() {
        let layers = Self.layers.map { LayerPalette.hue(of: $0).plainSign }
        let classes = [ClassPalette.noValueSign] + ClassPalette.categorySigns + ClassPalette.rangeSigns
        for sign in (layers + classes.map(\.1)).map(\.text) {
            #expect(sign.allSatisfy { !$0.isLetter && !$0.isNumber && !".,+-%/".contains($0) }, "\(sign)")
        }
    }

    @Test func signsComeAgain() {
        #expect(LayerPalette.hue(of: 6) == LayerPalette.hue(of: 0))
        #expect(LayerPalette.hue(of: 31) == LayerPalette.hue(of: 1))
    }

    private func frame(count: Int, layer: Int?, charset: Charset, highlight: BadgePainter.Highlight = .plain)
        -> CellBuffer
    {
        let tree = QuadTree(places: (0..<count).map { _ in (0, 0) })
        let grid = ClusterGrid(worldDots: 64, cellDots: 20)
        let set = AnnotationSet(of: tree, in: .world, grid: grid)
        var annotation = PlacedAnnotation(
            parts: set.annotations, rect: CellRect(column: 1, row: 1, width: count == 1 ? 1 : 4, height: 1))
        annotation.layer = layer
        var frame = CellBuffer(width: 8, height: 3, glyphs: GlyphTable())
        BadgePainter(charset: charset, theme: Theme(background: .dark, mode: .indexed)).draw(
            annotation, mark: .none, highlight: highlight, phase: .rest, into: &frame, isFree: { _ in true })
        return frame
    }

    @Test(arguments: layers) func placesHaveSignAndColourOfTheirLayer(layer: Int) {
        let hue = LayerPalette.hue(of: layer)
        let cell = frame(count: 1, layer: layer, charset: .braille)[1, 1]
        #expect(cell.style.ink == hue.line.index)
        #expect(cell.glyph.scalar.map { String($0) } == hue.sign.text)
        let plain = frame(count: 1, layer: layer, charset: .ascii)[1, 1]
        #expect(plain.glyph.scalar.map { String($0) } == hue.plainSign.text)
        #expect(frame(count: 1, layer: nil, charset: .braille)[1, 1].style.ink == Role.place.index)
        let match = frame(count: 1, layer: layer, charset: .braille, highlight: .match(count: 1))[1, 1]
        #expect(match.style.ink == Role.match.index)
    }

    @Test func clustersOfOneLayerHaveItsColourAndMixedOnesTheScale() {
        let hue = LayerPalette.hue(of: 2)
        let small = frame(count: 12, layer: 2, charset: .braille)[2, 1].style
        #expect(small.paper == hue.badge.index && small.ink == hue.line.index)
        let large = frame(count: 120, layer: 2, charset: .braille)[2, 1].style
        #expect(large.paper == hue.line.index && large.ink == Role.layerText.index)
        #expect(frame(count: 12, layer: nil, charset: .braille)[2, 1].style.paper == Role.badge3.index)
        let faded = frame(count: 12, layer: 2, charset: .braille, highlight: .dimmed)[2, 1].style
        #expect(faded.paper == Role.faded.index)
    }
}
