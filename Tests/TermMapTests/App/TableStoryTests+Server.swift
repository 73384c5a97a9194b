import CellGraphics
import Foundation
import MapModel
import Rows
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import StoryTestSupport

/// The table of rows that stay with a server.
extension TableStoryTests {
    private static func places(_ count: Int) -> [(Double, Double)] {
        (0..<count).map { row in
            let latitude = 45 + Double(row / 30 % 30) / 10
            let longitude = 5 + Double(row % 30) / 10
            return (latitude, longitude)
        }
    }

    private static func server(_ count: Int = 900, limit: Int = 50, columns: Int = 100) -> Headless {
        var state = AppState(columns: columns, rows: 30, filePath: "memory", appearance: .plain)
        state.data.origin = .server(ServerView(limit: limit))
        var headless = Headless(
            state: state, work: DataWork(server: MemoryServer(places(count))),
            basemap: BasemapData(labels: []), keyMap: KeyMap())
        #expect(headless.load() == nil)
        return headless
    }

    private static func server(_ keys: String, _ count: Int = 900) throws -> Headless {
        var headless = server(count)
        headless.play(try KeyScript.events(in: keys))
        return headless
    }

    /// The rows of a server in a window, ascending.
    private static func rowsThere(_ count: Int, _ window: WorldWindow) -> [UInt32] {
        let tree = MemoryServer(places(count)).tree
        return tree.indices(in: window).indices(limit: count).map { tree.row(at: $0) }.sorted()
    }

    @Test func rowsOfAServerAreThoseInView() throws {
        var headless = try Self.server("gl46.5,6.5<Enter>+")
        let zoom = headless.state.map.viewport.zoom
        headless.play(try KeyScript.events(in: "t"))
        #expect(headless.state.map.viewport.zoom == zoom, "the map stays")
        headless.play(try KeyScript.events(in: ">]<Down>"))
        let shown = headless.state
        #expect(rows(shown).sorted() == rowsInView(shown) && rows(shown).count > 1)
        #expect(rows(shown).first == rows(shown).max() && shown.panels.table.cursor.index == 1)
        #expect(headless.frame(colored: false).contains("row \(rows(shown).first ?? 0)"))
    }

    @Test func rowsThatAServerHasCountedAreListed() throws {
        var headless = try Self.server("t")
        let state = headless.state
        let window = state.map.viewport.window(of: state.visibleMap.dots)
        #expect(state.data.rows.countedRows(in: window) > 50)
        #expect(rows(state).sorted() == Self.rowsThere(900, window))
        #expect(state.rowsNotListed == 0)
        #expect(state.tableStatus.text == "row 1 of \(rows(state).count.grouped)")
        #expect(headless.frame(colored: false).contains("row 1 "))
        headless.play(try KeyScript.events(in: "<Down><Down>"))
        #expect(headless.state.selection.current?.row == rows(headless.state)[2])
        headless.play(try KeyScript.events(in: "<Esc>"))
        #expect(headless.state.panels.table.fetched == nil)
    }

    /// Each page is asked for as the cursor comes near the end of the one before.
    @Test func moreRowsAreAskedForAtTheEnd() throws {
        var headless = try Self.server("t", 3_600)
        #expect(rows(headless.state).count == 1_000 && headless.state.rowsNotListed > 1_000)
        #expect(headless.state.tableStatus.text.hasPrefix("row 1 of 1,000 + "))
        headless.play(try KeyScript.events(in: ">"))
        #expect(headless.state.screen.message?.text.text.contains("of the 1,000 listed rows") == true)
        headless.play(try KeyScript.events(in: "<End><End><End><End>"))
        let state = headless.state
        let window = state.map.viewport.window(of: state.visibleMap.dots)
        #expect(rows(state).sorted() == Self.rowsThere(3_600, window))
        #expect(state.rowsNotListed == 0)
        #expect(Set(rows(state)).count == rows(state).count)
    }

    @Test func anotherViewListsItsOwnRows() throws {
        let headless = try Self.server("tgl46,6<Enter>-")
        let state = headless.state
        let window = state.map.viewport.window(of: state.visibleMap.dots)
        #expect(!rows(state).isEmpty && rows(state).sorted() == Self.rowsThere(900, window))
    }

    /// The server sends the rows, which are marked wherever they are, and unmarked again.
    @Test(arguments: ["*", "v<Enter>", "<Tab><Space>"])
    func countedRowsAreMarked(keys: String) throws {
        var headless = try Self.server(keys)
        let state = headless.state
        let window = state.map.viewport.window(of: state.visibleMap.dots)
        let marked = state.marks.count
        #expect(marked > 1 && (keys != "*" || marked == state.data.rows.countedRows(in: window)))
        if let badge = state.selectedAnnotation { #expect(badge.count == marked) }
        #expect(state.annotations.placed.reduce(0) { $0 + $1.markedCount } == marked)
        #expect(state.screen.message?.text.text == "\(marked.grouped) rows marked")
        headless.play(try KeyScript.events(in: keys == "<Tab><Space>" ? "<Space>" : keys))
        #expect(headless.state.marks.count == 0)
        #expect(headless.state.screen.message?.text.text == "\(marked.grouped) rows unmarked")
    }

    /// The marks are those of the rows: a view that shows them one by one has them, too.
    @Test func marksOfCountedRowsAreThoseOfTheRows() throws {
        var headless = try Self.server("<Tab><Space>")
        let marked = headless.state.marks.rows.rows
        headless.play(try KeyScript.events(in: "+++"))
        let shown = headless.state.annotations.rows
        #expect(!shown.isEmpty)
        for badge in headless.state.annotations.placed {
            if let row = badge.row { #expect(badge.markedCount == (marked.contains(row) ? 1 : 0)) }
        }
    }

    /// Many are asked about, and far too many are not fetched.
    @Test func manyCountedRowsAreAskedAbout() throws {
        var headless = try Self.server("*", 3_600)
        let count = headless.state.data.rows.countedRows(
            in: headless.state.map.viewport.window(of: headless.state.visibleMap.dots))
        #expect(headless.state.marks.question?.count == count && headless.state.marks.count == 0)
        headless.play(try KeyScript.events(in: "n"))
        #expect(headless.state.marks.question == nil && headless.state.marks.count == 0)
        headless.play(try KeyScript.events(in: "*y"))
        #expect(headless.state.marks.count == count)
        let many = try Self.server("*", 100_900)
        #expect(many.state.marks.question == nil && many.state.marks.count == 0)
        #expect(
            many.state.screen.message?.text.text.hasSuffix("(limit 100,000): zoom in or filter") == true)
    }

    /// An answer that comes when nothing is awaited any more, or that a newer one follows, changes nothing.
    @Test func anOldAnswerMarksNothing() throws {
        var state = try Self.server("<Tab><Space>u").state
        #expect(state.marks.count == 0)
        let place = FixedCoordinate(Coordinate(latitude: 45, longitude: 5))
        let late = MatchAnswer(matches: [MatchAnswer.Match(row: 0, place: place)], isCut: false)
        _ = state.update(.answered(.marked(.success(late), ticket: 1)), at: .zero)
        #expect(state.marks.count == 0)
    }

    @Test func countedRowsAreMarkedInTheTable() throws {
        var headless = try Self.server("t<Space>")
        #expect(headless.state.marks.count == 1)
        headless.play(try KeyScript.events(in: "*"))
        let listed = rows(headless.state)
        #expect(headless.state.marks.count == listed.count - 1)
        headless.play(try KeyScript.events(in: "<Esc>"))
        #expect(headless.state.marks.count == listed.count - 1)
    }
}
