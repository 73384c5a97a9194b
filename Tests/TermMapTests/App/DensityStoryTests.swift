import CellGraphics
import Foundation
import MapModel
import TestSupport
import Testing

@testable import App
@testable import FileSources
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport

/// Rows as shades: what is counted, what a pan keeps, what the cursor selects.
@Suite struct DensityStoryTests {
    private static let trueColor = Appearance(
        charset: .braille, theme: Theme(background: .dark, mode: .truecolor), animates: false,
        hasItalic: true)

    /// Clustered rows, and a few that are everywhere.
    private static func story(
        _ seed: UInt64 = 1, count: Int = 3_000, columns: Int = 80, rows: Int = 24,
        look: Appearance = trueColor
    ) -> Story {
        var random = SeededRandom(seed)
        return Story(random.places(count), columns: columns, rows: rows, look: look)
    }

    private static func paint(_ state: AppState) -> CellBuffer {
        state.painted()
    }

    // MARK: - Displays

    @Test func oneKeyGoesRoundTheDisplays() {
        var story = Self.story()
        #expect(story.state.map.display == .clusters)
        for expected in [MapDisplay.density, .dots, .clusters] {
            story.play("d")
            #expect(story.state.map.display == expected)
            #expect((story.state.annotations.density.picture != nil) == (expected == .density))
        }
    }

    @Test(arguments: [("density", MapDisplay.density), ("points", .dots), ("clusters", .clusters)])
    func displaysHaveNames(name: String, display: MapDisplay) {
        let story = Self.story().playing("dd:\(name)<Enter>")
        #expect(story.state.map.display == display)
    }

    @Test func scalesAndPalettesGoRound() {
        var story = Self.story().playing("d")
        let kinds = (0..<3).map { _ in
            story.play("E")
            return story.state.annotations.density.kind
        }
        #expect(kinds == [.equalised, .logarithmic, .balanced])
        let ramps = (0..<3).map { _ in
            story.play("e")
            return story.state.screen.appearance.theme.ramp
        }
        #expect(ramps == [.lagoon, .magma, .ember])
        #expect(Self.story().playing("E").state.annotations.density.kind == .balanced)
    }

    // MARK: - Counts

    @Test(arguments: 0..<30)
    func rowsInViewAreCountedExactly(seed: UInt64) {
        var random = SeededRandom(seed)
        let screen = random.screen()
        let looks = [Self.trueColor, .plain, Self.look(.sixteen, .braille), Self.look(.mono, .ascii)]
        var story = Self.story(
            seed + 50, count: 1_500, columns: screen.columns, rows: screen.rows,
            look: looks[Int(seed) % looks.count])
        story.play("W")
        story.play("d")
        for _ in 0..<8 {
            story.play(["l", "k", "+", "-", "j", "L", "<Esc>", "<Tab>", "i", "H"][random.number(0...9)])
            let state = story.state
            let window = state.map.viewport.window(of: state.visibleMap.dots)
            // Of a world that is narrower than the map a window cannot tell what a panel covers.
            let isNarrow = state.map.viewport.worldDots < Double(state.layout.map.dots.width)
            if !isNarrow || state.visibleMap == state.layout.map {
                #expect(state.rowsInView == state.data.tree.count(in: window))
            }
            #expect(state.annotations.placed.count <= 1)
            let frame = Self.paint(state)
            #expect(frame.width == screen.columns)
        }
    }

    private static func look(_ mode: ColorMode, _ charset: Charset) -> Appearance {
        Appearance(
            charset: charset, theme: Theme(background: .light, mode: mode), animates: false, hasItalic: false)
    }

    /// A pan by cells shifts the picture and changes nothing inside it.
    @Test(arguments: 0..<12)
    func aPanMovesCellsAndChangesNone(seed: UInt64) {
        var story = Self.story(seed, count: 20_000, columns: 120, rows: 40)
        // The terrain has no part in it, and the legend stays where it is.
        story.state.map.layers.terrain = false
        story.state.map.layers.labels = false
        story.play("dgl52.5,13.4<Enter>----")
        let before = story.state
        story.play(seed % 2 == 0 ? "l" : "h")
        let shift = (story.state.map.viewport.origin.x - before.map.viewport.origin.x) / 2
        #expect(shift != 0)
        #expect(story.state.annotations.density.picture?.scale == before.annotations.density.picture?.scale)
        let (old, new) = (Self.drawn(before), Self.drawn(story.state))
        var wrong = 0
        for row in 0..<old.height {
            for column in 0..<old.width where (0..<old.width).contains(column + shift) {
                if new[column, row] != old[column + shift, row] { wrong += 1 }
            }
        }
        // What was at the left edge may have been drawn beside another paper.
        #expect(wrong <= old.height, "\(wrong)")
    }

