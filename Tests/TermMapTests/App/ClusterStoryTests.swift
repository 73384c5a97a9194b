import CellGraphics
import Foundation
import MapModel
import TestSupport
import Testing

@testable import App
@testable import FileSources
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport

/// What one learns of a cluster: its summary, its list in another order or cut short, its rows as dots.
@Suite struct ClusterStoryTests {
    private static let rows = """
        name,kind,stars,lat,lon,remark
        Élan,bar,3,48.0001,2.0001,
        Zum Bären,bar,5,48.0002,2.0002,good beer
        arche,hotel,4,48.0003,2.0003,
        ,bar,2,48.0004,2.0004,
        Bar Brown,café,1,48.0005,2.0005,
        Far Away,hotel,3,-30,140,
        """

    private final class ScratchFile {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("termmap-\(UUID()).csv").path
        init(_ text: String) { _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private let file = ScratchFile(rows)

    private func program(_ keys: String, columns: Int = 120, rows: Int = 40) throws -> Headless {
        let state = AppState(columns: columns, rows: rows, filePath: "places.csv", appearance: .plain)
        var headless = Headless(
            state: state, work: DataWork(loader: CSVLoader(path: file.path, options: CSVOptions())),
            basemap: .none, keyMap: KeyMap())
        #expect(headless.load() == nil)
        // The cluster is larger than the single row: it comes first from its side of the world.
        headless.play(try KeyScript.events(in: "W<Tab>"))
        if headless.state.selectedAnnotation?.isPlace == true {
            headless.play(try KeyScript.events(in: "<Tab>"))
        }
        headless.play(try KeyScript.events(in: keys))
        return headless
    }

    private func listed(_ headless: Headless) -> [UInt32]? {
        guard let list = headless.state.panels.members else { return nil }
        return list.rows(headless.state.data, offset: 0, limit: 100)
    }

    @Test func detailsOfAClusterSummarizeItsRows() throws {
        let headless = try program("i")
        let remarks = Dictionary(
            headless.state.summaryLines.map { ($0.column.name, $0.column.remark()) },
            uniquingKeysWith: { first, _ in first })
        #expect(remarks["kind"] == "3 values" && remarks["stars"] == "number, all rows")
        #expect(remarks["name"] == "all different, 1 without")
        #expect(remarks["remark"] == "good beer everywhere, 4 without")
        let frame = headless.frame(colored: false)
        #expect(frame.contains("5 rows") && frame.contains("wide"))
    }

    @Test func aRowOfAClusterKeepsItsOwnDetails() throws {
        let headless = try program("o<Down><Enter>")
        let names = headless.state.selectedFields.map(\.name)
        #expect(names == ["name", "kind", "stars", "lat", "lon", "remark"])
        #expect(headless.state.summarySubject == nil)
    }

    @Test func listsAreSortedByNameWhateverCaseAndAccents() throws {
        #expect(try listed(program("os")) == [2, 4, 0, 1, 3])
        #expect(try listed(program("oss")) == [0, 1, 2, 3, 4])
        #expect(try listed(program("osss")) == listed(program("o")))
    }

    @Test func theCursorStaysOnItsRowWhenTheOrderChanges() throws {
        let before = try program("o<Down>").state.selection.current?.row
        #expect(try program("o<Down>s").state.selection.current?.row == before)
    }

    @Test func aFilterListsTheRowsThatContainTheWords() throws {
        let found = try program("ofBAR<Enter>")
        #expect(Set(listed(found) ?? []) == [0, 1, 3, 4])
        #expect(found.state.panels.prompt == nil)
        #expect(found.frame(colored: false).contains("4 of 5 here"))
        let none = try program("ofxyz")
        #expect(listed(none) == [] && none.frame(colored: false).contains("None contains"))
        #expect(try listed(program("ofxyz<Esc>"))?.count == 5)
    }

    @Test func badgeListAndTitleAgree() throws {
        for columns in [80, 120, 200] {
            let headless = try program("o", columns: columns)
            let state = headless.state
            let badge = try #require(state.selectedAnnotation)
            #expect(listed(headless)?.count == badge.count && badge.count == 5)
            #expect(headless.frame(colored: false).contains("5 here"))
        }
    }

    /// Of a badge with matches the number is that of the matches; the total is unchanged.
    @Test func aBadgeThatIsSearchedShowsItsMatches() throws {
        let headless = try program("/hotel<Enter><Esc>W")
        let badge = try #require(headless.state.annotations.placed.first { !$0.isPlace })
        #expect(badge.highlightedCount == 1 && badge.count == 5)
        let lines = headless.frame(colored: false).split(separator: "\n", omittingEmptySubsequences: false)
        let line = Array(lines[badge.middleRow])
        #expect(line[badge.rect.column + 1] == "1")
        #expect(headless.state.annotations.rowsInView == 6)
    }

    // MARK: - Dots

    @Test func withoutClustersEachRowHasADot() throws {
        let points = try program("dd0")
        #expect(points.state.annotations.placed.allSatisfy { $0.rect.width == 1 && $0.rect.height == 1 })
        #expect(points.state.annotations.rowsInView == 6)
        let near = try program("gl48.0003,2.0003<Enter>dd" + String(repeating: "+", count: 8))
        #expect(near.state.annotations.placed.filter(\.isPlace).count == 5)
        let clusters = try program("dd0d")
        #expect(
            clusters.state.annotations.placed.map(\.rect)
                == (try program("0")).state.annotations.placed.map(\.rect))
    }

