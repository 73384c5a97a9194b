import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import DataSets
@testable import Scene
@testable import StoryTestSupport
@testable import TerminalInput

/// Areas on the map: whose colour a cell has, what stays as it was, what is said of them.
@Suite struct AreaPainterTests {
    private static func look(
        _ mode: ColorMode, _ background: Theme.Background = .dark, _ charset: Charset = .braille
    ) -> Appearance {
        Appearance(
            charset: charset, theme: Theme(background: background, mode: mode), animates: false,
            hasItalic: true)
    }

    /// The city with its districts in view.
    private static func city(
        _ look: Appearance = look(.truecolor), columns: Int = 120, rows: Int = 40
    ) -> AppState {
        var story = Story(AreaSamples.places, columns: columns, rows: rows, look: look)
        story.state.show(AreaSamples.districts)
        return story.state
    }

    private static func paint(_ state: AppState) -> CellBuffer {
        state.painted()
    }

    private static let fills = (0..<6).map { AreaPalette.ember.fill($0).index }

    /// The colours of the quarters of a cell.
    private static func quarters(_ cell: Cell) -> [PaletteIndex] {
        let mask = (0..<16).first { DensityShading.quadrant(UInt8($0)) == cell.glyph } ?? 0
        return (0..<4).map { mask >> $0 & 1 == 1 ? cell.style.ink : cell.style.paper }
    }

    // MARK: - Fills