    /// The density alone, on plain land.
    private static func drawn(_ state: AppState) -> CellBuffer {
        var frame = CellBuffer(
            width: state.layout.map.width, height: state.layout.map.height, glyphs: GlyphTable())
        frame.fill(frame.bounds, paper: Role.land.index)
        var blocks = DensityBlocks()
        DensityPainter(state)?.draw(into: &frame, keeping: &blocks)
        return frame
    }

    @Test func theScaleOfAPanStaysAndThatOfAZoomIsNew() throws {
        var story = Self.story(3, count: 20_000, columns: 120, rows: 40).playing("dgl52.5,13.4<Enter>----")
        let scale = try #require(story.state.annotations.density.picture?.scale)
        story.play("l")
        #expect(story.state.annotations.density.picture?.scale == scale)
        story.play("h++")
        #expect(story.state.annotations.density.picture?.scale != scale)
    }

    // MARK: - Cursor

    @Test func tabGoesToTheFullestCells() throws {
        var story = Self.story(5, count: 5_000, columns: 120, rows: 40).playing("Wd<Tab>")
        let picture = try #require(story.state.annotations.density.picture)
        let first = try #require(story.state.selectedAnnotation)
        let area = story.state.visibleMap
        let most = (0..<area.width).flatMap { column in
            (0..<area.height).map { picture.count(at: CellPoint(column: column, row: $0)) }
        }.max()
        #expect(first.count == most)
        #expect(first.count == picture.count(in: first.rect))
        story.play("<Tab>")
        let second = try #require(story.state.selectedAnnotation)
        #expect(second.rect != first.rect && second.count <= first.count)
        story.play("<S-Tab>")
        #expect(story.state.selectedAnnotation?.rect == first.rect)
    }

