import Foundation
import Testing

@testable import App
@testable import Scene
@testable import StoryTestSupport
@testable import TerminalInput

@Suite struct KeyMapTests {
    private let keyMap = KeyMap()

    @Test func noStrokeIsBoundTwice() {
        for place in KeyPlace.allCases {
            let strokes = KeyMap.standardBindings.filter { $0.places.contains(place) }.flatMap(\.strokes)
            #expect(!strokes.isEmpty && Set(strokes).count == strokes.count, "\(place)")
        }
    }

    private static let start = Story([(1, 1)]).state

    /// With the standard keys, and with another key for every command.
    @Test(arguments: KeyMap.standardBindings.indices, [KeyMap.standard, .rebound])
    func everyBindingIsReached(index: Int, keyMap: KeyMap) {
        let binding = keyMap.bindings[index]
        for (bound, place) in binding.strokes.flatMap({ bound in binding.places.map { (bound, $0) } }) {
            var mapper = InputMapper(keyMap: keyMap)
            var state = Self.start
            state.enter(place)
            if bound.isAfterPrefix { _ = state.update(.prefixed(true)) }
            let stroke = bound.stroke
            let actions = mapper.actions(for: .key(stroke.key, stroke.modifiers), in: state, at: .zero)
            let commands = actions.compactMap { action -> Command? in
                switch action {
                case .command(let command): command
                case .typed(let edit): .edit(edit)
                default: nil
                }
            }
            #expect(commands == [binding.command], "\(bound) in \(place)")
        }
    }

    @Test(arguments: KeyMap.standardBindings.indices)
    func everyBindingIsExplained(index: Int) {
        let binding = KeyMap.standardBindings[index]
        #expect(!binding.help.isEmpty && !binding.hint.isEmpty)
        #expect(keyMap.text.contains(" \(binding.help)\n"))
        guard let key = binding.strokes.first?.stroke.key else { return }
        var names = ["\(binding.strokes[0])"]
        if [.left, .down, .up, .right].contains(key) { names.append("arrows") }
        if case .character("1"..."9") = key { names.append("1–9") }
        let lines = keyMap.helpText.groups.flatMap(\.entries).filter { $0.text == binding.help }
        #expect(lines.contains { line in names.contains { line.keys.contains($0) } })
    }

    @Test func keysOfALineAreJoined() {
        func text(_ keys: String) -> String {
            KeyMap.text(of: keys.split(separator: " ").compactMap { BoundStroke(String($0)) })
        }
        #expect(
            text("← ↓ ↑ → h j") == "← ↓ ↑ → h j" && text("Shift-← Shift-↓ Shift-↑ Shift-→") == "Shift-arrows")
        #expect(
            text("1 2 3 4 5") == "1–5" && text("1 2") == "1 2" && text("Alt-1 Alt-2 Alt-3 4") == "Alt-1–3 4")
        #expect(text("2 3 4") == "2 3 4" && text("") == "" && text("gp P") == "gp P")
    }

    @Test(arguments: KeyMap.standardBindings.indices)
    func everyBindingHasANameInThePalette(index: Int) {
        let binding = KeyMap.standardBindings[index]
        let named = keyMap.helpText.commands.filter { $0.name == binding.name }
        let isRunnable =
            !binding.places.isDisjoint(with: KeyPlace.runnable) && binding.command != .commandLine
        #expect(named.map(\.command) == (isRunnable ? [binding.command] : []))
    }

    @Test(arguments: [
        (KeyStroke("d"), "d"), (KeyStroke("x", .control), "Ctrl-x"), (KeyStroke(.right, .alt), "Alt-→"),
        (KeyStroke(.function(5)), "F5"), (KeyStroke(" "), "Space"),
    ])
    func strokesAreWrittenAsOnKeyboards(stroke: KeyStroke, text: String) {
        #expect("\(stroke)" == text)
    }

    @Test func prefixIsNoKeyOfItsOwn() {
        for binding in keyMap.bindings { #expect(!binding.strokes.contains(BoundStroke(KeyMap.prefix))) }
    }

    @Test func escapeNeverQuits() {
        #expect(keyMap.command(for: BoundStroke(KeyStroke(.escape))) == .cancel)
        #expect(Story([(1, 1)]).playing("<Esc><Esc><Esc>").state.isQuitting == false)
    }

    @Test(
        arguments: [
            (.up, .moveCursor(rows: -1)), (.down, .moveCursor(rows: 1)), (.pageDown, .movePage(pages: 1)),
            (.home, .cursorToStart), (.end, .cursorToEnd), (.left, .pan(eastEighths: -1, southEighths: 0)),
            (.character("+"), .zoom(steps: 1)), (.escape, .cancel),
        ] as [(Key, Command)])
    func panelsTakeTheKeysThatScroll(key: Key, command: Command) {
        var state = Story([]).state
        state.enter(.details)
        #expect(keyMap.command(for: BoundStroke(KeyStroke(key)), in: state.keyPlaces) == command)
    }

    @Test func groupsAreListedOnceEach() {
        for group in KeyBinding.Group.allCases {
            let lines = keyMap.text.split(separator: "\n").filter { $0 == group.rawValue }
            #expect(lines.count == 1)
        }
    }

    /// The list of commands begins with what people look for; moves have keys that everybody knows.
    @Test func usefulCommandsComeFirst() {
        let names = keyMap.helpText.commands.map(\.name)
        #expect(names.prefix(6) == ["search", "filter", "table", "colour", "value", "summary"])
        let last = names.firstIndex(of: "quit") ?? 0
        for move in ["left", "down", "up", "half-left", "page-up"] {
            #expect(names.firstIndex(of: move) ?? 0 > last + 20, "\(move)")
        }
        #expect(Set(names).count == names.count)
    }
}

/// The manual is made from the key table by tools/update-manual.sh.
@Suite struct ManualTests {
    @Test func manualHasTheKeyTable() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let manual = try String(contentsOf: root.appending(path: "docs/termmap.1"), encoding: .utf8)
        let plain = manual.replacing("\\-", with: "-").replacing("\\e", with: "\\")
        #expect(plain.contains(KeyMap().text.dropLast()))
    }
}
