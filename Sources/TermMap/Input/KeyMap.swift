/// A key as it is bound: what was pressed, with what held.
struct KeyStroke: Hashable, Sendable {
    var key: Key
    var modifiers: Modifiers = []

    init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    init(_ character: Character, _ modifiers: Modifiers = []) { self.init(.character(character), modifiers) }
}

extension KeyStroke: CustomStringConvertible {
    /// The stroke as people write it: `d`, `Ctrl-x`, `Alt-→`, `F5`.
    var description: String {
        let held = [(Modifiers.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-")]
            .filter { modifiers.contains($0.0) }.map(\.1).joined()
        return held + key.name
    }
}

extension Key {
    fileprivate var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .function(let number): "F\(number)"
        case .enter: "Enter"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .escape: "Esc"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .insert: "Ins"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .left: "←"
        case .right: "→"
        case .up: "↑"
        case .down: "↓"
        }
    }
}

/// One line of the key table: the keys, what they do, and how the help says it.
struct KeyBinding: Sendable {
    enum Group: String, CaseIterable, Sendable {
        case move = "MOVE"
        case rows = "ROWS"
        case table = "TABLE"
        case find = "FIND"
        case show = "SHOW"
        case program = "PROGRAM"
    }

    /// Bindings that share one line of the help have the same text; without strokes it has a name alone.
    var strokes: [KeyStroke]
    /// What it is called after `:`.
    var name: String
    var command: Command
    /// After the prefix `g`.
    var isAfterPrefix = false
    /// While the table is open; there other keys mean what they mean on the map.
    var isInTable = false
    var group: Group
    var shownKeys: String
    var help: String
}

/// The one table of keys: dispatch, hints, help and the manual are made from it.
struct KeyMap: Sendable {
    /// The only prefix key.
    static let prefix = KeyStroke("g")

    let bindings: [KeyBinding]
    private let direct: [KeyStroke: Command]
    private let prefixed: [KeyStroke: Command]
    private let inTable: [KeyStroke: Command]

    init(bindings: [KeyBinding] = KeyMap.standardBindings) {
        self.bindings = bindings
        func table(_ isIncluded: (KeyBinding) -> Bool) -> [KeyStroke: Command] {
            let pairs = bindings.filter(isIncluded)
                .flatMap { binding in binding.strokes.map { ($0, binding.command) } }
            return Dictionary(pairs) { first, _ in first }
        }
        direct = table { !$0.isAfterPrefix && !$0.isInTable }
        prefixed = table(\.isAfterPrefix)
        inTable = table(\.isInTable)
    }

    /// The command of a stroke on the map.
    func command(for stroke: KeyStroke) -> Command? { direct[stroke] }

    /// The command of a stroke after the prefix.
    func prefixedCommand(for stroke: KeyStroke) -> Command? { prefixed[stroke] }

    /// The command of a stroke while a panel is open: lists take the keys that move on the map.
    func panelCommand(for stroke: KeyStroke, _ panel: Panel) -> Command? {
        if panel == .table, let command = inTable[stroke] { return command }
        switch (stroke.key, panel) {
        case (.up, _) where stroke.modifiers.isEmpty, (.character("k"), .members), (.character("k"), .nearby):
            return .moveCursor(rows: -1)
        case (.down, _) where stroke.modifiers.isEmpty, (.character("j"), .members),
            (.character("j"), .nearby):
            return .moveCursor(rows: 1)
        case (.pageUp, _): return .movePage(pages: -1)
        case (.pageDown, _): return .movePage(pages: 1)
        case (.home, _): return .cursorToStart
        case (.end, _): return .cursorToEnd
        case (.character(" "), .layers), (.enter, .layers), (.enter, .columns): return .toggle
        case (.left, .columns), (.right, .columns): return .nextFunction(stroke.key == .right ? 1 : -1)
        case (.character("s"), .members) where stroke.modifiers.isEmpty: return .sortMembers
        case (.character("f"), .members) where stroke.modifiers.isEmpty: return .filterMembers
        case (.enter, .details): return .enlargePanel
        case (.character("f"), .details), (.character("f"), .summary): return .filterByValue(isNegated: false)
        case (.character("F"), .details), (.character("F"), .summary): return .filterByValue(isNegated: true)
        case (.character("C"), .details), (.character("C"), .summary): return .colorByColumn
        case (.character("V"), .details), (.character("V"), .summary): return .figureOfColumn
        case (.character("<"), .nearby): return .radius(step: -1)
        case (.character(">"), .nearby): return .radius(step: 1)
        default: return command(for: stroke)
        }
    }
}