    @Test func aClickSelectsACellAndEnterGoesNearer() throws {
        var story = Self.story(5, count: 5_000, columns: 120, rows: 40).playing("Wd")
        let picture = try #require(story.state.annotations.density.picture)
        let cell = try #require(picture.peaks(in: story.state.visibleMap).last)
        story.apply(.clicked(cell))
        #expect(
            story.state.selectedAnnotation?.rect
                == CellRect(column: cell.column, row: cell.row, width: 1, height: 1))
        #expect(story.state.selectedAnnotation?.count == picture.count(at: cell))
        story.apply(.clicked(CellPoint(column: cell.column, row: 0)))
        let zoom = story.state.map.viewport.zoom
        story.play("<Esc><Tab><Enter>")
        #expect(story.state.map.viewport.zoom == zoom + 2)
        #expect(story.state.selectedAnnotation != nil)
    }

    @Test func theFrameSaysHowManyRowsACellHolds() {
        let story = Story(
            Array(repeating: (48.0, 2.0), count: 40) + [(10, 20)], columns: 120, rows: 40,
            look: Self.trueColor
        ).playing("Wd<Tab>")
        let text = Self.paint(story.state).plainText()
        #expect(text.contains("[") && text.contains(" 40 rows here"))
        #expect(text.contains("Density"))
        #expect(story.playing("i").state.panels.showsDetails)
    }

    /// The selection moves with the map, and its cell with it.
    @Test func theCursorStaysOnItsRows() throws {
        var story = Self.story(5, count: 5_000, columns: 120, rows: 40).playing("Wd<Tab>")
        let first = try #require(story.state.selectedAnnotation)
        story.play("l")
        let next = try #require(story.state.selectedAnnotation)
        #expect(next.count == first.count && next.rect.column == first.rect.column - 15)
        story.play("d")
        #expect(story.state.selection.current != nil)
        story.play("d<Esc>")
        #expect(story.state.annotations.density.cursor == nil)
    }

    // MARK: - Looks

    @Test func fewRowsSaySo() {
        let few = Story([(10, 10), (20, 20), (30, 30)], columns: 120, rows: 40, look: Self.trueColor)
        #expect(Self.paint(few.playing("d").state).plainText().contains("few rows: d for dots"))
        let many = Self.story(5, count: 20_000, columns: 80, rows: 24).playing("gl52.5,13.4<Enter>---d")
        #expect(!Self.paint(many.state).plainText().contains("few rows"))
    }

    @Test(arguments: [Charset.braille, .block, .ascii], ColorMode.allCases)
    func everyFormShowsRowsAndLeavesTheRest(charset: Charset, mode: ColorMode) {
        var story = Self.story(9, count: 4_000, columns: 80, rows: 24, look: Self.look(mode, charset))
        story.play("Wd")
        let state = story.state
        let plain = Self.drawn(story.playing("dd").state)
        let frame = Self.drawn(state)
        var (unseen, touched) = (0, 0)
        for row in 0..<frame.height {
            for column in 0..<frame.width {
                let count =
                    state.annotations.density.picture?.count(at: CellPoint(column: column, row: row)) ?? 0
                let differs = frame[column, row] != plain[column, row]
                if count > 0, !differs { unseen += 1 }
                if count == 0, differs { touched += 1 }
            }
        }
        #expect(unseen == 0 && touched == 0)
    }

    @Test func matchesStandOut() {
        var story = Self.story(5, count: 2_000, columns: 120, rows: 40).playing("Wd")
        var points = PointSet(capacity: story.state.data.tree.count)
        for index in stride(from: 0, to: points.capacity, by: 50) { points.insert(index) }
        story.state.annotations.density.highlight(points, in: story.state.data.tree)
        let frame = Self.drawn(story.state)
        let marked = (0..<frame.height).flatMap { Array(frame.row($0)) }.count {
            $0.style.ink == Role.match.index
        }
        let cells = Set(
            stride(from: 0, to: points.capacity, by: 50).map {
                story.state.map.viewport.dot(of: story.state.data.tree.worldPoint(at: $0)).cell
            }.filter { story.state.layout.map.contains($0) })
        #expect(marked == cells.count && marked > 5)
    }

    @Test func marksStandOut() {
        var story = Self.story(5, count: 2_000, columns: 120, rows: 40).playing("Wd")
        func cells(_ role: Role) -> Int {
            let frame = Self.drawn(story.state)
            return (0..<frame.height).flatMap { Array(frame.row($0)) }.count { $0.style.ink == role.index }
        }
        #expect(cells(.mark) == 0)
        story.play("<Tab><Space>")
        let cell = story.state.annotations.density.cursor
        #expect(story.state.marks.count > 0 && cell != nil)
        story.play("<Esc>")
        #expect(cells(.mark) == 1)
        // Marks are seen among matches.
        story.state.annotations.density.highlight(story.state.marks.points, in: story.state.data.tree)
        #expect(cells(.mark) == 1 && cells(.match) == 0)
        story.play("u")
        #expect(cells(.mark) == 0)
        story.play("*y")
        #expect(cells(.mark) > 100)
    }

    /// What is printed of a density are its cells.
    @Test func theListHasTheCells() throws {
        var state = AppState(columns: 80, rows: 24, filePath: "places.csv", appearance: Self.trueColor)
        state.show(.density)
        var headless = Headless(
            state: state, work: DataWork(loader: CSVLoader(path: Repository.root + "/data/airports.csv")),
            basemap: .none, keyMap: KeyMap())
        #expect(headless.load() == nil)
        let lines = headless.list().split(separator: "\n")
        let counts = lines.filter { $0.hasPrefix("cell\t") }.map { Int($0.split(separator: "\t")[1]) ?? 0 }
        #expect(counts.count == lines.count - 2 && counts.count > 300)
        #expect(counts.reduce(0, +) == headless.state.rowsInView)
        #expect(lines.last?.contains("# in view \(headless.state.rowsInView) of 28298 rows") == true)
    }

    @Test func hiddenRowsHaveNoDensity() {
        let story = Self.story().playing("dL<Space><Esc>")
        let isHidden = !story.state.map.layers.data
        #expect(story.state.annotations.density.picture == nil || !isHidden)
    }
}
