import DataSets
import MapModel
import Testing

@testable import App
@testable import Runtime
@testable import StoryTestSupport
@testable import TerminalInput

/// Keys typed ahead wait for the results that they choose from, whichever keys those are.
@Suite struct TypedAheadTests {
    /// A table whose rows are being listed.
    private var table: AppState { Story([(48, 2), (48.5, 2.5)]).playing("t").state }

    /// A search whose rows are being looked for.
    private var search: AppState {
        var story = Story([(48, 2), (48.5, 2.5)]).playing("/")
        story.state.search.nameIndexing = .done
        return story.playing("abc").state
    }

    private func waits(_ command: Command, _ map: KeyMap, in state: AppState) -> Bool? {
        guard let key = map.key(of: command, in: state.keyPlaces)?.stroke else { return nil }
        var queue = InputQueue()
        queue.append([.key(key.key, key.modifiers)])
        let mapper = InputMapper(keyMap: map)
        return queue.next(firstWaits: queue.first.map { mapper.waits($0, in: state) } ?? false) == nil
    }

    private static let maps = [
        KeyMap.standard, .rebound,
        KeyMap(changes: [
            KeyChange(name: "row-down", strokes: [BoundStroke(KeyStroke("w"))]),
            KeyChange(
                name: "cursor-down", strokes: [KeyStroke("W"), KeyStroke("w", .alt)].map { BoundStroke($0) }),
            KeyChange(name: "accept", strokes: [BoundStroke(KeyStroke(.function(2)))]),
        ]),
    ]

    @Test(arguments: maps) func keysOfATableWaitForItsRows(map: KeyMap) {
        #expect(table.awaitsResults)
        let waiting: [Command] = [
            .moveCursor(rows: 1), .movePage(pages: 1), .cursorToEnd, .table(.turn), .table(.center), .details,
            .table(.sortColumn(step: 1)), .table(.order(isDescending: true)), .table(.scroll(columns: 1)),
            .mark,
            .table(.match(forward: true)), .invertMarks, .nextAnnotation,
        ]
        for command in waiting { #expect(waits(command, map, in: table) == true, "\(command)") }
        let others: [Command] = [
            .table(.search), .table(.alone), .table(.toggle), .zoom(steps: 1), .help, .quit,
        ]
        for command in others { #expect(waits(command, map, in: table) == false, "\(command)") }
    }

    /// What keys mean on a map of areas, they mean once these are counted; Esc gives them up.
    @Test(arguments: maps) func keysWaitForAreas(map: KeyMap) {
        var story = Story([(48, 2), (48.5, 2.5)])
        var data = LoadedData.places([(48, 2), (48.5, 2.5)])
        data.areaSets = [("districts", .file)]
        story.apply(.data(.success(data)))
        story = story.playing("A<Enter>")
        #expect(story.state.awaitsResults && story.state.panels.current == nil)
        for command: Command in [.nextAnnotation, .table(.toggle), .members, .filter, .nextDisplay, .mark] {
            #expect(waits(command, map, in: story.state) == true, "\(command)")
        }
        for command: Command in [.cancel, .zoom(steps: 1), .quit, .search, .areas] {
            #expect(waits(command, map, in: story.state) == false, "\(command)")
        }
        #expect(!story.playing("<Esc>").state.awaitsResults)
    }

    @Test(arguments: maps) func keysOfASearchWaitForItsResults(map: KeyMap) {
        #expect(search.awaitsResults)
        let waiting: [Command] = [
            .edit(.accept), .moveCursor(rows: 1), .movePage(pages: -1), .switchSection, .mark,
        ]
        for command in waiting { #expect(waits(command, map, in: search) == true, "\(command)") }
        for command in [Command.edit(.left), .edit(.deleteWord), .edit(.previous)] {
            #expect(waits(command, map, in: search) == false, "\(command)")
        }
        let mapper = InputMapper(keyMap: map)
        for letter in "jn " { #expect(!mapper.waits(.key(.character(letter)), in: search)) }
    }

    /// The key that was given away does what it does now, at once.
    @Test func oldKeysWaitForNothing() {
        let mapper = InputMapper(keyMap: .rebound)
        for key in "jkhlnNi<>=[] *" { #expect(!mapper.waits(.key(.character(key)), in: table), "\(key)") }
        for key in [Key.up, .down, .home, .enter, .tab] { #expect(!mapper.waits(.key(key), in: table)) }
    }

    @Test func nothingWaitsWhereNothingIsAwaited() {
        let mapper = InputMapper(keyMap: .standard)
        #expect(!mapper.waits(.key(.down), in: Story([(48, 2)]).playing("L").state))
    }
}
