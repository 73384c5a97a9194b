import CellGraphics
import MapModel
import Testing

@testable import App
@testable import RowValues
@testable import Rows
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport

/// What panels and the mouse do while the data and the screen change under them.
@Suite struct PanelStoryTests {
    private let cluster = [(48.0, 2.0), (48.0, 2.0), (48.0, 2.0)]

    @Test func doubleClickOpensWhatItHits() throws {
        var story = Story(cluster + [(48, 9)])
        let place = try #require(story.state.annotations.placed.first { $0.isPlace })
        story.apply(.doubleClicked(CellPoint(column: place.rect.column, row: place.rect.row)))
        #expect(story.state.selection.current?.row == 3)
        guard case .details = story.state.panels.current else {
            Issue.record("a row shows its details")
            return
        }
    }

    @Test func doubleClickOnTheSeaDoesNothing() {
        var story = Story(cluster)
        let taken = story.state.annotations.placed.map(\.rect)
        let sea = CellPoint(column: 1, row: 1)
        #expect(!taken.contains { $0.contains(sea) })
        story.apply(.clicked(sea))
        story.apply(.doubleClicked(sea))
        #expect(story.state.selection.current == nil)
        #expect(story.state.panels.current == nil)
    }

    @Test func listFollowsDataThatGrows() throws {
        var story = Story(cluster).playing("<Tab>o<Down>")
        let row = try #require(story.state.selection.current?.row)
        story.apply(.dataGrew(.places([(-10, 5), (48, 2)] + cluster), fraction: 0.5))
        guard let list = story.state.panels.members else {
            Issue.record("the list stays open")
            return
        }
        #expect(list.count == 4)
        #expect(story.state.selection.current?.row == row)
        #expect(story.state.memberRows(of: list).contains(row))
    }

    @Test func closingAPanelTakesItsMoveBack() {
        let story = Story([(48, 2), (40, 2.1), (56, 1.9)], rows: 24)
        for places in 1...3 {
            let keys = String(repeating: "<Tab>", count: places)
            let before = story.playing(keys).state
            let after = story.playing(keys + "i<Esc>").state
            #expect(after.map.viewport == before.map.viewport)
            #expect(after.selection.current == before.selection.current)
        }
    }

    @Test func theCursorOfDetailsIsAlwaysInSight() {
        var story = Story([(48, 2)]).playing("<Tab>i")
        let fields = (0..<50).map { NamedRow.Field(name: "column \($0)", value: FieldValue(.text, "value")) }
        let record = NamedRow(row: 0, line: nil, source: "places.csv", fields: fields)
        story.apply(.record(.success(record), ticket: story.state.selection.recordTicket))
        var painter = FramePainter(keyMap: KeyMap())
        func expect(_ column: Int) {
            #expect(story.state.valueTarget?.column == "column \(column)")
            #expect(painter.paint(story.state, at: .zero).plainText().contains("▌ column \(column) "))
        }
        story.play("<Up>")
        expect(0)
        // The last page is full, and its last line is the last field.
        story.play("<End>")
        expect(49)
        for column in (0..<49).reversed() {
            story.play("<Up>")
            expect(column)
        }
        story.play("<PageDown>")
        #expect(story.state.panels.valueCursor > 1)
    }

    @Test func helpScrollsToItsLastLine() {
        var story = Story([(48, 2)], columns: 40, rows: 12).playing("?")
        let limit = story.state.scrollLimit
        #expect(limit > 0)
        for _ in 0..<40 { story.play("<PageDown>") }
        #expect(story.state.panels.help?.scroll == limit)
        #expect(story.state.painted().plainText().contains("↑ more"))
    }
}
