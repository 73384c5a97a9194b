import CellGraphics
import MapModel
import Testing

@testable import App
@testable import StoryTestSupport

/// What keys and the mouse do in every list.
@Suite struct ListStoryTests {
    private static let crowd = (0..<60).map { (48 + Double($0) / 1_000, 2.0) }

    private var nearby: Story { Story(Self.crowd).playing("r1000km<Enter>") }

    @Test func aPageKeepsTheCursorOnItsLine() {
        var story = nearby.playing("<Down><Down>")
        let rows = ListKind.nearby.type.pageRows(story.state)
        story.play("<PageDown>")
        #expect(story.state.nearby?.cursor == ListCursor(index: rows + 2, top: rows))
        story.play("<PageUp>")
        #expect(story.state.nearby?.cursor == ListCursor(index: 2, top: 0))
    }

    @Test func theCursorMovesOnThePageBeforeItScrolls() {
        var story = Story([(48, 2)], columns: 40, rows: 10).playing("L")
        let view = story.state.map.viewport
        let last = ListKind.layers.type.count(story.state) - 1
        let rows = ListKind.layers.type.pageRows(story.state)
        #expect(last >= rows && rows > 1)
        for _ in 0..<last { story.play("j") }
        let end = ListCursor(index: last, top: last - rows + 1)
        #expect(story.state.panels.layers == end)
        story.play("k")
        #expect(story.state.panels.layers == ListCursor(index: last - 1, top: end.top))
        #expect(story.state.map.viewport == view, "j and k are keys of the list")
    }

    @Test func aDoubleClickOpensTheRowThatItHits() throws {
        let story = Story(Array(Self.crowd.prefix(2))).playing("r1000km<Enter>")
        let panel = try #require(story.state.layout.panel)
        func clicking(line: Int) -> AppState {
            var clicked = story
            let cell = CellPoint(column: panel.column + 4, row: panel.row + PanelMetrics.listTop + line)
            clicked.apply(.clicked(cell))
            clicked.apply(.doubleClicked(cell))
            return clicked.state
        }
        #expect(clicking(line: 1).panels.stack == [.nearby, .details])
        #expect(clicking(line: 1).selection.current?.row == story.state.nearbyRows[1])
        #expect(clicking(line: 2).panels.stack == [.nearby], "there is no row")
    }

    /// A click in a menu does what Enter does, and the second of a double click nothing more.
    @Test func aClickInAMenuIsEnter() throws {
        var story = Story([(48, 2)]).playing("L")
        let panel = try #require(story.state.layout.panel)
        let isShown = story.state.map.layers.terrain
        let cell = CellPoint(column: panel.column + 4, row: panel.row + PanelMetrics.listTop + 1)
        story.apply(.clicked(cell))
        story.apply(.doubleClicked(cell))
        #expect(story.state.map.layers.terrain == !isShown && story.state.panels.layers.index == 1)
    }
}
