import CellGraphics
import MapModel
import Testing

@testable import App
@testable import Scene
@testable import StoryTestSupport

/// What the last rows say of keys and commands, and the commands themselves.
@Suite struct KeyStoryTests {
    private let places = [(48.0, 2.0), (48.001, 2.001), (50.0, 3.0)]

    private func lines(_ story: Story) -> [String] {
        let text = story.state.painted(at: story.state.now).plainText()
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func message(_ story: Story) -> String? { story.state.screen.message?.text.text }

    // MARK: - Keys

    @Test(arguments: [("X", "X"), ("<C-x>", "Ctrl-x"), ("gx", "gx"), ("<M-x>", "Alt-x")])
    func aKeyWithoutAMeaningSaysSoOnce(keys: String, name: String) {
        let story = Story(places).playing(keys)
        #expect(message(story) == "\(name) is not bound: press ? for help")
        #expect(message(story.playing("+" + keys)) == nil)
    }

    @Test func centringNothingSaysWhatItNeeds() {
        #expect(message(Story(places).playing("c"))?.contains("Tab") == true)
        #expect(message(Story(places).playing("Z"))?.contains("Tab") == true)
    }

    @Test func clusterSizesAreNumbered() {
        #expect(message(Story(places).playing("<")) == "Cluster size 2 of 6")
        #expect(message(Story(places).playing(">")) == "Cluster size 4 of 6")
    }

    @Test(arguments: ["gl", ":", "r", "/"]) func questionMarkInAPromptIsHelp(keys: String) {
        let story = Story(places).playing(keys)
        #expect(story.playing("?").state.panels.help != nil)
        let back = story.playing("?<Esc>").state
        #expect(back.panels.help == nil && back.panels.textFocus == story.state.panels.textFocus)
        #expect(Story(places).playing("gl48?").state.panels.help == nil)
    }

    // MARK: - Commands by name

    @Test(arguments: ["world", "wor"]) func commandsAreRunByNameOrItsBeginning(name: String) {
        let story = Story(places)
        #expect(story.playing(":\(name)<Enter>").state.map.viewport == story.playing("W").state.map.viewport)
    }

    @Test func theFirstCommandOfTheListRuns() {
        let story = Story(places).playing(":zoom<Enter>")
        #expect(story.state.map.viewport.zoom > Story(places).state.map.viewport.zoom)
    }

    @Test func tabCompletesACommand() {
        #expect(Story(places).playing(":zo<Tab>").state.panels.prompt?.field.text == "zoom-")
        #expect(Story(places).playing(":abo<Tab>").state.panels.prompt?.field.text == "about")
        #expect(lines(Story(places).playing(":zo")).contains { $0.contains("zoom-out") })
    }

    @Test func aboutSaysWhatIsShownAndHow() {
        let fields = Story(places).playing(":about<Enter>").state.aboutFields
        #expect(fields.first { $0.name == "data" }?.value == "places.csv")
        #expect(fields.first { $0.name == "screen" }?.value == "80x24, braille")
        #expect(lines(Story(places).playing(":about<Enter>")).joined().contains("About termmap"))
    }

    // MARK: - Panels and views

    @Test func detailsTakeTheWholeScreenAndGiveItBack() {
        let details = Story(places).playing("<Tab>i")
        let whole = details.playing("<Enter>")
        #expect(whole.state.layout.panel == whole.state.layout.map)
        #expect(whole.playing("<Enter>").state.layout == details.state.layout)
        #expect(whole.playing("<Esc>").playing("i").state.layout == details.state.layout)
        #expect(lines(details)[23].contains("↑ ↓"))
    }

    @Test func aClusterIsFittedToItsRows() throws {
        var story = Story([(48, 2), (48.2, 2.3), (10, 100)]).playing("W<Tab>")
        while story.state.selectedAnnotation?.isPlace == true { story.play("<Tab>") }
        story.play("Z")
        let view = story.state.map.viewport
        let cells = [(48.0, 2.0), (48.2, 2.3)].map { place in
            view.dot(of: WebMercator.project(Coordinate(latitude: place.0, longitude: place.1))).cell
        }
        #expect(cells.allSatisfy { story.state.visibleMap.contains($0) })
        #expect(abs(cells[0].row - cells[1].row) >= 8 || abs(cells[0].column - cells[1].column) >= 30)
    }

    @Test func theMouseIsSwitched() {
        var story = Story(places)
        #expect(message(story.playing("M"))?.contains("does not report") == true)
        story.state.screen.usesMouse = true
        let off = story.playing("M")
        #expect(off.effects.last == .useMouse(false) && off.state.screen.usesMouse == false)
        #expect(off.playing("M").effects.last == .useMouse(true))
    }

    // MARK: - The status line

    @Test(arguments: [80, 90, 100, 240]) func coordinateAndZoomAreAlwaysThere(columns: Int) {
        let name = String(repeating: "a name that is far longer than a status line ", count: 4)
        var story = Story(AppState(columns: columns, rows: 24, filePath: name, appearance: .plain))
        story.apply(.data(.success(.places(places))))
        story.play("<Tab>+++")
        let status = lines(story)[22]
        #expect(status.contains("z\(story.state.map.viewport.zoom.fixed(1))"))
        let place = story.state.selectedPoint.map {
            PlaceText.coordinate(WebMercator.unproject($0), zoom: story.state.map.viewport.zoom).text
        }
        #expect(place.map { status.contains($0) } == true, "\(status)")
    }

    @Test func hiddenLayersAreNamed() {
        #expect(lines(Story(places).playing("L<Down><Down><Space><Esc>"))[22].contains("no borders"))
        let two = Story(places).playing("L<Down><Down><Space><Down><Space><Esc>")
        #expect(lines(two)[22].contains("2 layers hidden"))
    }
}