    /// Each quarter has the colour of the area that it belongs to, but in cells with letters, dots or three colours.
    @Test(arguments: [(120, 40), (60, 20), (33, 11)])
    func quartersHaveTheColourOfTheirArea(columns: Int, rows: Int) throws {
        var state = Self.city(columns: columns, rows: rows)
        state.annotations.showsLegend = false
        let frame = Self.paint(state)
        let answer = try #require(state.areaAnswer)
        let map = state.layout.map
        let raster = AreaRaster(
            answer.set.geometry, viewport: state.map.viewport, rect: map.dots)
        var compared = 0
        for row in 0..<map.height {
            for column in 0..<map.width {
                let cell = frame[column, row]
                let isBlock = (0..<16).contains { DensityShading.quadrant(UInt8($0)) == cell.glyph }
                let expected = (0..<4).map { number -> PaletteIndex? in
                    let (area, isFull) = raster.area(ofQuarter: 2 * column + number % 2, 2 * row + number / 2)
                    guard isFull, answer.classes.classOfArea[Int(area)] > 0 else { return nil }
                    let number = Int(answer.classes.classOfArea[Int(area)])
                    return AreaPalette.ember.fill(AreaPalette.step(ofClass: number, of: answer.classes.count))
                        .index
                }
                guard isBlock, Set(expected).count <= 2 else { continue }
                for (shown, wanted) in zip(Self.quarters(cell), expected) {
                    #expect(
                        wanted == nil ? !Self.fills.contains(shown) : shown == wanted, "\(column), \(row)")
                    compared += 1
                }
            }
        }
        #expect(compared > columns * rows)
    }

    @Test func aHiddenClassIsDrawnAsLand() throws {
        var state = Self.city()
        let classes = try #require(state.areaAnswer?.classes)
        state.annotations.showsLegend = false
        func fill(_ number: Int) -> PaletteIndex {
            AreaPalette.ember.fill(AreaPalette.step(ofClass: number, of: classes.count)).index
        }
        func shown() -> Set<PaletteIndex> {
            Set(Self.paint(state).cells.flatMap { [$0.style.paper, $0.style.ink] }).intersection(Self.fills)
        }
        let before = shown()
        #expect(before.count > 2)
        for number in 1...classes.count {
            state.areas.hiddenClasses = [number]
            #expect(shown() == before.subtracting([fill(number)]))
        }
    }

    /// The kept parts of earlier frames change nothing.
    @Test(arguments: 0..<3)
    func aFrameDependsOnTheStateAlone(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var story = Story(Self.city(Self.look([.truecolor, .indexed, .mono][Int(seed % 3)])))
        var painter = FramePainter(keyMap: KeyMap())
        for _ in 0..<6 {
            story.play(["h", "j", "k", "l", "+", "-", "H", "L"][Int.random(in: 0..<8, using: &random)])
            let area = Bool.random(using: &random) ? Int.random(in: 0..<16, using: &random) : nil
            story.state.areas.select(area, of: AreaSamples.districts)
            #expect(painter.paint(story.state, at: .zero).cells == Self.paint(story.state).cells)
        }
    }

    /// Whatever the size and the panel: cells beside the map, and those beside the world, are as without areas.
    @Test(arguments: [(80, 24), (40, 12), (300, 20)], ["", "S", "t"])
    func nothingIsDrawnOutsideTheMap(size: (Int, Int), keys: String) throws {
        var story = Story(AreaSamples.places, columns: size.0, rows: size.1, look: Self.look(.truecolor))
        story.play("gl0,0<Enter><Esc>---------------" + keys)
        let before = Self.paint(story.state)
        story.state.show(AreaSamples.zones)
        let frame = Self.paint(story.state)
        let world = story.state.worldColumns
        let visible = story.state.visibleMap
        for row in 0..<size.1 - 2 {
            for column in 0..<size.0
            where !visible.contains(CellPoint(column: column, row: row)) || !world.contains(column) {
                let isLegend =
                    story.state.areaLegend?.rect.contains(CellPoint(column: column, row: row)) ?? false
                if isLegend { continue }
                #expect(
                    frame[column, row].style.paper == before[column, row].style.paper, "\(column), \(row)")
            }
        }
    }

    @Test func anAreaWithoutAQuarterOfItsOwnIsSeen() {
        var state = Self.city()
        state.map.viewport = state.map.world(in: state.visibleMap)
        state.refreshAnnotations(animated: false)
        for mode in [ColorMode.truecolor, .indexed, .sixteen] {
            state.screen.appearance = Self.look(mode)
            let frame = Self.paint(state)
            let rect = state.areaLegend?.rect
            let cells = (0..<38).flatMap { row in (0..<120).map { CellPoint(column: $0, row: row) } }
            let filled = cells.filter {
                !(rect?.contains($0) ?? false) && Self.fills.contains(frame[$0.column, $0.row].style.ink)
            }
            #expect(filled.count >= 1, "\(mode)")
        }
    }

    // MARK: - Words

    @Test func theLegendCountsAllAreasAndAllRows() throws {
        let state = Self.city()
        let (legend, answer) = (try #require(state.areaLegend), try #require(state.areaAnswer))
        #expect(legend.lines.reduce(legend.emptyAreas) { $0 + $1.areas } == answer.set.count)
        #expect(answer.rowsInside + legend.outside == AreaSamples.places.count)
        #expect(legend.rect.lies(in: state.visibleMap))
        #expect(legend.rect.width == 34 && legend.rect.height == answer.classes.count + 3)
    }

    @Test(arguments: [(120, false), (80, true), (40, true)])
    func theLegendFitsTheScreen(columns: Int, isSmall: Bool) throws {
        let legend = try #require(Self.city(columns: columns, rows: 24).areaLegend)
        #expect(legend.isSmall == isSmall && (!isSmall || legend.rect.height == 3))
        #expect(Self.city(columns: 39, rows: 24).areaLegend == nil)
    }

    /// It stays in its corner whatever is below it, until the areas are put away.
    @Test func theLegendStaysInItsCorner() throws {
        var story = Story(Self.city())
        let corner = try #require(story.state.areas.legendCorner)
        story.play("hhhhjjjj++lllll--kk")
        #expect(story.state.areas.legendCorner == corner)
        story.state.data.rows.areas = nil
        story.state.refreshAnnotations(animated: false)
        #expect(story.state.areas.legendCorner == nil)
    }

    @Test func theCalloutLiesBesideTheSelectedArea() throws {
        var state = Self.city()
        for area in [0, 5, 15] {
            state.areas.select(area, of: AreaSamples.districts)
            let rows = (0..<38).map { row in
                String(String.UnicodeScalarView(Self.paint(state).row(row).map { $0.glyph.scalar ?? " " }))
            }
            #expect(rows.contains { $0.contains("Bezirk \(area + 1) · ") }, "\(area)")
        }
    }

    @Test(arguments: [
        (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (22, "22nd"), (1_113, "1,113th"),
    ])
    func ordinals(number: Int, text: String) { #expect(number.ordinal == text) }

    @Test func withoutBadgesNoneIsDrawn() throws {
        var state = Self.city()
        #expect(state.annotations.placed.isEmpty)
        let badges = Set((Role.badge2.rawValue...Role.badge6Text.rawValue).map { PaletteIndex(rawValue: $0) })
        func papers() -> Int { Self.paint(state).cells.count { badges.contains($0.style.paper) } }
        #expect(papers() == 0)
        _ = state.update(.command(.nextDisplay))
        #expect(state.areas.covering == .clusters && !state.annotations.placed.isEmpty)
        let quiet = Set(
            (Role.quietBadge2.rawValue...Role.quietBadge6.rawValue).map { PaletteIndex(rawValue: $0) })
        #expect(papers() == 0 && Self.paint(state).cells.contains { quiet.contains($0.style.paper) })
    }

    // MARK: - Colours

    @Test(arguments: AreaPalette.allCases, Theme.Background.allCases)
    func textIsReadOnFills(palette: AreaPalette, background: Theme.Background) throws {
        for (mode, least) in [(ColorMode.truecolor, 4.9), (.indexed, 4.4)] {
            let theme = Theme(background: background, mode: mode)
            func rgb(_ role: Role) throws -> UInt32 {
                let look = try #require(theme.looks[role])
                return mode == .truecolor ? look.rgb : IndexedColor.rgb(look.indexed)
            }
            for step in 0..<6 {
                let ratio = Self.contrast(try rgb(palette.fill(step)), try rgb(palette.ink(step, in: theme)))
                #expect(ratio >= least, "\(palette) \(step) \(mode): \(ratio)")
            }
        }
    }

    @Test func fewerClassesAreEvenlySpread() {
        let steps = (1...6).map { count in (1...count).map { AreaPalette.step(ofClass: $0, of: count) } }
        #expect(steps == [[0], [0, 5], [0, 3, 5], [0, 2, 3, 5], [0, 1, 3, 4, 5], [0, 1, 2, 3, 4, 5]])
    }

    private static func contrast(_ first: UInt32, _ second: UInt32) -> Double {
        let lights = [first, second].map(NamedPalette.luminance).sorted()
        return (lights[1] + 0.05) / (lights[0] + 0.05)
    }
}