    @Test(arguments: 0..<20)
    func dotsAddUpAndLieOnTheirRows(seed: UInt64) {
        var random = SeededRandom(seed)
        let screen = random.screen()
        var story = Story(random.places(300), columns: screen.columns, rows: screen.rows)
        story.play("dd" + ["", "+", "++", "0", "W--"][random.number(0...4)])
        let state = story.state
        let window = state.map.viewport.window(of: state.layout.map.dots)
        #expect(state.annotations.rowsInView == state.data.tree.count(in: window))
        for annotation in state.annotations.placed {
            let members = state.memberList(of: annotation).indices(state.data, offset: 0, limit: .max)
            #expect(members.count == annotation.count)
            for index in members {
                let dot = state.map.viewport.dot(
                    of: QuantumPoint(state.data.tree.fixedCoordinate(at: index)).worldPoint)
                // Around the ring: the edge of the view may lie between a row and the mean of its cell.
                let turn = state.map.viewport.worldDots / 2
                let columns = Double(dot.cell.column - annotation.rect.column)
                #expect(abs(columns - (columns / turn).rounded() * turn) <= 1.5)
                #expect(abs(dot.cell.row - annotation.rect.row) <= 1)
            }
        }
    }

    // MARK: - All the data

    /// Rows at both poles and all round the world.
    @Test(arguments: [(80, 24), (120, 40), (40, 12), (240, 64), (60, 70)])
    func allTheDataIsAllOfIt(columns: Int, rows: Int) {
        let places = [(90.0, 0.0), (-90, 10), (82.5, -62.3), (-77.8, 166.7), (10, -170), (5, 100), (0, -20)]
        let story = Story(places, columns: columns, rows: rows)
        #expect(story.state.annotations.rowsInView == 7)
        #expect(story.playing("+++0").state.annotations.rowsInView == 7)
        #expect(story.playing("+++0").state.screen.message == nil)
    }

    @Test func fewRowsAtThePolesDoNotShrinkTheWorldUntilTheyAreAskedFor() {
        var places = [(-90.0, 0.0)]
        for index in 0..<400 { places.append((Double(index % 100 - 40), Double(index * 7 % 360 - 180))) }
        let story = Story(places, columns: 120, rows: 40)
        #expect(story.state.map.viewport.worldColumns == 0..<240)
        #expect(story.state.annotations.rowsInView < 401)
        #expect(story.playing("0").state.annotations.rowsInView == 401)
    }

