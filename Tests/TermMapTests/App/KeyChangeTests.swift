import CellGraphics
import Testing

@testable import App
@testable import Scene
@testable import StoryTestSupport

@Suite struct KeyChangeTests {
    private func keyMap(_ changes: [(String, [String])]) -> KeyMap {
        KeyMap(changes: changes.map { KeyChange(name: $0.0, strokes: $0.1.compactMap { BoundStroke($0) }) })
    }

    @Test(arguments: [
        ("x", KeyStroke("x"), false), ("gp", KeyStroke("p"), true), ("g", KeyStroke("g"), false),
        ("Ctrl-X", KeyStroke("x", .control), false), ("C-x", KeyStroke("x", .control), false),
        ("Alt-Left", KeyStroke(.left, .alt), false), ("Shift-Tab", KeyStroke(.backTab), false),
        ("F12", KeyStroke(.function(12)), false), ("Space", KeyStroke(" "), false),
        ("-", KeyStroke("-"), false),
        ("Alt-→", KeyStroke(.right, .alt), false), ("g→", KeyStroke(.right), true),
    ])
    func keysAreReadAsPeopleWriteThem(text: String, stroke: KeyStroke, isAfterPrefix: Bool) {
        #expect(BoundStroke(text) == BoundStroke(stroke, isAfterPrefix: isAfterPrefix))
    }

