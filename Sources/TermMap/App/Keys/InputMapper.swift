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

    /// Whether a key types a letter into a field.
    package func isText(_ event: InputEvent, in state: AppState) -> Bool {
        guard case .key(.character(let character), []) = event, state.panels.textFocus != nil else {
            return false
        }
        return !isHelp(KeyStroke(.character(character)), state)
    }

    /// Esc and the key after it, where both came at once and look like a key with Alt that means nothing; nil for all others.
    package func escapeAndKey(of event: InputEvent, in state: AppState) -> [InputEvent]? {
        guard case .key(.character(let character), .alt) = event else { return nil }
        let bound = BoundStroke(KeyStroke(.character(character), .alt))
        let isInField = state.panels.textFocus != nil
        if isInField,
            Self.editingLetters.contains(character) || keyMap.command(for: bound)?.worksInFields == true
        {
            return nil
        }
        guard keyMap.command(for: bound, in: state.keyPlaces) == nil else { return nil }
        return [.key(.escape), .key(.character(character))]
    }

    /// With Alt, shells move by words and delete them: whoever is used to that must not lose what was typed.
    private static let editingLetters: Set<Character> = ["b", "d", "f"]

    private func actions(for stroke: KeyStroke, _ state: AppState) -> [Action] {
        if state.panels.textFocus != nil { return fieldActions(for: stroke, state) }
        let isAlways = stroke == KeyStroke("c", .control) || stroke == KeyStroke("z", .control)
        if state.screen.isAfterPrefix {
            if stroke == KeyStroke(.escape) { return [.prefixed(false)] }
            return [.prefixed(false)] + commands(for: BoundStroke(stroke, isAfterPrefix: !isAlways), state)
        }
        if let deed = state.screen.bookmarkDeed {
            if case .character(let letter) = stroke.key, stroke.modifiers.isEmpty {
                return [.command(deed == .set ? .setBookmark(letter) : .goToBookmark(letter))]
            }
            return [.bookmarkCancelled]
                + (stroke == KeyStroke(.escape) ? [] : commands(for: BoundStroke(stroke), state))
        }
        return stroke == KeyMap.prefix ? [.prefixed(true)] : commands(for: BoundStroke(stroke), state)
    }

    private func commands(for bound: BoundStroke, _ state: AppState) -> [Action] {
        guard state.marks.question != nil else { return usualCommands(for: bound, state) }
        if let answer = keyMap.command(for: bound, in: [.question]) { return [.command(answer)] }
        // Whatever is neither yes nor no means what it always means.
        return [.command(.answer(false))] + usualCommands(for: bound, state)
    }

    private func usualCommands(for bound: BoundStroke, _ state: AppState) -> [Action] {
        [keyMap.command(for: bound, in: state.keyPlaces).map { .command($0) } ?? .unbound("\(bound)")]
    }

    /// Letters go into the field; what is not text edits it, chooses from its list, or does what it does everywhere.
    private func fieldActions(for stroke: KeyStroke, _ state: AppState) -> [Action] {
        if case .character(let character) = stroke.key, stroke.modifiers.isEmpty {
            return [isHelp(stroke, state) ? .command(.help) : .typed(.insert(String(character)))]
        }
        let bound = BoundStroke(stroke)
        let usual = keyMap.command(for: bound).flatMap { $0.worksInFields ? $0 : nil }
        switch keyMap.command(for: bound, in: state.keyPlaces) ?? usual {
        case .edit(let edit): return [.typed(edit)]
        case let command?: return [.command(command)]
        case nil: return []
        }
    }

    /// Nothing that is asked for begins with `?`; the URL of a map may contain one.
    private func isHelp(_ stroke: KeyStroke, _ state: AppState) -> Bool {
        guard stroke == KeyStroke("?"), keyMap.command(for: BoundStroke(stroke)) == .help else {
            return false
        }
        return switch state.panels.textFocus {
        case .prompt: state.panels.prompt?.field.text.isEmpty == true
        case .list(.columns): state.panels.columns?.field.text.isEmpty == true
        case .list(.areaSets): state.panels.areaSets?.field.text.isEmpty == true
        case .list: state.search.session?.field.text.isEmpty == true
        case .help, nil: true
        }
    }

    /// Whether a key chooses among results that are on their way: typed ahead, it waits for them.
    package func waits(_ event: InputEvent, in state: AppState) -> Bool {
        guard state.awaitsResults, case .key(let key, let modifiers) = event else { return false }
        return actions(for: KeyStroke(key, modifiers), state).contains { action in
            switch action {
            case .command(let command):
                command.waitsForResults || state.awaitsAreas && command.isAboutAreas
                    || state.awaitsTimes && command.isAboutTimes
                    || state.awaitsJourneys && command.isAboutJourneys
            case .typed(let edit): Command.edit(edit).waitsForResults
            default: false
            }
        }
    }

    // MARK: - Mouse

    private mutating func actions(for mouse: MouseEvent, _ state: AppState, _ now: Duration) -> [Action] {
        guard state.panels.prompt == nil, !mouse.modifiers.contains(.shift) else { return [] }
        if let action = bandAction(for: mouse, state, now) { return [action] }
        var mouse = mouse
        mouse.point = state.layout.mapCell(at: mouse.point)
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

    /// What the mouse does to the band of time; nil where it is elsewhere.
    private mutating func bandAction(
        for mouse: MouseEvent, _ state: AppState, _ now: Duration
    ) -> Action? {
        let begins = mouse.kind == .press || mouse.kind == .wheelUp || mouse.kind == .wheelDown
        guard state.panels.help == nil, let start = begins ? mouse.point : pressed,
            state.layout.showsBand(at: start)
        else { return nil }
        if state.strip != nil { return stripAction(for: mouse, now) }
        switch mouse.kind {
        case .wheelUp: return .command(.band(.closer))
        case .wheelDown: return .command(.band(.wider))
        case .drag where state.map.band?.fold != nil: return nil
        case .release where pressed == mouse.point && !hasDragged && state.map.band?.fold != nil:
            pressed = nil
            return .command(.band(.cell(mouse.point)))
        case .drag:
            hasDragged = true
            let isRail = BandLayout(area: state.layout.band ?? state.layout.map).railRow == start.row
            return .command(.band(.drag(from: start.column, to: mouse.point.column, onRail: isRail)))
        case .release where hasDragged && state.map.band?.held != nil:
            pressed = nil
            return .command(.band(.drop))
        case .release where pressed == mouse.point && !hasDragged:
            pressed = nil
            let part = BandLayout(area: state.layout.band ?? state.layout.map).part(at: mouse.point)
            return part == .readout ? nil : .command(.band(.bar(column: mouse.point.column)))
        default: return nil
        }
    }

    /// What the mouse does to the strip of a journey.
    private mutating func stripAction(for mouse: MouseEvent, _ now: Duration) -> Action? {
        switch mouse.kind {
        case .wheelUp: return .command(.strip(.move(columns: -3, ranging: false)))
        case .wheelDown: return .command(.strip(.move(columns: 3, ranging: false)))
        case .drag:
            guard let start = pressed else { return nil }
            hasDragged = true
            return .command(.strip(.drag(from: start.column, to: mouse.point.column)))
        case .release where pressed == mouse.point && !hasDragged:
            pressed = nil
            if case .doubleClicked = click(mouse.point, now) {
                return .command(.strip(.climb(column: mouse.point.column)))
            }
            return .command(.strip(.point(column: mouse.point.column)))
        default: return nil
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
