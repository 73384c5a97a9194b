import CellGraphics
import Foundation
import MapModel
import Testing

@testable import App
@testable import FileSources
@testable import RowValues
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport
@testable import TerminalInput

@Suite struct SearchStoryTests {
    private static let rows = """
        name,address,lat,lon,id
        Café Zürich,"Bahnhofstrasse 1, 8001 Zürich, a long address that goes on over several lines of the list",47.37,8.54,A1
        Zurich Airport,Kloten,47.46,8.55,A2
        Grand Hotel,Zürichstrasse 5,47.05,8.3,A3
        Łódź Hostel,Piotrkowska,51.76,19.46,A4
        Lodge North,,60,10,A5
        Nowhere,Zurich,,,A6
        Antimeridian Inn,Taveuni,-16.8,179.99,A7
        東京タワー,港区,35.66,139.75,A8
        """

    /// Removed with the last program that reads from it: each test has a suite of its own.
    private final class ScratchFile {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("termmap-\(UUID()).csv").path
        init(_ text: String) { _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private let file = ScratchFile(rows)

    /// A program without a screen that has read the rows above.
    private func program(_ keys: String = "", columns: Int = 120, rows: Int = 40) throws -> Headless {
        let state = AppState(columns: columns, rows: rows, filePath: "places.csv", appearance: .plain)
        let loader = CSVLoader(path: file.path, options: CSVOptions(columns: ColumnOptions(id: "id")))
        var headless = Headless(
            state: state, work: DataWork(loader: loader),
            basemap: .none, keyMap: KeyMap())
        #expect(headless.load() == nil)
        headless.play(try KeyScript.events(in: keys))
        return headless
    }

    private func listed(_ headless: Headless) -> [UInt32] {
        headless.state.search.session?.rows?.listed.map(\.row) ?? []
    }

    @Test func fewLettersGiveAHintAndNoList() throws {
        let state = try program("/zu").state
        #expect(state.panels.current == .search)
        #expect(state.search.session?.rows == nil && state.search.session?.isWaiting == false)
        let frame = try program("/zu").frame(colored: false)
        #expect(frame.contains("Type at least three"))
    }

    @Test func aCharacterThatIsAWordIsEnough() throws {
        #expect(listed(try program("/東")) == [7])
    }

    @Test func lettersFindRowsWhateverTheirAccents() throws {
        // Rows without a place are not on the map and not in the list.
        #expect(Set(listed(try program("/zurich"))) == [0, 1, 2])
        #expect(listed(try program("/zürich ba")) == [0])
        #expect(listed(try program("/lodz")) == [3])
        #expect(listed(try program("/LOD")).count == 2)
    }

    @Test func matchesAreLitOnTheMap() throws {
        let state = try program("W/zurich").state
        #expect(state.annotations.placed.reduce(0) { $0 + ($1.highlightedCount ?? 0) } == 3)
        #expect(state.annotations.placed.contains { $0.highlightedCount == 0 })
    }

    @Test func addressesAreWrappedAndNeverCut() throws {
        var headless = try program("/bahnhof")
        let list = ResultList(state: headless.state)
        let entry = try #require(list.entries.first)
        #expect(entry.text.title.count == 1 && entry.text.detail.count >= 3)
        let words = entry.text.detail.flatMap { $0.pieces.map(\.text.text) }.joined(separator: " ")
        for word in ["Bahnhof", "8001", "several", "list"] { #expect(words.contains(word)) }
        let emphasized = entry.text.detail.flatMap(\.pieces).filter(\.isEmphasized).map(\.text.text)
        #expect(emphasized == ["Bahnhof"])
        headless.play([.key(.escape, [])])
        #expect(headless.state.panels.current == nil)
    }

    @Test func arrowsShowResultsAndEscTakesThemBack() throws {
        let before = try program("W++").state
        var headless = try program("W++/zurich<Down>")
        #expect(headless.state.selection.current != nil)
        #expect(headless.state.map.viewport != before.map.viewport)
        headless.play(try KeyScript.events(in: "<Esc>"))
        #expect(headless.state.map.viewport == before.map.viewport)
        #expect(headless.state.selection.current == nil && headless.state.search.session == nil)
        #expect(headless.state.annotations.placed.allSatisfy { $0.highlightedCount == nil })
    }

    @Test func enterSelectsTheRowAndShowsItsDetails() throws {
        let state = try program("W/lodz<Enter>").state
        #expect(state.selection.current?.row == 3)
        #expect(state.panels.current == .details)
        #expect(state.selectedAnnotation?.isPlace == true)
        #expect(try #require(state.selection.record).get().fields.first?.value.text == "Łódź Hostel")
        #expect(state.map.history.canGoBack)
    }

    /// Houses of one street, 30 m apart, and two rows in one house.
    @Test func aRowIsShownWhereItIsAMarkOfItsOwn() throws {
        let houses = (0..<13).map { "House \($0),\(47 + Double($0) * 0.0003),8\n" }.joined()
        var played = try QueryStoryTests.Played(
            "name,lat,lon\nFar,-40,100\n" + houses + "Upper flat,48,8\nLower flat,48,8\n", "/house 5<Enter>")
        #expect(played.state.selectedAnnotation?.isPlace == true)
        #expect(played.state.map.viewport.zoom > MapState.rowZoom && played.frame.contains("House 5"))
        played = try QueryStoryTests.Played(
            "name,lat,lon\nFar,-40,100\nUpper flat,48,8\nLower flat,48,8\n", "/upper<Enter>")
        #expect(played.state.selectedAnnotation?.count == 2, "they have one point")
        #expect(played.state.map.viewport.zoom == MapState.rowZoom)
    }

    @Test func matchesAreWalkedThroughAfterTheSearch() throws {
        var headless = try program("W/zurich<Enter>")
        let order = listed(headless)
        #expect(headless.state.selection.current?.row == order[0])
        var seen: [UInt32?] = []
        for _ in 0..<3 {
            headless.play(try KeyScript.events(in: "n"))
            seen.append(headless.state.selection.current?.row)
        }
        #expect(seen == [order[1], order[2], order[0]])
        headless.play(try KeyScript.events(in: "N"))
        #expect(headless.state.selection.current?.row == order[2])
    }

    @Test func escOnTheMapClearsSelectionThenMatches() throws {
        var headless = try program("W/zurich<Enter><Esc>")
        #expect(headless.state.panels.current == nil && headless.state.selection.current != nil)
        headless.play(try KeyScript.events(in: "<Esc>"))
        #expect(headless.state.selection.current == nil && headless.state.search.session != nil)
        headless.play(try KeyScript.events(in: "<Esc>"))
        #expect(headless.state.search.session == nil)
    }

    @Test func earlierSearchesAreRecalled() throws {
        var headless = try program("W/lodz<Enter><Esc><Esc><Esc>/zurich<Enter><Esc><Esc><Esc>/<Up>")
        #expect(headless.state.search.session?.field.text == "zurich")
        headless.play(try KeyScript.events(in: "<Up>"))
        #expect(headless.state.search.session?.field.text == "lodz")
        #expect(listed(headless) == [3])
        headless.play(try KeyScript.events(in: "<C-n>"))
        #expect(headless.state.search.session?.field.text == "zurich")
    }

    @Test func aPasteIsTextAndNoKeys() throws {
        var headless = try program("/")
        headless.play([.paste("zur\u{1B}[A\nich\tq")])
        #expect(headless.state.isQuitting == false)
        #expect(headless.state.panels.current == .search)
        #expect(headless.state.search.session?.field.text == "zur\u{1B}[A ich q")
    }

    @Test func nothingFoundIsSaid() throws {
        let headless = try program("/xyzzy<Enter>")
        #expect(headless.state.search.session?.rows?.total == 0)
        #expect(headless.state.screen.message?.kind == .warning)
        #expect(headless.frame(colored: false).contains("No matches"))
    }

    @Test func lateAnswersAreIgnored() throws {
        var state = try program("/zurich").state
        let before = state.search.session?.rows
        _ = state.update(
            .found(
                RowMatches(listed: [], points: PointSet(capacity: state.data.tree.count)), ticket: 0))
        #expect(state.search.session?.rows == before)
    }

    @Test func enterBeforeTheResultsChoosesTheFirst() throws {
        var state = try program("/").state
        var mapper = InputMapper(keyMap: KeyMap())
        var effects: [Effect] = []
        for event in try KeyScript.events(in: "lodz<Enter>") {
            for action in mapper.actions(for: event, in: state, at: .zero) { effects += state.update(action) }
        }
        #expect(state.search.session?.choosesFirst == true && state.awaitsResults)
        let ticket = try #require(state.search.session?.rowQuestion.ticket)
        var positions = PointSet(capacity: state.data.tree.count)
        let position = try #require((0..<state.data.tree.count).first { state.data.tree.row(at: $0) == 3 })
        positions.insert(position)
        _ = state.update(
            .found(
                RowMatches(
                    listed: [RowMatch(row: 3, index: position)], points: positions,
                    generation: state.data.generation),
                ticket: ticket))
        #expect(state.selection.current?.row == 3)
        #expect(effects.contains { if case .findRows = $0 { true } else { false } })
    }

    @Test func otherDataIsSearchedAgain() throws {
        var state = try program("/zurich").state
        let effects = state.update(.data(.success(.places([(1, 2)]))))
        #expect(state.search.session?.rows == nil && state.search.session?.rowQuestion.isWaiting == true)
        #expect(effects.contains(.indexNames))
    }

    @Test(arguments: [(20, 8), (40, 12), (80, 24), (100, 20), (120, 40), (240, 64)])
    func theListFitsEveryScreen(columns: Int, rows: Int) throws {
        var headless = try program(
            "/lod<Down><Down><Down><Up><Tab><End><PageUp><PageDown>", columns: columns, rows: rows)
        let list = ResultList(state: headless.state)
        for entry in list.entries {
            #expect(entry.row >= list.area.row && entry.row + entry.height <= list.area.endRow)
        }
        #expect(
            headless.frame(colored: false).split(separator: "\n", omittingEmptySubsequences: false).count
                == rows + 1)
        headless.play([
            .mouse(
                MouseEvent(
                    kind: .press, button: .left, point: CellPoint(column: columns - 3, row: 4), modifiers: [])
            )
        ])
    }

    @Test func rowsThatCannotBeReadAreAnsweredAllTheSame() throws {
        let work = DataWork(loader: CSVLoader(path: file.path))
        _ = try work.load(progress: { _ in })
        let handle = try FileHandle(forWritingTo: URL(filePath: file.path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("more,,1,1,A9\n".utf8))
        try handle.close()
        let answer = work.readSummaries([0, 3])
        #expect(Set(answer.values.keys) == [0, 3])
    }

    @Test func aCoordinateMayBeTypedForAPlace() throws {
        let state = try program("<Tab>gp48.85, 2.35<Enter>").state
        #expect(state.selection.placemark?.coordinate == Coordinate(latitude: 48.85, longitude: 2.35))
        #expect(state.selection.current == nil && state.panels.current == .place)
    }

    @Test func aCoordinateThatIsTypedSaysWhatEnterDoes() throws {
        let frame = try program("/48.85, 2.35").frame(colored: false)
        #expect(frame.contains("Press Enter to go to 48.8500, 2.3500"))
        #expect(!frame.contains("No matches"))
    }

    @Test func withoutARecalledSearchThereIsNoLaterOne() throws {
        #expect(try program("/lod<C-n>").state.search.session?.field.text == "lod")
    }

    @Test func anotherQueryTakesBackWhatArrowsHaveShown() throws {
        let before = try program("W++").state
        let state = try program("W++/zurich<Down><C-u>lod").state
        #expect(state.selection.current == nil && state.map.home == before.map.viewport)
    }

    @Test func noTicketIsUsedTwice() throws {
        var headless = try program("/zur<Esc>/lod")
        let first = try #require(headless.state.search.session?.rowQuestion.ticket)
        headless.play(try KeyScript.events(in: "<Esc>/zur"))
        #expect(try #require(headless.state.search.session?.rowQuestion.ticket) > first)
    }
}