/// What the hint row says of a key.
struct KeyHint: Equatable, Sendable {
    var keys: String
    var text: String

    init(_ keys: String, _ text: String) {
        self.keys = keys
        self.text = text
    }
}

extension KeyMap {
    /// The keys that matter in the state's context where no rows are picked, the most useful first.
    func usualHints(_ state: AppState) -> [KeyHint] {
        if state.panels.help != nil {
            return [KeyHint("Esc", "close"), KeyHint("↑ ↓", "scroll"), KeyHint("a … z", "filter")]
        }
        if state.screen.isAfterPrefix {
            return bindings.filter(\.isAfterPrefix).map { KeyHint($0.shownKeys, $0.help) } + [
                KeyHint("Esc", "back")
            ]
        }
        switch state.panels.current {
        case .members:
            return [
                KeyHint("↑ ↓", "choose"), KeyHint("Enter", "details"), KeyHint("s", "sort"),
                KeyHint("f", "filter"), KeyHint("c", "centre"),
                KeyHint("+ -", "zoom"), KeyHint("Esc", "close"),
            ]
        case .details:
            let isCluster = state.selectedAnnotation?.isPlace == false
            let enlarge = KeyHint("Enter", state.panels.isEnlarged ? "show the map" : "whole screen")
            return [KeyHint("↑ ↓", isCluster ? "column, value" : "choose")]
                + (state.layout.isSidePanel ? [] : [enlarge])
                + Self.valueHints + [KeyHint("Tab", "next")] + (isCluster ? [KeyHint("o", "members")] : [])
                + [
                    KeyHint("Esc", "close"), KeyHint("c", "centre"), KeyHint("+ -", "zoom"),
                ]
        case .layers:
            return [KeyHint("↑ ↓", "choose"), KeyHint("Space", "show, hide"), KeyHint("Esc", "close")]
        case .summary: return [KeyHint("↑ ↓", "column, value")] + Self.valueHints + [KeyHint("Esc", "close")]
        case .columns(let picker):
            return [KeyHint("↑ ↓", "choose"), KeyHint("Enter", "take")]
                + (picker.purpose == .figure ? [KeyHint("← →", picker.function.rawValue)] : [])
                + [KeyHint("Esc", "close")]
        case .skipped, .spot, .about: return [KeyHint("↑ ↓", "scroll"), KeyHint("Esc", "close")]
        case .search: return searchHints(state)
        case .nearby:
            return [
                KeyHint("< >", "radius"), KeyHint("r", "type a radius"), KeyHint("↑ ↓", "choose"),
                KeyHint("Enter", "details"), KeyHint("+ -", "zoom"), KeyHint("Esc", "close"),
            ]
        case .table: return tableHints(state)
        case .place:
            return [
                KeyHint("↑ ↓", "scroll"), KeyHint("r", "rows near it"), KeyHint("c", "centre"),
                KeyHint("+ -", "zoom"),
            ] + (state.search.session?.count(of: .places) ?? 0 > 1 ? [KeyHint("n N", "other matches")] : [])
                + [
                    KeyHint("Esc", "close")
                ]
        case .position:
            return [
                KeyHint("↑ ↓", "scroll"),
                KeyHint("G", state.position?.follow == .on ? "follow: on" : "follow"), KeyHint("r", "near"),
                KeyHint("+ -", "zoom"), KeyHint("Esc", "close"),
            ]
        case nil where state.selection.current == nil:
            let hasMore = state.selection.placemark != nil || state.search.session?.rows != nil
            let clear =
                [KeyHint("Esc", "clear")] + (state.search.session == nil ? [] : [KeyHint("n N", "matches")])
            return (hasMore ? clear : []) + mapHints(state)
        case nil: return selectionHints(state)
        }
    }

