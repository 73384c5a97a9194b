import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import StoryTestSupport

/// What the map does when a panel opens beside or below it.
@Suite struct PanelMapTests {
    @Test(arguments: 0..<25)
    func openingAPanelNeverHidesTheSelection(seed: UInt64) {
        var random = SeededRandom(seed)
        let screen = random.screen()
        // Below 20 rows a panel takes the whole map.
        var story = Story(
            random.places(random.number(1...200)), columns: screen.columns, rows: max(screen.rows, 20))
        story.play(["W", "0", "0++", "W+++"][random.number(0...3)])
        story.play(String(repeating: "<Tab>", count: random.number(1...9)))
        guard let selection = story.state.selection.current else { return }
        let before = story.state.map.viewport
        story.play(["i", "L", "o"][random.number(0...2)])
        #expect(story.state.panels.current != nil)
        // Where the map ends in the south it cannot move on, and a panel at the bottom covers what is there.
        let after = story.state.map.viewport
        guard after.panned(columns: 0, rows: 1) != after || story.state.layout.isSidePanel else { return }
        #expect(story.state.carriesTheSelectedRow, "\(screen)")
        #expect(
            story.state.selection.current == selection || story.state.selection.current?.row == selection.row)
        // All that is in view without a panel stays in view, for which the map may go out.
        guard story.state.map.viewport.zoom == before.zoom else { return }
        let origin = story.state.map.viewport.origin
        #expect((origin.x - before.origin.x) % Viewport.dotsPerColumn == 0)
        #expect((origin.y - before.origin.y) % Viewport.dotsPerRow == 0)
    }

    /// What was in the middle of the map is in the middle of what the panel leaves of it, and back.
    @Test(arguments: [(120, 40), (80, 24), (200, 60)])
    func aPanelLeavesTheMiddleInTheMiddle(columns: Int, rows: Int) throws {
        let start = Story([(48, 2)], columns: columns, rows: rows).playing("gl48,2<Enter><Tab>")
        let before = try #require(start.state.selectedAnnotation).rect.middle
        #expect(abs(before.column - start.state.visibleMap.middle.column) <= 1)
        for keys in ["i", "L", "/"] {
            let open = start.playing(keys)
            let after = try #require(open.state.selectedAnnotation).rect.middle
            let middle = open.state.visibleMap.middle
            #expect(abs(after.column - middle.column) <= 1 && abs(after.row - middle.row) <= 1)
            #expect(open.playing("<Esc>").state.map.viewport == start.state.map.viewport, "\(keys)")
        }
    }

    /// A screen that was small for a while, with a list open, changes no view.
    @Test(arguments: ["<Tab>o", "<Tab>i", "L"])
    func resizingBesideAPanelMovesNothing(keys: String) {
        var random = SeededRandom(7)
        let start = Story(random.places(300), columns: 120, rows: 40)
        for (columns, rows) in [(30, 10), (19, 7), (80, 24), (40, 10)] {
            var story = start.playing(keys)
            story.play(.resize(columns: columns, rows: rows))
            if rows == 10 { story.play("<Down><Down>") }
            story.play(.resize(columns: 120, rows: 40))
            let view = story.playing("<Esc><Esc><Esc>").state.map.viewport
            #expect(view == start.state.map.viewport, "\(keys) \(columns)x\(rows)")
        }
    }

    @Test(arguments: [(120, 40), (100, 24), (180, 22), (200, 60)])
    func theWorldStaysInTheMiddleWhenOneZoomsOutBesideAPanel(columns: Int, rows: Int) {
        var random = SeededRandom(11)
        let places = random.places(500)
        for keys in ["S-", "S---", "t0-", "t0", "L0"] {
            let state = Story(places, columns: columns, rows: rows).playing(keys).state
            #expect(state.annotations.rowsInView == places.count, "\(keys)")
            let visible = state.visibleMap.dots
            let shown = state.map.viewport.worldColumns.clamped(to: 0..<visible.width)
            #expect(abs(shown.lowerBound - (visible.width - shown.upperBound)) <= 2, "\(keys) \(shown)")
        }
    }

    /// The world, or all data, is in view beside a panel as well; afterwards the map is what it was.
    @Test(arguments: 0..<12)
    func aPanelBesideTheWholeWorldHidesNoRow(seed: UInt64) {
        var random = SeededRandom(seed)
        let (columns, rows) = [(120, 40), (80, 24), (160, 44)][Int(seed % 3)]
        let start = Story(random.places(400), columns: columns, rows: rows).playing(
            ["W", "0"][Int(seed % 2)])
        for keys in ["L", "S", "t", "/", ":about<Enter>"] {
            let open = start.playing(keys)
            // At the poles and at 180° the limits of the map may take some.
            #expect(
                open.state.rowsInView * 100 >= start.state.rowsInView * 97, "\(keys) \(columns)x\(rows)")
            #expect(open.state.map.viewport.zoom > start.state.map.viewport.zoom - 1.2)
            let closed = start.playing(keys + "<Esc>").state
            #expect(closed.map.viewport == start.state.map.viewport, "\(keys)")
            #expect(closed.rowsInView == start.state.rowsInView)
        }
    }

    /// What a panel says of a cluster is what its badge said.
    @Test(arguments: 0..<12)
    func aClusterIsTheSameBesideItsPanel(seed: UInt64) {
        var random = SeededRandom(seed)
        let start = Story(random.places(400), columns: 120, rows: 40).playing("W<Tab>")
        guard let before = start.state.selectedAnnotation, !before.isPlace else { return }
        let beside = start.playing("i").state
        #expect(beside.selectedAnnotation?.count == before.count || before.reach != nil)
    }

    /// A table of rows that were all in view lists them all.
    @Test(arguments: [(100, 28), (100, 22), (180, 22), (200, 60)])
    func aTableOfAllRowsListsThemAll(columns: Int, rows: Int) {
        let places = [
            (48.9, 2.3), (47.4, 8.5), (35.7, 139.7), (55.8, 37.6), (53.3, -6.3), (-23.6, -46.6), (40.7, -74),
        ]
        let start = Story(places, columns: columns, rows: rows)
        #expect(start.state.annotations.rowsInView == 7)
        #expect(start.playing("t").state.annotations.rowsInView == 7)
        #expect(start.playing("t<Esc>").state.map.viewport == start.state.map.viewport)
    }

    @Test func aBookmarkBesideAPanelReturnsToTheSameView() {
        let start = Story([(48, 2)], columns: 120, rows: 40).playing("gl35.68,139.69<Enter>Lma")
        let back = start.playing("llll'a").state.map
        let before = start.state.map.viewport
        #expect(back.viewport.zoom == before.zoom && back.viewport.origin == before.origin)
    }

    @Test func aMoveBesideAPanelStaysWhenItCloses() {
        let start = Story([(48, 2)], columns: 120, rows: 40).playing("gl48,2<Enter>")
        let moved = start.playing("Llll<Esc>").state.map.viewport
        let distance = moved.origin.x - start.state.map.viewport.origin.x
        // An eighth of what the panel leaves, three times.
        #expect(distance == 3 * (start.playing("L").state.visibleMap.width / 8) * 2)
    }

    @Test func panelOverTheSelectionMovesTheMapJustEnough() throws {
        let start = Story([(48, 2)], columns: 120, rows: 40).playing("gl48,2<Enter>hhh<Tab>")
        let before = try #require(start.state.selectedAnnotation).rect
        let open = start.playing("i").state
        let after = try #require(open.selectedAnnotation).rect
        #expect(!open.visibleMap.contains(before.middle))
        #expect(after.row == before.row)
        // Four columns of air between the mark and the panel.
        #expect(after.column == open.visibleMap.endColumn - 5)
        #expect(start.playing("i<Esc>").state.map.viewport == start.state.map.viewport)
    }
}
