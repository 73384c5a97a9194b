import CellGraphics
import Testing

@testable import App
@testable import StoryTestSupport
@testable import TerminalInput

@Suite struct InputMapperTests {
    private let berlin = Story([(52.5, 13.4), (48, 2)])

    private func mouse(
        _ kind: MouseEvent.Kind, _ column: Int, _ row: Int, _ modifiers: Modifiers = []
    ) -> InputEvent {
        .mouse(
            MouseEvent(
                kind: kind, button: .left, point: CellPoint(column: column, row: row), modifiers: modifiers))
    }

    /// What the events mean, as text: actions hold trees and cannot be compared.
    private func meanings(
        _ events: [InputEvent], in state: AppState, times: [Duration] = []
    ) -> [String] {
        var mapper = InputMapper(keyMap: KeyMap())
        var state = state
        return events.enumerated().flatMap { index, event in
            let actions = mapper.actions(
                for: event, in: state, at: index < times.count ? times[index] : .zero)
            for action in actions { if case .prefixed = action { _ = state.update(action) } }
            return actions.map { "\($0)" }
        }
    }

    private func meanings(of actions: [Action]) -> [String] { actions.map { "\($0)" } }

    private func key(_ character: Character) -> InputEvent { .key(.character(character)) }

    @Test func prefixTakesOneKey() {
        #expect(
            meanings([key("g"), key("l")], in: berlin.state)
                == meanings(of: [.prefixed(true), .prefixed(false), .command(.goToCoordinate)]))
        #expect(
            meanings([key("g"), key("x"), key("l")], in: berlin.state)
                == meanings(of: [
                    .prefixed(true), .prefixed(false), .unbound("gx"),
                    .command(.pan(eastEighths: 1, southEighths: 0)),
                ]))
    }

    @Test func escapeAndAKeyAtOnceAreNoAlt() {
        let mapper = InputMapper(keyMap: KeyMap())
        func parts(_ letter: Character, _ state: AppState) -> [InputEvent]? {
            mapper.escapeAndKey(of: .key(.character(letter), .alt), in: state)
        }
        let prompt = berlin.playing(":").state
        #expect(parts("q", berlin.state) == [.key(.escape), key("q")])
        #expect(parts("q", prompt) == [.key(.escape), key("q")])
        // These have a meaning: here, or in a shell.
        #expect(parts("1", berlin.state) == nil && parts("b", prompt) == nil)
        #expect(mapper.escapeAndKey(of: key("q"), in: berlin.state) == nil)
    }

    @Test func textIsTypedOnlyIntoFields() {
        let mapper = InputMapper(keyMap: KeyMap())
        #expect(!mapper.isText(key("a"), in: berlin.state))
        #expect(mapper.isText(key("a"), in: berlin.playing("/").state))
        #expect(!mapper.isText(key("?"), in: berlin.playing("/").state))
        #expect(!mapper.isText(.key(.enter), in: berlin.playing("/").state))
    }

    @Test func keysWithoutMeaningAreNamed() {
        #expect(
            meanings([key("X"), key("€"), .key(.function(9)), .resumed], in: berlin.state)
                == meanings(of: [.unbound("X"), .unbound("€"), .unbound("F9")]))
    }

    @Test func releaseWithoutMovingIsAClick() {
        #expect(
            meanings([mouse(.press, 5, 6), mouse(.release, 5, 6)], in: berlin.state)
                == meanings(of: [.clicked(CellPoint(column: 5, row: 6))]))
    }

    @Test func draggingPansAndDoesNotClick() {
        #expect(
            meanings(
                [mouse(.press, 5, 6), mouse(.drag, 5, 6), mouse(.drag, 8, 5), mouse(.release, 8, 5)],
                in: berlin.state) == meanings(of: [.dragged(columns: 3, rows: -1)]))
    }

    @Test func dragWithoutAPressIsNothing() {
        #expect(meanings([mouse(.drag, 8, 5), mouse(.release, 8, 5)], in: berlin.state) == [])
    }

    @Test(arguments: [(300, 5, true), (400, 5, true), (401, 5, false), (10, 6, false)])
    func twoClicksAreOneDoubleClickInTimeAndPlace(milliseconds: Int, column: Int, isDouble: Bool) {
        let events = [
            mouse(.press, 5, 6), mouse(.release, 5, 6), mouse(.press, column, 6), mouse(.release, column, 6),
        ]
        let later = Duration.milliseconds(milliseconds)
        let cell = CellPoint(column: column, row: 6)
        #expect(
            meanings(events, in: berlin.state, times: [.zero, .zero, later, later])
                == meanings(of: [
                    .clicked(CellPoint(column: 5, row: 6)), isDouble ? .doubleClicked(cell) : .clicked(cell),
                ]))
    }

    @Test func threeClicksAreNoTwoDoubleClicks() {
        let click = [mouse(.press, 5, 6), mouse(.release, 5, 6)]
        let cell = CellPoint(column: 5, row: 6)
        #expect(
            meanings(click + click + click, in: berlin.state)
                == meanings(of: [.clicked(cell), .doubleClicked(cell), .clicked(cell)]))
    }

    @Test func shiftLeavesTheMouseToTheTerminal() {
        #expect(
            meanings([mouse(.press, 5, 6, .shift), mouse(.release, 5, 6, .shift)], in: berlin.state) == [])
    }

    @Test func wheelZoomsOnTheMapAndScrollsElsewhere() {
        let cell = CellPoint(column: 5, row: 6)
        #expect(
            meanings([mouse(.wheelUp, 5, 6), mouse(.wheelDown, 5, 6)], in: berlin.state)
                == meanings(of: [.zoomAt(cell, steps: 0.5), .zoomAt(cell, steps: -0.5)]))
        let panel = berlin.playing("L").state
        #expect(
            meanings([mouse(.wheelDown, 5, 20)], in: panel) == meanings(of: [.command(.moveCursor(rows: 3))]))
    }

    @Test func pasteIsTextInAPromptAndNothingElsewhere() {
        #expect(meanings([.paste("q+\u{3}")], in: berlin.state) == [])
        #expect(
            meanings([.paste("48,2")], in: berlin.playing("gl").state)
                == meanings(of: [.typed(.insert("48,2"))]))
        #expect(
            meanings([.paste("pan")], in: berlin.playing("?").state) == meanings(of: [.typed(.insert("pan"))])
        )
    }

    @Test func promptTakesLettersAsText() {
        #expect(berlin.playing("glq+?").state.panels.prompt?.field.text == "q+?")
        #expect(berlin.playing("glabc<C-u>x<C-c>").state.panels.prompt == nil)
    }

    @Test func helpFiltersAsOneTypes() {
        let story = berlin.playing("?zoom")
        #expect(story.state.panels.help?.filter.text == "zoom")
        #expect(story.state.map.viewport == berlin.state.map.viewport)
        #expect(story.playing("?").state.panels.help == nil)
        #expect(story.playing("<Esc>").state.panels.help == nil)
        #expect(story.playing("<C-c>").state.isQuitting)
    }

    @Test(arguments: ["", "?", "L", "gl"])
    func resizeIsAlwaysTold(keys: String) {
        #expect(
            meanings([.resize(columns: 90, rows: 30)], in: berlin.playing(keys).state)
                == meanings(of: [.resized(columns: 90, rows: 30)]))
    }
}
