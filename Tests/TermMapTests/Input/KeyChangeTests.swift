import Testing

@testable import App
@testable import Scene
@testable import TermMap

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
        let binding = KeyMap.standardBindings[index]
        for stroke in binding.strokes {
            let bound = BoundStroke(stroke, isAfterPrefix: binding.isAfterPrefix)
            #expect(BoundStroke("\(bound)") == bound)
        }
    }

    @Test func aKeyThatOneCommandGetsAnotherOneLoses() {
        let map = keyMap([("quit", ["x"]), ("search", ["q", "gq"])])
        #expect(map.command(for: KeyStroke("x")) == .quit)
        #expect(map.command(for: KeyStroke("q")) == .search)
        #expect(map.prefixedCommand(for: KeyStroke("q")) == .search)
        #expect(map.command(for: KeyStroke("/")) == nil)
        #expect(map.command(for: KeyStroke("c", .control)) == .abandon)
        #expect(
            map.helpText.groups.flatMap(\.entries).contains {
                $0.keys == "q gq" && $0.text == "search rows, places"
            })
    }

    @Test func aCommandWithoutKeysHasItsName() {
        let map = keyMap([("follow", [])])
        #expect(map.command(for: KeyStroke("G")) == nil)
        #expect(map.text.contains("  :follow "))
    }

    @Test func keysOfTheTableAreTheirOwn() {
        let map = keyMap([("row-down", ["x"])])
        #expect(map.panelCommand(for: KeyStroke("x"), .table) == .moveCursor(rows: 1))
        #expect(map.command(for: KeyStroke("x")) == .legend)
        #expect(map.command(for: KeyStroke("j")) != nil)
    }

    @Test func keysOfListsAreReplaced() {
        let map = keyMap([("sort-members", ["x"]), ("filter-members", ["Alt-f"])])
        let window = Story([(1, 1)]).state.annotations.set.window
        let panel = Panel.members(MemberList(parts: [], window: window, generation: 0))
        #expect(map.panelCommand(for: KeyStroke("x"), panel) == .sortMembers)
        #expect(map.panelCommand(for: KeyStroke("f", .alt), panel) == .filterMembers)
        #expect(map.panelCommand(for: KeyStroke("s"), panel) != .sortMembers)
        #expect(map.panelCommand(for: KeyStroke("f"), panel) != .filterMembers)
        #expect(map.translated(KeyHint("s", "sort"), in: panel) == KeyHint("x", "sort"))
        #expect(KeyMap().panelCommand(for: KeyStroke("s"), panel) == .sortMembers)
    }

    @Test func keysOfValuesAndOfNearbyRowsAreReplaced() {
        let map = keyMap([
            ("only-value", ["x"]), ("mean-value", ["Alt-v"]), ("radius-more", ["]"]), ("filter", ["|"]),
        ])
        let details = Panel.details(scroll: 0, back: nil)
        #expect(map.panelCommand(for: KeyStroke("x"), details) == .filterByValue(isNegated: false))
        #expect(
            map.panelCommand(for: KeyStroke("x"), .summary(scroll: 0)) == .filterByValue(isNegated: false))
        #expect(map.panelCommand(for: KeyStroke("f"), details) == nil)
        #expect(map.panelCommand(for: KeyStroke("v", .alt), details) == .figureOfColumn)
        #expect(map.panelCommand(for: KeyStroke("]"), .nearby) == .radius(step: 1))
        #expect(map.panelCommand(for: KeyStroke(">"), .nearby) == .clusterSize(step: 1))
        #expect(map.translated(KeyHint("f", "only this"), in: details) == KeyHint("x", "only this"))
        #expect(map.command(for: KeyStroke("x")) == .legend)
    }

    @Test func theEmptyPanelNamesTheKeyThatIsBound() {
        let story = Story([(48, 2)]).playing("<Tab>i<Esc>")
        var state = story.state
        state.panels.current = .details(scroll: 0, back: nil)
        state.selection.current = nil
        for (map, words) in [
            (KeyMap(), "Press Tab to select"), (keyMap([("next", ["x"])]), "Press x to select"),
        ] {
            var painter = FramePainter(keyMap: map)
            #expect(painter.paint(state, at: .zero).plainText().contains(words))
        }
    }

    /// "a–z" is no key, and the corner names the key that opens the help.
    @Test func helpAndRangesOfKeysAreNamedRightly() {
        let map = keyMap([("help", ["H"]), ("zoom-in", ["Space"])])
        #expect(map.translated(KeyHint("?", "help"), in: nil) == KeyHint("H", "help"))
        #expect(map.translated(KeyHint("a–z", "narrow"), in: nil) == KeyHint("a–z", "narrow"))
        #expect(map.translated("x is not bound: press ? for help") == "x is not bound: press H for help")
    }

    @Test func hintsAndMessagesNameTheKeysThatAreBound() {
        let map = keyMap([("search", ["gS"]), ("zoom-in", ["Ctrl-a"]), ("place", []), ("all-rows", ["F5"])])
        let hints = map.hints(for: Story([(1, 1)]).state)
        #expect(hints.contains(KeyHint("gS", "search")) && hints.contains(KeyHint("Ctrl-a -", "zoom")))
        #expect(!hints.contains { $0.text == "place" })
        #expect(
            map.translated("No row matches: press F to clear the filter")
                == "No row matches: press F5 to clear the filter")
        #expect(KeyMap().hints(for: Story([(1, 1)]).state).contains(KeyHint("/", "search")))
    }

    @Test(arguments: KeyProfile.allCases) func profilesNameCommandsAndKeys(profile: KeyProfile) {
        for change in profile.changes {
            #expect(KeyMap.standardBindings.contains { $0.name == change.name } && !change.strokes.isEmpty)
            let map = KeyMap(changes: profile.changes)
            #expect(Set(map.strokes(of: change.name)).isSuperset(of: change.strokes))
        }
    }
}
