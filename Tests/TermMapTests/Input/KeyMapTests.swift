import Foundation
import Testing

@testable import App
@testable import Scene
@testable import TermMap
@testable import TerminalInput

@Suite struct KeyMapTests {
    private let keyMap = KeyMap()

    @Test func noStrokeIsBoundTwice() {
        let contexts: [(KeyBinding) -> Bool] =
            [\.isAfterPrefix]
            + KeyPlace.allCases.map { place in { !$0.isAfterPrefix && $0.places.contains(place) } }
        for isIncluded in contexts {
            let strokes = KeyMap.standardBindings.filter(isIncluded).flatMap(\.strokes)
            #expect(!strokes.isEmpty && Set(strokes).count == strokes.count)
        }
    }

    @Test(arguments: KeyMap.standardBindings.indices)
    func everyBindingIsReached(index: Int) {
        let binding = KeyMap.standardBindings[index]
        for (stroke, place) in binding.strokes.flatMap({ stroke in binding.places.map { (stroke, $0) } }) {
            var mapper = InputMapper(keyMap: keyMap)
            var state = Story([]).state
            if binding.isAfterPrefix { _ = state.update(.prefixed(true)) }
            open(place, in: &state)
            let actions = mapper.actions(for: .key(stroke.key, stroke.modifiers), in: state, at: .zero)
            let commands = actions.compactMap { action -> Command? in
                if case .command(let command) = action { return command }
                return nil
            }
            #expect(commands == [binding.command])
        }
    }

    private func open(_ place: KeyPlace, in state: inout AppState) {
        switch place {
        case .map: break
        case .table: _ = state.update(.command(.table(.toggle)))
        case .members:
            let list = MemberList(parts: [], window: state.annotations.set.window, generation: 0)
            state.panels.current = .members(list)
        case .nearby: state.panels.current = .nearby
        case .values: state.panels.current = .details(scroll: 0, back: nil)
        case .tool(let kind): _ = state.update(.command(.tool(kind)))
        }
    }

    @Test(arguments: KeyMap.standardBindings.indices)
    func everyBindingIsExplained(index: Int) {
        let binding = KeyMap.standardBindings[index]
        #expect(!binding.help.isEmpty && !binding.shownKeys.isEmpty)
        #expect(keyMap.text.contains("  \(binding.shownKeys) "))
        #expect(keyMap.text.contains(" \(binding.help)\n"))
    }

    @Test(arguments: KeyMap.standardBindings.indices)
    func everyBindingHasANameInThePalette(index: Int) {
        let binding = KeyMap.standardBindings[index]
        let named = keyMap.helpText.commands.filter { $0.name == binding.name }
        #expect(binding.command == .commandLine || named.map(\.command) == [binding.command])
    }

    @Test(arguments: [
        (KeyStroke("d"), "d"), (KeyStroke("x", .control), "Ctrl-x"), (KeyStroke(.right, .alt), "Alt-→"),
        (KeyStroke(.function(5)), "F5"), (KeyStroke(" "), "Space"),
    ])
    func strokesAreWrittenAsOnKeyboards(stroke: KeyStroke, text: String) {
        #expect("\(stroke)" == text)
    }

    @Test func prefixIsNoKeyOfItsOwn() {
        #expect(keyMap.command(for: KeyMap.prefix) == nil)
    }

    @Test func escapeNeverQuits() {
        #expect(keyMap.command(for: KeyStroke(.escape)) == .cancel)
        #expect(Story([(1, 1)]).playing("<Esc><Esc><Esc>").state.isQuitting == false)
    }

    @Test(
        arguments: [
            (.up, .moveCursor(rows: -1)), (.down, .moveCursor(rows: 1)), (.pageDown, .movePage(pages: 1)),
            (.home, .cursorToStart), (.end, .cursorToEnd), (.left, .pan(eastEighths: -1, southEighths: 0)),
            (.character("+"), .zoom(steps: 1)), (.escape, .cancel),
        ] as [(Key, Command)])
    func panelsTakeTheKeysThatScroll(key: Key, command: Command) {
        #expect(keyMap.panelCommand(for: KeyStroke(key), .details(scroll: 0, back: nil)) == command)
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