    @Test func besideTheWorldLiesNothing() throws {
        let headless = try program("W----------")
        let state = headless.state
        #expect(state.map.viewport.worldColumns.lowerBound > 0)
        let frame = headless.frame(colored: false).split(separator: "\n", omittingEmptySubsequences: false)
        let margin = state.map.viewport.worldColumns.lowerBound / 2
        for line in frame.prefix(state.layout.map.height) {
            #expect(line.prefix(margin).allSatisfy { $0 == " " })
        }
    }

    // MARK: - Graticule

    @Test func meridiansAndParallelsHaveTheirDegrees() throws {
        let frame = try program("W:graticule<Enter>").frame(colored: false)
        #expect(frame.contains("60°N") && frame.contains("0°") && frame.contains("120°W"))
        let near = try program("gl48,11<Enter>:graticule<Enter>").frame(colored: false)
        #expect(near.contains("′"))
        #expect(try !program("W").frame(colored: false).contains("60°N"))
    }

    /// Views that are passed through get no annotations; the one where the keys end has those that it always has.
    @Test func viewsOfKeysTypedAheadArePassed() throws {
        let moves: [Action] = [
            .command(.zoom(steps: 1)), .dragged(columns: 3, rows: 1), .command(.zoom(steps: 1)),
            .command(.pan(eastEighths: 1, southEighths: -1)), .command(.zoom(steps: -1)),
        ]
        var ahead = try program("<Esc>").state
        var oneByOne = ahead
        let before = ahead.annotations.set.window
        for move in moves {
            _ = ahead.update(move, isTypedAhead: true)
            _ = oneByOne.update(move)
        }
        #expect(ahead.map.viewport == oneByOne.map.viewport)
        #expect(ahead.annotations.set.window == before && before != oneByOne.annotations.set.window)
        var selecting = ahead
        _ = ahead.update(.tick)
        #expect(ahead.annotations.set.window == oneByOne.annotations.set.window)
        #expect(ahead.annotations.placed == oneByOne.annotations.placed)
        // What asks for annotations gets those of the view.
        _ = selecting.update(.command(.nextAnnotation))
        _ = oneByOne.update(.command(.nextAnnotation))
        #expect(selecting.selection.current?.point == oneByOne.selection.current?.point)
        #expect(selecting.selection.current != nil)
        // A selection is what a zoom turns around: its view is not passed then.
        _ = selecting.update(.command(.zoom(steps: 1)), isTypedAhead: true)
        #expect(selecting.annotations.awaitedRefresh == nil)
    }

    /// Pans are passed with a selection as well, and with its details; the cluster is that of the last view.
    @Test(arguments: ["", "i"]) func pansOfASelectionAreTypedAhead(keys: String) throws {
        var ahead = try program(keys).state
        var oneByOne = ahead
        #expect(ahead.selectedAnnotation != nil && (ahead.panels.current != nil) == (keys == "i"))
        let before = ahead.annotations.set.window
        for move in [Action.dragged(columns: 3, rows: 1), .command(.pan(eastEighths: 1, southEighths: -1))] {
            _ = ahead.update(move, isTypedAhead: true)
            _ = oneByOne.update(move)
        }
        #expect(ahead.annotations.set.window == before && ahead.annotations.awaitedRefresh != nil)
        // The next key is the last: it zooms around the selection.
        let effects = ahead.update(.command(.zoom(steps: 1)))
        let expected = oneByOne.update(.command(.zoom(steps: 1)))
        #expect(ahead.map.viewport == oneByOne.map.viewport && effects.count == expected.count)
        #expect(ahead.annotations.placed == oneByOne.annotations.placed)
        #expect(ahead.selection.current == oneByOne.selection.current)
        #expect(ahead.summarySubject == oneByOne.summarySubject)
    }
}