    /// What keys do with the value under the cursor.
    private static let valueHints = [
        KeyHint("f", "only this"), KeyHint("F", "not this"), KeyHint("C", "colour by it"),
        KeyHint("V", "its mean"),
    ]

    private func searchHints(_ state: AppState) -> [KeyHint] {
        guard let search = state.search.session, search.current != nil else {
            return [KeyHint("Esc", "close")]
        }
        let hasBoth = search.count(of: .rows) > 0 && search.count(of: .places) > 0
        return [KeyHint("Enter", "go there"), KeyHint("↑ ↓", "choose")]
            + (hasBoth ? [KeyHint("Tab", "rows, places")] : []) + [KeyHint("Esc", "back")]
    }

    private func mapHints(_ state: AppState) -> [KeyHint] {
        if let legend = state.legend {
            let toggles =
                state.data.coloring == nil
                ? []
                : [KeyHint("1 … \(min(legend.entries.count, 9))", "show, hide"), KeyHint("Alt", "only this")]
            return toggles + [KeyHint("C", "colours"), KeyHint("V", "figures")]
                + (legend.ranges == nil ? [] : [KeyHint("E", "classes")])
                + [
                    KeyHint("f", "filter"), KeyHint("S", "summary"), KeyHint("+ -", "zoom"),
                    KeyHint("Esc", "plain"),
                ]
        }
        let follow = state.position.map { position in
            [KeyHint("G", "follow: \(position.follow.word)"), KeyHint("gs", "position")]
        }
        if state.isDensity {
            return (follow ?? []) + [
                KeyHint("d", "dots"), KeyHint("e", "palette"), KeyHint("E", "scale"),
                KeyHint("Tab", "densest"),
                KeyHint("← ↓ ↑ →", "pan"), KeyHint("+ -", "zoom"), KeyHint("/", "search"),
                KeyHint("gp", "place"),
                KeyHint("0", "all data"), KeyHint("L", "layers"), KeyHint("T", "theme"), KeyHint("q", "quit"),
            ]
        }
        return (follow ?? []) + [
            KeyHint("← ↓ ↑ →", "pan"), KeyHint("+ -", "zoom"), KeyHint("Tab", "select"),
            KeyHint("/", "search"), KeyHint("f", "filter"), KeyHint("C", "colour"),
            KeyHint("gp", "place"), KeyHint("r", "near"), KeyHint("gl", "go to"), KeyHint("0", "all data"),
            KeyHint("W", "world"), KeyHint("L", "layers"),
            KeyHint("< >", "cluster size"), KeyHint("T", "theme"), KeyHint("q", "quit"),
        ]
    }

    /// The same for every selection in view: a row of hints that changes with each Tab is noise.
    private func selectionHints(_ state: AppState) -> [KeyHint] {
        guard state.selectedAnnotation != nil else {
            return [
                KeyHint("c", "back to the selection"), KeyHint("Tab", "select here"), KeyHint("Esc", "clear"),
            ]
        }
        return [
            KeyHint("Enter", "open"), KeyHint("Tab", "next"), KeyHint("i", "details"),
            KeyHint("o", "members"),
            KeyHint("c", "centre"), KeyHint("+ -", "zoom"),
        ] + (state.map.history.canGoBack ? [KeyHint("Backspace", "back")] : []) + [KeyHint("Esc", "clear")]
    }
}