    @Test(arguments: ["", "xy", "F0", "F13", "Hyper-x", "Ctrl-", "gxy", "\n"])
    func otherTextsAreNoKeys(text: String) { #expect(BoundStroke(text) == nil) }

    @Test(arguments: KeyMap.standardBindings.indices)
    func everyStandardKeyIsWrittenSoThatItIsReadAgain(index: Int) {
        for bound in KeyMap.standardBindings[index].strokes { #expect(BoundStroke("\(bound)") == bound) }
    }

    private func command(_ key: String, _ map: KeyMap, in places: [KeyPlace] = [.map]) -> Command? {
        BoundStroke(key).flatMap { map.command(for: $0, in: places) }
    }

    @Test func aKeyThatOneCommandGetsAnotherOneLoses() {
        let map = keyMap([("quit", ["x"]), ("search", ["q", "gq"])])
        #expect(command("x", map) == .quit && command("q", map) == .search && command("gq", map) == .search)
        #expect(command("/", map) == nil && command("Ctrl-c", map) == .abandon)
        #expect(
            map.helpText.groups.flatMap(\.entries).contains {
                $0.keys == "q gq" && $0.text == "search rows, places"
            })
    }

    @Test func aCommandWithoutKeysHasItsName() {
        let map = keyMap([("follow", [])])
        #expect(command("G", map) == nil && map.text.contains("  :follow "))
    }

    @Test func keysOfPanelsAreTheirOwn() {
        let map = keyMap([
            ("row-down", ["w"]), ("sort-members", ["x"]), ("filter-members", ["Alt-f"]),
            ("only-value", ["x"]),
            ("mean-value", ["Alt-v"]), ("radius-more", ["]"]), ("filter", ["|"]), ("toggle-layer", ["x"]),
        ])
        let list: [KeyPlace] = [.list(.members), .panels, .map]
        #expect(command("w", map, in: [.list(.table), .panels, .map]) == .moveCursor(rows: 1))
        #expect(command("x", map) == .legend && command("j", map) == command("j", .standard))
        #expect(command("x", map, in: list) == .sortMembers && command("s", map, in: list) == nil)
        #expect(command("Alt-f", map, in: list) == .filterMembers)
        let values: [KeyPlace] = [.details, .values, .panels, .map]
        #expect(command("x", map, in: values) == .filterByValue(isNegated: false))
        #expect(command("f", map, in: values) == nil && command("Alt-v", map, in: values) == .figureOfColumn)
        let near: [KeyPlace] = [.list(.nearby), .panels, .map]
        #expect(command("]", map, in: near) == .radius(step: 1))
        #expect(command(">", map, in: near) == .clusterSize(step: 1))
        #expect(command("x", map, in: [.list(.layers), .panels, .map]) == .toggle)
    }

    @Test func keysOfFieldsAreReplaced() {
        let map = keyMap([("accept", ["F2"]), ("cancel", ["F3"]), ("line-up", ["Alt-k"])])
        let prompt: [KeyPlace] = [.prompt, .fields]
        #expect(command("F2", map, in: prompt) == .edit(.accept) && command("Enter", map, in: prompt) == nil)
        #expect(command("Alt-k", map, in: prompt) == .edit(.previous))
        // The ways out stay.
        for key in ["F3", "Esc", "Ctrl-c"] { #expect(command(key, map, in: prompt) == .edit(.cancel)) }
        #expect(command("Ctrl-c", map, in: [.help, .fields]) == nil)
    }

    @Test func withModifiersAListTakesWhatElseMeansNothing() {
        let table: [KeyPlace] = [.list(.table), .panels, .map]
        #expect(command("Shift-PgUp", .standard, in: table) == .movePage(pages: -1))
        #expect(command("Shift-Up", .standard, in: table) == .pan(eastEighths: 0, southEighths: -4))
        #expect(command("Shift-PgUp", .standard) == nil && command("gUp", .standard, in: table) == nil)
    }

    @Test func theEmptyPanelNamesTheKeyThatIsBound() {
        let story = Story([(48, 2)]).playing("<Tab>i<Esc>")
        var state = story.state
        state.panels.current = .details
        state.selection.current = nil
        for (map, words) in [
            (KeyMap(), "Press Tab to select"), (keyMap([("next", ["x"])]), "Press x to select"),
        ] {
            #expect(state.painted(map).plainText().contains(words))
        }
    }

    @Test func helpAndRangesOfKeysAreNamedRightly() {
        let map = keyMap([("help", ["H"]), ("zoom-in", ["Space"])])
        let story = Story([(1, 1)]).playing("X")
        #expect(map.helpHint(for: story.state) == KeyHint("H", "help"))
        #expect(map.hints(for: story.playing("?").state).contains(KeyHint("a–z", "filter")))
        let words = story.state.screen.message.map { map.words($0.text, in: story.state).text }
        #expect(words == "X is not bound: press H for help")
    }

    @Test func hintsAndMessagesNameTheKeysThatAreBound() {
        let map = keyMap([("search", ["gS"]), ("zoom-in", ["Ctrl-a"]), ("place", []), ("all-rows", ["F5"])])
        let state = Story([(1, 1)]).state
        let hints = map.hints(for: state)
        #expect(hints.contains(KeyHint("gS", "search")) && hints.contains(KeyHint("Ctrl-a -", "zoom")))
        #expect(!hints.contains { $0.text == "place" })
        #expect(
            map.words("\(key: .clearFilter) clears, \(key: .findPlace) finds", in: state).text
                == "F5 clears, :place finds")
        #expect(KeyMap().hints(for: state).contains(KeyHint("/", "search")))
    }

    /// A key that means something else in the open panel is no help there, but it is the one on the map.
    @Test func aKeyInAMessageIsThatOfTheOpenPanel() {
        var state = Story([(1, 1)]).state
        state.enter(.list(.table))
        #expect(KeyMap().words("\(key: .table(.search)) \(key: .clearFilter)", in: state).text == "/ F")
        #expect(KeyMap().words("\(key: .zoom(steps: 1)) \(key: .zoom(steps: -1))", in: state).text == "+ -")
        #expect(keyMap([("zoom-in", ["z", "F2"])]).words("\(key: .zoom(steps: 1))", in: state).text == "F2")
    }

    /// Ctrl-c leaves a field as well, but Esc is what people know.
    @Test func aFieldIsLeftByEsc() {
        let searching = Story([(1, 1)]).playing("/par").state
        #expect(KeyMap().words("\(key: .edit(.cancel))", in: searching).text == "Esc")
        let filtering = Story([(1, 1)]).playing("f").state
        #expect(KeyMap().words("\(key: .edit(.cancel))", in: filtering).text == "Esc")
    }

    @Test(arguments: KeyProfile.allCases) func profilesNameCommandsAndKeys(profile: KeyProfile) {
        for change in profile.changes {
            #expect(KeyMap.standardBindings.contains { $0.name == change.name } && !change.strokes.isEmpty)
            let map = KeyMap(changes: profile.changes)
            #expect(Set(map.strokes(of: change.name)).isSuperset(of: change.strokes))
        }
    }
}
