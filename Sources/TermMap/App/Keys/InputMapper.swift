import CellGraphics
import TerminalInput

/// Turns what the device said into what it means in the present state.
package struct InputMapper {
    /// Two clicks on one cell within this time are a double click.
    private static let doubleClickTime = Duration.milliseconds(400)
    private static let wheelStep = 0.5

    package let keyMap: KeyMap
    /// Where the button went down.
    private var pressed: CellPoint?
    /// Where on the map a drag has come to.
    private var dragFrom: CellPoint?
    private var hasDragged = false
    private var lastClick: (cell: CellPoint, time: Duration)?

    package init(keyMap: KeyMap) { self.keyMap = keyMap }

    /// The actions that an event means; none for a key without a meaning.
    package mutating func actions(for event: InputEvent, in state: AppState, at now: Duration) -> [Action] {
        switch event {
        case .key(let key, let modifiers): return actions(for: KeyStroke(key, modifiers), state)
        case .mouse(let mouse):
            return (state.screen.isAfterPrefix ? [.prefixed(false)] : []) + actions(for: mouse, state, now)
        case .paste(let text): return state.panels.textFocus != nil ? [.typed(.insert(text))] : []
        case .resize(let columns, let rows): return [.resized(columns: columns, rows: rows)]
        case .suspend: return [.command(.suspend)]
        case .resumed, .answered, .terminate: return []
        }
    }

    private mutating func actions(for stroke: KeyStroke, _ state: AppState) -> [Action] {
        switch state.panels.textFocus {
        case .prompt: return promptActions(for: stroke, state.panels.prompt?.field)
        case .help: return helpActions(for: stroke)
        case .search: return searchActions(for: stroke, state.search.session?.field)
        case .columns(let field):
            return stroke.key == .tab ? [.typed(.complete)] : listActions(for: stroke, field)
        case nil: break
        }
        let isAlways = stroke == KeyStroke("c", .control) || stroke == KeyStroke("z", .control)
        if state.screen.isAfterPrefix, isAlways { return [.prefixed(false)] + commands(for: stroke, state) }
        if state.screen.isAfterPrefix {
            if stroke == KeyStroke(.escape) { return [.prefixed(false)] }
            let meant = keyMap.prefixedCommand(for: stroke).map { Action.command($0) }
            return [.prefixed(false), meant ?? .unbound("\(KeyMap.prefix)\(stroke)")]
        }
        if let deed = state.screen.bookmarkDeed {
            if case .character(let letter) = stroke.key, stroke.modifiers.isEmpty {
                return [.command(deed == .set ? .setBookmark(letter) : .goToBookmark(letter))]
            }
            return stroke == KeyStroke(.escape)
                ? [.bookmarkCancelled] : [.bookmarkCancelled] + commands(for: stroke, state)
        }
        if stroke == KeyMap.prefix { return [.prefixed(true)] }
        return commands(for: stroke, state)
    }

    private func commands(for stroke: KeyStroke, _ state: AppState) -> [Action] {
        guard state.marks.question != nil else { return usualCommands(for: stroke, state) }
        // Whatever is neither yes nor no means what it always means.
        if stroke == KeyStroke("y") { return [.command(.answer(true))] }
        let isNo = stroke == KeyStroke("n") || stroke == KeyStroke(.escape)
        return [.command(.answer(false))] + (isNo ? [] : usualCommands(for: stroke, state))
    }

    private func usualCommands(for stroke: KeyStroke, _ state: AppState) -> [Action] {
        if let tool = state.toolWithKeys, let command = keyMap.toolCommand(for: stroke, tool) {
            return [.command(command)]
        }
        let command =
            state.panels.current.map { keyMap.panelCommand(for: stroke, $0) } ?? keyMap.command(for: stroke)
        return [command.map { .command($0) } ?? .unbound("\(stroke)")]
    }

    /// Nothing that is asked for begins with `?`; the URL of a map may contain one.
    private func isHelp(_ stroke: KeyStroke, in field: TextField?) -> Bool {
        stroke == KeyStroke(.function(1)) || stroke == KeyStroke("?") && field?.text.isEmpty == true
    }

    private func promptActions(for stroke: KeyStroke, _ field: TextField?) -> [Action] {
        if isHelp(stroke, in: field) { return [.command(.help)] }
        switch stroke.key {
        case .up: return [.typed(.previous)]
        case .down: return [.typed(.next)]
        case .tab: return [.typed(.complete)]
        default: return editing(stroke).map { [.typed($0)] } ?? []
        }
    }

    private func searchActions(for stroke: KeyStroke, _ field: TextField?) -> [Action] {
        switch stroke.key {
        case .tab, .backTab: return [.command(.switchSection)]
        case .character(" ") where stroke.modifiers == .control: return [.command(.mark)]
        default: return listActions(for: stroke, field)
        }
    }

    /// Letters go into the field, what moves up and down goes to the list; without a list it is the history.
    private func listActions(for stroke: KeyStroke, _ field: TextField?) -> [Action] {
        if isHelp(stroke, in: field) { return [.command(.help)] }
        switch stroke.key {
        case .up: return [.command(.moveCursor(rows: -1))]
        case .down: return [.command(.moveCursor(rows: 1))]
        case .pageUp: return [.command(.movePage(pages: -1))]
        case .pageDown: return [.command(.movePage(pages: 1))]
        case .character("z") where stroke.modifiers == .control: return [.command(.suspend)]
        default: return editing(stroke).map { [.typed($0)] } ?? []
        }
    }

    private func helpActions(for stroke: KeyStroke) -> [Action] {
        switch stroke.key {
        case .up: return [.command(.moveCursor(rows: -1))]
        case .down: return [.command(.moveCursor(rows: 1))]
        case .pageUp: return [.command(.moveCursor(rows: -10))]
        case .pageDown: return [.command(.moveCursor(rows: 10))]
        case .character("?"), .function(1): return [.command(.help)]
        case .character("c") where stroke.modifiers == .control: return [.command(.abandon)]
        case .character("z") where stroke.modifiers == .control: return [.command(.suspend)]
        default: return editing(stroke).map { [.typed($0)] } ?? []
        }
    }

    /// Text fields edit like a shell line.
    private func editing(_ stroke: KeyStroke) -> TextEdit? {
        if stroke.modifiers == .control, case .character(let letter) = stroke.key {
            let edits: [Character: TextEdit] = [
                "a": .start, "e": .end, "w": .deleteWord, "u": .deleteToStart, "k": .deleteToEnd, "b": .left,
                "f": .right, "d": .deleteForward, "h": .deleteBackward, "c": .cancel, "g": .cancel,
                "p": .previous, "n": .next,
            ]
            return edits[letter]
        }
        switch stroke.key {
        case .character(let character): return stroke.modifiers.isEmpty ? .insert(String(character)) : nil
        case .enter: return .accept
        case .escape: return .cancel
        case .backspace: return .deleteBackward
        case .delete: return .deleteForward
        case .left: return .left
        case .right: return .right
        case .home: return .start
        case .end: return .end
        case .tab, .backTab, .insert, .up, .down, .pageUp, .pageDown, .function: return nil
        }
    }

    // MARK: - Mouse

    private mutating func actions(for mouse: MouseEvent, _ state: AppState, _ now: Duration) -> [Action] {
        guard state.panels.prompt == nil, !mouse.modifiers.contains(.shift) else { return [] }
        let isOnMap = state.layout.showsMap(at: mouse.point) && state.panels.help == nil
        switch mouse.kind {
        case .wheelUp, .wheelDown:
            let isUp = mouse.kind == .wheelUp
            if isOnMap { return [.zoomAt(mouse.point, steps: isUp ? Self.wheelStep : -Self.wheelStep)] }
            return [.command(.moveCursor(rows: isUp ? -3 : 3))]
        case .press where mouse.button == .left:
            pressed = mouse.point
            dragFrom = isOnMap ? mouse.point : nil
            hasDragged = false
            return []
        case .drag:
            guard let start = dragFrom, isOnMap, start != mouse.point else { return [] }
            dragFrom = mouse.point
            hasDragged = true
            if state.map.tool?.kind.type.takesDrags == true {
                return [.command(.toolStep(.drag(from: pressed ?? start, to: mouse.point)))]
            }
            return [.dragged(columns: mouse.point.column - start.column, rows: mouse.point.row - start.row)]
        case .release:
            defer {
                dragFrom = nil
                pressed = nil
            }
            guard pressed == mouse.point, !hasDragged else { return [] }
            return [click(mouse.point, now)]
        case .press: return []
        }
    }

    private mutating func click(_ cell: CellPoint, _ now: Duration) -> Action {
        if let last = lastClick, last.cell == cell, now - last.time <= Self.doubleClickTime {
            lastClick = nil
            return .doubleClicked(cell)
        }
        lastClick = (cell, now)
        return .clicked(cell)
    }
}
