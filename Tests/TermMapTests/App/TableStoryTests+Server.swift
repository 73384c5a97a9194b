import CellGraphics
import Foundation
import MapModel
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

    @Test(arguments: ["*", "v<Enter>", "<Tab><Space>"])
    func countedRowsAreNotMarkedButSayHow(keys: String) throws {
        let state = try Self.server(keys).state
        #expect(state.marks.count == 0)
        #expect(
            state.screen.message?.text.text
                == "The server has sent only the counts of these rows: t lists them for Space and *, or zoom in"
        )
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
